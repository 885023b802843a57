/**
 * Ids of passages: equal wherever a text has the same words after folding. An id is the number of words, the hash of
 * the first shingle, by which the passage is found again in another text, and 128 bits of the SHA-256 of the words'
 * hashes: what people decide about a passage rests on them, so that they have to withstand an attack.
 */

import { sha256 } from "../../base/bytes/sha256.ts";
import { addTo, groupBy } from "../../base/lists/groups.ts";
import type { Hashes } from "../kernels/kernels.ts";
import type { WordRange } from "../text/text.ts";
import type { ShingledText } from "./shingles.ts";

/** The id of a passage of at least one shingle. */
export async function passageId({ text, shingles }: ShingledText, { start, end }: WordRange): Promise<string> {
  return `ps_${end - start}_${openingOf(shingles, start)}_${await wordsDigest(text.words, start, end)}`;
}

/**
 * Words that are hashed to look for passages in one text. 10,000 passages of 200 words take 12 million, unless the text
 * repeats their first words over and over.
 */
const HASHED_WORDS_MAX = 50_000_000;
/** What a hash costs besides its words, in words. */
const DIGEST_COST_WORDS = 1_000;

/** Ids by the digest of their words. */
type IdsByDigest = ReadonlyMap<string, string>;

/**
 * Where a text has the words of the passages with these ids, in order; no entry where it has none of one.
 *
 * @returns also whether the search ended early, in a text that repeats itself without end
 */
export async function passagesWithIds(
  { text, shingles }: ShingledText,
  ids: readonly string[],
): Promise<{ found: ReadonlyMap<string, readonly WordRange[]>; isBounded: boolean }> {
  const sought = soughtIn(text.lengthWords, ids);
  const firstHalves = new Set([...sought.keys()].map((opening) => Number.parseInt(opening.slice(0, 8), 16)));
  const found = new Map<string, WordRange[]>();
  let left = HASHED_WORDS_MAX;
  for (let start = 0; start < shingles.high.length; start++) {
    if (!firstHalves.has(shingles.high[start]!)) continue;
    for (const [lengthWords, byDigest] of sought.get(openingOf(shingles, start)) ?? []) {
      const end = start + lengthWords;
      if (end > text.lengthWords) break; // the others are longer
      left -= lengthWords + DIGEST_COST_WORDS;
      if (left < 0) return { found, isBounded: true };
      const id = byDigest.get(await wordsDigest(text.words, start, end));
      if (id !== undefined) addTo(found, id, { start, end });
    }
  }
  return { found, isBounded: false };
}

/** Ids of passages that fit into a text, by their first shingle, then by their length, the shortest first. */
function soughtIn(lengthWords: number, ids: readonly string[]): Map<string, [lengthWords: number, IdsByDigest][]> {
  const parts = [...new Set(ids)].map((id) => {
    const [, words, opening, digest] = id.split("_");
    return { id, words: Number(words), opening: opening!, digest: digest! };
  });
  const fitting = groupBy(
    parts.filter(({ words }) => words <= lengthWords),
    ({ opening }) => opening,
  );
  return new Map(
    [...fitting].map(([opening, same]) => {
      const byLength = [...groupBy(same, ({ words }) => words)].sort(([one], [other]) => one - other);
      return [opening, byLength.map(([words, all]) => [words, new Map(all.map(({ digest, id }) => [digest, id]))])];
    }),
  );
}

const DIGEST_DIGITS = 32;

async function wordsDigest({ low, high }: Hashes, start: number, end: number): Promise<string> {
  const bytes = new DataView(new ArrayBuffer(8 * (end - start)));
  for (let word = start; word < end; word++) {
    bytes.setUint32(8 * (word - start), high[word]!);
    bytes.setUint32(8 * (word - start) + 4, low[word]!);
  }
  return (await sha256(new Uint8Array(bytes.buffer))).slice(0, DIGEST_DIGITS);
}

const openingOf = ({ high, low }: Hashes, start: number): string => hexOf(high[start]!) + hexOf(low[start]!);

const hexOf = (value: number): string => value.toString(16).padStart(8, "0");
