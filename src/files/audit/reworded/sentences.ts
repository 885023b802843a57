/** Which sentences of two texts correspond? Aligned in order, one with one or with two, by the encoder's vectors. */
import type { Span } from "../../../base/contract/common.ts";
import type { RewordedSentence } from "../../../base/contract/operations/audit.ts";
import { rounded } from "../../../base/lists/numbers.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { readText, utf16Spans } from "../../../core/text/text.ts";
import { segmentsOf } from "../../../core/vectors/segments.ts";
import { cosineOf } from "../../../core/vectors/wordVectors.ts";
import type { Judge } from "./judge.ts";
import type { RankedWindow } from "./ranking.ts";

/** Sentences that join: of the item, of the document. What stands alone costs nothing. */
const STEPS = [
  [1, 1],
  [1, 2],
  [2, 1],
  [1, 0],
  [0, 1],
] as const;
/** Nearer than unrelated sentences by this share of what is left; joining two asks for a little more. */
const NEAR_MIN = 0.3;
const JOINED_COST = 0.05;

interface SentenceSide {
  spans: Span[];
  vectors: Float32Array[];
}

export async function sentencesOf(kernels: Kernels, judge: Judge, a: RankedWindow, b: RankedWindow) {
  const [item, document] = [await sideOf(kernels, judge, a), await sideOf(kernels, judge, b)];
  const background = await judge.background();
  const near = (i: number, j: number, [ofItem, ofDocument]: readonly [number, number]): number =>
    cosineOf(joined(item.vectors.slice(i, i + ofItem)), joined(document.vectors.slice(j, j + ofDocument)));
  const gain = (i: number, j: number, step: readonly [number, number]): number =>
    step[0] * step[1] === 0
      ? 0
      : (near(i, j, step) - background) / (1 - background) - NEAR_MIN - (step[0] + step[1] - 2) * JOINED_COST;
  return aligned(item.spans.length, document.spans.length, gain).map(
    ({ i, j, step }): RewordedSentence => ({
      item: spanOf(item.spans, i, step[0]),
      document: spanOf(document.spans, j, step[1]),
      cosine: step[0] * step[1] === 0 ? null : rounded(near(i, j, step), 3),
    }),
  );
}

interface SentenceStep {
  i: number;
  j: number;
  step: readonly [number, number];
}

/** The steps of greatest gain through both, by dynamic programming from their ends. */
function aligned(m: number, n: number, gain: (i: number, j: number, step: readonly [number, number]) => number) {
  const best = new Float64Array((m + 1) * (n + 1));
  const taken: (readonly [number, number])[] = [];
  for (let i = m; i >= 0; i--)
    for (let j = n; j >= 0; j--) {
      let most = Number.NEGATIVE_INFINITY;
      for (const step of STEPS) {
        if (i + step[0] > m || j + step[1] > n) continue;
        const value = gain(i, j, step) + best[(i + step[0]) * (n + 1) + j + step[1]]!;
        if (value <= most) continue;
        most = value;
        taken[i * (n + 1) + j] = step;
      }
      best[i * (n + 1) + j] = Math.max(0, most);
    }
  const steps: SentenceStep[] = [];
  for (let i = 0, j = 0; i < m || j < n; ) {
    const step = taken[i * (n + 1) + j]!;
    steps.push({ i, j, step });
    i += step[0];
    j += step[1];
  }
  return steps;
}

async function sideOf(kernels: Kernels, judge: Judge, { content, span }: RankedWindow): Promise<SentenceSide> {
  const text = readText(kernels, content);
  const spans = utf16Spans(text, segmentsOf(text));
  const vectors = await judge.vectorsOf(spans.map(({ start, end }) => content.slice(start, end)));
  return { spans: spans.map(({ start, end }) => ({ start: span.start + start, end: span.start + end })), vectors };
}

/** The direction of sentences together. */
function joined(vectors: readonly Float32Array[]): Float32Array {
  const total = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < total.length; i++) total[i]! += vector[i]!;
  const length = Math.sqrt(cosineOf(total, total));
  return total.map((value) => value / length);
}

function spanOf(spans: readonly Span[], from: number, count: number): Span | null {
  return count === 0 ? null : { start: spans[from]!.start, end: spans[from + count - 1]!.end };
}
