/** Works of several authors that are one text: two ids, two editions, or one that quotes the other at length. */
import { RUN_LEAST, Scan, type ScannedWork } from "./scan.ts";

/** Two works with a common run of so many words are one. */
const SAME_RUN_WORDS = 100;
/** And two of which the shorter has so much in common runs of `RUN_LEAST` words with the other. */
const SAME_SHARE = 0.5;
/** A run at more places is a formula, and no sign of one text. */
const PLACES_MAX = 32;

/** Pairs of ids: the longest work of each connected group, and one that is left out. */
export function sameWorks(works: readonly ScannedWork[]): [kept: string, left: string][] {
  const roots = works.map((_, i) => i);
  const rootOf = (of: number): number => {
    let at = of;
    while (roots[at] !== at) at = roots[at] = roots[roots[at]!]!;
    return at;
  };
  for (const [one, other] of samePairs(works)) {
    const [a, b] = [rootOf(one), rootOf(other)];
    if (a === b) continue;
    const longer = works[a]!.words.length >= works[b]!.words.length ? a : b;
    roots[longer === a ? b : a] = longer;
  }
  return works.flatMap(({ id }, i) => (rootOf(i) === i ? [] : [[works[rootOf(i)]!.id, id] as [string, string]]));
}

function* samePairs(works: readonly ScannedWork[]): Generator<[number, number]> {
  const scan = new Scan(works);
  /** Words of the first work of a pair that the second has, counted from the places of common runs. */
  const shared = new Map<number, { words: number; end: number; longest: number; from: number }>();
  const { at, numbers } = scan.first();
  const byNumber = placesByNumber(numbers);
  for (let place = 0; place < at.length; place++) {
    const group = byNumber.get(numbers[place]!)!;
    if (group.length > PLACES_MAX) continue;
    const start = at[place]!;
    const one = scan.workAt(start);
    for (const other of new Set(group.map((i) => scan.workAt(at[i]!)))) {
      if (works[one]!.author === works[other]!.author) continue;
      const key = one * works.length + other;
      const pair = shared.get(key) ?? { words: 0, end: 0, longest: 0, from: start };
      if (start !== pair.end - RUN_LEAST + 1) pair.from = start;
      pair.words += start + RUN_LEAST - Math.max(start, pair.end);
      pair.end = start + RUN_LEAST;
      pair.longest = Math.max(pair.longest, pair.end - pair.from);
      shared.set(key, pair);
    }
  }
  for (const [key, { words, longest }] of shared) {
    const [one, other] = [Math.floor(key / works.length), key % works.length];
    if (longest >= SAME_RUN_WORDS || words >= SAME_SHARE * works[one]!.words.length) yield [one, other];
  }
}

function placesByNumber(numbers: Int32Array): Map<number, number[]> {
  const byNumber = new Map<number, number[]>();
  numbers.forEach((number, place) => {
    const group = byNumber.get(number);
    if (group === undefined) byNumber.set(number, [place]);
    else group.push(place);
  });
  return byNumber;
}
