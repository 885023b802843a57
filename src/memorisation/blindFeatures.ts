/** What a classifier sees of a text that never sees the model: its words, its runs of characters and its shape. */
import type { Kernels } from "../kernels/kernels.ts";
import { log } from "../kernels/numbers/log.reference.ts";
import type { SparseRow } from "./classifier.ts";

/** No more is looked at of a text, and of all texts together: enough to tell them apart, and ten seconds and half a GB of the most hostile. */
const READ_CHARACTERS_MAX = 20_000;
const ALL_CHARACTERS_MAX = 2_000_000;
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

/** How much of each text is looked at, from its beginning, where there are so many. */
export function blindCharacters(texts: number): number {
  return Math.min(READ_CHARACTERS_MAX, Math.floor(ALL_CHARACTERS_MAX / texts));
}

/**
 * Counts are damped by ln, weighed by rarity among all the texts given, and each kind scaled to a length of 1. No label is looked at, so
 * that nothing leaks between the folds of a cross-validation.
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

/** Arrays of numbers take a tenth of a map's room. */
const packed = (counts: CountByWord): SparseRow => ({
  features: Uint32Array.from(counts.keys()),
  values: Float64Array.from(counts.values()),
});

/** ln ((1 + texts) / (1 + texts that have it)) + 1. */
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

function shapeOf(lengthCharacters: number, seen: string): number[] {
  const share = (kind: RegExp) => (seen.match(kind)?.length ?? 0) / (1 + seen.length);
  return [log(1 + lengthCharacters), ...KINDS.map(share)];
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
