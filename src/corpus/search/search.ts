/**
 * Finds exact passages of a query: reads candidate blocks, computes all their shingles, and compares word by word.
 * Where a passage comes near the edge of what was read and its document goes on there, the neighbouring block is read
 * too.
 */
import type { IndexUse, Stage } from "../../base/contract/common.ts";
import type { CorpusInfo } from "../../base/contract/resources/corpus.ts";
import { throwIfAborted } from "../../base/errors.ts";
import { SNIPPET_CHARACTERS } from "../../base/limits.ts";
import { loadedOnce } from "../../base/queues/remembered.ts";
import { allSettledValues } from "../../base/queues/settled.ts";
import type { Profile } from "../../core/fingerprint/profile.ts";
import { type ShingledText, shingle } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { GAP_WORDS_MAX } from "../../core/kernels/passages/scoring.ts";
import { type Passage, passageWordsMax, searchUtf8 } from "../../core/passages/passages.ts";
import { type Allowance, allowanceOf, type ShingleIndex, usingIndex } from "../../core/passages/shingleIndex.ts";
import { bytesOf, type Text, utf16Spans, type WordRange } from "../../core/text/text.ts";
import { snippetOf } from "../../core/text/wellFormed.ts";
import { BLOCK_WORDS, type TextRow } from "../format/layout.ts";
import { paragraphsOfStretch } from "../format/paragraphs.ts";
import type { LiveText } from "../segment/deletions.ts";
import {
  type BlockCandidate,
  type Candidates,
  findCandidates,
  guaranteedWords,
  type StoredLookups,
} from "./candidates.ts";
import type { OpenSegment } from "./open.ts";
import { QueryWords } from "./queryWords.ts";
import { type FrequentPhrase, frequentPhrases } from "./rarity.ts";
import { type BlockReach, BlockReader, type BlockText, type ReadStretch, reachesOf } from "./reader.ts";
import type { PassageCandidate, WeighedPassages } from "./weigh.ts";
import { surroundingsOf } from "./works.ts";

/** `passages`: longest first; then by place in the content and by document. */
export interface SearchResult extends WeighedPassages {
  /**
   * Whether a budget cut the search short, so that even a common run of `CERTAIN_WORDS_MAX` words may have been missed.
   */
  bounded: boolean;
  /** Any common run of at least this many words was found, unless `bounded`. */
  certainFromWords: number;
  /** Number of blocks that were read. */
  blocksRead: number;
  /** What a public index adds, which cannot promise what a corpus does. */
  index?: IndexFindings;
  /** The state that was searched, where the corpus took up another one meanwhile. */
  searched?: CorpusInfo;
}

/** What a search of a public index says of itself. */
export interface IndexFindings {
  /** The state of the search, in place of that of a corpus. */
  stage: Omit<Stage, "name">;
  /** Why the index is not the whole dataset, or more than it; `null` where it is the dataset. */
  coverage: string | null;
  /** Hash of the answers that were used. */
  revision: string;
  use: Omit<IndexUse, "runs">;
  /** The runs that stand in the index, by words of the content. */
  runs: readonly { words: WordRange; places: number; documents_read: number; joined: boolean }[];
}

/** What to search, and how. */
interface SearchTarget {
  kernels: Kernels;
  profile: Profile;
  lookups: StoredLookups;
  segments: readonly OpenSegment[];
}

/** One segment during a search. */
interface Opened {
  kernels: Kernels;
  query: ShingleIndex;
  checkAborted: () => void;
  open: OpenSegment;
  reader: BlockReader;
  /** Number of the segment's first document in the corpus. */
  firstDocument: number;
  /** The query's distinct words, which count the texts around its passages. */
  queryWords: () => QueryWords;
  /** What is left of the allowance for the remaining blocks. */
  allowance: Allowance;
  /** Up to where each candidate block of the segment may have to be read. */
  reaches: ReadonlyMap<number, BlockReach>;
  /** The last block that was searched; -1 before the first. */
  searchedTo: number;
}

