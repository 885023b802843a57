/** What every encoder does with vectors that it was given. */
import { SpoliaError } from "../../base/errors.ts";

/** The direction of a vector alone. @throws model_failed where it has none, or other numbers than it should */
export function normalised(vector: Float32Array, dimensions: number): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const isVector = vector.length === dimensions && Number.isFinite(squares) && squares > 0;
  if (!isVector) throw encoderFailed(`gave a vector that is no direction in ${dimensions} numbers`);
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}

/** @param what follows "The encoder" */
export function encoderFailed(what: string, hint?: string): SpoliaError {
  return new SpoliaError("model_failed", `The encoder ${what}.`, hint === undefined ? {} : { hint });
}

/** The vector of a text: the direction of the mean over its tokens, or of the first. @param states a row of each */
export function pooledOf(
  states: Float32Array,
  { dimensions, pooling }: { dimensions: number; pooling: "mean" | "first" },
): Float32Array {
  const end = pooling === "first" ? dimensions : states.length;
  const sum = new Float32Array(dimensions);
  for (let at = 0; at < end; at++) sum[at % dimensions]! += states[at]!;
  return normalised(sum, dimensions);
}

/** Runs of texts, or of tokens of texts, of at most so many and so long together; a longer one is a run of its own. */
export function batchesOf<Text extends { readonly length: number }>(
  texts: readonly Text[],
  textsMax: number,
  lengthMax: number,
): Text[][] {
  const batches: Text[][] = [];
  let length = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    length += text.length;
    if (last !== undefined && last.length < textsMax && length <= lengthMax) last.push(text);
    else {
      batches.push([text]);
      length = text.length;
    }
  }
  return batches;
}
