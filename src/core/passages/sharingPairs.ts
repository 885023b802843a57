/**
 * Which of many texts share runs of words, so that they are worth an alignment? An index of all runs gives the pairs,
 * in a time that follows what is shared and not the square of the texts.
 */

export interface SharingPair {
  /** Numbers of the two texts, the lesser first. */
  one: number;
  other: number;
  /** Different runs that both have. */
  shared: number;
}

interface SharingOptions {
  /** Texts from this number on are not paired with each other. */
  firsts: number;
  /** A run that more texts have links each of them to the next one alone. */
  holdersMax: number;
  /** Most pairs that are kept: those that share most. */
  pairsMax: number;
  /** Whether a pair shares enough, by the numbers of different runs of both and of those that they share. */
  isEnough: (shared: number, ofOne: number, ofOther: number) => boolean;
}

export interface SharingPairs {
  /** Ascending by `one`, then by `other`. */
  pairs: SharingPair[];
  /** Different runs that more texts have than `holdersMax`, or than could be counted in bounded time. */
  commonRuns: number;
  /** Pairs beyond `pairsMax`. */
  left: number;
}

/** Pairs of holders that are counted at most: a second of work, however many texts have the same runs. */
const COUNTED_MAX = 2e8;

/** A key and the number of a text make one exact number. */
const TEXT_NUMBERS = 1 << 20;

/**
 * @param keys hashes of the runs of each text, in any order; empty for a text that takes no part. Two runs of the same
 *   hash make a pair too many at worst
 */
export function sharingPairs(keys: readonly Uint32Array[], options: SharingOptions): SharingPairs {
  const { firsts, holdersMax, isEnough, pairsMax } = options;
  const { holders, groupsOf, distinct, commonRuns } = indexed(keys, holdersMax);
  const counts = new Uint32Array(keys.length);
  let pairs: SharingPair[] = [];
  let left = 0;
  for (let one = 0; one < firsts; one++) {
    const met: number[] = [];
    for (const { end, next } of groupsOf[one]!)
      for (let at = next; at < end; at++) if (counts[holders[at]!]!++ === 0) met.push(holders[at]!);
    for (const other of met.sort((x, y) => x - y)) {
      const shared = counts[other]!;
      counts[other] = 0;
      if (isEnough(shared, distinct[one]!, distinct[other]!)) pairs.push({ one, other, shared });
    }
    if (pairs.length <= 2 * pairsMax && one + 1 < firsts) continue;
    left += Math.max(0, pairs.length - pairsMax);
    pairs = strongest(pairs, pairsMax);
  }
  return { pairs, commonRuns, left };
}

/** Those that share most, of equal ones the first, in their order. */
export function strongest(pairs: readonly SharingPair[], most: number): SharingPair[] {
  if (pairs.length <= most) return [...pairs];
  return strongestFirst(pairs).slice(0, most).sort(inOrder);
}

export const strongestFirst = (pairs: readonly SharingPair[]): SharingPair[] =>
  [...pairs].sort((x, y) => y.shared - x.shared || inOrder(x, y));

export const inOrder = (x: SharingPair, y: SharingPair): number => x.one - y.one || x.other - y.other;

/** Where the later texts with a run stand among the holders. */
interface LaterHolders {
  next: number;
  end: number;
}

function indexed(keys: readonly Uint32Array[], holdersMax: number) {
  const all = new Float64Array(keys.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const [text, ofText] of keys.entries()) for (const key of ofText) all[filled++] = key * TEXT_NUMBERS + text;
  all.sort();
  const holders = new Uint32Array(all.length);
  const groupsOf: LaterHolders[][] = keys.map(() => []);
  const distinct = new Uint32Array(keys.length);
  let [used, commonRuns, counted] = [0, 0, 0];
  for (let from = 0; from < all.length; ) {
    const key = Math.floor(all[from]! / TEXT_NUMBERS);
    const start = used;
    for (; from < all.length && Math.floor(all[from]! / TEXT_NUMBERS) === key; from++) {
      const text = all[from]! % TEXT_NUMBERS;
      if (used > start && holders[used - 1] === text) continue;
      holders[used++] = text;
      distinct[text]!++;
    }
    const holding = used - start;
    const isCommon = holding > holdersMax || counted + (holding * holding) / 2 > COUNTED_MAX;
    if (isCommon) commonRuns++;
    else counted += (holding * holding) / 2;
    if (holding === 1) used = start;
    for (let at = start; at + 1 < used; at++)
      groupsOf[holders[at]!]!.push({ next: at + 1, end: isCommon ? at + 2 : used });
  }
  return { holders, groupsOf, distinct, commonRuns };
}