/**
 * A search whose guarantee begins at or below this run length counts as complete: shorter runs are phrases, which large
 * corpora share with every text.
 */
const CERTAIN_WORDS_MAX = 40;
/** Blocks that are read together; a signal can be noticed between two batches. */
const BLOCKS_PER_BATCH = 64;

export async function search(
  searched: SearchTarget,
  query: ShingleIndex,
  signal: AbortSignal | undefined,
): Promise<SearchResult> {
  const { kernels, segments } = searched;
  const checkAborted = () => throwIfAborted(signal);
  checkAborted();
  if (segments.some(({ text }) => text === null)) return claims(searched, query, checkAborted);
  const { blocks: candidates, phrases, certainFromWords } = await blocksToRead(searched, query, checkAborted);
  const allowance = allowanceOf(query.shingled);
  const queryWords = once(() => new QueryWords(query.shingled.text.words));
  let firstDocument = 0;
  const shared = { kernels, query, checkAborted, queryWords, allowance };
  const opened = segments.map((open, segment): Opened => {
    const reaches = reachesOf(blocksIn(segment, candidates), reachBlocks(query));
    const own = { ...shared, open, reader: new BlockReader(open), firstDocument, reaches, searchedTo: -1 };
    firstDocument += open.segment.documents.rows;
    return own;
  });
  const isCertain = isCertainFrom(certainFromWords, searched);
  const { found, blocksRead, ...rest } = await usingIndex(kernels, query, () => searchInOrder(opened, candidates));
  const bounded = rest.bounded || !isCertain || allowance.anchors <= 0;
  const weighed =
    found.length === 0
      ? { passages: [], carriers: [] }
      : await weighHere(segments, query, queryWords(), found, phrases);
  checkAborted();
  return { ...weighed, bounded, certainFromWords, blocksRead };
}

/** The blocks to read. What was looked up for it ends here: of a long query it is more than what its blocks take. */
async function blocksToRead(
  searched: SearchTarget,
  query: ShingleIndex,
  checkAborted: () => void,
): Promise<Pick<Candidates, "blocks" | "certainFromWords"> & { phrases: FrequentPhrase[] }> {
  const inCorpusProfile = inProfile(searched.kernels, query.shingled, searched.profile);
  const { blocks, certainFromWords, lookedUp } = await candidatesIn(searched, query, inCorpusProfile, checkAborted);
  return { blocks, certainFromWords, phrases: frequentPhrases(lookedUp) };
}

const candidatesIn = (
  { kernels, segments, lookups }: SearchTarget,
  { repetition }: ShingleIndex,
  inCorpusProfile: ShingledText,
  checkAborted: () => void,
): Promise<Candidates> =>
  findCandidates(
    kernels,
    segments.map(({ segment }) => segment),
    inCorpusProfile,
    lookups,
    checkAborted,
    repetition !== null,
  );

/** A search of a corpus without text. */
async function claims(searched: SearchTarget, query: ShingleIndex, checkAborted: () => void): Promise<SearchResult> {
  const inCorpusProfile = inProfile(searched.kernels, query.shingled, searched.profile);
  const candidates = await candidatesIn(searched, query, inCorpusProfile, checkAborted);
  const { claimIn } = await import("./claims/claimed.ts");
  const { guaranteedWords, ...claimed } = await claimIn(searched, query, inCorpusProfile, candidates);
  checkAborted();
  const bounded = claimed.certainFromWords > Math.max(CERTAIN_WORDS_MAX, guaranteedWords);
  return { ...claimed, bounded, blocksRead: 0 };
}

const loadWeigh = loadedOnce(() => import("./weigh.ts"));

