/**
 * Which documents say in other words what a content says? Vectors of words name stretches that are worth reading; an
 * encoder then reads the sentences of both, and the rule of comparisons judges them.
 */
import type { Method, Span, Stage } from "../../../base/contract/common.ts";
import type { HostOptions } from "../../../base/contract/engine.ts";
import type { ContentRewording, ContentRewordings } from "../../../base/contract/operations/analyze.ts";
import type { CorpusInfo } from "../../../base/contract/resources/corpus.ts";
import type { Encoder } from "../../../base/contract/resources/encoder.ts";
import { isSpoliaError } from "../../../base/errors.ts";
import { sum } from "../../../base/lists/numbers.ts";
import { utf16Spans, type WordRange } from "../../../core/text/text.ts";
import { snippetOf } from "../../../core/text/wellFormed.ts";
import { identityOf } from "../../../core/vectors/checked.ts";
import { clausesOf, lengthOf } from "../../../core/vectors/segments.ts";
import type { Corpus } from "../../../corpus/search/corpus.ts";
import type { NearStretch } from "../../../corpus/search/near.ts";
import { stageOf } from "../completeness.ts";
import { type Content, readContent } from "../content.ts";
import type { EngineContext } from "../context.ts";
import { matchedDocument } from "../matches.ts";
import { type JudgedStretch, judged } from "./judge.ts";
import { MEANINGS, readUpTo, SENTENCES_MAX, SENTENCES_MIN, strongestOf, WORDS_MIN } from "./rule.ts";
import {
  backgroundFor,
  encoding,
  foreignTo,
  isJudged,
  languageIn,
  parametersOf,
  type ReadSide,
  rangesBeside,
  readSide,
} from "./sides.ts";

/** What was found, and what was not looked at. */
export interface RewordingsFound {
  reworded: ContentRewordings;
  stages: Stage[];
  /** Of the method. */
  parameters: Method["parameters"];
}

/** Stretches that the encoder reads: so many of a content of up to a thousand words, and more of a longer one. */
const STRETCHES_MIN = 5;
const STRETCHES_MAX = 24;
const WORDS_A_STRETCH = 250;
/** Words of a document around a stretch that are read too: what is near by its words ends at whole windows. */
const AROUND_WORDS = 60;

/** A stretch, and the corpora that have its text. */
type NearDocument = NearStretch & { infos: [CorpusInfo, ...CorpusInfo[]] };

/** A content, and what was searched for it. */
interface ContentSearched {
  corpora: readonly Corpus[];
  content: Content;
  /** Places in the content that do not count here: passages, and texts that were given as such. */
  beside: readonly Span[];
  /** Whether an answer over a part will do. */
  partial: boolean;
  /** Whether stretches are wanted whole in the words of their documents. */
  sourceTexts: boolean;
}

/** @throws aborted; the errors of a storage that does not answer */
export async function rewordingsOf(
  context: EngineContext & { encoder: Encoder },
  searched: ContentSearched,
  host: HostOptions,
): Promise<RewordingsFound> {
  const { encoder } = context;
  const { content } = searched;
  const parameters = parametersOf(encoder);
  const nothing = (verdict: ContentRewordings["verdict"]): ContentRewordings => ({
    verdict,
    found: [],
    encoder: identityOf(encoder),
  });
  const all = rangesBeside(content, searched.beside);
  if (!isJudged(all))
    return { reworded: nothing("not_searched"), stages: [stageOf("reworded", "skipped", TOO_SHORT)], parameters };
  const ranges = all.slice(0, SENTENCES_MAX);
  try {
    const { candidates, stages } = await candidatesIn(encoder, searched, ranges, host);
    if (candidates === null) return { reworded: nothing("not_searched"), stages, parameters };
    const found = await readCandidates(context, searched, ranges, candidates, host);
    const cut = all.length > SENTENCES_MAX ? readUpTo(ranges.at(-1)!.end) : null;
    // Also where nothing was near: an encoder that does not know the language finds nothing near.
    const foreign = foreignTo(encoder, [{ language: await languageIn(content) }]);
    const reasons = [cut, foreign, encoder.languages.length === 1 ? null : TRANSLATIONS].filter((one) => one !== null);
    const stage = stageOf("reworded", "bounded", reasons.length > 0 ? reasons.join(" ") : null);
    return { reworded: { ...nothing(strongestOf(found)), found }, stages: [stage, ...stages], parameters };
  } catch (error) {
    if (!isSpoliaError(error) || error.code !== "model_failed") throw error;
    return { reworded: nothing("not_searched"), stages: [stageOf("reworded", "failed", FAILED)], parameters };
  }
}

