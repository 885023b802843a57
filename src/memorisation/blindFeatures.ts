/** What a classifier sees of a text that never sees the model: its words, its runs of characters and its shape. */
import type { Kernels } from "../kernels/kernels.ts";
import { log } from "../kernels/numbers/log.twin.ts";
import type { SparseRow } from "./classifier.ts";

/** Of a text no more than so much is looked at: enough to tell texts apart, and bounded whatever comes. */
export const BLIND_CHARACTERS_MAX = 20_000;
/** Buckets of words, and as many of runs of characters: a power of two. */
const BUCKETS = 1 << 17;
/** Runs of characters: with case, punctuation and blanks, which words do not have. */
const RUN_LENGTHS = [2, 3, 4];
/** Capitals, digits, punctuation and signs, line breaks, other blanks. */
const KINDS = [/\p{Lu}/gu, /\p{N}/gu, /[\p{P}\p{S}]/gu, /[\n\r]/g, /[^\S\n\r]/g];
/** The last features are the length and the shares of those. */
const SHAPES = 1 + KINDS.length;
export const BLIND_FEATURES = 2 * BUCKETS + SHAPES;
const SHAPE_WEIGHT = 0.25;
const SHAPE_DEVIATIONS_MAX = 3;

/**
 * Counts are damped by ln, weighed by rarity among all the texts given, and each kind scaled to a length of 1. No label is looked at, so
 * that nothing leaks between the folds of a cross-validation.
 */
export function blindRows(kernels: Kernels, texts: readonly string[]): SparseRow[] {
  const kinds = [wordCounts, runCounts].map((countsOf, kind) => {
    const counts = texts.map((text) => countsOf(kernels, text.slice(0, BLIND_CHARACTERS_MAX)));
    const rarity = raritiesOf(counts);
    return counts.map((one) => unitRow(one, rarity, kind * BUCKETS));
  });
  const shapes = shapeRows(texts);
  return texts.map((_, i) => joined([kinds[0]![i]!, kinds[1]![i]!, shapes[i]!]));
}

type Counts = Map<number, number>;

function wordCounts(kernels: Kernels, text: string): Counts {
  const counts: Counts = new Map();
  for (const hash of kernels.readWords(new TextEncoder().encode(text)).hashes.low) increase(counts, hash % BUCKETS);
  return counts;
}

function runCounts(_: Kernels, text: string): Counts {
  const counts: Counts = new Map();
  for (const length of RUN_LENGTHS) {
    for (let start = 0; start + length <= text.length; start++) {
      let hash = length;
      for (let i = 0; i < length; i++) hash = Math.imul(hash ^ text.charCodeAt(start + i), 0x9e37_79b1);
      increase(counts, ((hash ^ (hash >>> 15)) >>> 0) % BUCKETS);
    }
  }
  return counts;
}

function increase(counts: Counts, feature: number): void {
  counts.set(feature, (counts.get(feature) ?? 0) + 1);
}

/** ln ((1 + texts) / (1 + texts that have it)) + 1. */
function raritiesOf(texts: readonly Counts[]): Float64Array {
  const having = new Uint32Array(BUCKETS);
  for (const counts of texts) for (const feature of counts.keys()) having[feature]!++;
  return Float64Array.from(having, (count) => (count === 0 ? 0 : log((1 + texts.length) / (1 + count)) + 1));
}

function unitRow(counts: Counts, rarity: Float64Array, offset: number): SparseRow {
  const values = Float64Array.from(counts, ([feature, count]) => (1 + log(count)) * rarity[feature]!);
  const size = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return {
    features: Uint32Array.from(counts.keys(), (feature) => offset + feature),
    values: values.map((value) => value / size),
  };
}

/** Length and shares of kinds of characters, each standardised over all texts. */
function shapeRows(texts: readonly string[]): SparseRow[] {
  const shapes = texts.map(shapeOf);
  const rows = texts.map(() => ({
    features: Uint32Array.from({ length: SHAPES }, (_, i) => 2 * BUCKETS + i),
    values: new Float64Array(SHAPES),
  }));
  for (let shape = 0; shape < SHAPES; shape++) {
    const centre = shapes.reduce((sum, one) => sum + one[shape]! / shapes.length, 0);
    const size = Math.sqrt(
      shapes.reduce((sum, one) => sum + ((one[shape]! - centre) * (one[shape]! - centre)) / shapes.length, 0),
    );
    rows.forEach(({ values }, i) => {
      const deviations = size > 0 ? (shapes[i]![shape]! - centre) / size : 0;
      values[shape] = SHAPE_WEIGHT * Math.max(-SHAPE_DEVIATIONS_MAX, Math.min(SHAPE_DEVIATIONS_MAX, deviations));
    });
  }
  return rows;
}

function shapeOf(text: string): number[] {
  const seen = text.slice(0, BLIND_CHARACTERS_MAX);
  const share = (kind: RegExp) => (seen.match(kind)?.length ?? 0) / (1 + seen.length);
  return [log(1 + text.length), ...KINDS.map(share)];
}

function joined(rows: readonly SparseRow[]): SparseRow {
  const length = rows.reduce((sum, { features }) => sum + features.length, 0);
  const all: SparseRow = { features: new Uint32Array(length), values: new Float64Array(length) };
  let at = 0;
  for (const { features, values } of rows) {
    all.features.set(features, at);
    all.values.set(values, at);
    at += features.length;
  }
  return all;
}
