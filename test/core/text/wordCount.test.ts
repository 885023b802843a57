/** Words are counted as the engine reads them, without reading. */
import { expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { readText } from "../../../src/core/text/text.ts";
import { countWords, wordsOfTexts } from "../../../src/core/text/wordCount.ts";
import { notEmpty } from "../../support/notEmpty.ts";

test("as many as folding makes, in any script", async () => {
  const kernels = await loadKernels();
  const texts = [
    "",
    "It was the best of times.",
    "日本語のテキスト",
    "한국어 텍스트",
    "don't stop-me",
    "a".repeat(5_000),
    "café",
  ];
  for (const text of notEmpty(texts)) expect(countWords(text), text).toBe(readText(kernels, text).lengthWords);
});

test("of the texts of a request, and not of its names and recorded answers", () => {
  expect(wordsOfTexts({ content: "two words", content_type: "text", metadata: { title: "three more words" } })).toBe(2);
  expect(wordsOfTexts({ a: "one", b: { content: "two words" }, model: "a b c" })).toBe(3);
  expect(wordsOfTexts({ requests: [{ content: "x" }, { content: "y" }] })).toBe(2);
  expect(wordsOfTexts(null)).toBe(0);
});
