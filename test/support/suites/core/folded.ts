/** The words of a text after folding, as strings. */
import { expect } from "vitest";
import type { Kernels } from "../../../../src/core/kernels/kernels.ts";
import { fold } from "../../../../src/core/kernels/text/fold.reference.ts";
import { foldTable } from "../../../../src/core/kernels/text/foldTable.ts";
import { hashWords } from "../../../../src/core/kernels/text/hash.reference.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The kernels return only hashes: the reference implementation gives the words, and their hashes must be equal. */
export function foldedWords(kernels: Kernels, text: string | Uint8Array): string[] {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  const folded = fold(bytes, foldTable());
  const [got, wanted] = [kernels.readWords(bytes).hashes, hashWords(folded)];
  for (const half of ["low", "high"] as const) {
    if (Buffer.compare(bytesOf(got[half]), bytesOf(wanted[half])) !== 0) expect(got).toEqual(wanted);
  }
  return Array.from(folded.ends, (end, i) => decoder.decode(folded.folded.subarray(folded.ends[i - 1] ?? 0, end)));
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
