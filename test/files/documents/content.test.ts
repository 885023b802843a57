/** What is read of EPUB, DOCX, ODT, TEI and encoded text: all that is shown, in reading order, and nothing else. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TextSection } from "../../../src/base/contract/common.ts";
import { contentOfBytes, type FileContent } from "../../../src/files/documents/content.ts";
import { readBytes } from "../../../src/files/documents/readBytes.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import {
  archiveOf,
  type Chapter,
  chapterMarkup,
  epubParts,
  openDocumentOf,
  openDocumentParts,
  teiOf,
  wordHeading,
  wordParagraph,
  wordParts,
} from "./office/archives.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

function read(bytes: Uint8Array, name = "file", encoding?: string): FileContent {
  const content = contentOfBytes(bytes, { name, encoding });
  if ("reason" in content) throw new Error(content.reason);
  return content;
}

/** Paragraphs that were read, each on one line. */
const paragraphs = ({ content }: FileContent) =>
  content
    .split(/\n\s*\n/)
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => text !== "");

/** Sections, each with the words that stand where it begins. */
const placed = ({ content, sections }: FileContent) =>
  sections!.map(({ kind, start, label }: TextSection) => [
    kind,
    label,
    content.slice(start).replace(/\s+/g, " ").trim().slice(0, 12),
  ]);

const CHAPTERS: readonly Chapter[] = [
  { title: "Loomings", paragraphs: ["Call me Ishmael. Some years ago & more…", "It is a way < I have of driving off"] },
  { title: "The Carpet-Bag", paragraphs: ["I stuffed a shirt or two into my old carpet-bag"] },
];
const PARAGRAPHS = CHAPTERS.flatMap(({ title, paragraphs }) => [title, ...paragraphs]);
const HEADINGS = [
  ["heading", "Loomings", "Loomings Cal"],
  ["heading", "The Carpet-Bag", "The Carpet-B"],
];

/** The same chapters in every format. */
const FORMATS: Readonly<Record<string, (chapters: readonly Chapter[]) => Uint8Array>> = {
  "a.epub": (chapters) => archiveOf(epubParts(chapters.map(chapterMarkup))),
  "a.docx": (chapters) =>
    archiveOf(
      wordParts(
        chapters.map(({ title, paragraphs }) => wordHeading(title) + paragraphs.map(wordParagraph).join("")).join(""),
      ),
    ),
  "a.odt": (chapters) => archiveOf(openDocumentParts(chapters.map(openDocumentOf).join(""))),
  "a.xml": (chapters) => utf8(teiOf(chapters)),
};

test("a file that takes more stack than there is ends no run", () => {
  class Exhausting extends Uint8Array {
    override subarray(): never {
      throw new RangeError("Maximum call stack size exceeded");
    }
  }
  const bytes = new Exhausting(utf8("<p>some words"));
  expect(contentOfBytes(bytes, { name: "a.html" })).toMatchObject({ code: "too_large", reason: expect.any(String) });
});

