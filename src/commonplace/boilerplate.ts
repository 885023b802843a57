/**
 * Which words are boilerplate: licences and other texts that many works carry, known by their fingerprints
 * (`boilerplate.generated.ts`)?
 *
 * The list holds the shingles of each text that winnowing over four keeps, with its first and its last. So a run of
 * eight words of a listed text has a listed shingle in it, and at most three words at each end of a longer run stay
 * unmarked.
 */
import { fromBase64 } from "../base/bytes.ts";
import { partitionPoint } from "../base/sorted.ts";
import type { ShingledText } from "../fingerprint/shingles.ts";
import type { WordRange } from "../text/text.ts";
import { FAMILIES, FAMILY_OF_KEYS, KEYS } from "./boilerplate.generated.ts";

/** Shingles of a window of the list. */
export const LIST_WINDOW = 4;
/** Fewest words of boilerplate: the length of a telling run. */
const WORDS_MIN = 12;
/** Fewest listed shingles in it. */
const SHINGLES_MIN = 3;

type Boilerplate = WordRange & { name: string };

interface List {
  /** High halves of hashes, ascending. */
  readonly keys: Uint32Array;
  /** Number of the family of each. */
  readonly families: Uint8Array;
}

let list: List | undefined;

function listed(): List {
  if (list !== undefined) return list;
  const families = fromBase64(FAMILY_OF_KEYS);
  const view = new DataView(fromBase64(KEYS).buffer);
  list = { keys: Uint32Array.from(families, (_, i) => view.getUint32(4 * i, true)), families };
  return list;
}

/** The number of the family that a shingle is listed for. */
function familyOf({ keys, families }: List, key: number): number | undefined {
  const at = partitionPoint(keys.length, (index) => keys[index]! < key);
  return keys[at] === key ? families[at] : undefined;
}

/** The boilerplate of a text, ascending and apart. A changed or added word does not end it. */
export function boilerplateOf({ shingles, profile }: ShingledText): Boilerplate[] {
  const known = listed();
  // One changed word changes all shingles with it.
  const apartMax = LIST_WINDOW + profile.shingleWords;
  const found: Boilerplate[] = [];
  let run: { start: number; last: number; counts: Map<number, number> } | null = null;
  const close = () => {
    if (run !== null && isEnough(run.start, run.last + profile.shingleWords, run.counts))
      found.push({ start: run.start, end: run.last + profile.shingleWords, name: nameOf(run.counts) });
  };
  for (let at = 0; at < shingles.high.length; at++) {
    const family = familyOf(known, shingles.high[at]!);
    if (family === undefined) continue;
    if (run === null || at - run.last > apartMax) {
      close();
      run = { start: at, last: at, counts: new Map() };
    }
    run.last = at;
    run.counts.set(family, (run.counts.get(family) ?? 0) + 1);
  }
  close();
  return found;
}

function isEnough(start: number, end: number, counts: ReadonlyMap<number, number>): boolean {
  return end - start >= WORDS_MIN && [...counts.values()].reduce((all, count) => all + count, 0) >= SHINGLES_MIN;
}

/** The family with most of the shingles; of equal ones the first of the list. */
function nameOf(counts: ReadonlyMap<number, number>): string {
  const [family] = [...counts].reduce((best, one) =>
    one[1] > best[1] || (one[1] === best[1] && one[0] < best[0]) ? one : best,
  );
  return FAMILIES[family]!;
}
