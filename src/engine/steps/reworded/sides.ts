/** The sentences of a text, as an encoder reads them. */
import type { Method, Span } from "../../../base/contract/common.ts";
import type { Encoder, EncoderIdentity } from "../../../base/contract/resources/encoder.ts";
import type { HostOptions } from "../../../base/contract/resources/host.ts";
import { throwIfAborted } from "../../../base/errors.ts";
import { sum } from "../../../base/lists/numbers.ts";
import { utf16Spans, type WordRange } from "../../../core/text/text.ts";
import { BACKGROUND, backgroundOf } from "../../../core/vectors/background.ts";
import { languageOfBeginning } from "../../../core/vectors/kind.ts";
import { clausesOf, lengthOf } from "../../../core/vectors/segments.ts";
import type { SentenceSide } from "../../../core/vectors/stretch.ts";
import { wordKey } from "../../../core/vectors/vocabulary.ts";
import type { Content } from "../content.ts";
import { REWORDED_RULE, SENTENCES_MIN, WORDS_MIN } from "./rule.ts";

const TEXTS_AT_ONCE = 64;

/** A text, of which some sentences are read. */
export interface ReadSide extends SentenceSide {
  content: Content;
  /** ISO 639-1, or `und`. */
  language: string;
  ranges: readonly WordRange[];
  texts: readonly string[];
}

/** The sentences of which less than half stands in these places, which are ascending or not. */
export function rangesBeside(content: Content, verbatim: readonly Span[]): WordRange[] {
  const ranges = clausesOf(content.shingled.text);
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

export const isJudged = (ranges: readonly WordRange[]): boolean =>
  ranges.length >= SENTENCES_MIN && sum(ranges, lengthOf) >= WORDS_MIN;

const backgrounds = new WeakMap<Encoder, number>();

/** The cosine of unrelated texts for an encoder, which is asked once. */
export async function backgroundFor(encoder: Encoder, signal: HostOptions["signal"]): Promise<number> {
  const known = backgrounds.get(encoder) ?? backgroundOf(await encoder.encode(BACKGROUND, { signal }));
  backgrounds.set(encoder, known);
  return known;
}

/** Encodes texts in groups, between which the work can be stopped. */
export function encoding(encoder: Encoder, total: number, { signal, onProgress }: HostOptions) {
  let done = 0;
  return async (texts: readonly string[]): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
      throwIfAborted(signal);
      const batch = texts.slice(at, at + TEXTS_AT_ONCE);
      vectors.push(...(await encoder.encode(batch, { signal })));
      done += batch.length;
      onProgress?.({ stage: "encode", done, total, unit: "texts" });
    }
    return vectors;
  };
}

export async function readSide(
  content: Content,
  ranges: readonly WordRange[],
  vectorsOf: (texts: readonly string[]) => Promise<Float32Array[]>,
): Promise<ReadSide> {
  const { text } = content.shingled;
  const texts = utf16Spans(text, ranges).map(({ start, end }) => content.text.slice(start, end));
  const words = ranges.map(({ start, end }) => {
    const keys = new Set<number>();
    for (let word = start; word < end; word++) keys.add(wordKey(text, word));
    return keys;
  });
  const language = await languageOfBeginning(content.text);
  return { content, language, ranges, texts, words, vectors: await vectorsOf(texts) };
}

/** What of an encoder and a rule is in the method of a result. */
export const parametersOf = ({ name, implementation, weights }: EncoderIdentity): Method["parameters"] => ({
  reworded: REWORDED_RULE,
  encoder: name,
  encoder_implementation: implementation,
  ...(weights !== null && { encoder_weights: weights }),
});

/** Says that the encoder was not made for a text, in words; `null` where it was, or nobody knows. */
export function foreignTo({ languages }: EncoderIdentity, sides: readonly Pick<ReadSide, "language">[]): string | null {
  const others = sides
    .map(({ language }) => language)
    .filter((one) => one !== "und" && languages.length > 0 && !languages.some((tag) => tag.startsWith(one)));
  return others.length === 0
    ? null
    : `The encoder was made for ${languages.join(", ")}, and a text is in ${[...new Set(others)].join(" and ")}: little is found.`;
}
