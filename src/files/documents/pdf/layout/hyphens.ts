/** Joins a line with the next: without the hyphen that only divides a word, and without a space where there is none. */

/** DocumentWords of a document, to tell a hyphen of a divided word from one of a compound. */
export class DocumentWords {
  readonly #words = new Set<string>();

  /** DocumentWords with a hyphen are known by their whole. */
  add(text: string): void {
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]{1,1000}(?:[-‐][\p{L}\p{M}]{1,1000}){0,100}/gu)) {
      if (this.#words.size < WORDS_MAX) this.#words.add(word.replaceAll("‐", "-"));
    }
  }

  has(word: string): boolean {
    return this.#words.has(word.toLowerCase().replaceAll("‐", "-"));
  }
}

const WORDS_MAX = 1 << 20;
const DIVIDED =
  /(?<![\p{L}\p{M}]|[\p{L}\p{M}][-‐])([\p{L}\p{M}]{1,1000}(?:[-‐][\p{L}\p{M}]{1,1000}){0,100})([-‐\u00ad])$/u;
const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** What is removed from the end of a line before the next is added, and what is put between them. */
interface Joint {
  removed: number;
  between: "" | " ";
}

export function jointOf(line: string, next: string, words: DocumentWords): Joint {
  if (UNSPACED_END.test(line) && UNSPACED_START.test(next)) return { removed: 0, between: "" };
  const divided = DIVIDED.exec(line);
  if (divided === null) {
    const isRange = /[\p{L}\p{N}][-‐–—/]$/u.test(line) && /^[\p{L}\p{N}]/u.test(next);
    return { removed: 0, between: isRange ? "" : " " };
  }
  const [, before, hyphen] = divided;
  const after = /^[\p{L}\p{M}]{1,1000}/u.exec(next)?.[0];
  if (after === undefined) return { removed: hyphen === "\u00ad" ? 1 : 0, between: "" };
  if (hyphen === "\u00ad") return { removed: 1, between: "" };
  const isWord = words.has(before! + after);
  const isCompound = words.has(`${before}-${after}`);
  // "Anglo-" and "Saxon" are a compound, unless the document writes it as one word elsewhere.
  const isNewName = /^\p{Lu}/u.test(after) && !/\p{Lu}$/u.test(before!);
  const keeps = isNewName ? isCompound || !isWord : isCompound && !isWord;
  return { removed: keeps ? 0 : 1, between: "" };
}
