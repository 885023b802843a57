/**
 * What a coordinator and nodes say to each other: three questions about segments of one corpus, as JSON over HTTP.
 *
 *   count   how often do the keys and words of a text stand in these segments?
 *   vote    which of their blocks are worth reading, given how often each key stands in all segments?
 *   align   which passages are in these blocks? Unweighed: what depends on other segments is the coordinator's
 *
 * Each question has the text and the entries of the segments in the manifest, so that a node needs no state, and
 * answers for whichever version of the corpus it is asked.
 */
import * as v from "valibot";
import { PROFILES } from "../../core/fingerprint/profile.ts";
import { segmentSchema } from "../../corpus/format/manifest.ts";
import { type Ballot, countsOf, type Votes } from "../../corpus/search/candidates.ts";
import type { AlignedSegment } from "../../corpus/search/search.ts";
import type { DescribedPassage, PassageCandidate, UnweighedPassage } from "../../corpus/search/weigh.ts";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const segments = v.pipe(v.array(segmentSchema), v.minLength(1), v.maxLength(1_024));
const common = {
  /** Where the corpus is, as the node was told at its start. */
  corpus: v.string(),
  profile: v.picklist(Object.keys(PROFILES) as (keyof typeof PROFILES)[]),
  text: v.string(),
};

/** Header in which coordinator and node name their version: other versions may count, vote or align otherwise. */
export const VERSION_HEADER = "spolia-version";

export const QUESTIONS = {
  prepare: v.strictObject({ corpus: common.corpus, profile: common.profile, segments }),
  count: v.strictObject({ ...common, segments }),
  vote: v.strictObject({ ...common, segments, frequency: v.array(count), blocksInAll: count }),
  align: v.strictObject({
    ...common,
    segments: v.pipe(
      v.array(v.strictObject({ entry: segmentSchema, blocks: v.array(count), anchors: count })),
      v.minLength(1),
      v.maxLength(1_024),
    ),
  }),
} as const;
export type QuestionName = keyof typeof QUESTIONS;
export type QuestionOf<Name extends QuestionName> = v.InferOutput<(typeof QUESTIONS)[Name]>;

/** Sums over the segments of the question. */
export interface CountAnswer {
  blocks: number;
  words: number;
  /** Numbers of lookups, and of blocks with each. */
  indexes: number[];
  counts: number[];
  /** For each distinct word of the text, an upper bound of its count. */
  wordCounts: number[];
}

/** A ballot, in arrays; votes are named by their place in `blocks`. */
interface SentBallot {
  blocks: number[];
  bits: number[];
  isNeeded: number[];
  needIndexes: number[];
  needVotes: number[];
  needed: [index: number, blocks: number][];
  uncertain: number[];
  exemplars: [index: number, vote: number, bits: number][];
  blocksVoted: number;
}

/** In the order of the segments of the question. */
interface VoteAnswer {
  ballots: SentBallot[];
}

interface SentPassage extends Omit<UnweighedPassage, "surroundings"> {
  surroundings: number[];
  wordsBefore: number;
  described: DescribedPassage;
}

interface SentAlignment extends Omit<AlignedSegment, "found" | "queryWords"> {
  found: SentPassage[];
  leftOut: [kind: number, times: number][];
  leftOutWords: number;
}

/** In the order of the segments of the question. */
export interface AlignAnswer {
  segments: SentAlignment[];
}

export interface AnswerOf {
  /** Not ready: the indexes are being loaded, and the question is asked again. */
  prepare: { isReady: boolean };
  count: CountAnswer;
  vote: VoteAnswer;
  align: AlignAnswer;
}

/** A passage that a node has described. */
export interface ReceivedPassage extends UnweighedPassage {
  wordsBefore: number;
  described: DescribedPassage;
}

export function sentBallot({ votes, needs, needed, uncertain, exemplars, blocks }: Ballot): SentBallot {
  const places = new Map(votes.map((vote, i) => [vote, i]));
  return {
    blocks: votes.map(({ block }) => block),
    bits: votes.map(({ bits }) => bits),
    isNeeded: votes.map(({ isNeeded }) => Number(isNeeded)),
    needIndexes: Array.from(needs.indexes),
    needVotes: Array.from(needs.votes),
    needed: [...(needed ?? countsOf(needs))],
    uncertain: [...uncertain],
    exemplars: [...exemplars].map(([index, { vote, bits }]) => [index, places.get(vote)!, bits]),
    blocksVoted: blocks,
  };
}

export function receivedBallot(sent: SentBallot, segment: number): Ballot {
  const last = { position: 0, bits: 0 };
  const votes = sent.blocks.map((block, i): Votes => {
    return { segment, block, isNeeded: sent.isNeeded[i] === 1, bits: sent.bits[i]!, last };
  });
  return {
    votes,
    needs: { indexes: sent.needIndexes, votes: sent.needVotes },
    needed: new Map(sent.needed),
    uncertain: new Set(sent.uncertain),
    exemplars: new Map(sent.exemplars.map(([index, vote, bits]) => [index, { vote: votes[vote]!, bits }])),
    blocks: sent.blocksVoted,
  };
}

export function sentAlignment(
  { found, queryWords, ...rest }: AlignedSegment,
  described: readonly DescribedPassage[],
): SentAlignment {
  const leftOut: [number, number][] = [];
  for (const [kind, times] of queryWords.leftOut.entries()) if (times > 0) leftOut.push([kind, times]);
  return {
    ...rest,
    found: found.map((one, i) => sentPassage(one, described[i]!)),
    leftOut,
    leftOutWords: queryWords.leftOutWords,
  };
}

function sentPassage(passage: PassageCandidate, described: DescribedPassage): SentPassage {
  const { reported, agreeing, longestRunWords, bits, placeBits, lengthWords, wordsBefore } = passage;
  const surroundings = [...passage.surroundings];
  return { reported, agreeing, longestRunWords, bits, placeBits, lengthWords, wordsBefore, surroundings, described };
}

/** @param firstDocument number of the segment's first document in the corpus */
export function receivedPassage(
  { surroundings, reported, ...rest }: SentPassage,
  firstDocument: number,
): ReceivedPassage {
  const documentNumber = firstDocument + reported.documentNumber;
  return { ...rest, reported: { ...reported, documentNumber }, surroundings: Uint32Array.from(surroundings) };
}
