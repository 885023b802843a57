/**
 * Searches a corpus without text: claims the passages that its index shows. No block is read, so that nothing is
 * compared word by word, and the place in the document is known by its block.
 */

import { NEAR_VERBATIM_IDENTITY, PASSAGE_WORDS_MIN } from "../../../base/limits.ts";
import { addTo } from "../../../base/lists/groups.ts";
import { sum } from "../../../base/lists/numbers.ts";
import { allSettledValues } from "../../../base/queues/settled.ts";
import type { Profile } from "../../../core/fingerprint/profile.ts";
import type { ShingledText } from "../../../core/fingerprint/shingles.ts";
import { log2 } from "../../../core/kernels/numbers/log.reference.ts";
import type { Anchor } from "../../../core/kernels/passages/kernels.ts";
import { UNITS_PER_BIT } from "../../../core/kernels/passages/scoring.ts";
import { alignmentBits, isEvident } from "../../../core/kernels/passages/worth.ts";
import type { ShingleIndex } from "../../../core/passages/shingleIndex.ts";
import type { WordRange } from "../../../core/text/text.ts";
import { agreeingWords, contextLogOdds } from "../../format/context.ts";
import { BLOCK_WORDS, type BlockRow, type TextRow } from "../../format/layout.ts";
import { blockOf, contextOf } from "../../format/postings.ts";
import type { LiveText } from "../../segment/deletions.ts";
import type { BlockCandidate, Candidates, LookedUp, SamePlaces } from "../candidates.ts";
import type { OpenSegment } from "../open.ts";
import { QueryWords } from "../queryWords.ts";
import { type PassageCandidate, type WeighedPassages, weigh } from "../weigh.ts";
import {
  type ClaimedPassage,
  certainlyClaimedWords,
  claimedFromWords,
  claimedPassages,
  claimedRuns,
  type ShingleHit,
} from "./claims.ts";

/** Hits of blocks, ascending by position. */
type BlockHits = Map<number, ShingleHit[]>;

/** A text with hits. */
interface ClaimedText {
  open: OpenSegment;
  /** Its number in the segment. */
  number: number;
  /** Number of its first live document in the corpus. */
  documentNumber: number;
  row: TextRow;
  liveText: LiveText;
  textHash: string;
  /** Rows of the blocks with hits. */
  blocks: ReadonlyMap<number, BlockRow>;
}

/** What the index of a corpus claims. */
interface Claims extends WeighedPassages {
  /** Any common run of at least this many words was claimed. */
  certainFromWords: number;
  /** The same where all blocks of all shingles are known. */
  guaranteedWords: number;
}

/** @param shingled the query, shingled with the profile of the corpus */
export async function claimIn(
  { segments, profile }: { segments: readonly OpenSegment[]; profile: Profile },
  query: ShingleIndex,
  shingled: ShingledText,
  { blocks, lookedUp }: Candidates,
): Promise<Claims> {
  const queryWords = new QueryWords(query.shingled.text.words);
  // What it takes to name a place in the query and one in the corpus.
  const placeBits = log2(shingled.text.lengthWords + 1) + log2(BLOCK_WORDS * lookedUp.blocksInAll + 1);
  const claiming = {
    profile,
    lengthWords: shingled.text.lengthWords,
    keptBefore: keptBeforeEach(lookedUp.plan, shingled),
  };
  const found: PassageCandidate[] = [];
  let firstDocument = 0;
  for (const [segment, open] of segments.entries()) {
    const hits = hitsIn(segment, blocks, lookedUp);
    for (const [text, own] of await textsWith(open, firstDocument, hits)) {
      const passages = claimedPassages(claimedRuns(own, claiming))
        .map((claimed) => measured(claimed, query, placeBits))
        .filter((one) => one.agreeingWords >= PASSAGE_WORDS_MIN && isEvident(query, one, () => false));
      leaveOut(queryWords, query, passages);
      for (const passage of passages) found.push(candidateOf(text, passage));
    }
    firstDocument += open.segment.documents.rows;
  }
  const weighed = found.length === 0 ? { passages: [], carriers: [] } : await weigh(segments, query, queryWords, found);
  const certainFromWords = claimedFromWords(
    profile,
    [...lookedUp.uncertain].sort((x, y) => x - y),
  );
  return { ...weighed, certainFromWords, guaranteedWords: certainlyClaimedWords(profile) };
}

function keptBeforeEach({ kept }: LookedUp["plan"], { text }: ShingledText): Uint32Array {
  const before = new Uint32Array(text.lengthWords + 2);
  for (const position of kept) before[position + 1] = 1;
  for (let word = 1; word < before.length; word++) before[word]! += before[word - 1]!;
  return before;
}

/** The hits of one segment in candidate blocks and their neighbours, in which a passage may begin or end. */
function hitsIn(
  segment: number,
  candidates: readonly BlockCandidate[],
  { plan, sameAs, hits: all, frequency, blocksInAll }: LookedUp,
): BlockHits {
  const wanted = new Set(
    candidates.filter((one) => one.segment === segment).flatMap(({ block }) => [block - 1, block, block + 1]),
  );
  const found: BlockHits = new Map();
  if (wanted.size === 0) return found;
  const alike = placesAlike(sameAs);
  const hits = all[segment]!;
  for (let hit = 0; hit < hits.length; hit++) {
    const index = hits.indexes[hit]!;
    const rarity = log2((blocksInAll + 1) / frequency[index]!);
    for (let i = hits.start(hit), to = hits.end(hit); i < to; ) {
      const block = blockOf(hits.postings[i]!);
      const contexts: number[] = [];
      for (; i < to && blockOf(hits.postings[i]!) === block; i++) contexts.push(contextOf(hits.postings[i]!));
      if (!wanted.has(block)) continue;
      const { bits, ...words } = bestOf(contexts, plan.contexts[index]!);
      const position = plan.positions[index]!;
      for (const at of [position, ...(alike.get(position) ?? [])])
        addTo(found, block, { position: at, ...words, bits: rarity + bits });
    }
  }
  for (const some of found.values()) some.sort((x, y) => x.position - y.position);
  return new Map([...found].sort(([x], [y]) => x - y));
}

