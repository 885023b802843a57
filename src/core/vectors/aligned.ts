/** Which sentences of two texts correspond? Aligned in order, one with one or with two, by the vectors of an encoder. */
import { cosineOf } from "./wordVectors.ts";

/** Sentences that join: of the first text, of the second. What stands alone costs nothing. */
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

/** Sentences of a text, one after the other, by their numbers. */
export interface SentenceRange {
  start: number;
  end: number;
}

/** Sentences that correspond, or one that stands alone: the range of the other text is empty then. */
export interface AlignedStep {
  a: SentenceRange;
  b: SentenceRange;
  /** How near the encoder takes them for; `null` where one stands alone. */
  cosine: number | null;
}

/** The cosines of all sentences of two texts, from the vectors of each. */
export class SentenceCosines {
  readonly rows: number;
  readonly columns: number;
  readonly #single: Float64Array;
  /** The lengths of two sentences in a row together. */
  readonly #lengthsA: number[];
  readonly #lengthsB: number[];

  constructor(a: readonly Float32Array[], b: readonly Float32Array[]) {
    this.rows = a.length;
    this.columns = b.length;
    this.#single = new Float64Array(a.length * b.length);
    for (const [i, one] of a.entries())
      for (const [j, other] of b.entries()) this.#single[i * b.length + j] = cosineOf(one, other);
    this.#lengthsA = lengthsOfTwo(a);
    this.#lengthsB = lengthsOfTwo(b);
  }

  /** Of one sentence with one, or of two together with one. */
  at(i: number, j: number, [ofA, ofB]: readonly [number, number] = [1, 1]): number {
    const at = i * this.columns + j;
    const one = this.#single[at]!;
    if (ofA === 2) return (one + this.#single[at + this.columns]!) / this.#lengthsA[i]!;
    return ofB === 2 ? (one + this.#single[at + 1]!) / this.#lengthsB[j]! : one;
  }
}

const lengthsOfTwo = (vectors: readonly Float32Array[]): number[] =>
  vectors.slice(1).map((vector, i) => Math.sqrt(2 + 2 * cosineOf(vectors[i]!, vector)));

/**
 * The steps of greatest gain through both texts, by dynamic programming from their ends.
 *
 * @param background the cosine of texts that have nothing to do with each other
 */
export function alignedSentences(cosines: SentenceCosines, background: number): AlignedStep[] {
  const { rows: m, columns: n } = cosines;
  const gain = (i: number, j: number, step: readonly [number, number]): number =>
    step[0] * step[1] === 0
      ? 0
      : (cosines.at(i, j, step) - background) / (1 - background) - NEAR_MIN - (step[0] + step[1] - 2) * JOINED_COST;
  const best = new Float64Array((m + 1) * (n + 1));
  const taken = new Uint8Array((m + 1) * (n + 1));
  for (let i = m; i >= 0; i--)
    for (let j = n; j >= 0; j--) {
      let most = Number.NEGATIVE_INFINITY;
      for (const [number, step] of STEPS.entries()) {
        if (i + step[0] > m || j + step[1] > n) continue;
        const value = gain(i, j, step) + best[(i + step[0]) * (n + 1) + j + step[1]]!;
        if (value <= most) continue;
        most = value;
        taken[i * (n + 1) + j] = number;
      }
      best[i * (n + 1) + j] = Math.max(0, most);
    }
  const steps: AlignedStep[] = [];
  for (let i = 0, j = 0; i < m || j < n; ) {
    const step = STEPS[taken[i * (n + 1) + j]!]!;
    const cosine = step[0] * step[1] === 0 ? null : cosines.at(i, j, step);
    steps.push({ a: { start: i, end: i + step[0] }, b: { start: j, end: j + step[1] }, cosine });
    i += step[0];
    j += step[1];
  }
  return steps;
}