async function weighHere(
  segments: readonly OpenSegment[],
  query: ShingleIndex,
  queryWords: QueryWords,
  found: readonly PassageCandidate[],
  phrases: readonly FrequentPhrase[],
): Promise<WeighedPassages> {
  const { weigh } = await loadWeigh();
  return weigh(segments, query, queryWords, found, phrases);
}

/** Whether a search counts as complete that is certain from this run length on. */
function isCertainFrom(certainFromWords: number, searched: Pick<SearchTarget, "profile" | "lookups">): boolean {
  return certainFromWords <= Math.max(CERTAIN_WORDS_MAX, guaranteedWords(searched.lookups, searched.profile));
}

/** The query, shingled with the profile of the corpus. */
function inProfile(kernels: Kernels, query: ShingledText, profile: Profile): ShingledText {
  const { shingleWords, windowShingles } = query.profile;
  const isSame = shingleWords === profile.shingleWords && windowShingles === profile.windowShingles;
  return isSame ? query : shingle(kernels, query.text, profile);
}

/** Searches all candidates in their order. The blocks of a batch are read together, whichever segments they are in. */
async function searchInOrder(opened: readonly Opened[], candidates: readonly BlockCandidate[]) {
  const found: PassageCandidate[] = [];
  let bounded = false;
  let blocksRead = 0;
  const isLeft = ({ segment, block }: BlockCandidate) =>
    block > opened[segment]!.searchedTo && opened[segment]!.allowance.anchors > 0;
  for (let from = 0; from < candidates.length; from += BLOCKS_PER_BATCH) {
    const batch = candidates.slice(from, from + BLOCKS_PER_BATCH).filter(isLeft);
    if (batch.length === 0) continue;
    if (from > 0) await otherEvents();
    await allSettledValues(opened.map(({ reader }, segment) => reader.fetch(blocksIn(segment, batch))));
    for (const candidate of batch) {
      const around = opened[candidate.segment]!;
      around.checkAborted();
      if (!isLeft(candidate)) continue;
      const stretch = await searchAround(around, candidate.block);
      for (const one of stretch.found) found.push(one);
      bounded ||= stretch.bounded;
      around.searchedTo = stretch.lastBlock;
      blocksRead += stretch.lastBlock - stretch.firstBlock + 1;
    }
    for (const { reader } of opened) reader.forget();
  }
  return { found, bounded, blocksRead };
}

/** Lets other events happen; `setImmediate` waits for none, where a runtime has it: a timer takes a millisecond. */
const otherEvents = (): Promise<void> =>
  new Promise((resolve) => {
    if (globalThis.setImmediate === undefined) setTimeout(resolve);
    else setImmediate(resolve);
  });

const blocksIn = (segment: number, candidates: readonly BlockCandidate[]): number[] =>
  candidates.filter((candidate) => candidate.segment === segment).map(({ block }) => block);

/** Text of consecutive blocks, or of one document in a shared block, that has passages. */
interface TextWithPassages {
  number: number;
  row: TextRow;
  liveText: LiveText;
  read: BlockText;
  text: Text;
  utf16Start: number;
  /** Whether the document ends with it. */
  isEnd: boolean;
}

/**
 * Searches a candidate block, and as much of its document before and after it as a passage that touches a candidate may
 * need. A document that goes on in the same words for megabytes is not read to its ends.
 */
