/**
 * Which stretches of documents are worth reading by an encoder, since they may say the same in other words?
 *
 *   windows of the text ─▶ signs: 96 nearest windows of each segment ─▶ products: 48 nearest of all ─▶ votes ─▶ stretches
 *
 * A stretch is where several windows of the text, one after the other, have near windows of a document: a chapter that
 * follows another in order outranks lone neighbours.
 */
import type { DocumentInfo } from "../../base/contract/resources/corpus.ts";
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import type { HostOptions } from "../../base/contract/resources/host.ts";
import { throwIfAborted } from "../../base/errors.ts";
import { allSettledValues } from "../../base/queues/settled.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import type { Text, WordRange } from "../../core/text/text.ts";
import { isSameEncoder } from "../../core/vectors/checked.ts";
import { lengthOf, windowsOf } from "../../core/vectors/segments.ts";
import { Vocabulary, type WordTable } from "../../core/vectors/vocabulary.ts";
import type { Manifest } from "../format/manifest.ts";
import { readWords, type SegmentWindows, Windows } from "../segment/read/windows.ts";
import { bitsAbove, languageCode, placeAt, productAt, rowBytesOf, windowProduct } from "../segment/vectors/windows.ts";
import type { Storage } from "../storage/storage.ts";
import { infoAt, readDocumentText } from "./find.ts";
import type { OpenSegment } from "./open.ts";

/** A window of a text, and the vector of its words. */
interface TextWindow extends WordRange {
  vector: Int8Array;
}

/** Words of a text, and of a document that may say the same. */
export interface NearStretch {
  content: WordRange;
  document: DocumentInfo;
  /** The document's text: of the state that was searched. */
  text: string;
  /** As in a passage: of the document's text. */
  textHash: string;
  /** Words of the document. */
  source: WordRange;
  /** How much nearer its windows are than those next in line, together: a rank, and no measure of likeness. */
  votes: number;
}

/** Windows of a segment that are near by their bits, and of all that are near by their vectors. */
const BITS_NEAREST = 96;
const NEAREST = 48;
/**
 * Votes a word of the content, below which a stretch is not worth reading: among ten novels written rewordings had 247
 * and more, a third of the excerpts of other novels less everywhere (MiniLM). In another language votes tell less: of
 * translations a third had fewer.
 */
const VOTES_A_WORD_MIN = 175;
/** Windows of a text overlap more than those of documents: one of them then stands as one of a document does. */
const STRIDE_SHARE = 0.25;
const PAGE_ROWS = 4096;
const QUESTIONS_AT_ONCE = 64;

interface NearWindow {
  segment: number;
  text: number;
  start: number;
  words: number;
  product: number;
}

/** A text whose counterparts are looked for. */
export interface NearQuestion {
  text: Text;
  encoder: Encoder;
  /** Sentences that count, ascending; others are in passages. */
  sentences: readonly WordRange[];
  /** ISO 639-1, or `und`. */
  language: string;
  /** Stretches that are wanted; of texts in other languages `mostForeign` besides, however few votes they have. */
  most: number;
  mostForeign: number;
}

export interface NearStretches {
  /** Most votes first, each of another text. */
  stretches: NearStretch[];
  /** The same among texts in other languages, as far as languages are told; none for an encoder of one language. */
  foreign: NearStretch[];
  /** Segments without vectors, whose documents were not looked at. */
  segmentsLeftOut: number;
}

/** What is kept of a state of a corpus between questions. */
interface KeptVectors {
  words: Promise<WordTable>;
  windows: readonly (Windows | null)[];
}

const keptVectors = new WeakMap<Manifest, KeptVectors>();

interface Searched {
  kernels: Kernels;
  storage: Storage;
  manifest: Manifest;
  segments: readonly OpenSegment[];
}

/** @throws corpus_corrupt, storage_failed, model_failed, aborted */
export async function nearIn(
  searched: Searched,
  question: NearQuestion,
  host: HostOptions,
): Promise<NearStretches | null> {
  const { vectors } = searched.manifest;
  const { encoder, text, sentences } = question;
  if (vectors === undefined || !isSameEncoder(vectors.encoder, encoder)) return null;
  const { words, windows } = keptOf(searched, vectors);
  // After a merge nothing is left to be searched.
  if (windows.every((one) => one === null)) return null;
  // Together: of a far corpus each is a request.
  const [table, rows] = await Promise.all([words, allSettledValues(windows.map(async (one) => one?.read() ?? null))]);
  const vocabulary = new Vocabulary(encoder, table, "question");
  const ids = vocabulary.idsOf(text, sentences);
  await vocabulary.encode(host.signal, () => {});
  const ranges = windowsOf(sentences, STRIDE_SHARE);
  const ofWindows = [...vocabulary.vectorsOf(ids, sentences, ranges)];
  const asked = ranges.map((range, i) => ({ ...range, vector: ofWindows[i]! }));
  const all = { most: question.most, votesAWord: VOTES_A_WORD_MIN, notIn: 0 };
  const others = { most: question.mostForeign, votesAWord: 0, notIn: languageCode(question.language) };
  return {
    stretches: await nearStretches(searched, rows, asked, all, host.signal),
    // Among all, those in the language of the text have most votes: words lie by their language.
    foreign: others.notIn === 0 ? [] : await nearStretches(searched, rows, asked, others, host.signal),
    segmentsLeftOut: windows.filter((one) => one === null).length,
  };
}

