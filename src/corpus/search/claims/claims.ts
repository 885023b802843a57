/**
 * Which runs of words does a text share with the query, by its index alone? The index has the shingles that winnowing
 * keeps, each with its block and two bits of each of the four words on either side.
 *
 *   query      … w w [ s h i n g ] w w w w w w w w …           a hit: a shingle of the query that a block has
 *                      before ◀──▶ after                       the words beside it that agree
 *              …            [ s h i n g ] …                    the next hit of the block
 *   claim        ─────────────────────────                     one run: they are as near as kept shingles are, and all words
 *                                                              between them agree
 *
 * Two bits of a word agree by chance once in four, a shingle of 32 bits once in thousands of millions, but phrases
 * recur. So a claim may be wrong: `CLAIM_ERROR_RATE` of the engine says how often.
 */

import { PASSAGE_WORDS_MIN } from "../../../base/limits.ts";
import type { Profile } from "../../../core/fingerprint/profile.ts";
import { GAP_WORDS_MAX } from "../../../core/kernels/passages/scoring.ts";
import { CONTEXT_WORDS } from "../../../core/kernels/tables/context.ts";
import type { WordRange } from "../../../core/text/text.ts";

/** A shingle of the query that stands in a block. */
export interface ShingleHit {
  /** Word of the query at which the shingle begins. */
  position: number;
  /** Words that agree before and after the shingle, from it outwards, by two bits each. */
  before: number;
  after: number;
  /** Evidence in bits: how rare the shingle is among the blocks, and how many words beside it agree. */
  bits: number;
}

/** A claimed run of common words: those of its shingles, and of the words between them. */
interface ClaimedRun extends WordRange {
  /** The run with the words beside it that seem to agree, some of them by chance. */
  around: WordRange;
  firstBlock: number;
  lastBlock: number;
  bits: number;
}

/** A claimed passage: runs that follow each other in the query, in one place of a text. */
export interface ClaimedPassage {
  /** Words that agree, ascending: the runs, and between them the words beside them. */
  agreeing: WordRange[];
  /** Those of them that are beside runs, of which two bits are known each. */
  besideRuns: WordRange[];
  longestRunWords: number;
  firstBlock: number;
  lastBlock: number;
}

/** A run while its hits are collected. */
interface OpenRun {
  first: ShingleHit;
  last: ShingleHit;
  firstBlock: number;
  lastBlock: number;
  bits: number;
}

/** Least evidence, in bits, of a run within a passage of other runs of the same place. */
const RUN_BITS_MIN = 6;

/** The query, as far as runs in it are concerned. */
interface ClaimingQuery {
  profile: Profile;
  lengthWords: number;
  /** Number of kept shingles before each word, and before the end. */
  keptBefore: Uint32Array;
}

/**
 * The runs of at least two shingles in one text.
 *
 * @param hits by block, each ascending by position, with one hit for a position; blocks in ascending order
 */
export function claimedRuns(hits: ReadonlyMap<number, readonly ShingleHit[]>, query: ClaimingQuery): ClaimedRun[] {
  const inOrder = [...hits].flatMap(([block, some]) => some.map((hit) => ({ block, hit })));
  inOrder.sort((x, y) => x.hit.position - y.hit.position || x.block - y.block);
  const closed: OpenRun[] = [];
  let open: OpenRun[] = [];
  const { shingleWords, windowShingles } = query.profile;
  for (const { block, hit } of inOrder) {
    const reached = hit.position - windowShingles;
    closed.push(...open.filter(({ last }) => last.position < reached));
    open = open.filter(({ last }) => last.position >= reached);
    const run = open.find((one) => goesOn(one, block, hit, query));
    if (run === undefined) open.push({ first: hit, last: hit, firstBlock: block, lastBlock: block, bits: hit.bits });
    else {
      const isApart = hit.position >= run.last.position + shingleWords;
      run.bits = isApart ? run.bits + hit.bits : Math.max(run.bits, hit.bits);
      run.last = hit;
      run.lastBlock = block;
    }
  }
  const runs = [...closed, ...open].map((run) => rangeOf(run, query));
  return runs.sort((x, y) => x.start - y.start || x.end - y.end || x.firstBlock - y.firstBlock);
}

