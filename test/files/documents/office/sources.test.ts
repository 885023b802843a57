/** Trees of sources, notebooks and presentations: what is text is read, whatever it is called; the rest is told. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { plainUnreadPages } from "../../../../src/files/documents/pdf/unreadPages.ts";
import { readBytes, readContents, type SkippedInput } from "../../../../src/files/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { skippable } from "../../../support/skippable.ts";
import { archiveOf, wordParagraph, wordParts } from "./archives.ts";

const root = mkdtempSync(join(tmpdir(), "sources-"));
const write = (name: string, content: string | Uint8Array) => {
  mkdirSync(join(root, name, ".."), { recursive: true });
  writeFileSync(join(root, name), content);
};
beforeEach(() => {
  rmSync(root, { recursive: true });
  mkdirSync(root);
});
afterAll(() => rmSync(root, { recursive: true }));

async function read(options = {}) {
  const texts: string[] = [];
  const skipped: SkippedInput[] = [];
  for await (const { id, content_type } of readContents([root], { onSkip: (one) => skipped.push(one), ...options }))
    texts.push(`${id} ${content_type}`);
  return { texts, skipped: skipped.map(({ name, format }) => `${name}: ${format}`) };
}

const MAC = process.platform === "darwin";
test.skipIf(MAC)(skippable("a name in another encoding is told", MAC, "names are UTF-8 there"), async () => {
  const names = ["a\u00ff.txt", "b\u00ff.jsonl"].map((name) => Buffer.from(join(root, name), "latin1"));
  for (const name of notEmpty(names)) writeFileSync(name, "some text");
  write("c.txt", "some text");
  const reasons: string[] = [];
  for await (const _ of readContents([root], { onSkip: ({ reason }) => reasons.push(reason) }));
  expect(reasons).toEqual(Array(2).fill("cannot be opened: its name is not UTF-8. Rename it"));
});

test("files of any ending are read by their bytes", async () => {
  write("src/Main.java", "class Main {}");
  write("src/lib.rs", "fn main() {}");
  write("Makefile", "all: x");
  write("pages", "no ending");
  write("notes.rst", "Title\n=====\n");
  write("odd.qqq", "some text");
  write("wide.qqq", Buffer.from("some text in two bytes", "utf16le"));
  write("page.doc", "<!DOCTYPE html><p>text");
  const letter = archiveOf(wordParts(wordParagraph("text")));
  write("letter", letter);
  write("letter.doc", letter);
  write("packed.zip", zipSync({ "a.txt": new TextEncoder().encode("text") }));
  write("old.doc", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1));
  write("program", Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 1, 0, 0));
  write(
    "data.qqq2",
    Uint8Array.from({ length: 100 }, (_, i) => i),
  );
  write("voice.mp3", "ID3\u0000");
  write("vector.svg", "<svg><text>x</text></svg>");
  expect(await read()).toEqual({
    texts: [
      "Makefile code",
      "letter text",
      "letter.doc text",
      "notes.rst text",
      "odd.qqq text",
      "page.doc html",
      "pages text",
      "wide.qqq text",
      "src/Main.java code",
      "src/lib.rs code",
    ],
    skipped: [
      "data.qqq2: .qqq2",
      "old.doc: Word document",
      "packed.zip: zip archive",
      "program: program",
      "vector.svg: drawing (SVG)",
      "voice.mp3: sound or film",
    ],
  });
});

test("what a .gitignore leaves out is told, and no error when strict", async () => {
  write(".gitignore", "# built\nbuild/\n*.log\n!kept.log\n/only.txt\n*.py[co]\ndoc/**/x.txt\n\\#odd  \n");
  for (const name of [
    "a.txt",
    "a.log",
    "kept.log",
    "only.txt",
    "sub/only.txt",
    "build/deep/b.txt",
    "sub/build",
    "x.pyc",
    "x.py",
    "doc/a/b/x.txt",
    "#odd",
  ])
    write(name, "text");
  write("sub/.gitignore", "!a.log\nlocal.txt\n");
  write("sub/a.log", "text");
  write("sub/local.txt", "text");
  expect(await read({ strict: true })).toEqual({
    texts: ["a.txt text", "kept.log text", "x.py code", "sub/a.log text", "sub/build text", "sub/only.txt text"],
    skipped: ["#odd", "a.log", "build", "only.txt", "x.pyc", "doc/a/b/x.txt", "sub/local.txt"].map(
      (name) => `${name}: left out by .gitignore`,
    ),
  });
});

