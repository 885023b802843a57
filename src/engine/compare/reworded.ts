/** What do two texts say in the same order in other words? An encoder reads their sentences, one by one. */
import type { Method, Span, Stage } from "../../base/contract/common.ts";
import type { ComparedFacts, ComparedRewording } from "../../base/contract/operations/compare.ts";
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import type { HostOptions } from "../../base/contract/resources/host.ts";
import { isSpoliaError } from "../../base/errors.ts";
import { rounded, sum } from "../../base/lists/numbers.ts";
import { utf16Spans, type WordRange } from "../../core/text/text.ts";
import type { SentenceRange } from "../../core/vectors/aligned.ts";
import { BACKGROUND, backgroundOf } from "../../core/vectors/background.ts";
import { kindOf, languageOf } from "../../core/vectors/kind.ts";
import { compareNames, namesOf } from "../../core/vectors/names.ts";
import { compareNumbers, numbersOf } from "../../core/vectors/numbers.ts";
import { lengthOf, segmentsOf } from "../../core/vectors/segments.ts";
import { type SentenceSide, stretchOf } from "../../core/vectors/stretch.ts";
import { stageOf } from "../steps/completeness.ts";
import type { Content } from "../steps/content.ts";
import { MEANINGS, REWORDED_RULE, SENTENCES_MIN, verdictOf, WORDS_MIN } from "./rewordedRule.ts";

/** A text, and the places of it that stand in the other word for word. */
export interface RewordedSide {
  content: Content;
  /** Ascending or not; in the content as it was sent. */
  verbatim: readonly Span[];
}

/** What was found, and the stage that says what was not looked at. */
interface RewordedFinding {
  reworded: ComparedRewording;
  stage: Stage;
  /** Of the method. */
  parameters: Method["parameters"];
}

/** Sentences of each text that are read: 12,000 words or so. Each is compared with each. */
const SENTENCES_MAX = 400;
const TEXTS_AT_ONCE = 64;
/** UTF-16 length of the beginning of a text by which its language is told. */
const LANGUAGE_UNITS = 10_000;

const NO_TEXT = "A side was given as fingerprint data, which has no sentences.";
const FAILED = "The encoder gave no vectors.";

interface ReadSide extends SentenceSide {
  content: Content;
  /** ISO 639-1, or `und`. */
  language: string;
  ranges: readonly WordRange[];
  texts: readonly string[];
}

/** @param sides `null` where one of them is fingerprint data. @throws aborted */
export async function rewordedOf(
  encoder: Encoder,
  sides: readonly [RewordedSide, RewordedSide] | null,
  host: HostOptions,
): Promise<RewordedFinding> {
  if (sides === null) return notSearched(encoder, "skipped", NO_TEXT);
  const read = sides.map((side) => ({ content: side.content, all: rangesOf(side) }));
  if (!read.every(({ all }) => isJudged(all))) return notSearched(encoder, "skipped", null);
  try {
    const total = sum(read, ({ all }) => Math.min(all.length, SENTENCES_MAX));
    const vectorsOf = encoding(encoder, total, host);
    const background = backgroundOf(await vectorsOf(BACKGROUND));
    const a = await readSide(read[0]!, vectorsOf);
    const b = await readSide(read[1]!, vectorsOf);
    const reworded = await judged(encoder, a, b, background);
    return findingOf(reworded, "bounded", boundOf(encoder, [a, b], read));
  } catch (error) {
    if (isSpoliaError(error) && error.code === "model_failed") return notSearched(encoder, "failed", FAILED);
    throw error;
  }
}

const NOTHING = { agree: [], a_only: [], b_only: [] };

function notSearched(encoder: Encoder, status: "skipped" | "failed", reason: string | null): RewordedFinding {
  const meaning =
    reason ??
    `Less than ${SENTENCES_MIN} sentences or ${WORDS_MIN} words of a text are not in passages: too few to judge.`;
  return findingOf(found(encoder, "not_searched", meaning), status, reason);
}

function findingOf(
  reworded: ComparedRewording,
  status: "bounded" | "skipped" | "failed",
  reason: string | null,
): RewordedFinding {
  const { name, implementation, weights } = reworded.encoder;
  return {
    reworded,
    stage: stageOf("reworded", status, reason),
    parameters: {
      reworded: REWORDED_RULE,
      encoder: name,
      encoder_implementation: implementation,
      ...(weights !== null && { encoder_weights: weights }),
    },
  };
}

function found(encoder: Encoder, verdict: ComparedRewording["verdict"], meaning: string): ComparedRewording {
  const { name, weights, implementation, dimensions, languages } = encoder;
  return {
    verdict,
    kind: null,
    share_a: 0,
    share_b: 0,
    margin: null,
    sentences: [],
    numbers: NOTHING,
    names: NOTHING,
    meaning,
    encoder: { name, weights, implementation, dimensions, languages: [...languages] },
  };
}

/** The sentences of which less than half stands in the other text word for word. */
function rangesOf({ content, verbatim }: RewordedSide): WordRange[] {
  const ranges = segmentsOf(content.shingled.text);
  const spans = content.spans(ranges);
  const covered = united(verbatim);
  let next = 0;
  return ranges.filter((_, i) => {
    const { start, end } = spans[i]!;
    while (next < covered.length && covered[next]!.end <= start) next += 1;
    let shared = 0;
    for (let at = next; at < covered.length && covered[at]!.start < end; at++)
      shared += Math.min(end, covered[at]!.end) - Math.max(start, covered[at]!.start);
    return 2 * shared < end - start;
  });
}