const TOO_SHORT = `Less than ${SENTENCES_MIN} sentences or clauses, or ${WORDS_MIN} words, of the text are not in passages: too few to judge.`;
const FAILED = "The encoder gave no vectors.";
/** Of an encoder of several languages, or nobody knows of which. */
const TRANSLATIONS =
  "Many translations are missed: documents that are near by their words are mostly in the language of the text.";

const NO_TEXT = "The corpus has no text, which an encoder could read.";
const NOT_READ = "The vectors of this corpus could not be read; there may be more than was found.";
const NEWER = "Documents that were added or merged since have no vectors: spolia corpus encode makes them.";

/** The stretches with most votes in all corpora; `null` where no corpus has vectors of the encoder. */
async function candidatesIn(
  encoder: Encoder,
  { corpora, partial, ...searched }: ContentSearched,
  ranges: readonly WordRange[],
  host: HostOptions,
): Promise<{ candidates: NearDocument[] | null; stages: Stage[] }> {
  const most = Math.min(STRETCHES_MAX, Math.max(STRETCHES_MIN, Math.ceil(sum(ranges, lengthOf) / WORDS_A_STRETCH)));
  const question = { text: searched.content.shingled.text, encoder: asking(encoder), sentences: ranges, most };
  const candidates = new Map<string, NearDocument>();
  const stages: Stage[] = corpora.length === 0 ? [stageOf("reworded", "skipped", "There is no corpus.")] : [];
  let isSearched = false;
  for (const corpus of corpora) {
    const { info } = corpus;
    const stage = `reworded:${info.name}`;
    const near = await Promise.resolve(corpus.near?.(question, host) ?? null).catch((error: unknown) => {
      if (partial && isSpoliaError(error) && UNREADABLE.includes(error.code)) return error;
      throw error;
    });
    if (isSpoliaError(near)) stages.push(stageOf(stage, "failed", NOT_READ));
    else if (near === null) stages.push(stageOf(stage, "skipped", info.has_text ? noVectors(encoder) : NO_TEXT));
    else {
      isSearched = true;
      if (near.segmentsLeftOut > 0) stages.push(stageOf(stage, "bounded", NEWER));
      for (const stretch of near.stretches) addTo(candidates, stretch, info);
    }
  }
  if (!isSearched) return { candidates: null, stages };
  return { candidates: [...candidates.values()].sort((a, b) => b.votes - a.votes).slice(0, most), stages };
}

/** A text that several corpora have is one candidate, with the stretch that has most votes. */
function addTo(candidates: Map<string, NearDocument>, stretch: NearStretch, info: CorpusInfo): void {
  const known = candidates.get(stretch.textHash);
  if (known === undefined) candidates.set(stretch.textHash, { ...stretch, infos: [info] });
  else {
    const { content, source, votes } = stretch.votes > known.votes ? stretch : known;
    const infos: NearDocument["infos"] = known.infos.includes(info) ? known.infos : [...known.infos, info];
    candidates.set(stretch.textHash, { ...known, content, source, votes, infos });
  }
}

const noVectors = ({ name, implementation }: Encoder) =>
  `The corpus has no vectors of ${name} by ${implementation}: spolia corpus encode makes them.`;
