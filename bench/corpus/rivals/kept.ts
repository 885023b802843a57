/** What one would write in plain JavaScript: words by a regular expression, shingles hashed, winnowing. */

const SHINGLE_WORDS = 5;
const WINDOW_SHINGLES = 8;

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Places of the kept shingles and their hashes, 53 bits. */
export function keptShingles(words: readonly string[]): { at: number; hash: number }[] {
  const hashes = words.map(hashOf);
  const shingles: number[] = [];
  for (let at = 0; at + SHINGLE_WORDS <= hashes.length; at++) {
    let [low, high] = [0x9e3779b9, 0x85ebca6b];
    for (let i = at; i < at + SHINGLE_WORDS; i++) {
      low = Math.imul(low ^ hashes[i]!, 0x85ebca6b);
      low ^= low >>> 15;
      high = Math.imul(high ^ low ^ (hashes[i]! >>> 7), 0xc2b2ae35);
      high ^= high >>> 13;
    }
    shingles.push((high >>> 11) * 2 ** 32 + (low >>> 0));
  }
  const kept: { at: number; hash: number }[] = [];
  let last = -1;
  for (let start = 0; start + WINDOW_SHINGLES <= shingles.length; start++) {
    let least = start;
    for (let at = start + 1; at < start + WINDOW_SHINGLES; at++) if (shingles[at]! <= shingles[least]!) least = at;
    if (least !== last) kept.push({ at: least, hash: shingles[least]! });
    last = least;
  }
  return kept;
}

/** Kept shingles of a text as phrases of words. */
export function keptPhrases(text: string): string[] {
  const words = wordsOf(text);
  return keptShingles(words).map(({ at }) => words.slice(at, at + SHINGLE_WORDS).join(" "));
}

/** FNV-1a. */
function hashOf(word: string): number {
  let state = 2166136261;
  for (let i = 0; i < word.length; i++) state = Math.imul(state ^ word.charCodeAt(i), 16777619);
  return state;
}

/** Documents by their votes, most first. */
export function byVotes<Document>(votes: ReadonlyMap<Document, number>): Document[] {
  return [...votes].sort(([, x], [, y]) => y - x).map(([document]) => document);
}
