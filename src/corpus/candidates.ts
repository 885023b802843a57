/** Which blocks are worth reading? Shingles of the query that stand in the corpus vote for their blocks. */
import type { Lookups } from "../contract/common.ts";
import { certainWords } from "../fingerprint/profile.ts";
import { hashKey, type ShingledText } from "../fingerprint/shingles.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { log2 } from "../kernels/numbers/log.reference.ts";
import { agrees, contextLogOdds, contextsOf } from "./context.ts";
import { COARSE_WINDOW_SHINGLES, SEGMENT_BLOCKS_MAX } from "./layout.ts";
import { blocksOf } from "./lists.ts";
import { blockOf, contextOf } from "./postings.ts";
import type { Hit, Segment } from "./segment.read.ts";

/** Above this many words only the kept shingles are looked up: the guarantee stays, recall under edits falls. */
const ALL_SHINGLES_WORDS_MAX = 20_000;
/**
 * Blocks that are read for one query, those first that most bits speak for, and one more of each kind for so many words:
 *
 *   strong   may hold a run of the guarantee's length, and more speaks for it than it takes to name a block
 *   weak     may hold one, though its phrase stands in many: half of a large corpus shares phrases with any text
 *   likely   edits may have hidden a passage in it
 *
 * What was left out is told by `certainFromWords`. README.md beside this has the measurements that chose the numbers.
 */