async function searchAround(opened: Opened, block: number) {
  const { open, reader, reaches, checkAborted } = opened;
  let stretch = await reader.stretch(block, block);
  const { number, row } = stretch.texts[0]!;
  if (row.blocks === 1) return searchShared(opened, block, stretch);
  const liveText = open.deletions.liveText(number, row);
  if (liveText === null) return { found: [], bounded: false, firstBlock: block, lastBlock: block };
  let [from, to] = [block, block];
  const reach = reaches.get(block)!;
  const first = Math.max(row.firstBlock, opened.searchedTo + 1, reach.first);
  const last = Math.min(row.firstBlock + row.blocks - 1, reach.last);
  for (;;) {
    checkAborted();
    const isEnd = to === row.firstBlock + row.blocks - 1;
    const { text, passages, edges, bounded } = searchIn(opened, stretch.bytes);
    const goesBack = edges.start && from > first;
    const goesOn = edges.end && to < last;
    if (!goesBack && !goesOn) {
      const { read } = stretch.texts[0]!;
      const { utf16Start } = stretch.row;
      const found =
        text === null ? [] : describe(opened, { number, row, liveText, read, text, utf16Start, isEnd }, passages);
      return { found, bounded, firstBlock: from, lastBlock: to };
    }
    // Doubles the stretch: adding block by block would cost n² / 2 reads for a passage of n blocks.
    const more = to - from + 1;
    if (goesBack) from = Math.max(first, from - more);
    if (goesOn) to = Math.min(last, to + more);
    stretch = await reader.stretch(from, to);
  }
}

/** How many blocks beyond its own a passage of the query may reach. */
const reachBlocks = ({ shingled: { text } }: ShingleIndex): number =>
  Math.ceil((passageWordsMax(text) + GAP_WORDS_MAX) / BLOCK_WORDS);

const searchIn = ({ kernels, query, allowance }: Opened, bytes: Uint8Array) =>
  searchUtf8(kernels, query, bytes, GAP_WORDS_MAX, allowance);

/** Searches the documents of a shared block one by one. */
function searchShared(opened: Opened, block: number, { texts }: ReadStretch) {
  const { open } = opened;
  const found: PassageCandidate[] = [];
  let bounded = false;
  for (const { number, row, read } of texts) {
    const liveText = open.deletions.liveText(number, row);
    if (liveText === null) continue;
    const { text, ...result } = searchIn(opened, read.bytes);
    bounded ||= result.bounded;
    if (text === null) continue;
    const one = { number, row, liveText, read, text, utf16Start: 0, isEnd: true };
    for (const passage of describe(opened, one, result.passages)) found.push(passage);
  }
  return { found, bounded, firstBlock: block, lastBlock: block };
}

function describe(
  { open, firstDocument, queryWords }: Opened,
  stretch: TextWithPassages,
  passages: readonly Passage[],
): PassageCandidate[] {
  const wordsBefore = queryWords().leftOutWords;
  const { read } = stretch;
  queryWords().leaveOut(stretch.text.words);
  const spans = utf16Spans(
    stretch.text,
    passages.map(({ b }) => b),
  );
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  read.facts.paragraphs ??= paragraphsOfStretch(read.bytes, stretch.utf16Start, stretch.isEnd);
  const { paragraphs } = read.facts;
  return passages.map((passage, i) => {
    const { start, end } = spans[i]!;
    const { b } = passage;
    const bytes = bytesOf(stretch.text, b);
    const snippet = snippetOf(decoder.decode(bytes.subarray(0, 4 * SNIPPET_CHARACTERS)));
    const { kind, agreeing, agreeingWords, longestRunWords, identity, bits, placeBits } = passage;
    return {
      reported: {
        documentNumber: firstDocument + stretch.liveText.document,
        kind,
        content: passage.a,
        sourceWords: b.end - b.start,
        agreeingWords,
        longestRunWords,
        identity,
        source: {
          start: stretch.utf16Start + start,
          end: stretch.utf16Start + end,
          snippet,
        },
      },
      agreeing,
      longestRunWords,
      bits,
      placeBits,
      paragraphs,
      open,
      text: stretch.number,
      liveText: stretch.liveText,
      lengthWords: stretch.row.words,
      read: wordsBefore < NOTICE_WORDS_MAX ? read : null,
      wordsBefore,
      surroundings: surroundingsOf(stretch.text.words, b),
    };
  });
}

/** Words of text around passages that are searched for a rights notice. */
const NOTICE_WORDS_MAX = 1 << 16;

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