describe("a notebook", () => {
  const bytes = (notebook: object) => new TextEncoder().encode(JSON.stringify(notebook));

  test("is read by cells, without what they printed", async () => {
    const outputs = [
      { output_type: "stream", text: ["printed ".repeat(20)] },
      { data: { "text/plain": "4", "image/png": "AAAA" } },
    ];
    const cells = [
      { cell_type: "markdown", source: ["# The *title*\n", "\n", "Prose with [a link](x)."] },
      { cell_type: "code", source: 'x = "\\u0441"\nprint(x)', outputs },
      { cell_type: "raw", source: "raw" },
    ];
    const read = await readBytes(bytes({ cells, nbformat: 4 }), { name: "a.ipynb" });
    expect(read).toMatchObject({
      content: 'The title\n\nProse with a link.\n\nx = "\\u0441"\nprint(x)\n\nraw',
      content_type: "text",
      title: "The title",
      sections: [{ kind: "heading", start: 0 }],
    });
    expect(read.unread_pages!.map(plainUnreadPages)).toEqual([
      expect.stringContaining("what its cells have printed (21 words)"),
    ]);
    const old = {
      worksheets: [
        {
          cells: [
            { cell_type: "heading", level: 2, source: "Old" },
            { cell_type: "code", input: ["y = 1"] },
          ],
        },
      ],
    };
    expect(await readBytes(bytes(old), { name: "a.ipynb" })).toMatchObject({ content: "Old\n\ny = 1" });
  });

  test("of pages that a cell shows, the words count, and JSON as Python writes it is read", async () => {
    const page = {
      "text/plain": "<IPython.core.display.HTML object>",
      "text/html": [`<b>${"shown ".repeat(15)}`, "</b>"],
    };
    const written = JSON.stringify({ cells: [{ cell_type: "code", source: "x\ty", outputs: [{ data: page }] }], n: 0 });
    const name = "a.ipynb";
    const read = await readBytes(new TextEncoder().encode(written.replace("0}", "NaN}").replace("\\t", "\t")), {
      name,
    });
    expect(read.content).toBe("x\ty");
    expect(read.unread_pages!.map(plainUnreadPages)).toEqual(["what its cells have printed (15 words)"]);
  });

  test.each(["{}", "[]", "{", '{"cells": 1}'])("that is none is refused: %s", async (json) => {
    const reading = readBytes(new TextEncoder().encode(json), { name: "a.ipynb" });
    await expect(reading).rejects.toMatchObject({
      code: "document_invalid",
      message: expect.stringContaining("damaged"),
    });
  });
});

test("a presentation is read slide by slide, with its notes; the rest is told", async () => {
  const xml = (name: string, body: string) =>
    `<?xml version="1.0"?><${name} xmlns:a="a" xmlns:p="p" xmlns:r="r">${body}</${name}>`;
  const shape = (text: string, place = "") =>
    `<p:sp><p:nvSpPr><p:nvPr>${place && `<p:ph type="${place}"/>`}</p:nvPr></p:nvSpPr><p:txBody><a:p>${text
      .split("|")
      .map((run) => `<a:r><a:t>${run}</a:t></a:r>`)
      .join("")}</a:p></p:txBody></p:sp>`;
  const rels = (...targets: [type: string, target: string][]) =>
    `<Relationships>${targets.map(([type, target], i) => `<Relationship Id="r${i + 1}" Type="x/${type}" Target="${target}"/>`).join("")}</Relationships>`;
  const words = "hidden words ".repeat(10);
  const parts = {
    "_rels/.rels": rels(["officeDocument", "ppt/presentation.xml"]),
    "ppt/presentation.xml": xml(
      "p:presentation",
      '<p:sldIdLst><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/><p:sldId id="258" r:id="r3"/></p:sldIdLst>',
    ),
    "ppt/_rels/presentation.xml.rels": rels(
      ["slide", "slides/slide1.xml"],
      ["slide", "slides/slide2.xml"],
      ["slide", "slides/slide3.xml"],
    ),
    "ppt/slides/slide1.xml": xml("p:sld", shape("Second") + shape("7", "sldNum")),
    "ppt/slides/slide2.xml": xml(
      "p:sld",
      shape("The light|house") +
        shape("First", "title") +
        "<p:graphicFrame><a:tbl><a:tc><a:txBody><a:p><a:r><a:t>Cell</a:t></a:r></a:p></a:txBody></a:tc></a:tbl></p:graphicFrame>",
    ),
    "ppt/slides/slide3.xml": xml("p:sld", shape(words)).replace("<p:sld ", '<p:sld show="0" '),
    "ppt/slides/_rels/slide2.xml.rels": rels(["notesSlide", "../notesSlides/notesSlide1.xml"]),
    "ppt/notesSlides/notesSlide1.xml": xml("p:notes", shape("x", "sldImg") + shape("Said beside it", "body")),
    "ppt/diagrams/data1.xml": xml("d", `<a:t>${words}</a:t>`),
  };
  const encoder = new TextEncoder();
  const archive = zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, encoder.encode(text)])),
  );
  for (const name of ["a.pptx", "a"]) {
    const { content, sections, unread_pages = [] } = await readBytes(archive, { name });
    expect(content.trim()).toBe("First\n\nThe lighthouse\n\nCell\n\nSaid beside it\n\nSecond");
    expect(sections!.map(({ kind, label }) => `${kind} ${label}`)).toEqual(["page 1", "heading First", "page 2"]);
    expect(unread_pages.map(({ reason }) => reason)).toEqual([
      "its hidden slide 3 (20 words)",
      "its SmartArt (20 words)",
    ]);
  }
});
