/** The naive reference for tests of the corpus: compares words of texts one by one. */
import { PASSAGE } from "../../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../../src/core/kernels/load.ts";
import { indexShingles, type ShingleIndex } from "../../../../src/core/passages/shingleIndex.ts";
import { readText, type Text, utf16Spans } from "../../../../src/core/text/text.ts";

export const kernels = await loadKernels();

export function queryOf(content: string): ShingleIndex {
  return indexShingles(shingle(kernels, readText(kernels, content), PASSAGE));
}

/** A text with its words as strings (equal for equal words), and their positions in the text. */
export interface JudgedText {
  text: string;
  words: string[];
  spans: { start: number; end: number }[];
}

export function judged(text: string): JudgedText {
  const read = readText(kernels, text);
  const spans = utf16Spans(
    read,
    Array.from({ length: read.lengthWords }, (_, i) => ({ start: i, end: i + 1 })),
  );
  return { text, words: wordsOf(read), spans };
}

function wordsOf({ words }: Text): string[] {
  return Array.from(words.low, (low, i) => `${words.high[i]}:${low}`);
}

export function foldedWords(text: string): string[] {
  return wordsOf(readText(kernels, text));
}

/** All positions of a run of words in a text. */
export function placesOf(run: readonly string[], { words }: JudgedText): number[] {
  const places: number[] = [];
  for (let at = words.indexOf(run[0]!); at >= 0; at = words.indexOf(run[0]!, at + 1)) {
    if (run.every((word, i) => words[at + i] === word)) places.push(at);
  }
  return places;
}

/** Longest common subsequence, in words. */
export function commonWords(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const next = [0];
    for (const [j, other] of b.entries()) next.push(word === other ? row[j]! + 1 : Math.max(next[j]!, row[j + 1]!));
    row = next;
  }
  return row[b.length]!;
}
