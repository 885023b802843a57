import fc from "fast-check";
import { expect, test } from "vitest";
import { isPlainData, utf8BytesAtMost } from "../../../src/base/contract/schemas/plainData.ts";
import { fewOrAll } from "../../support/scale.ts";

test("bytes of UTF-8 are counted as the encoder makes them", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc
      .array(fc.constantFrom("a", "é", "€", "😀", "\uD83D", "\uDE00"), { maxLength: 40 })
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(anyText, fc.nat(120), (text, bytesMax) => {
      expect(utf8BytesAtMost(text, bytesMax)).toBe(new TextEncoder().encode(text).length <= bytesMax);
    }),
    { numRuns: fewOrAll(150, 1_000) },
  );
});

test.each(["\u007F", "\u0080", "\u07FF", "\u0800", "\uD7FF", "\uE000", "\uD800", "\uDFFF", "\u{10000}", "\u{10FFFF}"])(
  "the first and last characters of each length: %j has the bytes that the encoder makes, and not one less",
  (character) => {
    const text = `${character}a`;
    const bytes = new TextEncoder().encode(text).length;
    expect(utf8BytesAtMost(text, bytes)).toBe(true);
    expect(utf8BytesAtMost(text, bytes - 1)).toBe(false);
  },
);

test("plain data is what survives JSON unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(isPlainData(value, 10)).toBe(true);
    }),
  );
  for (const value of [Number.NaN, 1n, Symbol("x"), () => 1, new Date(), new Map(), new Uint8Array(1), /x/]) {
    expect(isPlainData({ deep: [value] }, 10)).toBe(false);
  }
});

test("depth is bounded, cycles included, however many ways lead round", () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  expect(isPlainData(nested(5), 5)).toBe(true);
  expect(isPlainData(nested(6), 5)).toBe(false);
  const cycle: unknown[] = [];
  cycle.push(cycle, cycle, { cycle });
  expect(isPlainData(cycle, 32)).toBe(false);
});
