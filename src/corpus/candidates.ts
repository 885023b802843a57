/** Which blocks are worth reading? Shingles of the query that stand in the corpus vote for their blocks. */
import { allSettledValues } from "../base/settled.ts";
import type { Lookups } from "../contract/common.ts";
import { certainWords } from "../fingerprint/profile.ts";
import { hashKey, type ShingledText } from "../fingerprint/shingles.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { log2 } from "../kernels/numbers/log.reference.ts";
import { agrees, contextLogOdds, contextsOf } from "./context.ts";
import type { Hits } from "./hits.ts";
import { COARSE_WINDOW_SHINGLES, SEGMENT_BLOCKS_MAX } from "./layout.ts";
import { blocksOf } from "./lists.ts";
import { blockOf, contextOf } from "./postings.ts";
import type { Segment } from "./segment.read.ts";

/** The lookups of corpora that are stored, and not behind a service that is asked. */
export type StoredLookups = Exclude<Lookups, "runs">;

/** For longer queries only the kept shingles are looked up: the guarantee holds, recall under edits falls. */
const ALL_SHINGLES_WORDS_MAX = 20_000;
/**
 * Blocks read for one query, those with the most bits of evidence first. The budget of each kind grows by one block for
 * every `wordsPerMore` words of the query:
 *
 *   strong   may hold a run of the guarantee's length, and has more evidence than it takes to single out one block
 *   weak     may hold one, but its phrase stands in many blocks: half of a large corpus shares phrases with any text
 *   likely   edits may have hidden a passage in it
 *
 * `certainFromWords` reports the effect of what was left out. README.md beside this file has the measurements that
 * chose the numbers.
 */
const BUDGETS: Readonly<Record<StoredLookups, Readonly<Record<Kind, { blocks: number; wordsPerMore: number }>>>> = {
  all: {
    strong: { blocks: 96, wordsPerMore: 8 },
    weak: { blocks: 64, wordsPerMore: 16 },
    likely: { blocks: 4, wordsPerMore: 64 },
  },
  kept: {
    strong: { blocks: 96, wordsPerMore: 8 },
    weak: { blocks: 2, wordsPerMore: 256 },
    likely: { blocks: 2, wordsPerMore: 256 },
  },
  coarse: {
    strong: { blocks: 32, wordsPerMore: 32 },
    weak: { blocks: 4, wordsPerMore: 256 },
    likely: { blocks: 0, wordsPerMore: 256 },
  },
};
const KINDS = ["strong", "weak", "likely"] as const;
type Kind = (typeof KINDS)[number];
/**
 * In a query that repeats itself: the number of places at which one shingle is looked up between the same words, and
 * the factor that is applied to the budgets, since all blocks that hold the repeated shingle carry the same evidence.
 */
const REPEATED_PLACES_MAX = 2;
const REPETITIVE_BUDGET_SHARE = 1 / 4;
/** Strong and likely blocks have at most this many bits less than it takes to single out one block of all. */
const STRONG_BITS_LESS = 3;

export interface BlockCandidate {
  segment: number;
  block: number;
}

export interface Candidates {
  /** In ascending order of segment and block. */
  blocks: BlockCandidate[];
  /** Blocks that were left out because there were too many. */
  blocksLeft: number;
  /**
   * Run length in words from which every common run is certain to be among the candidates. Larger than the profile's
   * guarantee where phrases of the query stand in more blocks than are listed or read.
   */
  certainFromWords: number;
  lookedUp: LookedUp;
}

/** What was looked up, and what the segments had of it. */
export interface LookedUp {
  plan: LookupPlan;
  /** Places that were not looked up, each with a place that was, of the same shingle between the same words. */
  sameAs: ReadonlyMap<number, number>;
  /** By segment. */
  hits: readonly Hits[];
  /** Number of blocks of all segments. */
  blocksInAll: number;
  /** Places of the query's kept shingles some of whose blocks are not listed or not among the candidates. */
  uncertain: ReadonlySet<number>;
}

interface Votes extends BlockCandidate {
  /**
   * Whether the block may hold a run of the guarantee's length, or is the best listed block of a phrase that stands
   * nearly everywhere.
   */
  isNeeded: boolean;
  bits: number;
  /** The last vote that was counted: the place of its shingle in the query, and its bits. */
  last: { position: number; bits: number };
}

const NO_VOTE: Votes["last"] = { position: Number.NEGATIVE_INFINITY, bits: 0 };

/** Shingles of the query that are looked up. */
interface LookupPlan {
  positions: Uint32Array;
  contexts: Uint16Array;
  isKept: (index: number) => boolean;
  kept: Uint32Array;
  section: "keys" | "coarse";
  shingleWords: number;
}

/** Compares in ascending order of segment and block. */
function byPlace(x: BlockCandidate, y: BlockCandidate): number {
  return x.segment - y.segment || x.block - y.block;
}

/**
 * A block is needed when a kept shingle of the query stands in it with the same words on one side: text and query keep
 * the same shingle of every common window, so every common run of the guarantee's length contains one. Of the other
 * blocks with shingles of the query, those with the most bits of evidence are likely: edits hide a passage from the
 * first rule, but do not change all its shingles.
 */
