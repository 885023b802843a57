/** Files that were cut, changed or made to harm are refused with a reason, in linear time and within limits. */
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { UNPACKED_BYTES_MAX, UNPACKED_RATIO_MAX } from "../../../src/files/documents/bytes/zip.ts";
import { contentOfBytes, type FileContent, type UnreadContent } from "../../../src/files/documents/content.ts";
import { XML_DEPTH_MAX } from "../../../src/files/documents/markup/xml.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { harmed, numbers } from "./harm.ts";
import { latexOf } from "./latex/latexs.ts";
import {
  archiveOf,
  chapterMarkup,
  epubParts,
  openDocumentOf,
  openDocumentParts,
  teiOf,
  wordParagraph,
  wordParts,
} from "./office/archives.ts";
import { rtfOf } from "./office/rtfs.ts";

const CHAPTERS = Array.from({ length: 4 }, (_, number) => ({
  title: `Chapter ${number}`,
  paragraphs: Array.from(
    { length: 20 },
    (_, at) => `Paragraph ${at} of chapter ${number} says what it says & no more.`,
  ),
}));

const WHOLE: Readonly<Record<string, Uint8Array>> = {
  "a.epub": archiveOf(epubParts(CHAPTERS.map(chapterMarkup))),
  "a.docx": archiveOf(wordParts(CHAPTERS.flatMap(({ paragraphs }) => paragraphs.map(wordParagraph)).join(""))),
  "a.odt": archiveOf(openDocumentParts(CHAPTERS.map(openDocumentOf).join(""))),
  "a.tei": new TextEncoder().encode(teiOf(CHAPTERS)),
  "a.rtf": new TextEncoder().encode(rtfOf(CHAPTERS)),
  "a.tex": new TextEncoder().encode(latexOf(CHAPTERS)),
};
/** Without checksums. */
const UNCHECKED = ["a.tei", "a.rtf", "a.tex"];

const TYPED = new Set(["damaged", "encrypted", "too_large", "format_not_read", "not_utf8"]);

/** Files of each format that are harmed. */
const FILES = fewOrAll(250, 1_000);

describe(`${FILES} malformed files of each format`, () => {
  test.each(Object.keys(WHOLE))("%s", (name) => {
    const whole = contentOfBytes(WHOLE[name]!, { name }) as FileContent;
    expect(whole.content.split(/\s+/).length).toBeGreaterThan(800);
    const random = numbers(7);
    const counts = { told: 0, read: 0, same: 0 };
    for (let file = 0; file < FILES; file += 1) {
      const read = contentOfBytes(harmed(WHOLE[name]!, random), { name });
      if ("reason" in read) {
        expect(TYPED, read.reason).toContain(read.code);
        counts.told += 1;
      } else {
        counts.read += 1;
        // Of XML and RTF what stands before the damage is read.
        if (UNCHECKED.includes(name) && read.unread_pages?.some(({ code }) => code === "damaged")) counts.told += 1;
        // Of a book with a damaged chapter the others are read, and it is told.
        if (read.content === whole.content || read.unread_pages !== undefined) counts.same += 1;
      }
    }
    // A zip archive has checksums: what is read of it is whole, or lacks a part that may be absent. XML and RTF have none.
    const told = name === "a.epub" ? 0.7 : !UNCHECKED.includes(name) ? 0.8 : name === "a.tei" ? 0.3 : 0.2;
    expect(counts.told).toBeGreaterThan(told * FILES);
    if (!UNCHECKED.includes(name)) expect(counts.read - counts.same).toBeLessThan(0.06 * FILES);
  });
});

