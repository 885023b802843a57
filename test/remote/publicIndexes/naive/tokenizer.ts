/** One token of a text: its number in the vocabulary and the characters it stands for. */
export interface Token {
  id: number;
  text: string;
}

// As in SentencePiece: a space belongs to the word after it; digits, marks and line ends stand alone.
const UNIT = / ?[\p{L}\p{M}]+| ?\p{N}| ?[^\p{L}\p{M}\p{N}\s]|\s/gu;
const PIECE = /^ ?.{1,5}|.{1,3}/gsu;

/**
 * A tokenizer with the traits of Llama 2's that its documentation names: a leading space, case and punctuation change the
 * tokens, long words are several tokens, and a query is read as if a space stood before it.
 */
export class NaiveTokenizer {
  readonly #ids = new Map<string, number>();

  tokens(text: string): Token[] {
    const read = text === "" || text.startsWith(" ") ? text : ` ${text}`;
    const units: string[] = read.match(UNIT) ?? [];
    return units.flatMap((unit) => unit.match(PIECE) ?? []).map((piece) => ({ id: this.#id(piece), text: piece }));
  }

  #id(piece: string): number {
    const known = this.#ids.get(piece);
    if (known !== undefined) return known;
    this.#ids.set(piece, this.#ids.size + 3);
    return this.#ids.size + 2;
  }
}
