/** Text that a file holds and that is no part of its reading is told with its words; damage costs what follows it. */
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { contentOfBytes, type FileContent } from "../../../../src/files/documents/content.ts";
import { readers } from "../../../../src/files/documents/readers.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { archiveOf, epubParts, openDocumentParts, wordParagraph, wordParts } from "./archives.ts";

const APART = "fourteen words stand apart from what this file says and nobody reads them here";
const READ = "The keeper wrote it down.";
const bytesOf = (text: string) => new TextEncoder().encode(text);
const spaces = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const word = (name: string, root: string, text: string) =>
  archiveOf({ ...wordParts(wordParagraph(READ)), [name]: `<w:${root} ${spaces}>${wordParagraph(text)}</w:${root}>` });
const page = (more: string) => bytesOf(`<!doctype html><meta charset=utf-8><p>${READ}</p>${more}`);
const openDocument = (text: string) =>
  archiveOf(
    openDocumentParts(`<text:p>${READ}<office:annotation><text:p>${text}</text:p></office:annotation></text:p>`),
  );
/** A book of one chapter, and a page that its order of reading leaves out. */
const book = (more: string, beside = "") => {
  const parts = epubParts([`<html><body><p>${READ}</p>${more}</body></html>`]);
  const item = '<item id="n" href="n.xhtml" media-type="application/xhtml+xml"/></manifest>';
  const listed = parts["OPS/package.opf"]!.replace("</manifest>", item);
  return archiveOf({ ...parts, "OPS/package.opf": listed, "OPS/n.xhtml": `<html><body>${beside}</body></html>` });
};

const HELD: readonly (readonly [name: string, make: (text: string) => Uint8Array, what: string])[] = [
  ["comments.docx", (text) => word("word/comments.xml", "comments", text), "its comments"],
  ["head.docx", (text) => word("word/header2.xml", "hdr", text), "a running head or foot"],
  ["foot.docx", (text) => word("word/footer1.xml", "ftr", text), "a running head or foot"],
  ["comments.odt", openDocument, "its comments"],
  [
    "head.odt",
    (text) =>
      archiveOf({
        ...openDocumentParts(`<text:p>${READ}</text:p>`),
        "styles.xml": `<a xmlns:style="s" xmlns:text="t"><style:header><text:p>${text}</text:p></style:header></a>`,
      }),
    "a running head or foot",
  ],
  ["hidden.epub", (text) => book(`<p hidden="">${text}</p>`), "text that it hides"],
  ["beside.epub", (text) => book("", text), "n.xhtml, which is not in its order of reading"],
  ["hidden.rtf", (text) => bytesOf(`{\\rtf1 ${READ}{\\v ${text}}}`), "its hidden text"],
  ["template.html", (text) => page(`<template><p>${text}</p></template>`), "text that it hides"],
  ["noscript.html", (text) => page(`<noscript><p>${text}</p></noscript>`), "text that it hides"],
  ["noframes.html", (text) => page(`<noframes>${text}</noframes>`), "text that it hides"],
];

test.each(HELD)("%s: what is no part of the reading is told; a label is not", (name, make, what) => {
  const read = contentOfBytes(make(APART), { name }) as FileContent;
  const { text } = readers[read.content_type](read.content);
  expect(text).not.toContain("fourteen");
  expect(text).toContain(READ);
  expect(read.unread_pages).toMatchObject([{ reason: `${what} (14 words)` }]);
  expect((contentOfBytes(make("Draft"), { name }) as FileContent).unread_pages).toBeUndefined();
});

test("a document that stands in another is told", () => {
  const parts = { ...wordParts(wordParagraph(READ)), "word/embeddings/a.xlsx": new Uint8Array([80, 75, 3, 4]) };
  expect(contentOfBytes(archiveOf(parts), { name: "a.docx" })).toMatchObject({
    unread_pages: [{ reason: "a document that is inserted in it" }],
  });
});

test("pages of scripts and styles hide no text", () => {
  const read = contentOfBytes(page(`<script>${APART}</script><style>${APART}</style><iframe>${APART}</iframe>`), {
    name: "a.html",
  });
  expect((read as FileContent).unread_pages).toBeUndefined();
});

test.each([
  ["cut.xml", `<book><p>${READ}</p><p>And`, "its XML ends too early"],
  ["crossed.xml", `<book><p>${READ}</p><q>And</p></q></book>`, "its XML closes another element than is open"],
  ["cut.rtf", `{\\rtf1 ${READ}\\par And`, "it was cut"],
])("%s: what stands before the damage is read, and it is told", (name, text, why) => {
  const read = contentOfBytes(bytesOf(text), { name }) as FileContent;
  expect(read.content).toContain(READ);
  expect(read.unread_pages).toMatchObject([{ code: "damaged", reason: expect.stringContaining(why) }]);
});

test("a damaged document without a word before the damage is refused", () => {
  for (const [name, text] of notEmpty(Object.entries({ "a.xml": "<book><p>", "a.rtf": "{\\rtf1 {" })))
    expect(contentOfBytes(bytesOf(text), { name })).toMatchObject({ code: "damaged" });
});

test("a document is known by its bytes, whatever its name says", () => {
  const letter = archiveOf(wordParts(wordParagraph(READ)));
  for (const name of notEmpty(["letter.doc", "letter", "letter.zip", "letter.pdf"]))
    expect((contentOfBytes(letter, { name }) as FileContent).content).toContain(READ);
  for (const name of notEmpty(["a.pdf", "a.docx", "a.rtf"]))
    expect(contentOfBytes(page(""), { name })).toMatchObject({ content_type: "html" });
  expect(contentOfBytes(bytesOf(READ), { name: "a.pdf" })).toMatchObject({ code: "damaged" });
  expect(contentOfBytes(zipSync({ "a.txt": bytesOf(READ) }), { name: "a.docx" })).toMatchObject({ code: "damaged" });
});
