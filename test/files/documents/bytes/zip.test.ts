/** Archives as programs write them: names in another case, with back slashes, from a root; bytes before the first file. */
import { describe, expect, test } from "vitest";
import { isArchiveBehind, ZipArchive } from "../../../../src/files/documents/bytes/zip.ts";
import { contentOfBytes } from "../../../../src/files/documents/content.ts";
import { archiveOf, epubParts, wordParagraph, wordParts } from "../office/archives.ts";

const TEXT = "The keeper wrote it down.";
const parts = wordParts(wordParagraph(TEXT));
const named = (nameOf: (name: string) => string, all: Record<string, string> = parts) =>
  archiveOf(Object.fromEntries(Object.entries(all).map(([name, part]) => [nameOf(name), part])));
const contentOf = (bytes: Uint8Array, name = "a.docx") => contentOfBytes(bytes, { name });

describe("names of parts", () => {
  test.each<readonly [string, (name: string) => string]>([
    ["in another case", (name) => name.replace("word/document.xml", "Word/Document.XML")],
    ["as Windows writes paths", (name) => name.replaceAll("/", "\\")],
    ["from the root", (name) => `/${name}`],
  ])("%s", (_, nameOf) => expect(contentOf(named(nameOf))).toEqual(contentOf(archiveOf(parts))));

  test("escaped in the archive, or of another case there; which of two is meant stays open", () => {
    const book = epubParts([`<html><body><p>${TEXT}</p></body></html>`]);
    const asIs = contentOf(archiveOf(book), "a.epub");
    const plain = { ...book, "OPS/package.opf": book["OPS/package.opf"]!.replaceAll("c0.xhtml", "c%200.xhtml") };
    expect(
      contentOf(
        named((name) => name.replace("c0.xhtml", "c%200.xhtml"), plain),
        "a.epub",
      ),
    ).toEqual(asIs);
    expect(
      contentOf(
        named((name) => name.replace("c0.xhtml", "C0.XHTML"), book),
        "a.epub",
      ),
    ).toEqual(asIs);
    const two = new ZipArchive(archiveOf({ "A.xml": "1", "a.XML": "2" }));
    expect([two.has("A.xml"), two.has("a.xml")]).toEqual([true, false]);
    expect(two.wasRead("A.xml")).toBe(false);
  });
});

test("bytes before an archive do not hide it; a file without one is damaged", () => {
  const bytes = archiveOf(parts);
  const behind = Uint8Array.from([...new TextEncoder().encode("sent by\r\n\r\n"), ...bytes]);
  expect(contentOf(behind)).toEqual(contentOf(bytes));
  expect([isArchiveBehind(behind), isArchiveBehind(bytes), isArchiveBehind(new Uint8Array(40))]).toEqual([
    true,
    false,
    false,
  ]);
  expect(contentOf(new TextEncoder().encode("no archive at all, in plain text"))).toMatchObject({ code: "damaged" });
});
