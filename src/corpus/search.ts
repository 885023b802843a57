/**
 * From a query to exact passages: candidate blocks are read, fingerprinted again with all their shingles, and compared word by word.
 * Where a passage comes near the edge of what was read and its document goes on there, the neighbouring block is read too.
 */
import type { PassageKind } from "../contract/analyze.ts";
import { throwIfAborted } from "../errors.ts";
import { PASSAGE } from "../fingerprint/profile.ts";
import { shingle } from "../fingerprint/shingles.ts";
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import { SNIPPET_CHARACTERS } from "../limits.ts";
import type { ShingleIndex } from "../passages/anchors.ts";
import { GAP_WORDS_MAX } from "../passages/chain.ts";
import { findPassages, type Passage } from "../passages/passages.ts";
import type { StoredFile } from "../storage/storage.ts";
import { bytesOf, readText, type Text, utf16Spans, type WordRange } from "../text/text.ts";
import { readBlock } from "./blocks.ts";
import { findCandidates } from "./candidates.ts";
import type { DocumentRow } from "./layout.ts";
import type { Segment } from "./segment.read.ts";
import { surpriseBits } from "./wordcounts.ts";

/** A passage of the query in one document of the corpus. */
export interface FoundPassage {
  /** Number of the document in this corpus, and the document itself. */
  documentNumber: number;
  document: DocumentRow;
  kind: PassageKind;
  content: WordRange;
  /** UTF-16 indices into the document's text. */
  source: { start: number; end: number; snippet: string };
  agreeingWords: number;
  longestRunWords: number;
  identity: number;
  rarityBits: number;
  /** Documents in which a passage over the middle of this one was verified. */
  documentFrequency: number;
}

export interface SearchResult {
  /** Longest first; then by place in the content and by document. */
  passages: FoundPassage[];
  /** Whether a budget cut the search short, so that something may have been missed. */
  bounded: boolean;
  /** Blocks that were read. */
  blocksRead: number;
}

interface Opened {
  kernels: Kernels;
  segment: Segment;
  text: StoredFile;
}

type Found = Omit<FoundPassage, "rarityBits" | "documentFrequency"> & { words: Hashes };

/** Blocks between two pauses in which a signal can be noticed. */
const BLOCKS_PER_BATCH = 64;

export async function search(opened: Opened, query: ShingleIndex, signal: AbortSignal | undefined): Promise<SearchResult> {
  const stopIfAsked = () => throwIfAborted(signal);
  stopIfAsked();
  const candidates = await findCandidates(opened.segment, query.shingled, stopIfAsked);
  const found: Found[] = [];
  let bounded = candidates.bounded;
  let blocksRead = 0;
  let searchedTo = -1;
  for (const block of candidates.blocks) {
    if (block <= searchedTo) continue;
    const stretch = await searchAround(opened, query, block, searchedTo + 1, stopIfAsked);
    found.push(...stretch.found);
    bounded ||= stretch.bounded;
    searchedTo = stretch.lastBlock;
    const read = stretch.lastBlock - stretch.firstBlock + 1;
    if (Math.floor((blocksRead + read) / BLOCKS_PER_BATCH) > Math.floor(blocksRead / BLOCKS_PER_BATCH)) {
      await new Promise((resolve) => setTimeout(resolve));
    }
    blocksRead += read;
    stopIfAsked();
  }
  return { passages: await weigh(opened.segment, query.shingled.text, found), bounded, blocksRead };
}

/** Text of consecutive blocks, or of one document in a shared block. */
interface Stretch {
  documentNumber: number;
  text: Text;
  utf16Start: number;
}

async function searchAround(opened: Opened, query: ShingleIndex, block: number, leastBlock: number, stopIfAsked: () => void) {
  const documentNumber = opened.segment.blocks[block]!.firstDocument;
  const { firstBlock, blocks } = opened.segment.documents[documentNumber]!;
  if (blocks === 1) return searchShared(opened, query, block);
  let [from, to] = [block, block];
  for (;;) {
    stopIfAsked();
    const stretch = await readStretch(opened, documentNumber, from, to);
    const { passages, edges, bounded } = findPassages(query, shingle(opened.kernels, stretch.text, PASSAGE), GAP_WORDS_MAX);
    const goesBack = edges.start && from > Math.max(firstBlock, leastBlock);
    const goesOn = edges.end && to < firstBlock + blocks - 1;
    if (!goesBack && !goesOn) {
      return { found: describe(opened, stretch, query, passages), bounded, firstBlock: from, lastBlock: to };
    }
    // By as many blocks as were read already: one by one, a passage of n blocks would cost n² / 2 reads.
    const more = to - from + 1;
    if (goesBack) from = Math.max(firstBlock, leastBlock, from - more);
    if (goesOn) to = Math.min(firstBlock + blocks - 1, to + more);
  }
}

