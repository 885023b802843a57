/** Vectors of windows are the sums of their words, and made one by one: a text may be a library. */
import { expect, test } from "vitest";
import { readText } from "../../../src/core/text/text.ts";
import { segmentsOf, windowsOf } from "../../../src/core/vectors/segments.ts";
import { Vocabulary } from "../../../src/core/vectors/vocabulary.ts";
import { conceptEncoder } from "../../models/encoders/concepts.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";

test("a window is read when it is asked for, and has the vector of its words", async () => {
  const letters = (n: number) => [...String(n)].map((digit) => String.fromCharCode(97 + Number(digit))).join("");
  const sentence = (n: number) =>
    `Of ${letters(n)} they told ${letters(3 * n)} and ${letters(7 * n)} under some trees.`;
  const text = readText(kernels, Array.from({ length: 200 }, (_, n) => sentence(n)).join(" "));
  const vocabulary = new Vocabulary(conceptEncoder());
  const ids = vocabulary.idsOf(text);
  await vocabulary.encode(undefined, () => {});
  const segments = segmentsOf(text);
  let furthest = 0;
  const watched = new Proxy(segments, {
    get(of, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) furthest = Math.max(furthest, Number(name));
      return Reflect.get(of, name);
    },
  });
  const ranges = windowsOf(segments);
  const vectors = vocabulary.vectorsOf(ids, watched, ranges);
  const made: Int8Array[] = [];
  for (const range of notEmpty(ranges)) {
    made.push(vectors.next().value!);
    expect(segments[Math.max(0, furthest - 1)]!.start).toBeLessThan(range.end);
  }
  expect(vectors.next().done).toBe(true);
  expect(made).toEqual(ranges.map((range) => vocabulary.vectorOf(ids, range)));
});
