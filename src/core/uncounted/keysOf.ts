import { hashKey } from "../fingerprint/shingles.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { readText } from "../text/text.ts";

const LINE_END = 10;

/**
 * The keys of the words that each text folds to. All are folded at once: a call takes longer than a short text.
 *
 * @param texts of one line each, of which none ends with a hyphen
 */
export function keysOf(kernels: Kernels, texts: readonly string[]): number[][] {
  const { bytes, words, bounds, lengthWords } = readText(kernels, texts.join("\n"));
  const keys = texts.map((): number[] => []);
  let text = 0;
  for (let word = 0, at = 0; word < lengthWords; word++) {
    for (; at < bounds[2 * word]!; at++) if (bytes[at] === LINE_END) text++;
    keys[text]!.push(hashKey(words, word));
  }
  return keys;
}
