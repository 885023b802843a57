/**
 * Which stretches of documents does the encoder read, since they may say what a content says? Those with most votes of
 * words' vectors. Of documents in other languages votes tell little: there the encoder first compares a part of each of
 * many stretches with the content.
 */
import type { Stage } from "../../../base/contract/common.ts";
import type { HostOptions } from "../../../base/contract/engine.ts";
import type { CorpusInfo } from "../../../base/contract/resources/corpus.ts";
import type { Encoder } from "../../../base/contract/resources/encoder.ts";
import { isSpoliaError } from "../../../base/errors.ts";
import { sum } from "../../../base/lists/numbers.ts";
import { utf16Spans, type WordRange } from "../../../core/text/text.ts";
import { lengthOf } from "../../../core/vectors/segments.ts";
import { cosineOf } from "../../../core/vectors/wordVectors.ts";
import type { Corpus } from "../../../corpus/search/corpus.ts";
import type { NearStretch } from "../../../corpus/search/near/near.ts";
import { stageOf } from "../completeness.ts";
import { type Content, readContent } from "../content.ts";
import type { EngineContext } from "../context.ts";
import { encoding } from "./sides.ts";

/** Stretches that the encoder reads: so many of a content of up to a thousand words, and more of a longer one. */
const STRETCHES_MIN = 5;
const STRETCHES_MAX = 24;
const WORDS_A_STRETCH = 250;
/**
 * Of documents in other languages so many stretches are looked at: of passages of the book Pro Git in German, French
 * and Russian all were among them, and then first.
 */
const FOREIGN_STRETCHES = 48;
/** Words of a stretch, and of the content, that are compared to tell which stretches are read. */
const PROBE_WORDS = 64;

/** A stretch, and the corpora that have its text. */
export type NearDocument = NearStretch & { infos: [CorpusInfo, ...CorpusInfo[]] };

/** Where stretches are looked for, and for what. */
export interface SearchedForNear {
  corpora: readonly Corpus[];
  content: Content;
  /** Whether an answer over a part will do. */
  partial: boolean;
}

interface CandidatesFound {
  /** `null` where no corpus has vectors of the encoder. */
  candidates: NearDocument[] | null;
  /** What of translations is missed; `null` for an encoder of one language. */
  missed: string | null;
  stages: Stage[];
}

/** What of the content is looked for, and in which language it is: ISO 639-1, or `und`. */
interface AskedSentences {
  ranges: readonly WordRange[];
  language: string;
}

export async function candidatesIn(
  context: EngineContext & { encoder: Encoder },
  { corpora, content, partial }: SearchedForNear,
  { ranges, language }: AskedSentences,
  host: HostOptions,
): Promise<CandidatesFound> {
  const { encoder } = context;
  const most = Math.min(STRETCHES_MAX, Math.max(STRETCHES_MIN, Math.ceil(sum(ranges, lengthOf) / WORDS_A_STRETCH)));
  const { text } = content.shingled;
  const of = { text, encoder: asking(encoder), sentences: ranges, language };
  const question = { ...of, most, mostForeign: FOREIGN_STRETCHES };
  const [own, foreign] = [new Map<string, NearDocument>(), new Map<string, NearDocument>()];
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
      for (const stretch of near.stretches) addTo(own, stretch, info);
      for (const stretch of near.foreign) addTo(foreign, stretch, info);
    }
  }
  if (!isSearched) return { candidates: null, missed: null, stages };
  const read = byVotes(own).slice(0, most);
  const known = new Set(read.map(({ textHash }) => textHash));
  const others = byVotes(foreign).slice(0, FOREIGN_STRETCHES);
  const probed = others.filter(({ textHash }) => !known.has(textHash));
  return {
    candidates: [...read, ...(await nearestByProbes(context, content, ranges, probed, host)).slice(0, most)],
    missed: encoder.languages.length === 1 ? null : language === "und" ? MANY_MISSED : SOME_MISSED,
    stages,
  };
}

/** A text that several corpora have is one candidate, with the stretch that has most votes. */
function addTo(found: Map<string, NearDocument>, stretch: NearStretch, info: CorpusInfo): void {
  const known = found.get(stretch.textHash);
  if (known === undefined) found.set(stretch.textHash, { ...stretch, infos: [info] });
  else {
    const { content, source, votes } = stretch.votes > known.votes ? stretch : known;
    const infos: NearDocument["infos"] = known.infos.includes(info) ? known.infos : [...known.infos, info];
    found.set(stretch.textHash, { ...known, content, source, votes, infos });
  }
}

const byVotes = (found: ReadonlyMap<string, NearDocument>): NearDocument[] =>
  [...found.values()].sort((a, b) => b.votes - a.votes);

const NO_TEXT = "The corpus has no text, which an encoder could read.";
const NOT_READ = "The vectors of this corpus could not be read; there may be more than was found.";
const NEWER = "Documents that were added or merged since have no vectors: spolia corpus encode makes them.";
const noVectors = ({ name, implementation }: Encoder) =>
  `The corpus has no vectors of ${name} by ${implementation}: spolia corpus encode makes them.`;
const UNREADABLE = ["storage_failed", "corpus_corrupt", "corpus_not_found"];

const MANY_MISSED =
  "Many translations are missed: the language of the text is not told, so documents in other languages are not looked at by themselves.";
const SOME_MISSED = `Translations are missed, short ones above all: of documents in other languages the ${FOREIGN_STRETCHES} stretches are looked at that are nearest by their words.`;

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

/** The text of a stretch's document. */
export const contentOf = ({ kernels }: EngineContext, { text }: NearStretch): Content =>
  readContent({ kernels, readers: {} }, { content: text });

/** The stretches of which the middle is nearest to some part of the content, nearest first. */
async function nearestByProbes(
  context: EngineContext & { encoder: Encoder },
  content: Content,
  ranges: readonly WordRange[],
  stretches: readonly NearDocument[],
  { signal }: HostOptions,
): Promise<NearDocument[]> {
  if (stretches.length === 0) return [];
  const vectorsOf = encoding(context.encoder, 0, { signal });
  const asked = await vectorsOf(wordsIn(content, probesOf(ranges)));
  const middles = await vectorsOf(
    stretches.flatMap((stretch) => wordsIn(contentOf(context, stretch), [middleOf(stretch.source)])),
  );
  const nearest = middles.map((middle) => asked.reduce((most, part) => Math.max(most, cosineOf(part, middle)), -1));
  return stretches
    .map((stretch, i) => ({ stretch, cosine: nearest[i]! }))
    .sort((a, b) => b.cosine - a.cosine)
    .map(({ stretch }) => stretch);
}

/** Parts of the words from the first sentence to the last; each begins in the middle of the one before it. */
function probesOf(ranges: readonly WordRange[]): WordRange[] {
  const [start, end] = [ranges[0]!.start, ranges.at(-1)!.end];
  const probes: WordRange[] = [];
  for (let at = start; at === start || at + PROBE_WORDS / 2 < end; at += PROBE_WORDS / 2)
    probes.push({ start: at, end: Math.min(end, at + PROBE_WORDS) });
  return probes;
}

function middleOf({ start, end }: WordRange): WordRange {
  const from = Math.max(start, Math.floor((start + end - PROBE_WORDS) / 2));
  return { start: from, end: Math.min(end, from + PROBE_WORDS) };
}

const wordsIn = (content: Content, ranges: readonly WordRange[]): string[] =>
  utf16Spans(content.shingled.text, ranges).map(({ start, end }) => content.text.slice(start, end));
