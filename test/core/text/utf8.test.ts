/** Bytes are UTF-8 or not, by the runtime's own check and by decoding alike. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { utf8Of } from "../../../src/core/text/text.ts";

const VALID: [string, number[]][] = [
  ["nothing", []],
  ["ASCII with a zero", [0x61, 0x00, 0x7f]],
  ["a byte order mark", [0xef, 0xbb, 0xbf, 0x61]],
  ["the first and the last of two bytes", [0xc2, 0x80, 0xdf, 0xbf]],
  ["the first and the last of three bytes", [0xe0, 0xa0, 0x80, 0xef, 0xbf, 0xbf]],
  ["around the surrogates", [0xed, 0x9f, 0xbf, 0xee, 0x80, 0x80]],
  ["the first and the last of four bytes", [0xf0, 0x90, 0x80, 0x80, 0xf4, 0x8f, 0xbf, 0xbf]],
];
const INVALID: [string, number[]][] = [
  ["a byte that continues nothing", [0x80]],
  ["a character that ends too early", [0x61, 0xc3]],
  ["a character of three bytes that ends too early", [0xe2, 0x82]],
  ["two bytes where one is enough", [0xc1, 0xbf]],
  ["three bytes where two are enough", [0xe0, 0x9f, 0xbf]],
  ["four bytes where three are enough", [0xf0, 0x8f, 0xbf, 0xbf]],
  ["a surrogate", [0xed, 0xa0, 0x80]],
  ["a code point after the last", [0xf4, 0x90, 0x80, 0x80]],
  ["a byte that no character has", [0xff]],
];

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each([["the runtime's own check"], ["decoding"]])("UTF-8 by %s", (way) => {
  /** Whether the bytes, between letters enough for any fast path, are taken. */
  const isTaken = (bytes: number[]) => {
    const letters = Array.from({ length: 100 }, () => 0x61);
    const content = Uint8Array.from([...letters, ...bytes, ...letters]);
    if (way === "decoding") vi.stubGlobal("process", undefined);
    const tried = [content, content.subarray(100, 100 + bytes.length)].map((some) => {
      try {
        return utf8Of(some) === some;
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_request" });
        return false;
      }
    });
    vi.unstubAllGlobals();
    expect(tried[0]).toBe(tried[1]);
    return tried[0];
  };

  test.each(VALID)("takes %s", (_, bytes) => {
    expect(isTaken(bytes)).toBe(true);
  });

  test.each(INVALID)("refuses %s", (_, bytes) => {
    expect(isTaken(bytes)).toBe(false);
  });
});

test("an array whose memory was handed over counts as empty", () => {
  const bytes = Uint8Array.of(0xff);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  expect(utf8Of(bytes)).toBe(bytes);
});
