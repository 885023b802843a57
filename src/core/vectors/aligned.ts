/**
 * Which sentences of two texts correspond? Aligned in order, one with one or with two, by the vectors of an encoder.
 */
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
export const JOINED_COST = 0.05;

/** Sentences of a text, one after the other, by their numbers. */
export interface SentenceRange {
  start: number;
  end: number;
}

/** Sentences that correspond, or one that stands alone: the range of the other text is empty then. */
export interface SentenceStep {
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
  at(a: SentenceRange, b: SentenceRange): number {
    const at = a.start * this.columns + b.start;
    const one = this.#single[at]!;
    if (a.end - a.start === 2) return (one + this.#single[at + this.columns]!) / this.#lengthsA[a.start]!;
    return b.end - b.start === 2 ? (one + this.#single[at + 1]!) / this.#lengthsB[b.start]! : one;
  }

  /** Of single sentences. */
  of(row: number, column: number): number {
    return this.#single[row * this.columns + column]!;
  }
}

const lengthsOfTwo = (vectors: readonly Float32Array[]): number[] =>
  vectors.slice(1).map((vector, i) => Math.sqrt(2 + 2 * cosineOf(vectors[i]!, vector)));

/** What it is worth that sentences correspond: one with one, or two with one. What stands alone is worth 0. */
export type Gain = (a: SentenceRange, b: SentenceRange) => number;

/**
 * By how much sentences are nearer than unrelated ones and a little more.
 *
 * @param background the cosine of texts that have nothing to do with each other
 */
export function nearGain(cosines: SentenceCosines, background: number): Gain {
  return (a, b) => (cosines.at(a, b) - background) / (1 - background) - NEAR_MIN - JOINED_COST * joinedIn(a, b);
}

export const joinedIn = (a: SentenceRange, b: SentenceRange): number => a.end - a.start + b.end - b.start - 2;

/** The steps of greatest gain through both texts, by dynamic programming from their ends. */
export function alignedSentences(cosines: SentenceCosines, gain: Gain): SentenceStep[] {
  const { rows: m, columns: n } = cosines;
  const best = new Float64Array((m + 1) * (n + 1));
  const taken = new Uint8Array((m + 1) * (n + 1));
  for (let i = m; i >= 0; i--)
    for (let j = n; j >= 0; j--) {
      let most = Number.NEGATIVE_INFINITY;
      for (const [number, [ofA, ofB]] of STEPS.entries()) {
        if (i + ofA > m || j + ofB > n) continue;
        const own = ofA * ofB === 0 ? 0 : gain({ start: i, end: i + ofA }, { start: j, end: j + ofB });
        const value = own + best[(i + ofA) * (n + 1) + j + ofB]!;
        if (value <= most) continue;
        most = value;
        taken[i * (n + 1) + j] = number;
      }
      best[i * (n + 1) + j] = Math.max(0, most);
    }
  const steps: SentenceStep[] = [];
  for (let i = 0, j = 0; i < m || j < n; ) {
    const [ofA, ofB] = STEPS[taken[i * (n + 1) + j]!]!;
    const [a, b] = [
      { start: i, end: i + ofA },
      { start: j, end: j + ofB },
    ];
    steps.push({ a, b, cosine: ofA * ofB === 0 ? null : cosines.at(a, b) });
    i += ofA;
    j += ofB;
  }
  return steps;
}
