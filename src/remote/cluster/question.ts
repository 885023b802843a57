/** One question to all nodes: counts, votes, alignments; and what they say together. */

import { throwIfAborted } from "../../base/errors.ts";
import type { Profile } from "../../core/fingerprint/profile.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { allowanceOf, type ShingleIndex } from "../../core/passages/shingleIndex.ts";
import type { SegmentEntry } from "../../corpus/format/manifest.ts";
import { chooseBlocks, type Election, planLookups } from "../../corpus/search/candidates.ts";
import { QueryWords } from "../../corpus/search/queryWords.ts";
import { type CorpusWords, frequentPhrases } from "../../corpus/search/rarity.ts";
import { inProfile, isCertainFrom, NOTICE_WORDS_MAX, type SearchResult } from "../../corpus/search/search.ts";
import { type WeighingSource, weigh } from "../../corpus/search/weigh.ts";
import type { Nodes, Shard } from "./ask.ts";
import {
  type AlignAnswer,
  type CountAnswer,
  type QuestionOf,
  type ReceivedPassage,
  receivedBallot,
  receivedPassage,
} from "./protocol.ts";

/** What is asked, of whom, and for how long. */
export interface ClusterQuestion {
  kernels: Kernels;
  nodes: Nodes;
  profile: Profile;
  segments: readonly SegmentEntry[];
  shards: readonly Shard[];
  about: Pick<QuestionOf<"count">, "corpus" | "profile" | "text">;
  signal: AbortSignal;
  deadline: AbortSignal;
  nodeMs: number;
}

/** Sums over all segments that were answered for. */
interface Counted {
  frequency: Float64Array;
  blocksInAll: number;
  words: number;
  wordCounts: Float64Array;
  /** Numbers of the segments. */
  answered: ReadonlySet<number>;
}

/** Which blocks are read. */
interface Elected {
  chosen: ReturnType<typeof chooseBlocks>;
  answered: ReadonlySet<number>;
}

type SegmentAnswer = AlignAnswer["segments"][number];

/** Passages of all segments, before they are weighed. */
interface Gathered {
  found: ReceivedPassage[];
  bounded: boolean;
  blocksRead: number;
  anchorsLeft: number;
  answered: ReadonlySet<number>;
}

/** @throws corpus_not_found where files of a segment are gone, aborted */
export async function askCluster(question: ClusterQuestion, query: ShingleIndex): Promise<SearchResult> {
  const { kernels, profile, segments, shards, signal } = question;
  const shingled = inProfile(kernels, query.shingled, profile);
  const isRepetitive = query.repetition !== null;
  const { plan, sameAs } = planLookups(kernels, shingled, "all", isRepetitive);
  const queryWords = new QueryWords(query.shingled.text.words);
  const counted = await count(question, plan.positions.length, queryWords.leftOut.length);
  const { frequency, blocksInAll } = counted;
  const election: Election = { query: shingled, plan, sameAs, lookups: "all", blocksInAll, isRepetitive };
  const elected = await vote(question, election, counted);
  const { certainFromWords, blocks } = elected.chosen;
  const gathered = await gather(question, elected, allowanceOf(query.shingled).anchors, queryWords);
  const { found, blocksRead, anchorsLeft } = gathered;
  const source = receivedSource(counted, queryWords);
  const phrases = frequentPhrases({ plan, frequency, blocksInAll });
  const weighed =
    found.length === 0 ? { passages: [], carriers: [] } : await weigh(source, query, queryWords, found, phrases);
  throwIfAborted(signal);
  const isAnswered = ({ index }: Shard) =>
    elected.answered.has(index) && (gathered.answered.has(index) || !blocks.some(({ segment }) => segment === index));
  const unanswered = shards.filter((shard) => !isAnswered(shard)).map(({ index }) => segments[index]!.segment.file);
  return {
    ...weighed,
    bounded: gathered.bounded || !isCertainFrom(certainFromWords, { profile, lookups: "all" }) || anchorsLeft <= 0,
    certainFromWords,
    blocksRead,
    ...(unanswered.length > 0 && { unansweredSegments: unanswered }),
  };
}

async function count(question: ClusterQuestion, lookups: number, kinds: number): Promise<Counted> {
  const { nodes, about, shards, segments } = question;
  const entries = (some: readonly Shard[]) => some.map(({ index }) => segments[index]!);
  const answers = await nodes.ask(
    { ...question, name: "count", body: (some) => ({ ...about, segments: entries(some) }) },
    shards,
  );
  return {
    ...sums(
      answers.map(({ answer }) => answer),
      lookups,
      kinds,
    ),
    answered: indexesOf(answers),
  };
}

