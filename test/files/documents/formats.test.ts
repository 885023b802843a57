/** Files of other formats are named as what they are; text that speaks of formats is text. */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentOfBytes } from "../../../src/files/documents/content.ts";
import { areRecords, formatOfBytes, formatOfName } from "../../../src/files/documents/formats.ts";

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

const PROSE = "the keeper wrote down what he had heard before the tide turned again";

describe("a file that is named as plain text is what its bytes are", () => {
  const read = (text: string, name = "a.txt") => contentOfBytes(new TextEncoder().encode(text), { name });

  test.each([
    ["a page", `<!doctype html><title>t</title><p>${PROSE}</p>`, { content_type: "html" }],
    ["XML", `<?xml version="1.0"?><doc><p>${PROSE}</p></doc>`, { content: `${PROSE}\n\n` }],
    ["subtitles", `WEBVTT\n\n00:01.000 --> 00:04.000\n${PROSE}\n`, { content: PROSE }],
    ["records", `{"id":"a","text":"${PROSE}"}\n`, { code: "format_not_read", format: "JSON Lines" }],
    ["text that names a tag", `<p> is the tag of paragraphs: ${PROSE}`, { content_type: "text" }],
    ["settings", '{"compilerOptions":{"strict":true}}', { content_type: "text" }],
  ])("%s", (_, text, expected) => {
    expect(read(text)).toMatchObject(expected);
    expect(read(text, "a")).toMatchObject(expected);
  });

  test("records are told by their lines, whatever their letters; source code and lists are none", () => {
    const escaped = Array.from("灯台守は床板の下に日誌を隠した", (letter) => `\\u${letter.charCodeAt(0).toString(16)}`);
    const isRecords = (text: string) => areRecords(new TextEncoder().encode(text));
    expect(isRecords(`{"text":"${escaped.join("")}"}`)).toBe(true);
    expect(isRecords(`{"text":"${`${PROSE} `.repeat(2_000)}"}\n{"text":"${PROSE}"}\n`)).toBe(true);
    expect(isRecords(`{"a":1}\nand then ${PROSE}`)).toBe(false);
    expect(isRecords(`[1, 2] ${PROSE}`)).toBe(false);
    expect(isRecords(`{"a"\n: "${PROSE}"}`)).toBe(false);
  });
});