describe("every format", () => {
  test.each(Object.keys(FORMATS))("%s gives the paragraphs in order, and headings where they stand", (name) => {
    const content = read(FORMATS[name]!(CHAPTERS), name);
    expect(paragraphs(content)).toEqual(PARAGRAPHS);
    const headings = placed(content).filter(([kind]) => kind === "heading");
    expect(headings).toEqual(HEADINGS);
    expect(content.content_type).toBe("text");
  });

  test.each(Object.keys(FORMATS))("%s: any text comes back word for word", (name) => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter(isXmlText);
    const chapter = fc.record({ title: text, paragraphs: fc.array(text, { maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(chapter, { minLength: 1, maxLength: 3 }), (chapters) => {
        const content = read(FORMATS[name]!(chapters), name);
        const all = chapters.flatMap(({ title, paragraphs }) => [title, ...paragraphs]).join(" ");
        expect(content.content.split(/\s+/).filter(Boolean)).toEqual(all.split(/\s+/).filter(Boolean));
        for (const { start, label } of notAlwaysEmpty(content.sections!)) {
          const shown = content.content.slice(start).trimStart().replace(/\s+/g, " ");
          if (content.sections!.every(({ kind }) => kind === "heading")) expect(shown.startsWith(label)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("metadata is that of the document", () => {
    expect(read(FORMATS["a.epub"]!(CHAPTERS))).toMatchObject({ title: "A Title", author: "An Author", lang: "en" });
    expect(read(FORMATS["a.xml"]!(CHAPTERS), "a.xml")).toMatchObject({ title: "A Title", author: "An Author" });
  });
});

/** Characters that XML can hold, and no white space that it changes. */
function isXmlText(text: string): boolean {
  return Array.from(text).every((character) => /^[\p{L}\p{M}\p{N}\p{P}\p{S} \n]$/u.test(character));
}

describe("Word", () => {
  const initial = '<w:p><w:pPr><w:framePr w:dropCap="drop"/></w:pPr><w:r><w:t>C</w:t></w:r></w:p>';
  test.each([
    [`${initial}${wordParagraph("all me Ishmael")}${wordParagraph("next")}`, ["Call me Ishmael", "next"]],
    [`${wordParagraph("before")}${initial}`, ["before", "C"]],
  ])("a large initial begins the next paragraph: %s", (body, expected) =>
    expect(paragraphs(read(archiveOf(wordParts(body))))).toEqual(expected),
  );

  const NOTES = '<w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote>';

  test.each([
    [
      "<w:p><w:r><w:t>inter</w:t></w:r><w:r><w:t>national</w:t><w:br/><w:t>law</w:t></w:r></w:p>",
      ["international law"],
    ],
    ["<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r></w:p>", ["a b"]],
    [
      "<w:p><w:del><w:r><w:delText>no</w:delText><w:t>no</w:t></w:r></w:del><w:ins><w:r><w:t>yes</w:t></w:r></w:ins></w:p>",
      ["yes"],
    ],
    [
      "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>no</w:t></w:r><w:r><w:rPr><w:vanish w:val='0'/></w:rPr><w:t>yes</w:t></w:r></w:p>",
      ["yes"],
    ],
    [
      "<w:p><w:r><w:ruby><w:rt><w:r><w:t>no</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>yes</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>",
      ["yes"],
    ],
    ["<w:p><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t>7</w:t></w:r></w:p>", ["7"]],
    [
      "<w:p><w:r><w:t>before </w:t></w:r><w:r><w:footnoteReference w:id='2'/></w:r><w:r><w:t>after</w:t></w:r></w:p><w:p><w:r><w:footnoteReference w:id='2'/><w:t>next</w:t></w:r></w:p>",
      ["before after", "A note.", "next"],
    ],
    [
      "<w:p><w:r><w:t>outer </w:t></w:r><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>text</w:t></w:r></w:p>",
      ["outer text", "box"],
    ],
    [
      "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
      ["a", "b"],
    ],
  ])("%s", (body, expected) => expect(paragraphs(read(archiveOf(wordParts(body, NOTES))))).toEqual(expected));
});

test("a Word document with a password is named as such, one of an old version as another format", () => {
  const compound = new Uint8Array(1_024);
  compound.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const name = (text: string) => Uint8Array.from(Array.from(text, (letter) => [letter.charCodeAt(0), 0]).flat());
  compound.set(name("WordDocument"), 640);
  expect(contentOfBytes(compound, {})).toMatchObject({ format: "office document" });
  compound.set(name("EncryptedPackage"), 768);
  expect(contentOfBytes(compound, {})).toMatchObject({ code: "encrypted" });
});

describe("OpenDocument", () => {
  const STYLES = '<style:style style:name="H1"><style:text-properties text:display="none"/></style:style>';

  test.each([
    ["<text:p>a<text:s text:c='3'/>b<text:tab/>c<text:line-break/>d</text:p>", ["a b c d"]],
    [
      "<text:p>a<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note>b</text:p>",
      ["ab", "note"],
    ],
    ["<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:p>kept</text:p>", ["kept"]],
    ["<text:p>a<office:annotation><text:p>comment</text:p></office:annotation>b</text:p>", ["ab"]],
    ["<text:p>a <text:span text:style-name='H1'>hidden</text:span>b</text:p>", ["a b"]],
  ])("%s", (body, expected) => expect(paragraphs(read(archiveOf(openDocumentParts(body, STYLES))))).toEqual(expected));

  test("an encrypted document is named as such", () => {
    const parts = openDocumentParts("<text:p>a</text:p>");
    const encrypted = { ...parts, "META-INF/manifest.xml": "<m><file-entry><encryption-data/></file-entry></m>" };
    expect(contentOfBytes(archiveOf(encrypted), {})).toMatchObject({ code: "encrypted" });
  });
});

describe("EPUB", () => {
  const page = (body: string) => `<html xmlns:epub="http://www.idpf.org/2007/ops"><body>${body}</body></html>`;

  test("pages of the printed edition are sections; their numbers and marks of notes are not text", () => {
    const body = `<p>wo<span epub:type="pagebreak" title="12">12</span>rd<a epub:type="noteref" href="#n">3</a> end</p>`;
    const content = read(archiveOf(epubParts([page(body)])));
    expect(paragraphs(content)).toEqual(["word end"]);
    expect(placed(content)).toEqual([["page", "12", "rd end"]]);
  });

  test("a file without headings has its title from the table of contents", () => {
    const parts = epubParts([page("<p>one</p>"), page("<h2>Own</h2><p>two</p>")]);
    const contents = `<html><body><nav epub:type="toc"><ol><li><a href="text/c0.xhtml#x">First <i>part</i></a></li>
<li><a href="text/c1.xhtml">Second</a></li></ol></nav></body></html>`;
    const item = '<manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>';
    const content = read(
      archiveOf({
        ...parts,
        "OPS/package.opf": parts["OPS/package.opf"]!.replace("<manifest>", item),
        "OPS/nav.xhtml": contents,
      }),
    );
    expect(placed(content)).toEqual([
      ["heading", "First part", "one Own two"],
      ["heading", "Own", "Own two"],
    ]);
  });

  test("chapters that are encrypted are named as such; fonts that are do not matter", () => {
    const cipher = (path: string) =>
      `<encryption><EncryptedData><CipherData><CipherReference URI="${path}"/></CipherData></EncryptedData></encryption>`;
    const parts = epubParts([page("<p>one</p>")]);
    const withKey = (path: string) => archiveOf({ ...parts, "META-INF/encryption.xml": cipher(path) });
    expect(contentOfBytes(withKey("OPS/text/c0.xhtml"), {})).toMatchObject({ code: "encrypted" });
    expect(contentOfBytes(withKey("OPS/fonts/a.otf"), {})).toMatchObject({ content_type: "text" });
  });

  test("a chapter that is listed and missing is told, and the others are read; a book without any is damaged", () => {
    const { "OPS/text/c0.xhtml": _, ...parts } = epubParts([page("<p>one</p>"), page("<p>two</p>")]);
    const content = read(archiveOf(parts));
    expect(paragraphs(content)).toEqual(["two"]);
    const missing = { code: "damaged", pages: [], reason: "damaged: its chapter c0.xhtml is missing" };
    expect(content.unread_pages).toEqual([missing]);
    const { "OPS/text/c1.xhtml": __, ...none } = parts;
    expect(contentOfBytes(archiveOf(none), {})).toMatchObject({ code: "damaged" });
  });

  test("a chapter that is not listed is told, and wrong bytes of one", () => {
    const parts = epubParts([page("<p>one</p>"), page("<p>two ??</p>")]);
    const unlisted = parts["OPS/package.opf"]!.replace("<itemref", '<itemref idref="nowhere"/><itemref');
    const content = read(archiveOf({ ...parts, "OPS/package.opf": unlisted }));
    expect(paragraphs(content)).toEqual(["one", "two ??"]);
    expect(content.unread_pages).toMatchObject([{ code: "damaged" }]);
    const wrong = archiveOf({
      ...parts,
      "OPS/text/c1.xhtml": Uint8Array.from(utf8(page("<p>two ~</p>")), (byte) => (byte === 0x7e ? 0xff : byte)),
    });
    expect(read(wrong)).toMatchObject({ unread_pages: [{ code: "not_utf8" }] });
    expect(paragraphs(read(wrong))).toEqual(["one", "two \ufffd"]);
  });

  test("other archives are named", () => {
    const sheet = { "[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<x/>" };
    const slides = { mimetype: "application/vnd.oasis.opendocument.presentation" };
    const formats = [sheet, slides, { "a.txt": "text" }].map((parts) => contentOfBytes(archiveOf(parts), {}));
    expect(formats).toMatchObject(["office document", "office document", "zip archive"].map((format) => ({ format })));
  });
});

describe("TEI and other XML", () => {
  const tei = (body: string) => utf8(`<TEI><text><body>${body}</body></text></TEI>`);

  test.each([
    ["<p>a <choice><sic>recieve</sic><corr>receive</corr></choice> b</p>", ["a receive b"]],
    ["<p>Ver-\n<lb break='no'/>nunft und<lb/>Recht</p>", ["Vernunft und Recht"]],
    ["<p><fw>HEAD</fw>te<hi>x</hi>t <del>gone</del></p>", ["text"]],
    ["<p>one<note>A note<p>of two</p></note> two</p><p>three</p>", ["one two", "A note", "of two", "three"]],
    ["<lg><l>first line</l><l>second</l></lg>", ["first line", "second"]],
    ["<p><w>who</w><w>is</w></p>", ["who is"]],
    ["<p>a <app><lem>reading</lem><rdg>variant</rdg></app></p>", ["a reading"]],
    ["<p>caf&eacute; &#233; &amp; <![CDATA[<raw>]]></p>", ["café é & <raw>"]],
  ])("%s", (body, expected) => expect(paragraphs(read(tei(body), "a.xml"))).toEqual(expected));

  test("entities of a document type are expanded within a bound, and not fetched", () => {
    const bomb = `<!DOCTYPE a [<!ENTITY x "ha>ha]"><!-- ] --><!ENTITY y "&x;&x;&x;"><!ENTITY z SYSTEM "file:///etc/passwd">]>`;
    const content = read(utf8(`${bomb}<a>one &y; &z; two</a>`), "a.xml");
    expect(content.content.trim()).toBe("one ha>ha]ha>ha]ha>ha] &z; two");
  });

  test("XHTML in a file of XML is read as HTML", () => {
    const content = read(
      utf8('<?xml version="1.0"?><html><head><title>no</title></head><body><p>yes</p></body></html>'),
      "a.xml",
    );
    expect(content.content.trim()).toBe("yes");
  });

  test("the deepest nesting that is read, and one more", () => {
    const nested = (depth: number) => utf8(`${"<a>".repeat(depth)}x${"</a>".repeat(depth)}`);
    expect(read(nested(512), "a.xml").content.trim()).toBe("x");
    expect(contentOfBytes(nested(513), { name: "a.xml" })).toMatchObject({ code: "damaged" });
  });
});

describe("encodings", () => {
  const utf16 = (text: string, littleEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(2 * text.length));
    for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), littleEndian);
    return new Uint8Array(view.buffer);
  };

  test.each([true, false])("UTF-16 by its mark, little endian: %s", (littleEndian) => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(read(utf16(`\ufeff${text}`, littleEndian)).content).toBe(text);
      }),
    );
    expect(contentOfBytes(utf16("\ufeff\ud800x", littleEndian), {})).toMatchObject({ code: "not_utf8" });
  });

  test("UTF-32 is read, and not as UTF-16", () => {
    expect(contentOfBytes(Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), {})).toMatchObject({ content: "a" });
  });

  test("Windows-1252 only where it is stated or declared, and all of its characters", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte).filter(
      (byte) => ![0, 0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte),
    );
    const text = read256();
    expect(contentOfBytes(bytes, {})).toMatchObject({ code: "not_utf8" });
    expect(contentOfBytes(bytes, { encoding: "windows-1252" })).toEqual({ content: text, content_type: "text" });
    // The Encoding Standard has control characters for the five bytes without a character.
    expect(read(Uint8Array.of(0x41, 0x81, 0xff), undefined, "windows-1252").content).toBe("A\x81ÿ");
    expect(contentOfBytes(utf8("café"), { encoding: "windows-1252" })).toMatchObject({ content: "café" });
  });

  test.each([
    ["a.html", "<meta charset=iso-8859-1><p>caf\xe9", "<meta charset=iso-8859-1><p>café"],
    ["a.xml", '<?xml version="1.0" encoding="ISO-8859-1"?><p>caf\xe9</p>', "café\n\n"],
  ])("%s says its encoding", (name, latin1, text) => {
    const bytes = Uint8Array.from(latin1, (character) => character.charCodeAt(0));
    expect(contentOfBytes(bytes, { name })).toMatchObject({ content: text });
    expect(contentOfBytes(bytes, { name: "a.rst" })).toMatchObject({ code: "not_utf8" });
    const other = Uint8Array.from(latin1.replace("8859-1", "8859-7").replace("8859-1", "8859-7"), (c) =>
      c.charCodeAt(0),
    );
    expect(read(other, name, "windows-1252").content).toBe(text.replace("8859-1", "8859-7").replace("é", "ι"));
  });
});

