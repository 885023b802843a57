/**
 * Which stretches of documents are worth reading by an encoder, since they may say the same in other words?
 *
 *   windows of the text ─▶ signs: 96 nearest windows of each segment ─▶ products: 48 nearest of all ─▶ votes ─▶ stretches
 *
 * A stretch is where several windows of the text, one after the other, have near windows of a document: a chapter that
 * follows another in order outranks lone neighbours.
 */
import type { DocumentInfo } from "../../../base/contract/resources/corpus.ts";
import type { Encoder } from "../../../base/contract/resources/encoder.ts";
import type { HostOptions } from "../../../base/contract/resources/host.ts";
import { throwIfAborted } from "../../../base/errors.ts";
import { allSettledValues } from "../../../base/queues/settled.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import type { Text, WordRange } from "../../../core/text/text.ts";
import { isSameEncoder } from "../../../core/vectors/checked.ts";
import { windowsOf } from "../../../core/vectors/segments.ts";
import { Vocabulary, type WordTable } from "../../../core/vectors/vocabulary.ts";
import type { Manifest } from "../../format/manifest.ts";
import { readWords, type SegmentWindows, Windows } from "../../segment/read/windows.ts";
import { languageCode } from "../../segment/vectors/windows.ts";
import type { Storage } from "../../storage/storage.ts";
import { infoAt, readDocumentText } from "../find.ts";
import type { OpenSegment } from "../open.ts";
import { stretchesOf } from "./stretches.ts";
import { type NearWindow, nearInSegment, type TextWindow } from "./windows.ts";

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

/**
 * Votes a word of the content, below which a stretch is not worth reading: among ten novels written rewordings had 247
 * and more, a third of the excerpts of other novels less everywhere (MiniLM). In another language votes tell less: of
 * translations a third had fewer.
 */
const VOTES_A_WORD_MIN = 175;
/** Windows that are near by their vectors, of all segments. */
const NEAREST = 48;
/** Windows of a text overlap more than those of documents: one of them then stands as one of a document does. */
const STRIDE_SHARE = 0.25;

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
  const isOfOne = encoder.languages.length === 1;
  const all = { most: question.most, votesAWord: VOTES_A_WORD_MIN, notIn: 0 };
  const others = { most: question.mostForeign, votesAWord: 0, notIn: isOfOne ? 0 : languageCode(question.language) };
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

/** So many at most, and only those that have so many votes a word. */
interface WantedStretches {
  most: number;
  votesAWord: number;
  /** As `nearInSegment` takes it. */
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
    const own = await nearInSegment(kernels, rows, asked, { segment, notIn, signal });
    for (const [question, found] of own.entries()) near[question]!.push(...found);
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

/** The nearest windows of texts of which a document is left. */
function nearestLive(segments: readonly OpenSegment[], near: readonly NearWindow[]): NearWindow[] {
  return near
    .filter(({ segment, text }) => !segments[segment]!.deletions.isGone(text))
    .sort((a, b) => b.product - a.product || a.segment - b.segment || a.text - b.text || a.start - b.start)
    .slice(0, NEAREST);
}
