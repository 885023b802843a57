/**
 * Do two windows say the same? The encoder reads the candidates of an item, and what decides is how much nearer the
 * best is than the next ones, and whether both name the same numbers: problems of one form are near each other too.
 */
import type { Encoder } from "../../../base/contract/resources/encoder.ts";
import { sum } from "../../../base/lists/numbers.ts";
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import { log2Units, UNITS_PER_BIT } from "../../../core/kernels/passages/scoring.ts";
import { BACKGROUND, backgroundOf } from "../../../core/vectors/background.ts";
import { compareNumbers, type NumbersCompared } from "../../../core/vectors/numbers.ts";
import { cosineOf } from "../../../core/vectors/wordVectors.ts";
import { confidenceOf, type Features } from "./calibration.ts";
import {
  type ItemWindow,
  NUMBER_UNITS_MIN,
  type RankedCandidate,
  type RankedWindow,
  type RewordedRanking,
} from "./ranking.ts";

export interface JudgedCandidate {
  candidate: RankedCandidate;
  /** The part of its window that was read. */
  part: RankedWindow;
  cosine: number;
  margin: number;
  numbers: NumbersCompared;
  features: Features;
  confidence: number;
}

/** Next ones that the best is compared with. */
const NEIGHBOURS = 5;
/** Vectors that are kept, since items have candidates in common; 1,536 bytes each in 384 numbers. */
const KEPT_MAX = 1 << 16;
const TEXTS_AT_ONCE = 64;
const NUMBER_BITS_MAX = 10;
const DIFFERING_MAX = 2;

export class Judge {
  readonly #encoder: Encoder;
  readonly #ranking: RewordedRanking;
  readonly #signal: PlatformAbortSignal | undefined;
  #vectors = new Map<string, Float32Array>();
  #background: number | undefined;

  constructor(encoder: Encoder, ranking: RewordedRanking, signal: PlatformAbortSignal | undefined) {
    this.#encoder = encoder;
    this.#ranking = ranking;
    this.#signal = signal;
  }

  /** The candidates of a window of an item, the most certain first. */
  async judge(window: ItemWindow): Promise<JudgedCandidate[]> {
    await this.background();
    const parts = window.candidates.map((candidate) => this.#ranking.nearestPart(candidate.window, window));
    const [own, ...vectors] = await this.vectorsOf([window.content, ...parts.map(({ content }) => content)]);
    const cosines = vectors.map((vector) => cosineOf(own!, vector));
    const judged = window.candidates.map((candidate, i) => {
      const cosine = cosines[i]!;
      // What is nearer to the candidate than the item is belongs to it: a copy, another edition, another rewording.
      const others = cosines.filter((_, j) => j !== i && cosineOf(vectors[i]!, vectors[j]!) < cosine);
      const nearest = others.sort((x, y) => y - x).slice(0, NEIGHBOURS);
      const margin = nearest.length === 0 ? 0 : cosine - sum(nearest, (value) => value) / nearest.length;
      const numbers = compareNumbers(window.numbers, parts[i]!.numbers);
      const features = this.#features(cosine, margin, numbers);
      return { candidate, part: parts[i]!, cosine, margin, numbers, features, confidence: confidenceOf(features) };
    });
    return judged.sort((x, y) => y.confidence - x.confidence || x.candidate.order - y.candidate.order);
  }

  /** A vector of each text; each text is encoded once. */
  async vectorsOf(texts: readonly string[]): Promise<Float32Array[]> {
    const asked = new Set(texts);
    const missing = [...asked].filter((text) => !this.#vectors.has(text));
    if (this.#vectors.size + missing.length > KEPT_MAX)
      this.#vectors = new Map([...this.#vectors].filter(([text]) => asked.has(text)));
    for (let at = 0; at < missing.length; at += TEXTS_AT_ONCE) {
      const batch = missing.slice(at, at + TEXTS_AT_ONCE);
      const vectors = await this.#encoder.encode(batch, { signal: this.#signal });
      for (const [i, text] of batch.entries()) this.#vectors.set(text, vectors[i]!);
    }
    return texts.map((text) => this.#vectors.get(text)!);
  }

  async background(): Promise<number> {
    this.#background ??= backgroundOf(await this.vectorsOf(BACKGROUND));
    return this.#background;
  }

  #features(cosine: number, margin: number, { both, onlyA, onlyB }: NumbersCompared): Features {
    const scale = 1 - this.#background!;
    const bits = (values: readonly number[]) => sum(values, (value) => this.#bitsOf(value));
    const [same, other] = [bits(both), bits(onlyA) + bits(onlyB)];
    return {
      constant: 1,
      cosine: (cosine - this.#background!) / scale,
      margin: margin / scale,
      ...(same + other === 0
        ? null
        : {
            agreement: same / Math.max(same + other, NUMBER_UNITS_MIN / UNITS_PER_BIT),
            differing: Math.min(other / NUMBER_BITS_MAX, DIFFERING_MAX),
          }),
    };
  }

  /** How rare a number is among the windows that were ranked. */
  #bitsOf(value: number): number {
    const { numbers, windowsRanked } = this.#ranking;
    const bits = (log2Units(windowsRanked + 2) - log2Units((numbers.get(value) ?? 0) + 1)) / UNITS_PER_BIT;
    return Math.max(0.25, Math.min(NUMBER_BITS_MAX, bits));
  }
}