/** The places that stand for others of the same shingle between the same words. */
function placesAlike({ positions, same }: SamePlaces): Map<number, number[]> {
  const alike = new Map<number, number[]>();
  for (let i = 0; i < same.length; i++) addTo(alike, same[i]!, positions[i]!);
  return alike;
}

/** Of the places of a shingle in a block, the one around which most words agree. */
function bestOf(contexts: readonly number[], own: number): Omit<ShingleHit, "position"> {
  const places = contexts.map((context) => ({ ...agreeingWords(context, own), bits: contextLogOdds(context, own) }));
  return places.reduce((best, one) => (one.before + one.after > best.before + best.after ? one : best));
}

/** The texts of the blocks, those that are deleted left out, each with the hits of its blocks. */
async function textsWith(
  open: OpenSegment,
  firstDocument: number,
  hits: BlockHits,
): Promise<[ClaimedText, BlockHits][]> {
  const { segment, deletions } = open;
  const blocks = [...hits.keys()];
  const rows = await segment.blocks.at(blocks);
  const ofText = new Map<number, number[]>();
  for (const [i, block] of blocks.entries()) addTo(ofText, rows[i]!.firstText, block);
  const numbers = [...ofText.keys()];
  const [texts, hashes] = await allSettledValues([segment.texts.at(numbers), segment.textHashes.at(numbers)]);
  const rowOf = new Map(blocks.map((block, i) => [block, rows[i]!]));
  return numbers.flatMap((number, i): [ClaimedText, BlockHits][] => {
    const row = texts[i]!;
    const liveText = deletions.liveText(number, row);
    if (liveText === null) return [];
    const own = ofText.get(number)!;
    const documentNumber = firstDocument + liveText.document;
    const text = { open, number, documentNumber, row, liveText, textHash: hashes[i]!, blocks: rowOf };
    return [[text, new Map(own.map((block) => [block, hits.get(block)!]))]];
  });
}

interface MeasuredClaim {
  content: WordRange;
  firstBlock: number;
  lastBlock: number;
  agreeing: Anchor[];
  agreeingWords: number;
  longestRunWords: number;
  bits: number;
  placeBits: number;
}

/** Evidence that a word agrees of which two bits are known. */
const TWO_BITS = 2 * UNITS_PER_BIT;

/** The other side is taken to be as long as the query's, since it is not known. */
function measured(claimed: ClaimedPassage, { wordUnits }: ShingleIndex, placeBits: number): MeasuredClaim {
  const anchorOf = ({ start, end }: WordRange) => ({ a: start, b: start, lengthWords: end - start });
  const agreeing = claimed.agreeing.map(anchorOf);
  let unitsLess = 0;
  for (const { start, end } of claimed.besideRuns)
    for (let word = start; word < end; word++) unitsLess += Math.max(0, wordUnits[word]! - TWO_BITS);
  return {
    ...claimed,
    content: { start: claimed.agreeing[0]!.start, end: claimed.agreeing.at(-1)!.end },
    agreeing,
    agreeingWords: sum(agreeing, ({ lengthWords }) => lengthWords),
    bits: alignmentBits(wordUnits, agreeing) - unitsLess / UNITS_PER_BIT,
    placeBits,
  };
}

/** Leaves the words that the passages of one text have out of the counts of the corpus, each once. */
function leaveOut(queryWords: QueryWords, query: ShingleIndex, passages: readonly MeasuredClaim[]): void {
  const { low, high } = query.shingled.text.words;
  let done = 0;
  const runs = passages.flatMap(({ agreeing }) => agreeing).sort((x, y) => x.a - y.a);
  for (const { a, lengthWords } of runs) {
    const [from, to] = [Math.max(a, done), a + lengthWords];
    if (from < to) queryWords.leaveOut({ low: low.subarray(from, to), high: high.subarray(from, to) });
    done = Math.max(done, to);
  }
}

function candidateOf(text: ClaimedText, claim: MeasuredClaim): PassageCandidate {
  const { open, documentNumber, row, liveText, textHash, blocks } = text;
  const { content, agreeing, agreeingWords, longestRunWords, bits, placeBits } = claim;
  const words = content.end - content.start;
  const identity = agreeingWords / words;
  const last = blocks.get(claim.lastBlock)!;
  return {
    reported: {
      documentNumber,
      kind: identity === 1 ? "verbatim" : identity >= NEAR_VERBATIM_IDENTITY ? "near_verbatim" : "reworded",
      content,
      sourceWords: words,
      agreeingWords,
      longestRunWords,
      identity,
      source: {
        start: blocks.get(claim.firstBlock)!.utf16Start,
        end: last.utf16Start + last.rawBytes,
        snippet: "",
      },
    },
    agreeing,
    longestRunWords,
    bits,
    placeBits,
    paragraphs: null,
    open,
    text: text.number,
    liveText,
    lengthWords: row.words,
    read: null,
    wordsBefore: 0,
    // What surrounds the passage is not known: only equal texts are taken for one work.
    surroundings: Uint32Array.of(Number.parseInt(textHash.slice(0, 8), 16)),
  };
}