async function vote(question: ClusterQuestion, election: Election, counted: Counted): Promise<Elected> {
  const { nodes, about, shards, segments } = question;
  const { frequency, blocksInAll } = counted;
  const more = { ...about, frequency: [...frequency], blocksInAll };
  const entries = (some: readonly Shard[]) => some.map(({ index }) => segments[index]!);
  const answers = await nodes.ask(
    { ...question, name: "vote", body: (some) => ({ ...more, segments: entries(some) }) },
    shards.filter(({ index }) => counted.answered.has(index)),
  );
  const ballots = answers
    .flatMap(({ shards, answer }) => shards.map(({ index }, i) => ({ index, sent: answer.ballots[i]! })))
    .sort((x, y) => x.index - y.index)
    .map(({ index, sent }) => receivedBallot(sent, index));
  return { chosen: chooseBlocks(election, ballots), answered: indexesOf(answers) };
}

/** Lets the chosen blocks be searched. Segments share one allowance of anchors, in their order. */
async function gather(
  question: ClusterQuestion,
  { chosen }: Elected,
  allowance: number,
  queryWords: QueryWords,
): Promise<Gathered> {
  const { segments, shards } = question;
  const blocksIn = (index: number) => chosen.blocks.flatMap(({ segment, block }) => (segment === index ? [block] : []));
  const blocks = new Map(shards.map(({ index }) => [index, blocksIn(index)]));
  const wanted = shards.filter(({ index }) => blocks.get(index)!.length > 0);
  const aligned = await align(question, wanted, blocks, allowance);
  const gathered = { found: [] as ReceivedPassage[], bounded: false, blocksRead: 0, anchorsLeft: allowance };
  for (const shard of wanted) {
    const { index } = shard;
    const left = gathered.anchorsLeft;
    if (left <= 0 || !aligned.has(index)) continue;
    // Where the others left it less than it took, it is searched again with what is left.
    if (left < allowance && aligned.get(index)!.anchors >= left) {
      aligned.delete(index);
      for (const [same, again] of await align(question, [shard], blocks, left)) aligned.set(same, again);
    }
    const one = aligned.get(index);
    if (one === undefined) continue;
    const firstDocument = segments.slice(0, index).reduce((sum, { documents }) => sum + documents, 0);
    for (const sent of one.found) {
      const passage = receivedPassage(sent, firstDocument);
      const isFarOn = queryWords.leftOutWords + passage.wordsBefore >= NOTICE_WORDS_MAX;
      gathered.found.push(isFarOn ? { ...passage, described: { ...passage.described, rightsNotice: null } } : passage);
    }
    queryWords.add(one.leftOut, one.leftOutWords);
    gathered.bounded ||= one.bounded;
    gathered.blocksRead += one.blocksRead;
    gathered.anchorsLeft -= one.anchors;
  }
  return { ...gathered, answered: new Set(aligned.keys()) };
}

async function align(
  question: ClusterQuestion,
  shards: readonly Shard[],
  blocks: ReadonlyMap<number, number[]>,
  anchors: number,
): Promise<Map<number, SegmentAnswer>> {
  const { nodes, about, segments } = question;
  const orders = (some: readonly Shard[]) =>
    some.map(({ index }) => ({ entry: segments[index]!, blocks: blocks.get(index)!, anchors }));
  const answers = await nodes.ask(
    { ...question, name: "align", body: (some) => ({ ...about, segments: orders(some) }) },
    shards,
  );
  return new Map(
    answers.flatMap(({ shards, answer }) => shards.map(({ index }, i) => [index, answer.segments[i]!] as const)),
  );
}

/** The segments that were answered for; where another node was asked than the first, they are named anew. */
function indexesOf(answered: readonly { shards: readonly Shard[] }[]): Set<number> {
  return new Set(answered.flatMap(({ shards }) => shards.map(({ index }) => index)));
}

function sums(answers: readonly CountAnswer[], lookups: number, kinds: number): Omit<Counted, "answered"> {
  const frequency = new Float64Array(lookups);
  const wordCounts = new Float64Array(kinds);
  let [blocksInAll, words] = [0, 0];
  for (const one of answers) {
    blocksInAll += one.blocks;
    words += one.words;
    for (const [i, index] of one.indexes.entries()) frequency[index]! += one.counts[i]!;
    for (const [kind, times] of one.wordCounts.entries()) wordCounts[kind]! += times;
  }
  return { frequency, blocksInAll, words, wordCounts };
}

/** What was received with the passages and the counts. */
function receivedSource(
  { words, wordCounts }: Counted,
  { kinds, leftOut }: QueryWords,
): WeighingSource<ReceivedPassage> {
  const corpusWords = async (): Promise<CorpusWords> => {
    const kindOf = new Map(Array.from(leftOut, (_, kind) => [`${kinds.high[kind]} ${kinds.low[kind]}`, kind]));
    return {
      words,
      countEach: ({ low, high }) => Uint32Array.from(low, (_, i) => wordCounts[kindOf.get(`${high[i]} ${low[i]}`)!]!),
    };
  };
  return { corpusWords, describe: async (found) => found.map(({ described }) => described) };
}