export async function findCandidates(
  kernels: Kernels,
  segments: readonly Segment[],
  query: ShingledText,
  lookups: StoredLookups,
  checkAborted: () => void,
  isRepetitive = false,
): Promise<Candidates> {
  const { plan, sameAs } = planLookups(kernels, query, lookups, isRepetitive);
  const keys = plan.positions.map((at) => query.shingles.high[at]!);
  const hits = await allSettledValues(segments.map((segment) => segment.lookup(plan.section, keys, checkAborted)));
  const blocksInAll = segments.reduce((sum, { blocks }) => sum + blocks.rows, 0);
  const { votes, needs, uncertain } = tally(plan, hits, blocksInAll);
  const order = (x: Votes, y: Votes) => y.bits - x.bits || byPlace(x, y);
  const cover = coverOf(needs, order);
  const strongBits = log2(blocksInAll + 1) - STRONG_BITS_LESS;
  const kindOf = ({ isNeeded, bits }: Votes): Kind | null =>
    bits >= strongBits ? (isNeeded ? "strong" : "likely") : isNeeded ? "weak" : null;
  const best = KINDS.flatMap((kind) => {
    const { blocks, wordsPerMore } = BUDGETS[lookups][kind];
    const ranked = votes
      .filter((vote) => kindOf(vote) === kind)
      .sort((x, y) => Number(cover.has(y)) - Number(cover.has(x)) || order(x, y));
    const most = blocks + Math.floor(query.text.lengthWords / wordsPerMore);
    return ranked.slice(0, isRepetitive ? Math.ceil(most * REPETITIVE_BUDGET_SHARE) : most);
  });
  const read = new Set(best);
  for (const [i, vote] of needs.votes.entries()) if (!read.has(vote)) uncertain.add(plan.positions[needs.indexes[i]!]!);
  for (const [position, same] of sameAs) if (uncertain.has(same)) uncertain.add(position);
  const windowShingles = lookups === "coarse" ? COARSE_WINDOW_SHINGLES : query.profile.windowShingles;
  const promised = certainWords({ ...query.profile, windowShingles });
  return {
    blocks: best.sort(byPlace).map(({ segment, block }) => ({ segment, block })),
    blocksLeft: votes.length - best.length,
    certainFromWords: Math.max(promised, 1 + longestUncertain(query, plan.kept, uncertain, windowShingles)),
    lookedUp: { plan, sameAs, hits, blocksInAll, uncertain },
  };
}

/**
 * Adds the vote of a shingle for a block. Shingles that share words carry the same evidence, since phrases recur as a
 * whole: only the one with the most bits counts.
 */
function addVote(vote: Votes, position: number, bits: number, shingleWords: number): void {
  const { last } = vote;
  if (position >= last.position + shingleWords) {
    vote.bits += bits;
    vote.last = { position, bits };
  } else if (bits > last.bits) {
    vote.bits += bits - last.bits;
    last.bits = bits;
  }
}

/** Blocks that are needed for lookups: for the lookup `indexes[i]` the block of `votes[i]`. */
interface NeededBlocks {
  readonly indexes: number[];
  readonly votes: Votes[];
}

/**
 * The two best blocks of each shingle, which are read before all others of their kind, so that a source is named for
 * each run even where not all its blocks are read.
 */
function coverOf({ indexes, votes }: NeededBlocks, order: (x: Votes, y: Votes) => number): Set<Votes> {
  const best = new Map<number, Votes>();
  const second = new Map<number, Votes>();
  for (const [i, vote] of votes.entries()) {
    const index = indexes[i]!;
    const [known, next] = [best.get(index), second.get(index)];
    if (known === undefined || order(vote, known) < 0) {
      best.set(index, vote);
      if (known !== undefined) second.set(index, known);
    } else if (next === undefined || order(vote, next) < 0) second.set(index, vote);
  }
  return new Set([...best.values(), ...second.values()]);
}

/** `sameAs` maps each place that is not looked up to a place with the same shingle between the same words that is. */
function planLookups(
  kernels: Kernels,
  query: ShingledText,
  lookups: StoredLookups,
  isRepetitive: boolean,
): { plan: LookupPlan; sameAs: ReadonlyMap<number, number> } {
  const kept = lookups === "coarse" ? kernels.winnow(query.shingles.low, [COARSE_WINDOW_SHINGLES])[0]! : query.selected;
  const looksUpAll = lookups === "all" && query.text.lengthWords <= ALL_SHINGLES_WORDS_MAX;
  const all = looksUpAll ? Uint32Array.from(query.shingles.low.keys()) : kept;
  const isKeptAt = new Uint8Array(query.shingles.low.length);
  for (const position of kept) isKeptAt[position] = 1;
  const { positions, sameAs } = isRepetitive
    ? withoutRepeated(query, all, isKeptAt)
    : { positions: all, sameAs: new Map() };
  const plan = {
    positions,
    contexts: contextsOf(query.text.words, positions, query.profile.shingleWords),
    isKept: (index: number) => isKeptAt[positions[index]!] === 1,
    kept,
    section: lookups === "coarse" ? ("coarse" as const) : ("keys" as const),
    shingleWords: query.profile.shingleWords,
  };
  return { plan, sameAs };
}

