/** Which sentences of an item and of a document correspond? */
import type { Span } from "../../../base/contract/common.ts";
import type { RewordedSentence } from "../../../base/contract/operations/audit.ts";
import { rounded } from "../../../base/lists/numbers.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { readText, utf16Spans } from "../../../core/text/text.ts";
import { alignedSentences, SentenceCosines } from "../../../core/vectors/aligned.ts";
import { segmentsOf } from "../../../core/vectors/segments.ts";
import type { Judge } from "./judge.ts";
import type { RankedWindow } from "./ranking.ts";

export async function sentencesOf(kernels: Kernels, judge: Judge, a: RankedWindow, b: RankedWindow) {
  const [item, document] = [await sideOf(kernels, judge, a), await sideOf(kernels, judge, b)];
  const steps = alignedSentences(new SentenceCosines(item.vectors, document.vectors), await judge.background());
  return steps.map(
    ({ i, j, step, cosine }): RewordedSentence => ({
      item: spanOf(item.spans, i, step[0]),
      document: spanOf(document.spans, j, step[1]),
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

function spanOf(spans: readonly Span[], from: number, count: number): Span | null {
  return count === 0 ? null : { start: spans[from]!.start, end: spans[from + count - 1]!.end };
}