/** Windows-1252 by the table of Unicode.org (CP1252.TXT), its five undefined bytes and NUL left out. */
function read256(): string {
  const special =
    "20ac 201a 192 201e 2026 2020 2021 2c6 2030 160 2039 152 17d 2018 2019 201c 201d 2022 2013 2014 2dc 2122 161 203a 153 17e 178";
  const low = Array.from({ length: 127 }, (_, at) => String.fromCharCode(at + 1)).join("");
  const high = Array.from({ length: 96 }, (_, at) => String.fromCharCode(at + 0xa0)).join("");
  return (
    low +
    special
      .split(" ")
      .map((hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      .join("") +
    high
  );
}

describe("hidden HTML", () => {
  const html = (content: string) => read(utf8(content), "a.html");
  const words = async (content: string) => {
    const { readers } = await import("../../../src/files/documents/readers.ts");
    return readers.html(html(content).content).text.split(/\s+/).filter(Boolean).join(" ");
  };

  test.each([
    ["<p hidden>no<p>yes", "yes"],
    ['a<div style="color:red; display : NONE">no <div>no</div> no</div>b', "a b"],
    ["<ul><li hidden>no<ul><li>no</ul><li>yes</ul>end", "yes end"],
    ["<table><tr hidden><td>no<table><tr><td>no</table><tr><td>yes</table>", "yes"],
    ["<input hidden>yes<br hidden>too", "yes too"],
    ["<div><span hidden>no</div>yes", "yes"],
    ["<div hidden></span>no</div>yes", "yes"],
    ["<title/>yes<script/>too", "yestoo"],
    ['<p data-x="hidden" class="hidden" style="display:block">yes</p>', "yes"],
    ["<section hidden='until-found'><p>no</section>yes", "yes"],
  ])("%s", async (content, expected) => expect(await words(content)).toBe(expected));
});

test("wrong arguments are refused, and what is not read says why", async () => {
  await expect(readBytes("text" as never)).rejects.toMatchObject({ code: "invalid_request" });
  await expect(readBytes(utf8("a"), { encoding: "latin99" as never })).rejects.toMatchObject({
    code: "invalid_request",
  });
  const unread = [utf8("%PDF-1.7\n"), Uint8Array.of(0xe9), utf8("PK\x03\x04")];
  for (const bytes of notEmpty(unread)) {
    await expect(readBytes(bytes, { name: "x" })).rejects.toMatchObject({
      code: "document_invalid",
      message: expect.stringMatching(/^x cannot be read: .+\.$/),
      hint: expect.stringMatching(/\.$/),
    });
  }
  expect(await readBytes(utf8("a"), { name: "a.md" })).toEqual({ content: "a", content_type: "markdown" });
  const record = '{"text":"\\u0441 a"}\n';
  expect(await readBytes(utf8(record), { name: "a.jsonl" })).toEqual({ content: "с a", content_type: "text" });
  await expect(readBytes(utf8(record + record), { name: "a.jsonl" })).rejects.toThrow("several documents");
});
