/**
 * The words that two long texts have in common, in the order of both: the longest common run first, then the longest
 * one to its left in both texts and to its right in both, and so on.
 *
 *     reference   a b c d e f g h i j          runs: efghi, then abc to its left; "hij" to its right stands before
 *     candidate   a b c x e f g h i h i j      its place in the reference, so only j is in the order of both
 *
 * Source: Ratcliff and Obershelp's matching as in Python's `difflib`, which arXiv 2601.02671 uses. Runs of three words
 * and more are found by an index, so that the time for a book of 200,000 words does not grow with the product of both
 * lengths; runs of one or two words are looked for where few words are left between two others (`REST_MAX`), since
 * elsewhere they join nothing. The result is that of `difflib` but for these short runs in long gaps, and for runs that
 * consist of popular words alone (`OCCURRENCES_MAX`).
 */
import { BLOCK_WORDS_MIN, type RecitedBlock } from "./recitation.ts";

/** Words that find a run: the shortest run. */
const SEED_WORDS = BLOCK_WORDS_MIN;
/**
 * Three words that occur in more places of the reference find no run. A run that contains others too is found whole.
 * Without this bound a text that repeats itself would take time and memory that grow with the square of its length.
 */
const OCCURRENCES_MAX = 32;
/** Product of the words of both texts between two runs, up to which runs of one and two words are looked for. */
const REST_MAX = 4_096;
/** Greatest number of distinct words, so that a pair is a number without rounding. */
const NUMBERS = 0x400_0000;

/** The places of all three consecutive words of a text. Equal numbers are equal words. */
export interface WordIndex {
  reference: Uint32Array;
  pairs: ReadonlyMap<number, number>;
  triples: ReadonlyMap<number, number>;
  /** Places of triple t: `places` from `starts[t]` to `starts[t + 1]`, ascending. */
  starts: Uint32Array;
  places: Uint32Array;
}

/** @throws RangeError if a word's number is 2^26 or more */
export function indexWords(reference: Uint32Array): WordIndex {
  if (reference.some((word) => word >= NUMBERS)) throw new RangeError("A word's number is below 2^26.");
  const pairs = new Map<number, number>();
  const triples = new Map<number, number>();
  const count = Math.max(0, reference.length - SEED_WORDS + 1);
  const ids = Uint32Array.from({ length: count }, (_, i) => {
    const pair = numberOf(pairs, reference[i]! * NUMBERS + reference[i + 1]!);
    return numberOf(triples, pair * NUMBERS + reference[i + 2]!);
  });
  const starts = new Uint32Array(triples.size + 1);
  for (const id of ids) starts[id + 1]!++;
  for (let id = 0; id < triples.size; id++) starts[id + 1]! += starts[id]!;
  const next = starts.slice();
  const places = new Uint32Array(count);
  ids.forEach((id, place) => {
    places[next[id]!++] = place;
  });
  return { reference, pairs, triples, starts, places };
}

function numberOf(numbers: Map<number, number>, key: number): number {
  const number = numbers.get(key) ?? numbers.size;
  if (number === numbers.size) numbers.set(key, number);
  return number;
}

/**
 * 1 for each own word of the reference, 0 for each word in a run of three words that the prompt also contains: what
 * `ownWords` says of a short suffix.
 */
export function ownWordsAfter(prompt: Uint32Array, reference: Uint32Array): Uint8Array {
  const keys = indexWords(prompt);
  const own = new Uint8Array(reference.length).fill(1);
  for (let i = 0; i + SEED_WORDS <= reference.length; i++)
    if (tripleAt(keys, reference, i) !== undefined) own.fill(0, i, i + SEED_WORDS);
  return own;
}

function tripleAt(
  { pairs, triples }: Pick<WordIndex, "pairs" | "triples">,
  words: Uint32Array,
  place: number,
): number | undefined {
  const pair = pairs.get(words[place]! * NUMBERS + words[place + 1]!);
  return pair === undefined ? undefined : triples.get(pair * NUMBERS + words[place + 2]!);
}

/**
 * The common runs in the order of both texts. Of equally long ones, the first in the reference, then in the candidate.
 */
export function orderedRuns(index: WordIndex, candidate: Uint32Array): RecitedBlock[] {
  const byLength: RecitedBlock[][] = [];
  const put = (run: RecitedBlock) => {
    byLength[run.lengthWords] ??= [];
    byLength[run.lengthWords]!.push(run);
  };
  for (const run of maximalRuns(index, candidate)) put(run);
  const taken: RecitedBlock[] = [];
  for (let length = byLength.length - 1; length >= SEED_WORDS; length--) {
    // Parts of longer runs were added before, and parts of these are shorter: the list of this length is complete.
    const whole = (byLength[length] ?? []).filter((run) => isFree(run, taken, put));
    whole.sort((x, y) => x.reference - y.reference || x.candidate - y.candidate);
    for (const run of whole) {
      if (isFree(run, taken, put)) taken.splice(placeIn(taken, run.candidate), 0, run);
    }
    delete byLength[length];
  }
  return withShortRuns(index.reference, candidate, taken);
}

