/** Which blocks are worth reading? Shingles of the query that stand in the corpus vote for their blocks. */

import type { Lookups } from "../../base/contract/common.ts";
import { greatest } from "../../base/lists/numbers.ts";
import { remembered } from "../../base/queues/remembered.ts";
import { allSettledValues } from "../../base/queues/settled.ts";
import { certainWords, type Profile } from "../../core/fingerprint/profile.ts";
import { hashKey, type ShingledText } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { log2 } from "../../core/kernels/numbers/log.reference.ts";
import { contextsOf } from "../../core/kernels/tables/context.ts";
import { GrowingWords } from "../../core/kernels/text/growing.ts";
import { agrees, contextLogOdds } from "../format/context.ts";
import type { Hits } from "../format/hits.ts";
import { COARSE_WINDOW_SHINGLES, CONTEXT_BITS } from "../format/layout.ts";
import { blocksOf } from "../format/lists.ts";
import { blockOf, contextOf } from "../format/postings.ts";
import type { Segment } from "../segment/read/segment.ts";

/** The lookups of corpora that are stored, and not behind a service that is asked. */
export type StoredLookups = Exclude<Lookups, "runs">;

/** What a larger window keeps, a smaller one keeps too: of a window of 8 this one keeps 53 %. */
const FEWER_WINDOW_SHINGLES = 16;

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
 * `certainFromWords` reports the effect of what was left out.
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
  fewer: {
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
const CONTEXTS = 1 << CONTEXT_BITS;
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
  sameAs: SamePlaces;
  /** By segment. */
  hits: readonly Hits[];
  /** Number of blocks of all segments with each shingle that was looked up. */
  frequency: Float64Array;
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
  /**
   * Whether it is one of the two best blocks of a shingle, which are read before all others of their kind, so that a
   * source is named for each run even where not all its blocks are read.
   */
  isBest: boolean;
  isRead: boolean;
  bits: number;
  /** The last vote that was counted: the place of its shingle in the query, and its bits. */
  last: { position: number; bits: number };
}

/**
 * Places that were not looked up, ascending; `same` has of each a place that was, of the same shingle between the same
 * words. Numbers in arrays, since a text of one word, repeated, has millions.
 */
export interface SamePlaces {
  readonly positions: Uint32Array;
  readonly same: Uint32Array;
}

const NO_SAME: SamePlaces = { positions: new Uint32Array(0), same: new Uint32Array(0) };

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
  const keys = keysOf(plan, query);
  const hits = await allSettledValues(segments.map((segment) => segment.lookup(plan.section, keys, checkAborted)));
  const blocksInAll = segments.reduce((sum, { blocks }) => sum + blocks.rows, 0);
  const frequency = frequencies(plan, hits);
  const ballots = hits.map((one, segment) => tally(plan, segment, one, frequency, blocksInAll));
  const chosen = chooseBlocks({ query, plan, sameAs, lookups, blocksInAll, isRepetitive }, ballots);
  const { uncertain, ...candidates } = chosen;
  return { ...candidates, lookedUp: { plan, sameAs, hits, frequency, blocksInAll, uncertain } };
}

/** The keys to look up, one for each place of the plan. */
function keysOf({ positions }: LookupPlan, { shingles }: ShingledText): Uint32Array {
  const keys = new Uint32Array(positions.length);
  for (let i = 0; i < keys.length; i++) keys[i] = shingles.high[positions[i]!]!;
  return keys;
}

/** What decides which blocks are read, besides what the segments say. */
interface Election {
  query: ShingledText;
  plan: LookupPlan;
  sameAs: SamePlaces;
  lookups: StoredLookups;
  /** Number of blocks of all segments. */
  blocksInAll: number;
  isRepetitive: boolean;
}

/** Chooses the blocks to read by the votes of all segments, in their order. */
function chooseBlocks(
  election: Election,
  ballots: readonly Ballot[],
): Omit<Candidates, "lookedUp"> & Pick<LookedUp, "uncertain"> {
  const { query, plan, sameAs, lookups } = election;
  electExemplars(ballots);
  const votes = ballots.flatMap((ballot) => ballot.votes);
  markBest(ballots, votes);
  const kindOf = kindsOf(election);
  const ofKind: Record<Kind, Votes[]> = { strong: [], weak: [], likely: [] };
  for (const vote of votes) {
    const kind = kindOf(vote);
    if (kind !== null) ofKind[kind].push(vote);
  }
  const best = KINDS.flatMap((kind) => {
    const ranked = ofKind[kind].sort((x, y) => Number(y.isBest) - Number(x.isBest) || byEvidence(x, y));
    return ranked.slice(0, blocksOfKind(election, kind));
  });
  for (const vote of best) vote.isRead = true;
  const uncertain = new Set(ballots.flatMap((ballot) => [...ballot.uncertain]));
  for (const ballot of ballots) for (const index of unreadOf(ballot)) uncertain.add(plan.positions[index]!);
  if (uncertain.size > 0)
    for (let i = 0; i < sameAs.same.length; i++)
      if (uncertain.has(sameAs.same[i]!)) uncertain.add(sameAs.positions[i]!);
  const windowShingles = windowOf(lookups, query.profile);
  const promised = guaranteedWords(lookups, query.profile);
  return {
    blocks: best.sort(byPlace).map(({ segment, block }) => ({ segment, block })),
    blocksLeft: ballots.reduce((sum, ballot) => sum + ballot.blocks, 0) - best.length,
    certainFromWords: Math.max(promised, 1 + longestUncertain(query, plan.kept, uncertain, windowShingles)),
    uncertain,
  };
}