function keptOf(
  { kernels, storage, manifest, segments }: Searched,
  vectors: NonNullable<Manifest["vectors"]>,
): KeptVectors {
  const known = keptVectors.get(manifest);
  if (known !== undefined) return known;
  const { dimensions } = vectors.encoder;
  const windows = segments.map(({ entry, segment }) => {
    const of = { seed: segment.source.seed, dimensions, texts: segment.texts.rows };
    return entry.windows === undefined ? null : new Windows(kernels, storage, entry.windows, of);
  });
  const kept = { words: readWords(kernels, storage, vectors, "near"), windows };
  // What failed is tried again.
  kept.words.catch(() => keptVectors.delete(manifest));
  keptVectors.set(manifest, kept);
  return kept;
}

/** So many at most, only those that have so many votes a word, and of texts not in this language, unless it is 0. */
interface WantedStretches {
  most: number;
  votesAWord: number;
  notIn: number;
}

async function nearStretches(
  { kernels, segments }: Searched,
  windows: readonly (SegmentWindows | null)[],
  asked: readonly TextWindow[],
  { most, votesAWord, notIn }: WantedStretches,
  signal: HostOptions["signal"],
): Promise<NearStretch[]> {
  const near: NearWindow[][] = asked.map(() => []);
  for (const [segment, rows] of windows.entries()) {
    if (rows === null) continue;
    throwIfAborted(signal);
    for (const [question, own] of nearInSegment(kernels, rows, asked, { segment, notIn }).entries()) near[question]!.push(...own);
  }
  const live = near.map((found) => nearestLive(segments, found));
  const wanted = stretchesOf(asked, live, votesAWord).slice(0, most);
  const read = new Set(wanted.map(({ segment }) => segments[segment]!.segment));
  await allSettledValues([...read].map((segment) => segment.requestTables()));
  // Together: of a far corpus each is a request or two.
  return allSettledValues(
    wanted.map(async ({ segment: number, text, ...stretch }): Promise<NearStretch> => {
      const open = segments[number]!;
      const { document } = open.deletions.liveText(text, await open.segment.texts.row(text))!;
      const { textHash } = await open.segment.identifiedOf(text, document);
      const info = await infoAt({ open, document });
      return { ...stretch, textHash, document: info, text: await readDocumentText(open, document) };
    }),
  );
}

/** The windows of a segment that are nearest to each question by their signs, with their products. */
function nearInSegment(
  kernels: Kernels,
  rows: SegmentWindows,
  asked: readonly TextWindow[],
  { segment, notIn }: { segment: number; notIn: number },
): NearWindow[][] {
  const { form } = rows;
  const rowBytes = rowBytesOf(form.dimensions);
  const bySigns: number[][] = [];
  for (let at = 0; at < asked.length; at += QUESTIONS_AT_ONCE) {
    const questions = asked.slice(at, at + QUESTIONS_AT_ONCE).map(({ vector }) => bitsAbove(vector, form));
    bySigns.push(...nearestByBits(kernels, questions, rows, { rowBytes, notIn }));
  }
  return bySigns.map((found, question) => {
    const product = windowProduct(asked[question]!.vector, form);
    return found.map((row): NearWindow => {
      const { text, start, words } = placeAt(rows, row);
      return { segment, text, start, words, product: productAt(product, rows, rowBytes, row) };
    });
  });
}

/** For each question the rows with fewest differing bits, the first ones where they are equal. */
function nearestByBits(
  kernels: Kernels,
  questions: readonly Uint8Array[],
  rows: SegmentWindows,
  { rowBytes, notIn }: { rowBytes: number; notIn: number },
): number[][] {
  const joined = new Uint8Array(questions.length * rowBytes);
  for (const [i, row] of questions.entries()) joined.set(row, i * rowBytes);
  const limits = new Uint32Array(questions.length).fill(8 * rowBytes);
  const found = questions.map((): [bits: number, row: number][] => []);
  for (let first = 0; first < rows.form.windows; first += PAGE_ROWS) {
    const { bytes, numbers } = pageOf(rows, first, rowBytes, notIn);
    if (bytes.length === 0) continue;
    const pairs = kernels.nearRows(joined, limits, { bytes, rowBytes });
    for (let at = 0; at < pairs.length; at += 2) {
      const row = pairs[at + 1]!;
      found[pairs[at]! >>> 16]!.push([pairs[at]! & 0xffff, numbers === null ? first + row : numbers[row]!]);
    }
    for (const [question, rows] of found.entries()) {
      if (rows.length <= BITS_NEAREST) continue;
      rows.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      rows.length = BITS_NEAREST;
      limits[question] = rows.at(-1)![0];
    }
  }
  return found.map((rows) => rows.map(([, row]) => row));
}