const BUDGETS: Readonly<Record<Lookups, Readonly<Record<Kind, { blocks: number; wordsPerMore: number }>>>> = {
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
 * Places of a query that repeats itself at which one shingle is looked up between the same words, and the share of the budgets that it has:
 * all blocks that hold it say the same of it.
 */
const REPEATED_PLACES_MAX = 2;
const REPETITIVE_BUDGET_SHARE = 1 / 4;
/** Blocks of each shingle that come before all others of their kind. */
const COVER_BLOCKS = 2;
/** Strong and likely blocks have at most so many bits less than it takes to name one among all. */
const STRONG_BITS_LESS = 3;

interface BlockCandidate {
  segment: number;
  block: number;
}

interface Candidates {
  /** Ascending by segment and block. */
  blocks: BlockCandidate[];
  /** Blocks that were left out because there were too many. */
  blocksLeft: number;
  /**
   * Words from which on a common run is certain to be among the candidates. More than the profile promises where phrases of the query stand
   * in more blocks than are listed, or than are read.
   */
  certainFromWords: number;
}

interface Votes extends BlockCandidate {
  /** Whether it may hold a run of the guarantee's length, or is the best that is listed of a phrase which stands nearly everywhere. */
  isNeeded: boolean;
  bits: number;
  /** Where in the query the shingle stands that what was last said comes from, and the bits of it. */
  last: { position: number; bits: number };
}

const NOTHING_SAID: Votes["last"] = { position: Number.NEGATIVE_INFINITY, bits: 0 };

/** Shingles of the query that are looked up. */
interface LookupPlan {
  positions: Uint32Array;
  contexts: Uint16Array;
  isKept: (index: number) => boolean;
  kept: Uint32Array;
  section: "keys" | "coarse";
  shingleWords: number;
}

/** Ascending by segment and block. */
function byPlace(x: BlockCandidate, y: BlockCandidate): number {
  return x.segment - y.segment || x.block - y.block;
}

/**
 * A block is needed when a shingle that winnowing keeps in the query stands in it between the same words on one side: text and query keep
 * the same shingle of every common window, so that a common run of the guarantee's length always has one. Of all others that a shingle of
 * the query stands in, those are likely that most bits speak for: edits hide the passage from the first rule, but not all its shingles.
 */
export async function findCandidates(
  kernels: Kernels,
  segments: readonly Segment[],
  query: ShingledText,
  lookups: Lookups,
  signal: () => void,
  isRepetitive = false,
): Promise<Candidates> {
  const { asked, sameAs } = ask(kernels, query, lookups, isRepetitive);
  const keys = asked.positions.map((at) => query.shingles.high[at]!);
  const hits: Hit[][] = await Promise.all(segments.map((segment) => segment.lookup(asked.section, keys, signal)));
  const blocksInAll = segments.reduce((sum, { blocks }) => sum + blocks.rows, 0);
  const { votes, needs, uncertain } = tally(asked, hits, blocksInAll);
  const order = (x: Votes, y: Votes) => y.bits - x.bits || byPlace(x, y);
  const cover = new Set(coverOf(needs, order));
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
  for (const { position, vote } of needs) if (!read.has(vote)) uncertain.add(position);
  for (const [position, same] of sameAs) if (uncertain.has(same)) uncertain.add(position);
  const windowShingles = lookups === "coarse" ? COARSE_WINDOW_SHINGLES : query.profile.windowShingles;
  const promised = certainWords({ ...query.profile, windowShingles });
  return {
    blocks: best.sort(byPlace).map(({ segment, block }) => ({ segment, block })),
    blocksLeft: votes.length - best.length,
    certainFromWords: Math.max(promised, 1 + longestUncertain(query, asked.kept, uncertain, windowShingles)),
  };
}

/** A shingle speaks for a block. Those that share words say the same of it, since phrases recur as a whole: the one that says most counts. */
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

/** The best few blocks of each shingle, so that a source is named for each run even where not all of them are read. */
function coverOf(needs: readonly { position: number; vote: Votes }[], order: (x: Votes, y: Votes) => number): Votes[] {
  const byPosition = new Map<number, Votes[]>();
  for (const { position, vote } of needs) {
    const votes = byPosition.get(position);
    if (votes === undefined) byPosition.set(position, [vote]);
    else votes.push(vote);
  }
  return [...byPosition.values()].flatMap((votes) => votes.sort(order).slice(0, COVER_BLOCKS));
}

/** `sameAs` has the places that are not looked up, and one of the same shingle between the same words that is. */
function ask(
  kernels: Kernels,
  query: ShingledText,
  lookups: Lookups,
  isRepetitive: boolean,
): { asked: LookupPlan; sameAs: ReadonlyMap<number, number> } {
  const kept = lookups === "coarse" ? kernels.winnow(query.shingles.low, [COARSE_WINDOW_SHINGLES])[0]! : query.selected;
  const asksAll = lookups === "all" && query.text.lengthWords <= ALL_SHINGLES_WORDS_MAX;
  const all = asksAll ? Uint32Array.from(query.shingles.low.keys()) : kept;
  const { positions, sameAs } = isRepetitive
    ? withoutRepeated(query, all, new Set(kept))
    : { positions: all, sameAs: new Map() };
  const keptSet = new Set(kept);
  const asked = {
    positions,
    contexts: contextsOf(query.text.words, positions, query.profile.shingleWords),
    isKept: (index: number) => keptSet.has(positions[index]!),
    kept,
    section: lookups === "coarse" ? ("coarse" as const) : ("keys" as const),
    shingleWords: query.profile.shingleWords,
  };
  return { asked, sameAs };
}

/** Places without those of a shingle that was met often enough between the same words, kept by winnowing as they are or not. */
function withoutRepeated(query: ShingledText, all: Uint32Array, kept: ReadonlySet<number>) {
  const contexts = contextsOf(query.text.words, all, query.profile.shingleWords);
  const met = new Map<string, { position: number; places: number }>();
  const sameAs = new Map<number, number>();
  const positions = all.filter((position, i) => {
    const key = `${hashKey(query.shingles, position)} ${contexts[i]} ${kept.has(position)}`;
    const known = met.get(key) ?? { position, places: 0 };
    met.set(key, known);
    known.places += 1;
    if (known.places <= REPEATED_PLACES_MAX) return true;
    sameAs.set(position, known.position);
    return false;
  });
  return { positions, sameAs };
}

function tally(
  asked: LookupPlan,
  hitsOf: readonly (readonly Hit[])[],
  blocksInAll: number,
): { votes: Votes[]; needs: { position: number; vote: Votes }[]; uncertain: Set<number> } {
  const { shingleWords } = asked;
  const frequency = new Map<number, number>();
  for (const hits of hitsOf)
    for (const { index, blocksInAll } of hits) frequency.set(index, (frequency.get(index) ?? 0) + blocksInAll);
  const votes = new Map<number, Votes>();
  const needs: { position: number; vote: Votes }[] = [];
  const uncertain = new Set<number>();
  const exemplars = new Map<number, Votes>();
  for (const [segment, hits] of hitsOf.entries()) {
    for (const { index, postings, blocksInAll: inSegment } of hits) {
      const bits = log2((blocksInAll + 1) / frequency.get(index)!);
      const position = asked.positions[index]!;
      const isKept = asked.isKept(index);
      const isWhole = blocksOf(postings) === inSegment;
      if (!isWhole && isKept) uncertain.add(position);
      for (let i = 0; i < postings.length; ) {
        const block = blockOf(postings[i]!);
        let isAlike = false;
        let said = Number.NEGATIVE_INFINITY;
        for (; i < postings.length && blockOf(postings[i]!) === block; i++) {
          const context = contextOf(postings[i]!);
          isAlike ||= agrees(context, asked.contexts[index]!);
          said = Math.max(said, contextLogOdds(context, asked.contexts[index]!));
        }
        const key = segment * SEGMENT_BLOCKS_MAX + block;
        const vote: Votes = votes.get(key) ?? { segment, block, isNeeded: false, bits: 0, last: NOTHING_SAID };
        votes.set(key, vote);
        addVote(vote, position, bits + said, shingleWords);
        if (isKept && isAlike && isWhole) {
          vote.isNeeded = true;
          needs.push({ position, vote });
        }
        if (isKept && isAlike && !isWhole && vote.bits > (exemplars.get(index)?.bits ?? 0)) exemplars.set(index, vote);
      }
    }
  }
  for (const vote of exemplars.values()) vote.isNeeded = true;
  return { votes: [...votes.values()], needs, uncertain };
}

/**
 * Words of the longest run of the query whose windows all keep shingles whose blocks are not all known and read. The run is told by its own
 * windows: what a window keeps that reaches beyond it, the same run elsewhere need not keep.
 */
function longestUncertain(
  { text, shingles, profile }: ShingledText,
  kept: Uint32Array,
  uncertain: ReadonlySet<number>,
  windowShingles: number,
): number {
  // A shingle is kept from the window that it enters as the least, or from the first that its greater one before has left.
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