/** Every common run that cannot be extended at either end and holds a triple that is not popular. */
function* maximalRuns(
  { reference, starts, places, ...keys }: WordIndex,
  candidate: Uint32Array,
): Generator<RecitedBlock> {
  // Where the last run found on each diagonal ends in the candidate.
  const ends = new Uint32Array(reference.length + candidate.length);
  for (let i = 0; i + SEED_WORDS <= candidate.length; i++) {
    const triple = tripleAt(keys, candidate, i);
    if (triple === undefined || starts[triple + 1]! - starts[triple]! > OCCURRENCES_MAX) continue;
    for (let at = starts[triple]!; at < starts[triple + 1]!; at++) {
      const j = places[at]!;
      const diagonal = j - i + candidate.length;
      if (ends[diagonal]! > i) continue;
      let before = 0;
      while (before < i && before < j && candidate[i - before - 1] === reference[j - before - 1]) before++;
      let after = SEED_WORDS;
      while (
        i + after < candidate.length &&
        j + after < reference.length &&
        candidate[i + after] === reference[j + after]
      )
        after++;
      ends[diagonal] = i + after;
      yield { lengthWords: before + after, candidate: i - before, reference: j - before };
    }
  }
}

/** Index of the first taken run that ends behind this word of the candidate. */
function placeIn(taken: readonly RecitedBlock[], word: number): number {
  let low = 0;
  let high = taken.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { candidate, lengthWords } = taken[middle]!;
    if (candidate + lengthWords <= word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Whether the run lies between two neighbours among the taken runs, in both texts. If not, its parts that do are put
 * back.
 */
function isFree(run: RecitedBlock, taken: readonly RecitedBlock[], put: (part: RecitedBlock) => void): boolean {
  const { candidate, reference, lengthWords } = run;
  for (let next = placeIn(taken, candidate); next <= taken.length; next++) {
    const [left, right] = [taken[next - 1], taken[next]];
    const leftEnd = left === undefined ? 0 : left.candidate + left.lengthWords;
    if (leftEnd >= candidate + lengthWords) break;
    const from = Math.max(
      0,
      leftEnd - candidate,
      (left === undefined ? 0 : left.reference + left.lengthWords) - reference,
    );
    const to = Math.min(
      lengthWords,
      right === undefined ? lengthWords : right.candidate - candidate,
      right === undefined ? lengthWords : right.reference - reference,
    );
    if (to - from === lengthWords) return true;
    if (to - from >= SEED_WORDS)
      put({ lengthWords: to - from, candidate: candidate + from, reference: reference + from });
  }
  return false;
}

/** Words of both texts that lie between two runs; ends are exclusive. */
interface Rest {
  candidate: number;
  candidateEnd: number;
  reference: number;
  referenceEnd: number;
}

function withShortRuns(reference: Uint32Array, candidate: Uint32Array, taken: readonly RecitedBlock[]): RecitedBlock[] {
  let rest: Rest = { candidate: 0, candidateEnd: 0, reference: 0, referenceEnd: 0 };
  const all: RecitedBlock[] = [];
  for (const run of [...taken, null]) {
    rest.candidateEnd = run?.candidate ?? candidate.length;
    rest.referenceEnd = run?.reference ?? reference.length;
    if ((rest.candidateEnd - rest.candidate) * (rest.referenceEnd - rest.reference) <= REST_MAX)
      all.push(...runsIn(reference, candidate, rest));
    if (run === null) break;
    all.push(run);
    rest = { ...rest, candidate: run.candidate + run.lengthWords, reference: run.reference + run.lengthWords };
  }
  return all;
}

/** The same in a few words, directly. */
function runsIn(reference: Uint32Array, candidate: Uint32Array, rest: Rest): RecitedBlock[] {
  const longest: RecitedBlock = { lengthWords: 0, candidate: 0, reference: 0 };
  for (let j = rest.reference; j < rest.referenceEnd - longest.lengthWords; j++) {
    for (let i = rest.candidate; i < rest.candidateEnd - longest.lengthWords; i++) {
      const most = Math.min(rest.candidateEnd - i, rest.referenceEnd - j);
      let length = 0;
      while (length < most && candidate[i + length] === reference[j + length]) length++;
      if (length > longest.lengthWords) Object.assign(longest, { lengthWords: length, candidate: i, reference: j });
    }
  }
  if (longest.lengthWords === 0) return [];
  const { lengthWords } = longest;
  return [
    ...runsIn(reference, candidate, { ...rest, candidateEnd: longest.candidate, referenceEnd: longest.reference }),
    longest,
    ...runsIn(reference, candidate, {
      ...rest,
      candidate: longest.candidate + lengthWords,
      reference: longest.reference + lengthWords,
    }),
  ];
}