describe("files made to harm", () => {
  const refusal = (bytes: Uint8Array, name = "a.docx") => contentOfBytes(bytes, { name }) as UnreadContent;

  test("a bomb is refused before it is unpacked; the largest that is read is read", () => {
    const spaces = (bytes: number) => `<w:p><w:r><w:t>word${" ".repeat(bytes)}</w:t></w:r></w:p>`;
    const bomb = archiveOf(wordParts(spaces(64 * 1024 * 1024)));
    expect(bomb.length * UNPACKED_RATIO_MAX).toBeLessThan(64 * 1024 * 1024);
    expect(refusal(bomb)).toMatchObject({ code: "too_large" });
    const large = contentOfBytes(archiveOf(wordParts(spaces(15 * 1024 * 1024))), {}) as FileContent;
    expect(large.content.trim()).toBe("word");
    expect(UNPACKED_BYTES_MAX).toBe(2 ** 28);
  });

  test("an archive that states less than it holds, or more, is damaged", () => {
    for (const change of notEmpty([-1, 1, 1_000])) {
      const bytes = archiveOf(wordParts(wordParagraph("text")));
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      let changed = 0;
      for (let at = 0; at < bytes.length - 46; at += 1) {
        if (view.getUint32(at) !== 0x504b0102) continue;
        view.setUint32(at + 24, view.getUint32(at + 24, true) + change, true);
        changed += 1;
      }
      expect(changed).toBeGreaterThan(5);
      expect(refusal(bytes)).toMatchObject({ code: "damaged" });
    }
  });

  const APART = "fourteen words stand apart from what this file says and nobody reads them here. ";
  const json = (data: string) => `<p>a<script type="application/json">${data}</script>`;
  const cue = (text: string) => `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,${text}`;
  test.each([
    ["json.html", (units: number) => json(`"${APART.repeat(units / 80)}"`), "a"],
    ["strings.html", (units: number) => json(`"${APART.repeat(3)}",`.repeat(units / 60)), "a"],
    ["escapes.html", (units: number) => json(`"${String.raw`\"k\":`.repeat(units / 32)}`), "a"],
    ["attribute.html", (units: number) => `<p>a<img alt="${APART.repeat(units / 32)}">`, "a"],
    ["drawing.ass", (units: number) => cue(`{\\p1}${"m 0 0 l ".repeat(units / 4)}{\\p0}a`), "a"],
    ["lines.ass", (units: number) => cue(String.raw`a\N`.repeat(units / 16)), "a"],
    ["grid.rst", (units: number) => `${"+-".repeat(units / 2)}+\n\na`, "a"],
    ["simple.rst", (units: number) => `== ==\n${"- ".repeat(units)}\n${"= ".repeat(units)}\n\na`, "a"],
    ["tags.org", (units: number) => `* a :${"b:".repeat(units)}`, "a"],
  ])("a text of many megabytes ends no run: %s", (name, make, read) => {
    expect(contentOfBytes(new TextEncoder().encode(make(1 << 23)), { name })).toMatchObject({
      content: expect.stringContaining(read),
    });
  });

  test("an encrypted archive is named as such", () => {
    const bytes = zipSync({ "[Content_Types].xml": new TextEncoder().encode("<Types/>") });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length - 46; at += 1) {
      if (view.getUint32(at) === 0x504b0102) view.setUint16(at + 8, view.getUint16(at + 8, true) | 1, true);
    }
    expect(refusal(bytes)).toMatchObject({ code: "encrypted" });
  });

  test("notes, styles and chapters that refer to each other or to themselves are read once", () => {
    const note = `<w:footnote w:id="1"><w:p><w:r><w:t>${"note ".repeat(10_000)}</w:t></w:r></w:p></w:footnote>`;
    const references = '<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>'.repeat(10_000);
    const word = contentOfBytes(archiveOf(wordParts(references, note)), {}) as FileContent;
    expect(word.content.split(" ").length).toBeLessThan(10_010);
    const parts = epubParts([chapterMarkup(CHAPTERS[0]!)]);
    const spine = parts["OPS/package.opf"]!.replace("<spine>", `<spine>${'<itemref idref="c0"/>'.repeat(10_000)}`);
    const book = contentOfBytes(archiveOf({ ...parts, "OPS/package.opf": spine }), {}) as FileContent;
    expect(book.content.length).toBeLessThan(3_000);
  });

  /** Of four times the content it is four times the time; where it were the square, sixteen times. */
  test.each([
    ["deep elements", (units: number) => "<a>".repeat(units / 3)],
    ["closings without openings", (units: number) => `<a>${"</b>".repeat(units / 4)}`],
    ["attributes", (units: number) => `<a ${"b='c' ".repeat(units / 6)}></a>`],
    ["references", (units: number) => `<a>${"&eacute;".repeat(units / 8)}</a>`],
    ["ampersands", (units: number) => `<a>${"&".repeat(units)}</a>`],
    [
      "white space before a break",
      (units: number) => `<TEI><text>${`${" ".repeat(50)}<lb break="no"/>`.repeat(units / 66)}</text></TEI>`,
    ],
    [
      "breaks in one paragraph",
      (units: number) => `<TEI><text><p>${'a-<lb break="no"/>'.repeat(units / 18)}</p></text></TEI>`,
    ],
    ["quotes of a document type", (units: number) => `<!DOCTYPE a [${'"'.repeat(units)}]><a/>`],
    ["notes in notes", (units: number) => `<TEI><text>${"<note>a".repeat(XML_DEPTH_MAX - 2)}${"b ".repeat(units / 2)}`],
  ])("time is linear: %s", (_, content) => {
    const encoder = new TextEncoder();
    const milliseconds = (units: number): number => {
      const bytes = encoder.encode(content(units));
      const times = [0, 0, 0].map(() => {
        const start = process.cpuUsage();
        contentOfBytes(bytes, { name: "a.xml" });
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1_000;
      });
      return Math.min(...times);
    };
    const [quarter, whole] = [milliseconds(1 << 18), milliseconds(1 << 20)];
    expect(whole / Math.max(quarter, 20)).toBeLessThan(10);
  });
});
