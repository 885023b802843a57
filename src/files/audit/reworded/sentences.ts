/** Which sentences of an item and of a document correspond? */
import type { Span } from "../../../base/contract/common.ts";
import type { RewordedSentence } from "../../../base/contract/operations/audit.ts";
import { rounded } from "../../../base/lists/numbers.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { readText, utf16Spans } from "../../../core/text/text.ts";
import { alignedSentences, nearGain, SentenceCosines, type SentenceRange } from "../../../core/vectors/aligned.ts";
import { segmentsOf } from "../../../core/vectors/segments.ts";
import type { Judge } from "./judge.ts";
import type { RankedWindow } from "./ranking.ts";

export async function sentencesOf(kernels: Kernels, judge: Judge, mine: RankedWindow, theirs: RankedWindow) {
  const [item, document] = [await sideOf(kernels, judge, mine), await sideOf(kernels, judge, theirs)];
  const cosines = new SentenceCosines(item.vectors, document.vectors);
  const steps = alignedSentences(cosines, nearGain(cosines, await judge.background()));
  return steps.map(
    ({ a, b, cosine }): RewordedSentence => ({
      item: spanOf(item.spans, a),
      document: spanOf(document.spans, b),
      cosine: cosine === null ? null : rounded(cosine, 3),
    }),
  );
}

async function sideOf(kernels: Kernels, judge: Judge, { content, span }: RankedWindow) {
  const text = readText(kernels, content);
  const spans = utf16Spans(text, segmentsOf(text));
  const vectors = await judge.vectorsOf(spans.map(({ start, end }) => content.slice(start, end)));
  return { spans: spans.map(({ start, end }) => ({ start: span.start + start, end: span.start + end })), vectors };
}

function spanOf(spans: readonly Span[], { start, end }: SentenceRange): Span | null {
  return start === end ? null : { start: spans[start]!.start, end: spans[end - 1]!.end };
}
