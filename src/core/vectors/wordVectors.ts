/**
 * Vectors of words, made once by an encoder of each form alone: a text is the sum of its words, at the price of an
 * addition a word. Whatever all words have in common is taken out: their mean, and the directions along which they
 * differ most, which tell frequency and length and not what is meant, or those that tell languages apart. Integers from
 * there on: the same bytes and the same ranking in every runtime.
 */

import type { LanguageVectors } from "./languages.ts";

/** Directions that are taken out of the words of one language. */
const COMPONENTS = 3;
/** Of a direction between languages: what is shorter is rounding. */
const LEAST_LENGTH = 0.001;
/** Rounds that find a direction: words differ along the first ones far more than along others. */
const ROUNDS = 40;
/** A word of frequency p counts a / (a + p). */
const FREQUENT = 0.001;
/** Steps of a number in 8 bits, for vectors of length 1 in some hundred numbers. */
const STEPS = 400;
const WEIGHT_STEPS = 1024;
const BYTE_MAX = 127;

/** What all words have in common, as the first vocabulary showed it. */
export interface CommonPart {
  mean: Float64Array;
  components: Float64Array[];
}

/** @param languages vectors of the same words in each of several languages; none for an encoder of one */
export function commonPartOf(
  vectors: readonly Float32Array[],
  dimensions: number,
  languages: LanguageVectors = [],
): CommonPart {
  const mean = meanOf(vectors, dimensions);
  return { mean, components: languages.length > 0 ? between(languages, dimensions) : mostOf(vectors, mean) };
}

function meanOf(vectors: readonly ArrayLike<number>[], dimensions: number): Float64Array {
  const mean = new Float64Array(dimensions);
  for (const vector of vectors) for (let i = 0; i < dimensions; i++) mean[i]! += vector[i]! / vectors.length;
  return mean;
}

function mostOf(vectors: readonly Float32Array[], mean: Float64Array): Float64Array[] {
  const rest = vectors.map((vector) => Float64Array.from(vector, (value, i) => value - mean[i]!));
  const components: Float64Array[] = [];
  for (let number = 0; number < COMPONENTS && number < vectors.length - 1; number++) {
    const component = directionOf(rest, mean.length, number);
    components.push(component);
    for (const vector of rest) takeOut(vector, component);
  }
  return components;
}

/** Directions from one language to another, at right angles to each other. */
function between(languages: LanguageVectors, dimensions: number): Float64Array[] {
  const means = languages.map((vectors) => meanOf(vectors, dimensions));
  const all = meanOf(means, dimensions);
  const directions: Float64Array[] = [];
  for (const mean of means) {
    const direction = mean.map((value, i) => value - all[i]!);
    for (const one of directions) takeOut(direction, one);
    const length = Math.sqrt(dot(direction, direction));
    // The last is made of the others.
    if (length > LEAST_LENGTH) directions.push(direction.map((value) => value / length));
  }
  return directions;
}

/** The direction along which vectors differ most, by repeated multiplication. */
function directionOf(vectors: readonly Float64Array[], dimensions: number, number: number): Float64Array {
  // Any start will do that is not at right angles to the direction; a fixed one gives the same bytes each time.
  let direction = Float64Array.from({ length: dimensions }, (_, i) => 1 + ((i * 7 + number * 13) % 31));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(dimensions);
    for (const vector of vectors) {
      const along = dot(vector, direction);
      for (let i = 0; i < dimensions; i++) next[i]! += along * vector[i]!;
    }
    const length = Math.sqrt(dot(next, next));
    if (length === 0) return direction.fill(0);
    direction = next.map((value) => value / length);
  }
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i]! * b[i]!;
  return total;
}

function takeOut(vector: Float64Array, component: Float64Array): void {
  const along = dot(vector, component);
  for (let i = 0; i < vector.length; i++) vector[i]! -= along * component[i]!;
}

/** The vector of a word in 8 bits, without the common part. */
export function wordBytes(vector: Float32Array, { mean, components }: CommonPart): Int8Array {
  const rest = Float64Array.from(vector, (value, i) => value - mean[i]!);
  for (const component of components) takeOut(rest, component);
  return Int8Array.from(rest, (value) => bounded(value * STEPS));
}

/** What a word counts that stands so often among so many. */
export function weightOf(count: number, total: number): number {
  return Math.round((WEIGHT_STEPS * FREQUENT) / (FREQUENT + count / total));
}

/** The direction of a sum of weighted words, in 8 bits; all zeros where no word has a vector. */
export function directionBytes(total: Float64Array): Int8Array {
  const length = Math.sqrt(dot(total, total));
  return Int8Array.from(total, (value) => (length === 0 ? 0 : bounded((value / length) * STEPS)));
}

const bounded = (value: number): number => Math.max(-BYTE_MAX, Math.min(BYTE_MAX, Math.round(value)));

/** How near two vectors of length 1 are. */
export function cosineOf(a: Float32Array, b: Float32Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i]! * b[i]!;
  return total;
}

/** The product of two texts that say the same. */
export const PRODUCT_MAX = STEPS * STEPS;

/** The product of two texts: at most `PRODUCT_MAX`, but for rounding. */
export function product(a: Int8Array, b: Int8Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += Math.imul(a[i]!, b[i]!);
  return total;
}
