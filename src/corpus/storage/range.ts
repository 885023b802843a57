/** Errors of all storages for a file that is missing or too short. */
import { SpoliaError } from "../../base/errors.ts";

/** @param state what is known to be there in place of a corpus, with the way out */
export function notFound(label: string, name: string, state?: { message: string; hint?: string }): SpoliaError {
  const build = "build the corpus first: spolia corpus build -o NAME.spolia PATH --dataset SLUG.";
  const hint = state?.hint ?? `Check the path, or ${build}`;
  return new SpoliaError("corpus_not_found", state?.message ?? `There is no ${name} in ${label}.`, { hint });
}

/** @throws corpus_corrupt where the file ends before the range does */
export function checkRange(name: string, sizeBytes: number, offsetBytes: number, lengthBytes: number): void {
  const isRange =
    Number.isSafeInteger(offsetBytes) && Number.isSafeInteger(lengthBytes) && offsetBytes >= 0 && lengthBytes >= 0;
  if (!isRange || offsetBytes + lengthBytes > sizeBytes) throw tooShort(name);
}

export function tooShort(name: string): SpoliaError {
  return new SpoliaError("corpus_corrupt", `The file ${name} is shorter than the corpus says.`, {
    hint: "It was cut off. Copy it again from where it came from, or build the corpus again.",
  });
}
