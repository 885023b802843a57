/** RTF gives the text that a reader sees, in order, with its headings. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NotRead } from "../../../../src/files/documents/bytes/notRead.ts";
import { readRtf } from "../../../../src/files/documents/office/rtf.ts";
import { rtfAround, rtfOf, rtfText } from "./rtfs.ts";

const bytes = (rtf: string) => Uint8Array.from(rtf, (letter) => letter.charCodeAt(0));
const read = (body: string) => readRtf(bytes(rtfAround(body)));
const textOf = (body: string) => read(body).text.trim();

describe("the text", () => {
  test("any text comes back, with its headings", () => {
    const line = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
      .map((text) => `a${text.replace(/\s/g, " ")}z`);
    let ran = 0;
    fc.assert(
      fc.property(
        fc.array(fc.record({ title: line, paragraphs: fc.array(line, { maxLength: 4 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
        (chapters) => {
          ran += 1;
          const { text, sections } = readRtf(bytes(rtfOf(chapters)));
          expect(text).toBe(
            chapters.flatMap(({ title, paragraphs }) => [title, ...paragraphs].map((one) => `${one}\n\n`)).join(""),
          );
          expect(sections.map(({ start }) => text.slice(start).split("\n")[0])).toEqual(
            chapters.map(({ title }) => title),
          );
        },
      ),
    );
    expect(ran).toBeGreaterThan(50);
  });

  test.each([
    [String.raw`caf\'e9 \ldblquote so\rdblquote\~\emdash  x\line y`, "café “so”\u00a0— x\ny"],
    [String.raw`{\f1 \'cf\'f0\'e8\'e2\'e5\'f2}`, "Привет"],
    [String.raw`{\f3 \'93\'fa\'96\'7b}`, "日本"],
    [String.raw`\uc2\u233\'c3\'a9 {\uc0\u233 x} \u233\'c3\'a9.`, "é éx é."],
    [String.raw`\u8217\par Next \u233\b old \uc2\u26085\emdash\endash x`, "’\n\nNext éold 日x"],
    ["one\r\n two\\\nthree", "one two\n\nthree"],
    [String.raw`a {\v hidden}b{\deleted gone}{\*\unknown no}{\pict 0a0b}{\f2 \'b7}c`, "a bc"],
    [String.raw`{\field{\*\fldinst HYPERLINK "x"}{\fldrslt shown}}{\header running}{\listtext 1.}`, "shown"],
    [String.raw`{\upr{A?}{\*\ud{\u1040?}}}`, "А"],
    [String.raw`{\pict\bin5 }}}}}}after`, "after"],
    [String.raw`\trowd A\cell B\cell\row C`, "A\n\nB\n\nC"],
    [
      String.raw`It was{\super\chftn{\footnote\pard A note.\par More of it.}} the end.\par Next.`,
      "It was the end.\n\nA note.\n\nMore of it.\n\nNext.",
    ],
  ])("%s", (body, text) => expect(textOf(body)).toBe(text));

  test.each([
    [0, "Ïðè é"],
    [1, "При é"],
    [2, "Ïðè é"],
    [9, "Ïðè é"],
  ])("letters without a font are of the default font %d, also after \\plain", (font, text) => {
    const fonts = String.raw`{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset2 Symbol;}}`;
    const body = String.raw`\'cf\f1\plain\'f0\'e8 {\f0 \'e9}`;
    expect(readRtf(bytes(String.raw`{\rtf1\ansi\ansicpg1252\deff${font}${fonts}${body}}`)).text.trim()).toBe(text);
  });

  test("title and author are of the document", () => {
    const { title, author, text } = read(
      String.raw`{\info{\title Moby-Dick \'e9}{\author{\upr{X}{\*\ud H. M.}}}{\operator Y}}Text`,
    );
    expect([title, author, text.trim()]).toEqual(["Moby-Dick é", "H. M.", "Text"]);
  });

  test("headings are those of styles and outlines", () => {
    const body = String.raw`\pard\s2 Book\par\pard\s3 no\par\pard\outlinelevel1 Part\par\pard text\par`;
    expect(read(body).sections.map(({ label }) => label)).toEqual(["Book", "Part"]);
  });
});

describe("what cannot be read", () => {
  const reason = (rtf: string) => {
    try {
      return readRtf(bytes(rtf)).text;
    } catch (error) {
      return error instanceof NotRead ? error.reason : error;
    }
  };

  test.each([
    ["{\\rtf1", "damaged: it was cut"],
    ["{\\rtf1 \\bin9 abc}", "damaged: it was cut"],
    ["{\\rtf1 \\'zz}", "damaged: a byte in it is none"],
    ["{\\rtf1\\ansicpg860 caf\\'82}", "its code page 860 is not known"],
    ["{\\rtf1\\ansicpg932 \\'81}", "its bytes are not of its encoding shift_jis"],
    [`${"{".repeat(513)}${"}".repeat(513)}`, "nested deeper than 512 groups"],
  ])("%.30s", (rtf, why) => expect(reason(rtf)).toBe(why));

  test("few wrong bytes are replaced and told; a code page that is not known is what the caller states", () => {
    const { text, unread_pages } = readRtf(bytes(`{\\rtf1\\ansicpg932 ${"word ".repeat(20)}\\'81}`));
    expect(text.trim()).toBe(`${"word ".repeat(20)}\ufffd`);
    expect(unread_pages).toEqual([
      { code: "not_utf8", pages: [], reason: "wrong bytes of SHIFT_JIS at 1 place: U+FFFD stands there" },
    ]);
    expect(readRtf(bytes("{\\rtf1\\ansicpg860 caf\\'e9}"), "windows-1252").text.trim()).toBe("café");
  });

  test("512 groups are read, and a code page without its upper half", () => {
    expect(readRtf(bytes(`{\\rtf1${"{".repeat(511)}deep${"}".repeat(512)}`)).text.trim()).toBe("deep");
    expect(readRtf(bytes("{\\rtf1\\ansicpg850 cafe}")).text.trim()).toBe("cafe");
    expect(rtfText("a{é\u{1f600}")).toBe("a\\{\\u233?\\u-10179?\\u-8704?");
  });
});
