/** What a text that a lead brought shares with the content: compared word by word, and no match. */
import type { Span } from "../../../base/contract/common.ts";
import { PASSAGE } from "../../../core/fingerprint/profile.ts";
import { shingle, shingleUnkept } from "../../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { findPassages } from "../../../core/passages/passages.ts";
import { allowanceOf, indexShingles, type ShingleIndex } from "../../../core/passages/shingleIndex.ts";
import { readText, utf16Spans } from "../../../core/text/text.ts";

/** What the content and another text share. */
export interface SharedText {
  /** Words of the content in common passages, each once. */
  words: number;
  longest_run_words: number;
  /** Places in the content and in the text, in UTF-16 units, the longest first. */
  passages: { content: Span; text: Span; agreeing_words: number }[];
}

export const readForLeads = (kernels: Kernels, content: string): ShingleIndex =>
  indexShingles(shingle(kernels, readText(kernels, content), PASSAGE));

export function sharedWith(kernels: Kernels, query: ShingleIndex, other: string): SharedText {
  const text = readText(kernels, other);
  const { passages } = findPassages(kernels, query, shingleUnkept(kernels, text), 0, allowanceOf(query.shingled));
  const longestFirst = [...passages].sort((x, y) => y.agreeingWords - x.agreeingWords || x.a.start - y.a.start);
  const own = utf16Spans(
    query.shingled.text,
    longestFirst.map(({ a }) => a),
  );
  const others = utf16Spans(
    text,
    longestFirst.map(({ b }) => b),
  );
  const covered = new Uint8Array(query.shingled.text.lengthWords);
  for (const { agreeing } of passages) for (const { a, lengthWords } of agreeing) covered.fill(1, a, a + lengthWords);
  return {
    words: covered.reduce((sum, one) => sum + one, 0),
    longest_run_words: longestFirst.reduce((most, { longestRunWords }) => Math.max(most, longestRunWords), 0),
    passages: longestFirst.map(({ agreeingWords }, i) => {
      return { content: own[i]!, text: others[i]!, agreeing_words: agreeingWords };
    }),
  };
}