async function readStretch(
  { kernels, segment, text }: Opened,
  documentNumber: number,
  from: number,
  to: number,
): Promise<Stretch> {
  const parts: Uint8Array[] = [];
  for (let block = from; block <= to; block++) {
    const row = segment.blocks[block]!;
    const raw = await readBlock(kernels, text, row, segment.header.seed, block);
    parts.push(block < to ? raw.subarray(0, row.ownBytes) : raw);
  }
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { documentNumber, text: readText(kernels, bytes), utf16Start: segment.blocks[from]!.utf16Start };
}

/** The documents of a shared block one by one. */
async function searchShared(opened: Opened, query: ShingleIndex, block: number) {
  const { kernels, segment, text } = opened;
  const row = segment.blocks[block]!;
  const raw = await readBlock(kernels, text, row, segment.header.seed, block);
  const found: Found[] = [];
  let bounded = false;
  for (let documentNumber = row.firstDocument; segment.documents[documentNumber]?.firstBlock === block; documentNumber++) {
    const { offsetBytes, lengthBytes } = segment.documents[documentNumber]!;
    const stretch = {
      documentNumber,
      text: readText(kernels, raw.subarray(offsetBytes, offsetBytes + lengthBytes)),
      utf16Start: 0,
    };
    const result = findPassages(query, shingle(kernels, stretch.text, PASSAGE), GAP_WORDS_MAX);
    bounded ||= result.bounded;
    found.push(...describe(opened, stretch, query, result.passages));
  }
  return { found, bounded, firstBlock: block, lastBlock: block };
}

function describe({ segment }: Opened, stretch: Stretch, query: ShingleIndex, passages: readonly Passage[]): Found[] {
  const spans = utf16Spans(
    stretch.text,
    passages.map(({ b }) => b),
  );
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return passages.map((passage, i) => {
    const { start, end } = spans[i]!;
    const { b } = passage;
    const bytes = bytesOf(stretch.text, b);
    const snippet = decoder.decode(bytes.subarray(0, 4 * SNIPPET_CHARACTERS)).slice(0, SNIPPET_CHARACTERS);
    return {
      documentNumber: stretch.documentNumber,
      document: segment.documents[stretch.documentNumber]!,
      kind: passage.kind,
      content: passage.a,
      source: { start: stretch.utf16Start + start, end: stretch.utf16Start + end, snippet: withoutCutCharacter(snippet) },
      agreeingWords: passage.agreeingWords,
      longestRunWords: passage.longestRunWords,
      identity: passage.identity,
      words: agreeingHashes(query.shingled.text, passage),
    };
  });
}

/** Cutting a text may leave half of a surrogate pair, or the replacement of a cut character, at its end. */
function withoutCutCharacter(text: string): string {
  return text.replace(/[\ud800-\udbff\ufffd]$/, "");
}

function agreeingHashes({ words }: Text, { agreeing }: Passage): Hashes {
  const positions = agreeing.flatMap(({ a, lengthWords }) => Array.from({ length: lengthWords }, (_, i) => a + i));
  return {
    low: Uint32Array.from(positions, (at) => words.low[at]!),
    high: Uint32Array.from(positions, (at) => words.high[at]!),
  };
}

/** Adds what only the whole result and the whole corpus can tell: document frequency and rarity. */
async function weigh(segment: Segment, text: Text, found: readonly Found[]): Promise<FoundPassage[]> {
  const frequency = documentsPerWord(text.lengthWords, found);
  const passages: FoundPassage[] = [];
  for (const { words, ...passage } of found) {
    passages.push({
      ...passage,
      rarityBits: surpriseBits(words, await segment.countWords(words), segment.header.words),
      documentFrequency: frequency[(passage.content.start + passage.content.end) >> 1]!,
    });
  }
  return passages.sort(
    (x, y) => y.agreeingWords - x.agreeingWords || x.content.start - y.content.start || x.documentNumber - y.documentNumber,
  );
}

/** For each word of the content, the number of documents that have a passage over it. Passages come grouped by document. */
function documentsPerWord(lengthWords: number, found: readonly Found[]): Uint32Array {
  const documents = new Uint32Array(lengthWords);
  const lastDocument = new Int32Array(lengthWords).fill(-1);
  for (const { content, documentNumber } of found) {
    for (let word = content.start; word < content.end; word++) {
      if (lastDocument[word] !== documentNumber) documents[word]!++;
      lastDocument[word] = documentNumber;
    }
  }
  return documents;
}
