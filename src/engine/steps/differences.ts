/** Which words of two texts have no counterpart in the other one, by the alignment that finds passages. */
import type { Span } from "../../base/contract/common.ts";
import { PASSAGE } from "../../core/fingerprint/profile.ts";
import { shingle } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import type { Anchor } from "../../core/passages/anchors.ts";
import { indexShingles } from "../../core/passages/anchors.ts";
import { findPassages } from "../../core/passages/passages.ts";
import { readText, type Text, utf16Spans, type WordRange } from "../../core/text/text.ts";

/** UTF-16 spans of the runs of words that differ; all words of both where they share no passage. */
export function differingWords(kernels: Kernels, a: string, b: string): { a: Span[]; b: Span[] } {
  const [first, second] = [a, b].map((text) => shingle(kernels, readText(kernels, text), PASSAGE));
  const runs = findPassages(indexShingles(first!), second!).passages.flatMap(({ agreeing }) => agreeing);
  return { a: outside(first!.text, runs, "a"), b: outside(second!.text, runs, "b") };
}

/** The words of a text that are in no run. */
function outside(text: Text, runs: readonly Anchor[], side: "a" | "b"): Span[] {
  const ranges: WordRange[] = [];
  let next = 0;
  const ordered = [...runs].sort((one, other) => one[side] - other[side]);
  for (const { [side]: start, lengthWords } of ordered) {
    if (start > next) ranges.push({ start: next, end: start });
    next = Math.max(next, start + lengthWords);
  }
  if (next < text.lengthWords) ranges.push({ start: next, end: text.lengthWords });
  return utf16Spans(text, ranges);
}
