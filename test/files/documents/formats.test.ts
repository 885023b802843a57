/** Files of other formats are named as what they are; text that speaks of formats is text. */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatOfBytes, formatOfName } from "../../../src/files/documents/formats.ts";

const bytes = (latin1: string) => Uint8Array.from(latin1, (character) => character.charCodeAt(0));

/** Beginnings of real files. */
const FILES: readonly [format: string, head: Uint8Array][] = [
  ["office document", bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0")],
  ["Kindle book", bytes(`${"x".repeat(60)}BOOKMOBI\0`)],
  ["compressed file", gzipSync("text")],
  ["compressed file", bytes("\x28\xb5\x2f\xfd\x04\x00")],
  ["Parquet", bytes("PAR1\x15\x00\x15")],
  ["Arrow", bytes("ARROW1\0\0\xff\xff")],
  ["WARC", bytes("WARC/1.0\r\nWARC-Type: warcinfo\r\n")],
  ["database", bytes("SQLite format 3\0\x10\0")],
  ["image", bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR")],
  ["image", bytes("\xff\xd8\xff\xe0\0\x10JFIF")],
  ["image", bytes("GIF89a\x01\0\x01\0")],
  ["program", bytes("\x7fELF\x02\x01")],
  ["program", bytes("MZ\x90\0\x03\0")],
];

describe("the format of a file", () => {
  test.each(FILES)("%s, by its first bytes", (format, head) => {
    const found = formatOfBytes(head);
    expect(found?.name).toBe(format);
    expect(found?.advice).toMatch(/\.$/);
  });

  test.each([
    "GIF89a is what the file began with, and nobody could open it.",
    "MZ were the initials of Mark Zbikowski.",
    "PK, he wrote, and closed the book.",
    "PAR1 is the magic of Parquet.",
    "BZh is no word.",
    "%PDF is how it begins.",
    "{\\rtf is how it begins.",
    "WARC/1.0 is a version of a standard.",
    "",
    "\uFEFFA text with a mark of its order.",
  ])("text is text: %s", (text) => expect(formatOfBytes(new TextEncoder().encode(text))).toBeUndefined());

  test("whatever a text holds, it is named only where it begins as a file of that format does", () => {
    let ran = 0;
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        ran += 1;
        expect(formatOfBytes(new TextEncoder().encode(`a${text}`))).toBeUndefined();
      }),
    );
    expect(ran).toBeGreaterThan(50);
  });

  test.each([
    ["a/b/slides.odp", "office document"],
    ["letter.doc", "Word document"],
    ["scan.jpeg", "image"],
    ["data.bin", ".bin"],
    ["v1.2/README", "no ending"],
  ])("by the name %s is %s", (name, format) => expect(formatOfName(name).name).toBe(format));
});