function kindsOf({ blocksInAll }: Election): (vote: Votes) => Kind | null {
  const strongBits = log2(blocksInAll + 1) - STRONG_BITS_LESS;
  return ({ isNeeded, bits }) => (bits >= strongBits ? (isNeeded ? "strong" : "likely") : isNeeded ? "weak" : null);
}

/** Most blocks of a kind that are read. */
function blocksOfKind({ query, lookups, isRepetitive }: Election, kind: Kind): number {
  const { blocks, wordsPerMore } = BUDGETS[lookups][kind];
  const most = blocks + Math.floor(query.text.lengthWords / wordsPerMore);
  return isRepetitive ? Math.ceil(most * REPETITIVE_BUDGET_SHARE) : most;
}

const byEvidence = (x: Votes, y: Votes): number => y.bits - x.bits || byPlace(x, y);

/** Of a phrase that stands nearly everywhere, the best listed block of all segments is needed. */
function electExemplars(ballots: readonly Ballot[]): void {
  const elected = new Map<number, Votes>();
  for (const { exemplars } of ballots)
    for (const [index, { vote, bits }] of exemplars)
      if (bits > (elected.get(index)?.bits ?? 0)) elected.set(index, vote);
  for (const vote of elected.values()) vote.isNeeded = true;
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

/**
 * Blocks that are needed: that of vote number `votes[i]` of the ballot for the lookup `indexes[i]`, ascending. In two
 * arrays of numbers, since a query of millions of words has as many.
 */
interface NeededBlocks {
  readonly indexes: ArrayLike<number>;
  readonly votes: ArrayLike<number>;
}

/** What one segment says of its blocks. */
interface Ballot {
  votes: readonly Votes[];
  needs: NeededBlocks;
  /** Places of kept shingles not all of whose blocks are listed. */
  uncertain: ReadonlySet<number>;
  /** For lookups not all of whose blocks are listed, the block with the most bits so far, and these bits. */
  exemplars: ReadonlyMap<number, { vote: Votes; bits: number }>;
  /** Number of blocks that have a vote. */
  blocks: number;
}

/** Lookups some of whose needed blocks are not read. */
function* unreadOf({ votes, needs }: Ballot): Generator<number> {
  const { indexes, votes: numbers } = needs;
  for (let i = 0; i < indexes.length; i++) if (!votes[numbers[i]!]!.isRead) yield indexes[i]!;
}

/** Marks the two best blocks of each shingle. @param all the votes of all ballots, in their order */
function markBest(ballots: readonly Pick<Ballot, "votes" | "needs">[], all: readonly Votes[]): void {
  const length = 1 + greatest(ballots, ({ needs: { indexes } }) => indexes[indexes.length - 1] ?? -1);
  // Numbers of votes among all, or -1.
  const best = new Int32Array(length).fill(-1);
  const second = new Int32Array(length).fill(-1);
  const comesBefore = (vote: number, other: number) => other < 0 || byEvidence(all[vote]!, all[other]!) < 0;
  let first = 0;
  for (const { votes, needs } of ballots) {
    for (let i = 0; i < needs.votes.length; i++) {
      const index = needs.indexes[i]!;
      const vote = first + needs.votes[i]!;
      if (comesBefore(vote, best[index]!)) {
        second[index] = best[index]!;
        best[index] = vote;
      } else if (comesBefore(vote, second[index]!)) second[index] = vote;
    }
    first += votes.length;
  }
  for (let index = 0; index < length; index++) {
    if (best[index]! >= 0) all[best[index]!]!.isBest = true;
    if (second[index]! >= 0) all[second[index]!]!.isBest = true;
  }
}

/** Words of the shortest common run that is certain to be found, where all is read that is looked up. */
export function guaranteedWords(lookups: StoredLookups, profile: Profile): number {
  return certainWords({ ...profile, windowShingles: windowOf(lookups, profile) });
}

/** The window that keeps the shingles by which a common run is certain to be found. */
function windowOf(lookups: StoredLookups, { windowShingles }: Pick<Profile, "windowShingles">): number {
  if (lookups === "coarse") return COARSE_WINDOW_SHINGLES;
  return lookups === "fewer" ? Math.max(FEWER_WINDOW_SHINGLES, windowShingles) : windowShingles;
}

function planLookups(
  kernels: Kernels,
  query: ShingledText,
  lookups: StoredLookups,
  isRepetitive: boolean,
): { plan: LookupPlan; sameAs: SamePlaces } {
  const windowShingles = windowOf(lookups, query.profile);
  const isOfProfile = windowShingles === query.profile.windowShingles;
  const kept = isOfProfile ? query.selected : kernels.winnow(query.shingles.low, [windowShingles])[0]!;
  const looksUpAll = lookups === "all" && query.text.lengthWords <= ALL_SHINGLES_WORDS_MAX;
  const all = looksUpAll ? numbersTo(query.shingles.low.length) : kept;
  const isKeptAt = new Uint8Array(query.shingles.low.length);
  for (const position of kept) isKeptAt[position] = 1;
  const { positions, sameAs } = isRepetitive
    ? withoutRepeated(query, all, isKeptAt)
    : { positions: all, sameAs: NO_SAME };
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

/** 0, 1, … Where an iterator gives them, it takes as long as to look them up. */
function numbersTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let i = 0; i < count; i++) numbers[i] = i;
  return numbers;
}

