import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { readText, utf16Spans } from "../../../src/core/text/text.ts";
import { utf16Lengths } from "../../../src/core/text/utf16.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { testWith } from "../../support/shared.ts";
import { anyText } from "../../support/suites/core/arbitraries.ts";
import { foldedWords as wordsOf } from "../../support/suites/core/folded.ts";

const kernels = await loadKernels();
const encoder = new TextEncoder();
const foldedWords = (text: string) => wordsOf(kernels, text);

describe("where a word stands in the string", () => {
  test("its span, cut out and folded again, holds the word at its place, and ascends", () => {
    fc.assert(
      fc.property(anyText, (content) => {
        const text = readText(kernels, content);
        const words = foldedWords(content);
        const spans = utf16Spans(
          text,
          words.map((_, i) => ({ start: i, end: i + 1 })),
        );
        spans.forEach(({ start, end }, i) => {
          const again = foldedWords(content.slice(start, end));
          // A character that is several words (½) brings its other words along: those beside this one.
          const alone = again.length === 1 ? again : again.filter((word) => word === words[i]);
          expect(alone[0]).toBe(words[i]);
          if (again.length > 1) expect(words.join(" ")).toContain(again.join(" "));
          if (i > 0) expect([start >= spans[i - 1]!.start, end >= spans[i - 1]!.end]).toEqual([true, true]);
        });
      }),
      { numRuns: fewOrAll(150, 1_500) },
    );
  });

  test("the example that the contract gives: a slice of the original, marks included", () => {
    const content = "😀 Le cafe\u0301, c’est tout.";
    const text = readText(kernels, content);
    const [cafe, rest] = utf16Spans(text, [
      { start: 1, end: 2 },
      { start: 2, end: 5 },
    ]);
    expect(content.slice(cafe!.start, cafe!.end)).toBe("cafe\u0301");
    expect(content.slice(rest!.start, rest!.end)).toBe("c’est tout");
  });

  test("ranges in any order, alike or empty", () => {
    const text = readText(kernels, "äö one two");
    const spans = utf16Spans(text, [
      { start: 2, end: 3 },
      { start: 0, end: 1 },
      { start: 1, end: 1 },
      { start: 2, end: 3 },
    ]);
    expect(spans).toEqual([
      { start: 7, end: 10 },
      { start: 0, end: 2 },
      { start: 0, end: 0 },
      { start: 7, end: 10 },
    ]);
  });

  test("lone surrogates count as one unit each", () => {
    const content = "a \ud800 b\udc00 c";
    const spans = utf16Spans(readText(kernels, content), [
      { start: 1, end: 2 },
      { start: 2, end: 3 },
    ]);
    expect(spans.map(({ start, end }) => content.slice(start, end))).toEqual(["b", "c"]);
  });
});

test("utf16Lengths counts what the string counts", () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.nat(200), { maxLength: 8 }), (content, picks) => {
      const characters = [...content];
      const prefixes = picks.map((pick) => characters.slice(0, pick % (characters.length + 1)).join(""));
      const bytes = encoder.encode(content);
      const lengths = utf16Lengths(
        bytes,
        prefixes.map((prefix) => encoder.encode(prefix).length),
      );
      for (const prefix of notAlwaysEmpty(prefixes))
        expect(lengths.get(encoder.encode(prefix).length)).toBe(prefix.length);
      expect(utf16Lengths(bytes, [bytes.length]).get(bytes.length)).toBe(content.length);
    }),
    { numRuns: fewOrAll(150, 1_000) },
  );
});

test("a long text has the words and the places of its UTF-8", () => {
  const content = `\ud800 ${"Œuvre — the 12th exam-\nple, ﬁn 漢字 de l’été. ".repeat(30_000)}\udfff`;
  const [long, whole] = [readText(kernels, content), readText(kernels, encoder.encode(content))];
  expect(long.lengthWords).toBe(whole.lengthWords);
  expect(long.words).toEqual(whole.words);
  expect(long.bounds).toEqual(whole.bounds);
  expect(long.bytes).toEqual(whole.bytes);
});

describe("what is refused", () => {
  test("bytes that are not UTF-8, and nothing else", () => {
    for (const bytes of [[0xff], [0x61, 0xc3], [0xed, 0xa0, 0x80]]) {
      expect(() => readText(kernels, Uint8Array.from(bytes))).toThrow(
        expect.objectContaining({ code: "invalid_request" }),
      );
    }
    fc.assert(
      fc.property(anyText, (content) => {
        expect(readText(kernels, encoder.encode(content))).toEqual(readText(kernels, content));
      }),
      { numRuns: 300 },
    );
  });

  testWith("data/vectors/blns/blns.json", "naughty strings are texts like any other", (json) => {
    const strings = JSON.parse(json) as string[];
    expect(strings.length).toBeGreaterThan(400);
    for (const content of notEmpty(strings)) {
      const text = readText(kernels, content);
      const spans = utf16Spans(
        text,
        Array.from({ length: text.lengthWords }, (_, i) => ({ start: i, end: i + 1 })),
      );
      for (const { start, end } of notAlwaysEmpty(spans))
        expect(foldedWords(content.slice(start, end)).length).toBeGreaterThan(0);
    }
  });
});
