/**
 * The features of a text for a classifier that never sees the model: its words, its runs of characters and its shape.
 */
import { sum } from "../../base/lists/numbers.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { log } from "../../core/kernels/numbers/log.reference.ts";
import type { SparseRow } from "./classifier.ts";

/**
 * Maximum of characters read from one text, and from all texts together: enough to distinguish them, and at most ten
 * seconds and half a GB for the most hostile input.
 */
const READ_CHARACTERS_MAX = 20_000;
const ALL_CHARACTERS_MAX = 2_000_000;
/** Number of buckets for words, and the same number for runs of characters: a power of two. */
const BUCKETS = 1 << 17;
/** Lengths of the runs of characters. Unlike words, runs keep case, punctuation and blanks. */
const RUN_LENGTHS = [2, 3, 4];
/** Capitals, digits, punctuation and signs, line breaks, other blanks. */
const KINDS = [/\p{Lu}/gu, /\p{N}/gu, /[\p{P}\p{S}]/gu, /[\n\r]/g, /[^\S\n\r]/g];
/** Number of the last features: the length and the shares of these kinds of characters. */
const SHAPES = 1 + KINDS.length;
export const BLIND_FEATURES = 2 * BUCKETS + SHAPES;
const SHAPE_WEIGHT = 0.25;
const SHAPE_DEVIATIONS_MAX = 3;

/** Number of characters that are read from the beginning of each text, given the number of texts. */
export function blindCharacters(texts: number): number {
  return Math.min(READ_CHARACTERS_MAX, Math.floor(ALL_CHARACTERS_MAX / texts));
}

/**
 * Feature rows: counts are damped by ln and weighted by rarity among all given texts, and each kind of feature is
 * scaled to a length of 1. No label is used, so nothing leaks between the folds of a cross-validation.
 */
export function blindRows(kernels: Kernels, texts: readonly string[]): SparseRow[] {
  const seen = texts.map((text) => text.slice(0, blindCharacters(texts.length)));
  const kinds = [wordCounts, runCounts].map((countsOf, kind) => {
    const counts = seen.map((text) => packed(countsOf(kernels, text)));
    const rarity = raritiesOf(counts);
    return counts.map((one) => unitRow(one, rarity, kind * BUCKETS));
  });
  const shapes = shapeRows(texts.map((text, i) => shapeOf(text.length, seen[i]!)));
  return texts.map((_, i) => joined([kinds[0]![i]!, kinds[1]![i]!, shapes[i]!]));
}

type CountByWord = Map<number, number>;

function wordCounts(kernels: Kernels, text: string): CountByWord {
  const counts: CountByWord = new Map();
  for (const hash of kernels.readWords(new TextEncoder().encode(text)).hashes.low) increase(counts, hash % BUCKETS);
  return counts;
}

function runCounts(_: Kernels, text: string): CountByWord {
  const counts: CountByWord = new Map();
  for (const length of RUN_LENGTHS) {
    for (let start = 0; start + length <= text.length; start++) {
      let hash = length;
      for (let i = 0; i < length; i++) hash = Math.imul(hash ^ text.charCodeAt(start + i), 0x9e37_79b1);
      increase(counts, ((hash ^ (hash >>> 15)) >>> 0) % BUCKETS);
    }
  }
  return counts;
}

function increase(counts: CountByWord, feature: number): void {
  counts.set(feature, (counts.get(feature) ?? 0) + 1);
}

/** As arrays of numbers, which take a tenth of a map's memory. */
const packed = (counts: CountByWord): SparseRow => ({
  features: Uint32Array.from(counts.keys()),
  values: Float64Array.from(counts.values()),
});

/** Rarity of each feature: ln ((1 + texts) / (1 + texts with the feature)) + 1. */
function raritiesOf(texts: readonly SparseRow[]): Float64Array {
  const having = new Uint32Array(BUCKETS);
  for (const { features } of texts) for (const feature of features) having[feature]!++;
  return Float64Array.from(having, (count) => (count === 0 ? 0 : log((1 + texts.length) / (1 + count)) + 1));
}

function unitRow({ features, values }: SparseRow, rarity: Float64Array, offset: number): SparseRow {
  const weighed = values.map((count, i) => (1 + log(count)) * rarity[features[i]!]!);
  const size = Math.sqrt(weighed.reduce((sum, value) => sum + value * value, 0));
  return { features: features.map((feature) => offset + feature), values: weighed.map((value) => value / size) };
}

/** Length and shares of kinds of characters, each standardised over all texts. */
function shapeRows(shapes: readonly (readonly number[])[]): SparseRow[] {
  const rows = shapes.map(() => ({
    features: Uint32Array.from({ length: SHAPES }, (_, i) => 2 * BUCKETS + i),
    values: new Float64Array(SHAPES),
  }));
  for (let shape = 0; shape < SHAPES; shape++) {
    const centre = sum(shapes, (one) => one[shape]! / shapes.length);
    const size = Math.sqrt(sum(shapes, (one) => ((one[shape]! - centre) * (one[shape]! - centre)) / shapes.length));
    rows.forEach(({ values }, i) => {
      const deviations = size > 0 ? (shapes[i]![shape]! - centre) / size : 0;
      values[shape] = SHAPE_WEIGHT * Math.max(-SHAPE_DEVIATIONS_MAX, Math.min(SHAPE_DEVIATIONS_MAX, deviations));
    });
  }
  return rows;
}

function shapeOf(lengthCharacters: number, seen: string): number[] {
  const share = (kind: RegExp) => (seen.match(kind)?.length ?? 0) / (1 + seen.length);
  return [log(1 + lengthCharacters), ...KINDS.map(share)];
}

function joined(rows: readonly SparseRow[]): SparseRow {
  const length = sum(rows, ({ features }) => features.length);
  const all: SparseRow = { features: new Uint32Array(length), values: new Float64Array(length) };
  let at = 0;
  for (const { features, values } of rows) {
    all.features.set(features, at);
    all.values.set(values, at);
    at += features.length;
  }
  return all;
}