/** The same places, ascending, none of them twice. */
function united(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    const last = apart.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return apart;
}

const isJudged = (ranges: readonly WordRange[]): boolean =>
  ranges.length >= SENTENCES_MIN && sum(ranges, lengthOf) >= WORDS_MIN;

/** Encodes texts in groups, between which the work can be stopped. */
function encoding(encoder: Encoder, total: number, { signal, onProgress }: HostOptions) {
  let done = -BACKGROUND.length;
  return async (texts: readonly string[]): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
      const batch = texts.slice(at, at + TEXTS_AT_ONCE);
      vectors.push(...(await encoder.encode(batch, { signal })));
      done += batch.length;
      if (done >= 0) onProgress?.({ stage: "encode", done, total, unit: "texts" });
    }
    return vectors;
  };
}

async function readSide(
  { content, all }: { content: Content; all: readonly WordRange[] },
  vectorsOf: (texts: readonly string[]) => Promise<Float32Array[]>,
): Promise<ReadSide> {
  const ranges = all.slice(0, SENTENCES_MAX);
  const { text } = content.shingled;
  const texts = utf16Spans(text, ranges).map(({ start, end }) => content.text.slice(start, end));
  const words = ranges.map(({ start, end }) => {
    const keys = new Set<number>();
    // 53 bits of a hash.
    for (let word = start; word < end; word++)
      keys.add(text.words.low[word]! * 0x20_0000 + (text.words.high[word]! & 0x1f_ffff));
    return keys;
  });
  const language = await languageOf(content.text.slice(0, LANGUAGE_UNITS));
  return { content, language, ranges, texts, words, vectors: await vectorsOf(texts) };
}

async function judged(encoder: Encoder, a: ReadSide, b: ReadSide, background: number): Promise<ComparedRewording> {
  const stretch = stretchOf(a, b, background);
  if (stretch === null) return found(encoder, "none_found", MEANINGS.none_found);
  const { pairs } = stretch;
  const [inA, inB] = [pairs.flatMap((pair) => numbered(pair.a)), pairs.flatMap((pair) => numbered(pair.b))];
  const facts = factsOf(a, inA, b, inB);
  const kind = await kindOf(textOf(a, inA), textOf(b, inB));
  const verdict = verdictOf(stretch, facts, kind);
  if (verdict === "none_found") return found(encoder, verdict, MEANINGS[verdict]);
  const placedA = a.content.placed(pairs.map((pair) => wordsOf(a, pair.a)));
  const placedB = b.content.placed(pairs.map((pair) => wordsOf(b, pair.b)));
  return {
    ...found(encoder, verdict, MEANINGS[verdict]),
    kind,
    share_a: rounded(inA.length / a.ranges.length, 4),
    share_b: rounded(inB.length / b.ranges.length, 4),
    margin: rounded(stretch.margin, 4),
    sentences: pairs.map((pair, i) => ({
      a: placedA[i]!,
      b: placedB[i]!,
      cosine: rounded(pair.cosine, 3),
      margin: rounded(pair.margin, 3),
      ...factsOf(a, numbered(pair.a), b, numbered(pair.b)),
    })),
    ...facts,
  };
}

const numbered = ({ start, end }: SentenceRange): number[] => Array.from({ length: end - start }, (_, i) => start + i);

/** The words of sentences, from the first to the last. */
const wordsOf = ({ ranges }: ReadSide, { start, end }: SentenceRange): WordRange => ({
  start: ranges[start]!.start,
  end: ranges[end - 1]!.end,
});

const textOf = ({ texts }: ReadSide, sentences: readonly number[]): string =>
  sentences.map((sentence) => texts[sentence]!).join("\n");

/** The numbers and names of sentences of both texts. */
function factsOf(a: ReadSide, inA: readonly number[], b: ReadSide, inB: readonly number[]): ComparedFacts {
  const numbersIn = (side: ReadSide, sentences: readonly number[]) =>
    new Set(numbersOf(textOf(side, sentences), side.language));
  const namesIn = ({ content, ranges }: ReadSide, sentences: readonly number[]) =>
    namesOf(
      content.shingled.text,
      sentences.map((sentence) => ranges[sentence]!),
    );
  const numbers = compareNumbers(numbersIn(a, inA), numbersIn(b, inB));
  const names = compareNames(namesIn(a, inA), namesIn(b, inB));
  return {
    numbers: { agree: numbers.both, a_only: numbers.onlyA, b_only: numbers.onlyB },
    names: { agree: names.both, a_only: names.onlyA, b_only: names.onlyB },
  };
}

/** Why less than all was read, or read well; `null` where all was. */
function boundOf(
  { languages }: Encoder,
  sides: readonly ReadSide[],
  given: readonly { all: readonly WordRange[] }[],
): string | null {
  const reasons: string[] = [];
  if (given.some(({ all }) => all.length > SENTENCES_MAX))
    reasons.push(`Of a long text the first ${SENTENCES_MAX.toLocaleString("en")} sentences were read.`);
  const others = sides
    .map(({ language }) => language)
    .filter((one) => one !== "und" && languages.length > 0 && !languages.some((tag) => tag.startsWith(one)));
  if (others.length > 0)
    reasons.push(
      `The encoder was made for ${languages.join(", ")}, and a text is in ${[...new Set(others)].join(" and ")}: little is found.`,
    );
  return reasons.length === 0 ? null : reasons.join(" ");
}
