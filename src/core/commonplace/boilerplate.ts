/**
 * Which words are boilerplate: licences and other texts that many works carry, known by their fingerprints
 * (`boilerplate.generated.ts`)?
 *
 * The list holds the shingles of each text that winnowing over four keeps, with its first and its last. So a run of
 * eight words of a listed text has a listed shingle in it, and at most three words at each end of a longer run stay
 * unmarked.
 */
import { fromBase64 } from "../../base/bytes/bytes.ts";
import type { ShingledText } from "../fingerprint/shingles.ts";
import type { WordRange } from "../text/text.ts";
import { FAMILIES, KEYS } from "./boilerplate.generated.ts";

/** Shingles of a window of the list. */
export const LIST_WINDOW = 4;
/** Fewest words of boilerplate: the length of a telling run. */
const WORDS_MIN = 12;
/** Fewest listed shingles in it. */
const SHINGLES_MIN = 3;

type Boilerplate = WordRange & { name: string };

let list: ReadonlyMap<number, number> | undefined;

/** The number of the family of each listed shingle, by the high half of its hash. */
function listed(): ReadonlyMap<number, number> {
  list ??= unpacked(fromBase64(KEYS));
  return list;
}

/** Reads what `src/build/tables/boilerplate.ts` packs. */
export function unpacked(bytes: Uint8Array): Map<number, number> {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let place = 1; ; place *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * place;
      if (byte < 128) return value;
    }
  };
  const families = new Map<number, number>();
  for (let family = 0; at < bytes.length; family++) {
    let key = 0;
    for (let left = next(); left > 0; left--) {
      key += next();
      families.set(key, family);
    }
  }
  return families;
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
    const family = known.get(shingles.high[at]!);
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
