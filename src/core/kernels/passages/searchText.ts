/** A search of a text that is read first: in the instance where that is possible, else by these steps. */
import type { TextKernels } from "../text/kernels.ts";
import type { PassageKernels } from "./kernels.ts";

export type TextReader = Pick<TextKernels, "readWords" | "hashShingles">;

export function searchTextBy(
  { readWords, hashShingles }: TextReader,
  findPassages: PassageKernels["findPassages"],
): PassageKernels["searchText"] {
  return (a, bytes, marginWords, anchorsMax) => {
    const words = readWords(bytes);
    const { profile } = a.shingled;
    const text = { lengthWords: words.hashes.low.length, words: words.hashes };
    const shingles = hashShingles(words.hashes, profile.shingleWords);
    const found = findPassages(a, { text, shingles, profile }, marginWords, anchorsMax);
    return { ...found, words: found.passages.length === 0 ? null : words };
  };
}