/**
 * Whether the hit continues the run: all words between the two shingles agree, as far as both sides know them, and the
 * query keeps no shingle between them, which the text would keep too. A changed word agrees by chance once in four, and
 * mostly makes the query keep another shingle.
 */
function goesOn(run: OpenRun, block: number, { position, before }: ShingleHit, { keptBefore }: ClaimingQuery): boolean {
  const { last, lastBlock } = run;
  if (block !== lastBlock && block !== lastBlock + 1) return false;
  const words = Math.min(CONTEXT_WORDS, position - last.position);
  if (words === 0 || last.after < words || before < words) return false;
  return keptBefore[position] === keptBefore[last.position + 1];
}

/**
 * The words of a run. Where it ends, a further word agrees by chance once in four: the outermost of the agreeing words
 * beside it is left out, and none of the others lengthens the run.
 */
function rangeOf(run: OpenRun, { profile, lengthWords }: ClaimingQuery): ClaimedRun {
  const { first, last, firstBlock, lastBlock, bits } = run;
  const [start, end] = [first.position, last.position + profile.shingleWords];
  const around = {
    start: Math.max(0, start - Math.max(0, first.before - 1)),
    end: Math.min(lengthWords, end + Math.max(0, last.after - 1)),
  };
  return { start, end, around, firstBlock, lastBlock, bits };
}

/** The passages that runs of one text make. */
export function claimedPassages(runs: readonly ClaimedRun[]): ClaimedPassage[] {
  const all: ClaimedRun[][] = [];
  let open: ClaimedRun[][] = [];
  for (const run of runs) {
    if (run.bits < RUN_BITS_MIN && run.end - run.start < PASSAGE_WORDS_MIN) continue;
    open = open.filter((some) => run.start - some.at(-1)!.end <= GAP_WORDS_MAX);
    const same = open.find((some) => follows(some.at(-1)!, run));
    if (same !== undefined) same.push(run);
    else {
      const passage = [run];
      all.push(passage);
      open.push(passage);
    }
  }
  return all.map(passageOf);
}

function follows(earlier: ClaimedRun, later: ClaimedRun): boolean {
  const isNear = later.firstBlock === earlier.lastBlock || later.firstBlock === earlier.lastBlock + 1;
  return isNear && later.end > earlier.end;
}

function passageOf(runs: readonly ClaimedRun[]): ClaimedPassage {
  const agreeing: WordRange[] = [];
  const besideRuns: WordRange[] = [];
  let longestRunWords = 0;
  for (const [i, { start, end, around }] of runs.entries()) {
    const [before, after] = [runs[i - 1], runs[i + 1]];
    // Between runs that were not joined a word differs.
    const from = before !== undefined && before.around.end >= around.start ? start : around.start;
    const to =
      after !== undefined && around.end >= after.around.start ? Math.min(around.end, after.start - 1) : around.end;
    const begin = Math.max(start, before?.end ?? 0);
    longestRunWords = Math.max(longestRunWords, end - begin);
    const [left, own, right] = [
      { start: from, end: start },
      { start: begin, end },
      { start: end, end: to },
    ].map((range) => (range.start < range.end ? [range] : []));
    agreeing.push(...left!, ...own!, ...right!);
    besideRuns.push(...left!, ...right!);
  }
  return { agreeing, besideRuns, longestRunWords, firstBlock: runs[0]!.firstBlock, lastBlock: runs.at(-1)!.lastBlock };
}

/**
 * Words of the shortest common run that is certain to be claimed. Shingles whose windows all lie within it are kept by
 * both texts; the first and the last of them are up to two windows from its ends.
 */
export function certainlyClaimedWords({ windowShingles }: Profile): number {
  return PASSAGE_WORDS_MIN + 4 * (windowShingles - 1);
}

/**
 * The same where some kept shingles of the query are uncertain: longer than any run of the query in which no stretch of
 * that length is free of them.
 */
export function claimedFromWords(profile: Profile, uncertain: readonly number[]): number {
  const certain = certainlyClaimedWords(profile);
  let [longest, first, last] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const position of uncertain) {
    if (position - last >= certain) first = position;
    last = position;
    longest = Math.max(longest, last - first + profile.shingleWords + 2 * (certain - 1));
  }
  return Math.max(certain, longest + 1);
}
