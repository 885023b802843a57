import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { align } from "../../../src/models/connectors/protocols/align.ts";
import { fewOrAll } from "../../support/scale.ts";

const slices = (text: string, tokens: readonly string[]) =>
  align(text, tokens)?.map(({ start, end }) => text.slice(start, end));

describe("tokens along a text", () => {
  test.each([
    ["whole characters", "a 😀b", ["a", " 😀", "b"], ["a", " 😀", "b"]],
    ["bytes as OpenAI writes them", "a 😀b", ["a", "bytes: \\xf0\\x9f", "bytes:\\x98\\x80", "b"], null],
    [
      "bytes with the space in them",
      "a 😀b",
      ["a", "bytes:\\x20\\xf0\\x9f", "bytes:\\x98\\x80", "b"],
      ["a", " 😀", "", "b"],
    ],
    ["nothing, then the character", "a 😀b", ["a", " ", "", "😀", "b"], ["a", " ", "", "😀", "b"]],
    ["nothing at the end", "a😀", ["a", "😀", "", ""], ["a", "😀", "", ""]],
    ["unreadable pieces", "a 😀b", ["a", " \ufffd", "\ufffd", "b"], ["a", " 😀", "", "b"]],
    ["unreadable pieces at the end", "a😀漢", ["a", "\ufffd", "\ufffd\ufffd", "\ufffd"], ["a", "😀漢", "", ""]],
    ["an unreadable character that is one", "a\ufffdb", ["a", "\ufffd", "b"], ["a", "\ufffd", "b"]],
    ["half of a pair", "a\ud83db", ["a", "\ufffd", "b"], ["a", "\ud83d", "b"]],
    ["no text", "", [], []],
    ["another text", "abc", ["ab", "d"], null],
    ["too few", "abc", ["ab"], null],
    ["too many", "abc", ["ab", "c", "d"], null],
    ["a lost space", "a b", ["a", "b"], null],
    ["unreadable where all is readable", "a b", ["a", "\ufffd", "b"], null],
  ] as const)("%s", (_, text, tokens, expected) => {
    expect(slices(text, tokens) ?? null).toEqual(expected);
  });

  const cut = fc.tuple(fc.string({ unit: "binary", maxLength: 40 }), fc.array(fc.nat(200), { maxLength: 12 }));

  test("ranges tile the text, wherever its bytes are cut and whichever way broken characters are written", () => {
    fc.assert(
      fc.property(cut, fc.constantFrom("bytes", "unreadable"), ([text, cuts], way) => {
        const bytes = new TextEncoder().encode(text);
        const places = [...new Set([0, ...cuts.filter((at) => at < bytes.length), bytes.length])].sort((a, b) => a - b);
        const parts = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
        const decoded = parts.map((part) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(part));
        const isWhole = (i: number) => Buffer.from(decoded[i]!).equals(Buffer.from(parts[i]!));
        const escaped = (part: Uint8Array) =>
          `bytes:${[...part].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")}`;
        const tokens = parts.map((part, i) => (way === "unreadable" || isWhole(i) ? decoded[i]! : escaped(part)));
        const ranges = align(text, tokens);
        // Which bytes unreadable pieces have is a guess, which may not go up; then nothing is told.
        if (ranges === null) expect(way).toBe("unreadable");
        else {
          expect(ranges).toHaveLength(tokens.length);
          expect(ranges.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
        }
      }),
      { numRuns: fewOrAll(150, 500) },
    );
  });

  test("any tokens give ranges that tile the text, or none", () => {
    const token = fc.oneof(
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constantFrom("\ufffd", "bytes:\\xff", "", "a"),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "é", "😀", "\ufffd"), maxLength: 8 }),
        fc.array(token),
        (text, tokens) => {
          const ranges = align(text, tokens);
          if (ranges !== null) expect(ranges.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
        },
      ),
      { numRuns: fewOrAll(150, 1_000) },
    );
  });
});
