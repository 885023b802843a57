/**
 * A few hundred tokens learnt from texts: byte-pair merges (Sennrich, Haddow and Birch, ACL 2016) inside words, on UTF-16 units.
 *
 *   id   0          boundary: stands before and after every text
 *        1 … 16     sixteenths of a unit (its hexadecimal digits): what the alphabet lacks takes four of them
 *        17 …       the alphabet, most frequent first, then merges in the order learnt, then empty ones up to a multiple of 8
 *
 * Large models fall back to bytes where these fall back to half-bytes: 256 tokens that hardly ever occur would be most of a small
 * vocabulary. Any string is encoded without loss, lone surrogates too.
 */

export const BOUNDARY = 0;
const FIRST_DIGIT = 1;
const FIRST_UNIT = 17;
const DIGITS = 4;
/** Vocabularies are padded to a multiple of this, as those of large models are, for the kernels' sake. */
const MULTIPLE = 8;
/** A unit gets a token of its own if it occurs so often. */
const LEAST_OCCURRENCES = 2;
/** A word with the space before it, a run of ASCII signs and digits with its, or a white space. Longer ones are cut: merging is quadratic. */
const CHUNK = / ?[^\s!-@[-`{-~]{1,31}| ?[!-@[-`{-~]{1,31}|\s/g;

/** Tokens of a text; `starts[i]` to `starts[i + 1]` is the UTF-16 range of token i. It is empty for the first digits of a unit. */
export interface Encoded {
  ids: Uint32Array;
  /** One more than there are tokens: the last is the length of the text. */
  starts: Uint32Array;
}

export class Tokenizer {
  /** What each token stands for; empty for the boundary, digits and padding. */
  readonly texts: readonly string[];
  readonly #merges: ReadonlyMap<string, number>;
  readonly #units: ReadonlyMap<string, number>;
  readonly #known = new Map<string, readonly number[]>();

  constructor(alphabet: readonly string[], merges: readonly (readonly [number, number])[]) {
    const texts: string[] = [...Array<string>(FIRST_UNIT).fill(""), ...alphabet];
    this.#units = new Map(alphabet.map((unit, i) => [unit, FIRST_UNIT + i]));
    this.#merges = new Map(merges.map(([left, right], i) => [`${left} ${right}`, FIRST_UNIT + alphabet.length + i]));
    for (const [left, right] of merges) texts.push(texts[left]! + texts[right]!);
    while (texts.length % MULTIPLE > 0) texts.push("");
    this.texts = texts;
  }

  /** Learns from texts. `size` is a multiple of 8; the vocabulary is smaller where there is no more to learn. */
  static learnt(texts: Iterable<string>, size: number): Tokenizer {
    const chunks = new Map<string, number>();
    for (const text of texts)
      for (const [chunk] of text.matchAll(CHUNK)) chunks.set(chunk, (chunks.get(chunk) ?? 0) + 1);
    const alphabet = alphabetOf(chunks).slice(0, Math.max(0, size - FIRST_UNIT));
    const merges = mergesOf(chunks, alphabet, size);
    return new Tokenizer(alphabet, merges);
  }

  get size(): number {
    return this.texts.length;
  }

  encode(text: string): Encoded {
    const ids: number[] = [];
    const starts: number[] = [];
    let at = 0;
    let digits = 0;
    for (const [chunk] of text.matchAll(CHUNK)) {
      for (const id of this.#ofChunk(chunk)) {
        ids.push(id);
        starts.push(at);
        at += isDigit(id) ? Number(++digits % DIGITS === 0) : this.texts[id]!.length; // a unit is passed at its last digit
      }
    }
    return { ids: Uint32Array.from(ids), starts: Uint32Array.from([...starts, at]) };
  }

  /** What a token is called where it stands alone: its text, or for one without text its number. */
  name(id: number): string {
    return this.texts[id]! || `<${id}>`;
  }

  /** What tokens stand for; a unit without all its digits becomes U+FFFD. */
  decode(ids: Iterable<number>): string {
    let text = "";
    let digits = "";
    const flush = () => {
      for (let i = 0; i < digits.length; i += DIGITS) {
        const unit = digits.slice(i, i + DIGITS);
        text += unit.length === DIGITS ? String.fromCharCode(Number.parseInt(unit, 16)) : "\ufffd";
      }
      digits = "";
    };
    for (const id of ids) {
      if (isDigit(id)) digits += (id - FIRST_DIGIT).toString(16);
      else {
        flush();
        text += this.texts[id]!;
      }
    }
    flush();
    return text;
  }

  #ofChunk(chunk: string): readonly number[] {
    const known = this.#known.get(chunk);
    if (known !== undefined) return known;
    const ids = merged(this.#ofUnits(chunk), (left, right) => this.#merges.get(`${left} ${right}`));
    this.#known.set(chunk, ids);
    return ids;
  }

  #ofUnits(chunk: string): number[] {
    return [...Array(chunk.length).keys()].flatMap((i) => this.#units.get(chunk[i]!) ?? inDigits(chunk.charCodeAt(i)));
  }
}

const isDigit = (id: number): boolean => id >= FIRST_DIGIT && id < FIRST_UNIT;

function inDigits(unit: number): number[] {
  return [12, 8, 4, 0].map((shift) => FIRST_DIGIT + ((unit >>> shift) & 15));
}

function alphabetOf(chunks: ReadonlyMap<string, number>): string[] {
  const counts = new Map<string, number>();
  for (const [chunk, count] of chunks) {
    for (let i = 0; i < chunk.length; i++) counts.set(chunk[i]!, (counts.get(chunk[i]!) ?? 0) + count);
  }
  return [...counts]
    .filter(([, count]) => count >= LEAST_OCCURRENCES)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([unit]) => unit);
}

/** The most frequent pair, again and again; of equally frequent ones that of the lesser ids. */
function mergesOf(chunks: ReadonlyMap<string, number>, alphabet: readonly string[], size: number): [number, number][] {
  const units = new Map(alphabet.map((unit, i) => [unit, FIRST_UNIT + i]));
  let words = [...chunks].map(([chunk, count]) => ({
    ids: chunk.split("").map((unit) => units.get(unit) ?? BOUNDARY),
    count,
  }));
  const merges: [number, number][] = [];
  for (let next = FIRST_UNIT + alphabet.length; next < size; next++) {
    const pair = mostFrequentPair(words, size);
    if (pair === undefined) break;
    const [left, right] = pair;
    merges.push(pair);
    words = words
      .map(({ ids, count }) => ({ ids: joined(ids, left, right, next), count }))
      .filter(({ ids }) => ids.length > 1);
  }
  return merges;
}

function mostFrequentPair(words: readonly { ids: readonly number[]; count: number }[], size: number) {
  const counts = new Uint32Array(size * size);
  for (const { ids, count } of words) {
    for (let i = 1; i < ids.length; i++) counts[ids[i - 1]! * size + ids[i]!]! += count;
  }
  let [best, most] = [0, LEAST_OCCURRENCES - 1];
  for (let pair = FIRST_UNIT * size; pair < counts.length; pair++) {
    if (counts[pair]! > most && pair % size >= FIRST_UNIT) [best, most] = [pair, counts[pair]!];
  }
  return best === 0 ? undefined : ([Math.floor(best / size), best % size] as [number, number]);
}

function joined(ids: readonly number[], left: number, right: number, into: number): number[] {
  const result: number[] = [];
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] === left && ids[i + 1] === right) {
      result.push(into);
      i++;
    } else result.push(ids[i]!);
  }
  return result;
}

/** Applies merges in the order learnt: the least id first. */
function merged(ids: number[], mergeOf: (left: number, right: number) => number | undefined): number[] {
  for (;;) {
    let [least, at] = [Infinity, -1];
    for (let i = 1; i < ids.length; i++) {
      const id = mergeOf(ids[i - 1]!, ids[i]!);
      if (id !== undefined && id < least) [least, at] = [id, i - 1];
    }
    if (at < 0) return ids;
    ids = joined(ids, ids[at]!, ids[at + 1]!, least);
  }
}