const UNREADABLE = ["storage_failed", "corpus_corrupt", "corpus_not_found"];

/** Asks for each text once, however many corpora there are. */
function asking(encoder: Encoder): Encoder {
  const known = new Map<string, Float32Array>();
  return {
    ...encoder,
    async encode(texts, options) {
      const missing = [...new Set(texts)].filter((text) => !known.has(text));
      const vectors = missing.length === 0 ? [] : await encoder.encode(missing, options);
      for (const [i, text] of missing.entries()) known.set(text, vectors[i]!);
      return texts.map((text) => known.get(text)!);
    },
  };
}

async function readCandidates(
  context: EngineContext & { encoder: Encoder },
  { content, sourceTexts }: ContentSearched,
  ranges: readonly WordRange[],
  candidates: readonly NearDocument[],
  host: HostOptions,
): Promise<ContentRewording[]> {
  if (candidates.length === 0) return [];
  const vectorsOf = encoding(context.encoder, 0, { signal: host.signal });
  const background = await backgroundFor(context.encoder, host.signal);
  const side = await readSide(content, ranges, vectorsOf);
  const found: { rewording: ContentRewording; stretch: JudgedStretch }[] = [];
  // One after the other: a document may be a book.
  for (const [i, candidate] of candidates.entries()) {
    const document = documentOf(context, candidate);
    const other = await readSide(document.content, document.ranges, vectorsOf);
    const stretch = await judged(side, other, background);
    if (stretch !== null) found.push({ rewording: rewordingOf(candidate, side, other, stretch, sourceTexts), stretch });
    host.onProgress?.({ stage: "reworded", done: i + 1, total: candidates.length, unit: "documents" });
  }
  const isLikely = ({ verdict }: JudgedStretch) => Number(verdict === "likely");
  found.sort(
    (x, y) =>
      isLikely(y.stretch) - isLikely(x.stretch) ||
      y.stretch.sentences.length * y.stretch.margin - x.stretch.sentences.length * x.stretch.margin,
  );
  return found.slice(0, REWORDINGS_MAX).map(({ rewording }) => rewording);
}

const REWORDINGS_MAX = 20;

/** The document of a stretch, and its sentences in and around it: the stretch is hardly longer than the content. */
function documentOf({ kernels }: EngineContext, { text, source }: NearDocument) {
  const content = readContent({ kernels, readers: {} }, { content: text });
  const near = { start: source.start - AROUND_WORDS, end: source.end + AROUND_WORDS };
  return { content, ranges: clausesOf(content.shingled.text, near) };
}

function rewordingOf(
  candidate: NearDocument,
  a: ReadSide,
  b: ReadSide,
  stretch: JudgedStretch,
  sourceTexts: boolean,
): ContentRewording {
  const { verdict, kind, margin, sentences, numbers, names, inA, inB } = stretch;
  const whole = ({ ranges }: ReadSide, read: readonly number[]): WordRange => ({
    start: ranges[read[0]!]!.start,
    end: ranges[read.at(-1)!]!.end,
  });
  const [words, ofDocument] = [whole(a, inA), whole(b, inB)];
  const [inText] = utf16Spans(b.content.shingled.text, [ofDocument]) as [{ start: number; end: number }];
  const text = b.content.text.slice(inText.start, inText.end);
  const { infos } = candidate;
  return {
    corpus: infos[0].name,
    dataset: infos[0].dataset,
    document: matchedDocument(candidate),
    corpora: infos.map(({ name }) => name),
    datasets: [...new Set(infos.map(({ dataset }) => dataset))],
    verdict,
    kind,
    content: a.content.placed([words])[0]!,
    source: { ...b.content.placed([ofDocument])[0]!, snippet: snippetOf(text), ...(sourceTexts && { text }) },
    words: lengthOf(words),
    margin,
    sentences,
    numbers,
    names,
    meaning: MEANINGS[verdict],
  };
}
