/**
 * Which documents say in other words what a content says? Vectors of words name stretches that are worth reading; an
 * encoder then reads the sentences of both, and the rule of comparisons judges them.
 */
import type { Method, Span, Stage } from "../../../base/contract/common.ts";
import type { HostOptions } from "../../../base/contract/engine.ts";
import type { ContentRewording, ContentRewordings } from "../../../base/contract/operations/analyze.ts";
import type { Encoder } from "../../../base/contract/resources/encoder.ts";
import { isSpoliaError } from "../../../base/errors.ts";
import { utf16Spans, type WordRange } from "../../../core/text/text.ts";
import { snippetOf } from "../../../core/text/wellFormed.ts";
import { identityOf } from "../../../core/vectors/checked.ts";
import { languageOfBeginning } from "../../../core/vectors/kind.ts";
import { clausesOf, lengthOf } from "../../../core/vectors/segments.ts";
import { stageOf } from "../completeness.ts";
import type { EngineContext } from "../context.ts";
import { matchedDocument } from "../matches.ts";
import { candidatesIn, contentOf, type NearDocument, type SearchedForNear } from "./candidates.ts";
import { type JudgedStretch, judged } from "./judge.ts";
import { MEANINGS, readUpTo, SENTENCES_MAX, SENTENCES_MIN, strongestOf, WORDS_MIN } from "./rule.ts";
import {
  backgroundFor,
  encoding,
  foreignTo,
  isJudged,
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

/** Words of a document around a stretch that are read too: what is near by its words ends at whole windows. */
const AROUND_WORDS = 60;

/** A content, and what was searched for it. */
interface ContentSearched extends SearchedForNear {
  /** Places in the content that do not count here: passages, and texts that were given as such. */
  beside: readonly Span[];
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
    const language = await languageOfBeginning(content.text);
    const { candidates, missed, stages } = await candidatesIn(context, searched, { ranges, language }, host);
    if (candidates === null) return { reworded: nothing("not_searched"), stages, parameters };
    const found = await readCandidates(context, searched, ranges, candidates, host);
    const cut = all.length > SENTENCES_MAX ? readUpTo(ranges.at(-1)!.end) : null;
    // Also where nothing was near: an encoder that does not know the language finds nothing near.
    const foreign = foreignTo(encoder, [{ language }]);
    const reasons = [cut, foreign, missed].filter((one) => one !== null);
    const stage = stageOf("reworded", "bounded", reasons.length > 0 ? reasons.join(" ") : null);
    return { reworded: { ...nothing(strongestOf(found)), found }, stages: [stage, ...stages], parameters };
  } catch (error) {
    if (!isSpoliaError(error) || error.code !== "model_failed") throw error;
    return { reworded: nothing("not_searched"), stages: [stageOf("reworded", "failed", FAILED)], parameters };
  }
}

const TOO_SHORT = `Less than ${SENTENCES_MIN} sentences or clauses, or ${WORDS_MIN} words, of the text are not in passages: too few to judge.`;
const FAILED = "The encoder gave no vectors.";

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

/** The sentences of a document in and around its stretch, which is hardly longer than the content. */
function documentOf(context: EngineContext, candidate: NearDocument) {
  const content = contentOf(context, candidate);
  const near = { start: candidate.source.start - AROUND_WORDS, end: candidate.source.end + AROUND_WORDS };
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