/**
 * Drops the places of a shingle that was seen often enough between the same words; kept and other shingles are counted
 * separately.
 */
function withoutRepeated({ text, shingles, profile }: ShingledText, all: Uint32Array, isKeptAt: Uint8Array) {
  const contexts = contextsOf(text.words, all, profile.shingleWords);
  // Each distinct shingle has a number, and each with its context another: keys of both are exact numbers.
  const numbers = new Map<number, number>();
  const seen = new Map<number, number>();
  const firsts = new GrowingWords(64);
  const counts: number[] = [];
  const [positions, repeated, same] = [new GrowingWords(64), new GrowingWords(64), new GrowingWords(64)];
  for (let i = 0; i < all.length; i++) {
    const position = all[i]!;
    const number = numberOf(numbers, hashKey(shingles, position));
    const place = numberOf(seen, (number * CONTEXTS + contexts[i]!) * 2 + isKeptAt[position]!);
    if (place === counts.length) {
      counts.push(0);
      firsts.push(position);
    }
    counts[place]!++;
    if (counts[place]! <= REPEATED_PLACES_MAX) positions.push(position);
    else {
      repeated.push(position);
      same.push(firsts.at(place));
    }
  }
  return { positions: positions.taken(), sameAs: { positions: repeated.taken(), same: same.taken() } };
}

function numberOf(numbers: Map<number, number>, key: number): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

/** Number of blocks with each shingle that was looked up. */
function frequencies({ positions }: LookupPlan, hitsOf: readonly Hits[]): Float64Array {
  const frequency = new Float64Array(positions.length);
  for (const hits of hitsOf)
    for (let hit = 0; hit < hits.length; hit++) frequency[hits.indexes[hit]!]! += hits.blocksInAll[hit]!;
  return frequency;
}

/** @param frequency number of blocks of all segments with each shingle that was looked up */
function tally(plan: LookupPlan, segment: number, hits: Hits, frequency: Float64Array, blocksInAll: number): Ballot {
  const { shingleWords, positions } = plan;
  const votes: Votes[] = [];
  const numbers = new Map<number, number>();
  const needs = { indexes: new GrowingWords(hits.length), votes: new GrowingWords(hits.length) };
  const uncertain = new Set<number>();
  const exemplars = new Map<number, { vote: Votes; bits: number }>();
  const { postings } = hits;
  const bitsOf = remembered((blocks: number) => log2((blocksInAll + 1) / blocks));
  for (let hit = 0; hit < hits.length; hit++) {
    const index = hits.indexes[hit]!;
    const bits = bitsOf(frequency[index]!);
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
      const number = numbers.get(block) ?? votes.length;
      if (number === votes.length) {
        numbers.set(block, number);
        votes.push({ segment, block, isNeeded: false, isBest: false, isRead: false, bits: 0, last: NO_VOTE });
      }
      const vote = votes[number]!;
      addVote(vote, position, bits + contextBits, shingleWords);
      if (isKept && isAlike && isWhole) {
        vote.isNeeded = true;
        needs.indexes.push(index);
        needs.votes.push(number);
      }
      if (isKept && isAlike && !isWhole && vote.bits > (exemplars.get(index)?.bits ?? 0))
        exemplars.set(index, { vote, bits: vote.bits });
    }
  }
  const needed = { indexes: needs.indexes.taken(), votes: needs.votes.taken() };
  return { votes, needs: needed, uncertain, exemplars, blocks: votes.length };
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
  for (let i = 0; i < kept.length; i++) {
    const at = kept[i]!;
    const end = i + 1 < kept.length ? firstWindowOf(i + 1) : windows;
    if (!uncertain.has(at)) certainTo = end;
    else longest = Math.max(longest, end - certainTo + windowShingles + profile.shingleWords - 2);
  }
  return Math.min(longest, text.lengthWords);
}
