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

/** Runs of texts of at most so many texts and characters; a longer text is a run of its own. */
export function batchesOf(texts: readonly string[], textsMax: number, charactersMax: number): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    if (last === undefined || last.length === textsMax || characters + text.length > charactersMax) {
      batches.push([text]);
      characters = text.length;
    } else {
      last.push(text);
      characters += text.length;
    }
  }
  return batches;
}