/**
 * Drops the places of a shingle that was seen often enough between the same words; kept and other shingles are counted
 * separately.
 */
function withoutRepeated(query: ShingledText, all: Uint32Array, isKeptAt: Uint8Array) {
  const contexts = contextsOf(query.text.words, all, query.profile.shingleWords);
  const seen = new Map<string, { position: number; places: number }>();
  const sameAs = new Map<number, number>();
  const positions = all.filter((position, i) => {
    const key = `${hashKey(query.shingles, position)} ${contexts[i]} ${isKeptAt[position]}`;
    const known = seen.get(key) ?? { position, places: 0 };
    seen.set(key, known);
    known.places += 1;
    if (known.places <= REPEATED_PLACES_MAX) return true;
    sameAs.set(position, known.position);
    return false;
  });
  return { positions, sameAs };
}

/** Number of blocks with each shingle that was looked up. */
export function frequencies({ positions }: LookupPlan, hitsOf: readonly Hits[]): Float64Array {
  const frequency = new Float64Array(positions.length);
  for (const hits of hitsOf)
    for (let hit = 0; hit < hits.length; hit++) frequency[hits.indexes[hit]!]! += hits.blocksInAll[hit]!;
  return frequency;
}

function tally(
  plan: LookupPlan,
  hitsOf: readonly Hits[],
  blocksInAll: number,
): { votes: Votes[]; needs: NeededBlocks; uncertain: Set<number> } {
  const { shingleWords, positions } = plan;
  const frequency = frequencies(plan, hitsOf);
  const votes = new Map<number, Votes>();
  const needs: NeededBlocks = { indexes: [], votes: [] };
  const uncertain = new Set<number>();
  const exemplars = new Map<number, Votes>();
  for (const [segment, hits] of hitsOf.entries()) {
    const { postings } = hits;
    for (let hit = 0; hit < hits.length; hit++) {
      const index = hits.indexes[hit]!;
      const bits = log2((blocksInAll + 1) / frequency[index]!);
      const position = positions[index]!;
      const isKept = plan.isKept(index);
      const [from, to] = [hits.start(hit), hits.end(hit)];
      const isWhole = blocksOf(postings, from, to) === hits.blocksInAll[hit];
      if (!isWhole && isKept) uncertain.add(position);
      for (let i = from; i < to; ) {
        const block = blockOf(postings[i]!);
        let isAlike = false;
        let contextBits = Number.NEGATIVE_INFINITY;
        for (; i < to && blockOf(postings[i]!) === block; i++) {
          const context = contextOf(postings[i]!);
          isAlike ||= agrees(context, plan.contexts[index]!);
          contextBits = Math.max(contextBits, contextLogOdds(context, plan.contexts[index]!));
        }
        const key = segment * SEGMENT_BLOCKS_MAX + block;
        const vote: Votes = votes.get(key) ?? { segment, block, isNeeded: false, bits: 0, last: NO_VOTE };
        votes.set(key, vote);
        addVote(vote, position, bits + contextBits, shingleWords);
        if (isKept && isAlike && isWhole) {
          vote.isNeeded = true;
          needs.indexes.push(index);
          needs.votes.push(vote);
        }
        if (isKept && isAlike && !isWhole && vote.bits > (exemplars.get(index)?.bits ?? 0)) exemplars.set(index, vote);
      }
    }
  }
  for (const vote of exemplars.values()) vote.isNeeded = true;
  return { votes: [...votes.values()], needs, uncertain };
}

/**
 * Words of the longest run of the query all of whose windows keep shingles with blocks that are unknown or were not
 * read. Only windows inside the run count: a shingle that is kept by a window reaching beyond the run need not be kept
 * where the same run stands elsewhere.
 */
function longestUncertain(
  { text, shingles, profile }: ShingledText,
  kept: Uint32Array,
  uncertain: ReadonlySet<number>,
  windowShingles: number,
): number {
  // A shingle is kept from the window that it enters as the smallest, or from the first window after the smaller
  // shingle before it has left.
  const firstWindowOf = (i: number): number => {
    const [before, at] = [kept[i - 1]!, kept[i]!];
    return shingles.low[at]! <= shingles.low[before]! ? at - windowShingles + 1 : before + 1;
  };
  const windows = Math.max(1, shingles.low.length - windowShingles + 1);
  let longest = 0;
  let certainTo = 0;
  for (const [i, at] of kept.entries()) {
    const end = i + 1 < kept.length ? firstWindowOf(i + 1) : windows;
    if (!uncertain.has(at)) certainTo = end;
    else longest = Math.max(longest, end - certainTo + windowShingles + profile.shingleWords - 2);
  }
  return Math.min(longest, text.lengthWords);
}
