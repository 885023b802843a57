/**
 * Fits the weights of `src/files/audit/reworded/calibration.ts` on the GSM8K items of even numbers, and prints them:
 *
 *   SPOLIA_REWORDED=FOLDER SPOLIA_ENCODER=URL#MODEL node bench/quality/audit/reworded/fit.ts
 */
import type { Feature, Features } from "../../../../src/files/audit/reworded/calibration.ts";
import { namedEncoder, remembering } from "./encoders.ts";
import { bySpolia } from "./measure.ts";
import { readSets } from "./sets.ts";

const { SPOLIA_REWORDED: folder = ".", SPOLIA_ENCODER: where = "" } = process.env;
/** Keeps weights small that the data leave open. */
const RIDGE = 0.02;
const ROUNDS = 200;

const encoder = remembering(await namedEncoder(where), folder);
const set = readSets(folder).find(({ name }) => name === "GSM8K")!;
const { whole, amongRead } = await bySpolia(set, encoder, (stage) => console.error(stage));
const even = whole.filter(({ id, features }) => Number(id) % 2 === 0 && features !== undefined);
const answers = even.map(({ isIn, isRight }) => Number(isIn && isRight));
console.log(
  `${even.length} items, ${answers.filter(Boolean).length} with their rewording; ${amongRead} among those read`,
);
// Without numbers the items are judged as if they named none: their frames are the hardest negatives that there are.
print("WITHOUT_NUMBERS", ["constant", "cosine", "margin"]);
print("WITH_NUMBERS", ["constant", "cosine", "margin", "agreement", "differing"]);

function print(name: string, features: readonly Feature[]): void {
  const rows = even.map((one) => features.map((feature) => (one.features as Features)[feature] ?? 0));
  const weights = fitted(rows, answers);
  console.log(name, Object.fromEntries(features.map((feature, i) => [feature, Number(weights[i]!.toFixed(2))])));
}

/** Logistic regression by Newton's steps. */
function fitted(rows: readonly number[][], answers: readonly number[]): number[] {
  const size = rows[0]!.length;
  let weights = new Array<number>(size).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = weights.map((weight) => RIDGE * weight);
    const curvature = weights.map((_, i) => weights.map((_, j) => (i === j ? RIDGE : 0)));
    for (const [n, row] of rows.entries()) {
      const p = 1 / (1 + Math.exp(-row.reduce((sum, value, i) => sum + value * weights[i]!, 0)));
      for (let i = 0; i < size; i++) {
        gradient[i]! += (p - answers[n]!) * row[i]!;
        for (let j = 0; j < size; j++) curvature[i]![j]! += p * (1 - p) * row[i]! * row[j]!;
      }
    }
    const step = solved(curvature, gradient);
    weights = weights.map((weight, i) => weight - 0.5 * step[i]!);
  }
  return weights;
}

/** By elimination. */
function solved(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const size = rows.length;
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      if (i === j) continue;
      const factor = rows[j]![i]! / rows[i]![i]!;
      for (let k = i; k <= size; k++) rows[j]![k]! -= factor * rows[i]![k]!;
    }
  return rows.map((row, i) => row[size]! / row[i]!);
}