/** The rows of a page; of texts in other languages alone, unless the language is 0, with the numbers of their rows. */
function pageOf(
  rows: SegmentWindows,
  first: number,
  rowBytes: number,
  notIn: number,
): { bytes: Uint8Array; numbers: number[] | null } {
  const end = Math.min(rows.form.windows, first + PAGE_ROWS);
  if (notIn === 0) return { bytes: rows.above.subarray(first * rowBytes, end * rowBytes), numbers: null };
  const numbers: number[] = [];
  for (let row = first; row < end; row++) {
    const { language } = placeAt(rows, row);
    if (language !== 0 && language !== notIn) numbers.push(row);
  }
  const bytes = new Uint8Array(numbers.length * rowBytes);
  for (const [i, row] of numbers.entries())
    bytes.set(rows.above.subarray(row * rowBytes, (row + 1) * rowBytes), i * rowBytes);
  return { bytes, numbers };
}

/** The nearest windows of texts of which a document is left. */
function nearestLive(segments: readonly OpenSegment[], near: readonly NearWindow[]): NearWindow[] {
  return near
    .filter(({ segment, text }) => !segments[segment]!.deletions.isGone(text))
    .sort((a, b) => b.product - a.product || a.segment - b.segment || a.text - b.text || a.start - b.start)
    .slice(0, NEAREST);
}

interface PlacedStretch {
  segment: number;
  /** Number of the text in its segment. */
  text: number;
  content: WordRange;
  source: WordRange;
  votes: number;
}

/** A vote for a text: a window of the content, and a near window of it. */
interface Vote {
  question: number;
  start: number;
  end: number;
  gain: number;
}

/** The best stretch of each text, if it is worth reading, most votes first. */
function stretchesOf(
  asked: readonly TextWindow[],
  live: readonly (readonly NearWindow[])[],
  votesAWord: number,
): PlacedStretch[] {
  const texts = new Map<string, { segment: number; text: number; votes: Vote[] }>();
  for (const [question, found] of live.entries()) {
    const base = found.at(-1)?.product ?? 0;
    for (const { segment, text, start, words, product: value } of found) {
      const key = `${segment} ${text}`;
      const own = texts.get(key) ?? { segment, text, votes: [] };
      texts.set(key, own);
      own.votes.push({ question, start, end: start + words, gain: value - base });
    }
  }
  return [...texts.values()]
    .map(({ votes, ...place }) => ({ ...place, ...bestStretch(asked, votes) }))
    .filter(({ votes, content }) => votes >= votesAWord * lengthOf(content))
    .sort((a, b) => b.votes - a.votes || a.segment - b.segment || a.text - b.text);
}

/** Words by which a text that says the same may be longer or shorter than the one that it is compared with. */
const SLACK_SHARE = 0.35;
const SLACK_WORDS = 60;

/** Around each vote: the votes of other windows near to where the text would then stand. */
function bestStretch(asked: readonly TextWindow[], votes: readonly Vote[]): Omit<PlacedStretch, "segment" | "text"> {
  let best: Omit<PlacedStretch, "segment" | "text"> | null = null;
  for (const seed of votes.toSorted((a, b) => b.gain - a.gain).slice(0, VOTES_TRIED_MAX)) {
    const near = new Map<number, Vote>();
    for (const vote of votes) {
      const along = asked[vote.question]!.start - asked[seed.question]!.start;
      const off = Math.abs(vote.start - seed.start - along);
      if (off > SLACK_WORDS + SLACK_SHARE * Math.abs(along)) continue;
      if (vote.gain > (near.get(vote.question)?.gain ?? -1)) near.set(vote.question, vote);
    }
    const chosen = [...near.values()];
    const total = chosen.reduce((sum, { gain }) => sum + gain, 0);
    if (best !== null && total <= best.votes) continue;
    best = {
      content: covering(chosen.map(({ question }) => asked[question]!)),
      source: covering(chosen),
      votes: total,
    };
  }
  return best!;
}

const VOTES_TRIED_MAX = 8;

const covering = (ranges: readonly WordRange[]): WordRange => ({
  start: Math.min(...ranges.map(({ start }) => start)),
  end: Math.max(...ranges.map(({ end }) => end)),
});
