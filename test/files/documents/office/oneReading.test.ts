/** The same text is read alike from each format, and what is not read of a file is told. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contentOfBytes, contentOfFile, type FileContent } from "../../../../src/files/documents/content.ts";
import { readers } from "../../../../src/files/documents/readers.ts";
import { NO_SHARED, sharedPath } from "../../../support/shared.ts";
import { skippable } from "../../../support/skippable.ts";
import { archiveOf, chapterMarkup, epubParts, openDocumentParts, wordParagraph, wordParts } from "./archives.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

const wordsOf = (bytes: Uint8Array, name: string): string => plainOf(read(bytes, name));

const plainOf = ({ content, content_type: type }: FileContent): string =>
  readers[type](content).text.split(/\s+/).filter(Boolean).join(" ");

function read(bytes: Uint8Array, name: string): FileContent {
  const found = contentOfBytes(bytes, { name });
  if ("reason" in found) throw new Error(`${name}: ${found.reason}`);
  return found;
}

const html = (body: string) => utf8(`<!DOCTYPE html><html><body>${body}</body></html>`);
const epub = (body: string) => archiveOf(epubParts([`<html><body>${body}</body></html>`]));
const xml = (body: string) => utf8(`<?xml version="1.0"?><report>${body}</report>`);

describe("elements that nobody knows stand within words; blocks divide them", () => {
  const body = "<p>The li<my-x>ghthouse</my-x> <phrase>k</phrase>eeper</p><p>wro<data2>te</data2></p><p>on</p>";
  test.each([
    ["a.html", html(body)],
    ["a.xhtml", html(body)],
    ["a.epub", epub(body)],
    ["a.xml", xml(body)],
    ["a.md", utf8("The li<my-x>ghthouse</my-x> <phrase>k</phrase>eeper\n\nwro<data2>te</data2>\n\non")],
  ])("%s", (name, bytes) => expect(wordsOf(bytes, name)).toBe("The lighthouse keeper wrote on"));

  test("cells, lists, lines, controls and labels of a picture divide", () => {
    const parts = [
      "<table><tr><td>a</td><td>b</td></tr></table>",
      "<ul><li>c</li><li>d</li></ul>",
      "e<br>f",
      "<button>g</button><button>h</button>",
      "<svg><text>i</text><text>j</text></svg>",
    ];
    expect(wordsOf(html(parts.join("")), "a.html")).toBe("a b c d e f g h i j");
  });

  test("fields of references divide, and names within a line do not", () => {
    const reference = "<ref><year>2001</year><volume>4</volume> by <hi>Mc</hi>Coy</ref>";
    expect(wordsOf(xml(reference), "a.xml")).toBe("2001 4 by McCoy");
  });

  test("marks of notes and entries of an index are no part of the word before them", () => {
    const jats =
      "<body><p>the floor<sup><xref rid='r'>1</xref></sup> of 10<sup>3</sup> <xref rid='f'>figures</xref></p></body>";
    expect(wordsOf(xml(jats), "a.xml")).toBe("the floor of 103 figures");
    const docbook = "<para>a logbook<indexterm><primary>logbook</primary></indexterm> lay</para>";
    expect(wordsOf(xml(docbook), "a.xml")).toBe("a logbook lay");
  });
});

describe("readings of ruby are no part of the text", () => {
  const ruby = "<p><ruby>山<rp>(</rp><rt>やま</rt><rp>)</rp></ruby>の<ruby>町<rt>まち</ruby>へ</p>";
  const word = `<w:p><w:r><w:ruby><w:rt><w:r><w:t>やま</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>山</w:t></w:r></w:rubyBase></w:ruby></w:r>
<w:r><w:t>の</w:t></w:r><w:r><w:t>町へ</w:t></w:r></w:p>`;
  const open = `<text:p><text:ruby><text:ruby-base>山</text:ruby-base><text:ruby-text>やま</text:ruby-text></text:ruby>の町へ</text:p>`;
  test.each([
    ["a.html", html(ruby)],
    ["a.xml", xml(ruby.replaceAll("<rt>まち", "<rt>まち</rt>"))],
    ["a.md", utf8("<ruby>山<rp>(</rp><rt>やま</rt><rp>)</rp></ruby>の<ruby>町<rt>まち</rt></ruby>へ")],
    ["a.epub", epub(ruby)],
    ["a.docx", archiveOf(wordParts(word))],
    ["a.odt", archiveOf(openDocumentParts(open))],
  ])("%s", (name, bytes) => expect(wordsOf(bytes, name)).toBe("山の町へ"));
});

describe("what has text and is not read is told with its words", () => {
  const words = "one two three four five six seven eight nine ten eleven twelve";
  const styled = (style: string) =>
    `<style:style style:name="H"><style:text-properties text:display="${style}"/></style:style>`;
  const docx = (parts: Record<string, string>) => archiveOf({ ...wordParts(wordParagraph("Intro.")), ...parts });
  test.each([
    ["a.html", html(`<p>Intro.</p><div style="display:none"><p>${words}</p></div>`), "text that it hides (12 words)"],
    ["a.html", html(`<p>Intro.</p><section hidden>${words}</section>`), "text that it hides (12 words)"],
    ["a.docx", docx({ "word/diagrams/data1.xml": `<d><a:t>${words}</a:t></d>` }), "its SmartArt (12 words)"],
    ["a.docx", docx({ "word/charts/chart2.xml": `<c><c:v>${words}</c:v></c>` }), "its chart (12 words)"],
    ["a.docx", docx({ "word/chunk.html": `<p>${words}</p>` }), "a document that is inserted in it (12 words)"],
    ["a.docx", docx({ "word/part.rtf": "{\\rtf1 x}" }), "a document that is inserted in it"],
    [
      "a.docx",
      archiveOf(
        wordParts(`${wordParagraph("Intro.")}<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>${words}</w:t></w:r></w:p>`),
      ),
      "its hidden text (12 words)",
    ],
    [
      "a.odt",
      archiveOf(
        openDocumentParts(`<text:p>Intro.</text:p><text:p text:style-name="H">${words}</text:p>`, styled("none")),
      ),
      "its hidden text (12 words)",
    ],
    [
      "a.odt",
      archiveOf({
        ...openDocumentParts("<text:p>Intro.</text:p>"),
        "Object 1/content.xml": `<o><text:p>${words}</text:p></o>`,
      }),
      "an object that is embedded in it (12 words)",
    ],
  ])("%s, %#", (name, bytes, reason) => {
    expect(wordsOf(bytes, name)).toBe("Intro.");
    expect(read(bytes, name).unread_pages).toEqual([{ code: "format_not_read", pages: [], reason }]);
  });

  test("a label is not told, nor what is no text", () => {
    const quiet = [
      html(
        "<p hidden>only a menu</p><script>var one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve</script>",
      ),
      docx({ "word/charts/chart1.xml": "<c><c:v>2020</c:v></c>", "word/theme/theme1.xml": `<a:t>${words}</a:t>` }),
    ];
    for (const [i, bytes] of quiet.entries())
      expect(read(bytes, ["a.html", "a.docx"][i]!).unread_pages).toBeUndefined();
  });
});

describe("a file is what its bytes are", () => {
  const paragraph = "<p>The <b>kee</b>per</p>";
  test.each([
    ["a.php", html(paragraph)],
    ["a.asp", utf8(`\ufeff\n <HTML><body>${paragraph}</body></HTML>`)],
    ["a.page", utf8(`<?xml version="1.0"?><html><body>${paragraph}</body></html>`)],
    ["a.config", xml(paragraph)],
    ["a.inc", utf8(`<?php $a = 1; ?>\n<!-- a --><!DOCTYPE html><html><body>${paragraph}</body></html>`)],
    ["a.emlx", utf8("57\nSubject: a\nContent-Transfer-Encoding: base64\n\nVGhlIGtlZXBlcg==\n")],
    ["a.txt", utf8("From: a@example.org\nContent-Transfer-Encoding: base64\n\nVGhlIGtlZXBlcg==\n")],
    [
      "a.fodt",
      utf8(
        `<office:document office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>The <text:span>kee</text:span>per</text:p></office:text></office:body></office:document>`,
      ),
    ],
    [
      "a.xml",
      utf8(
        `<pkg:package><pkg:part pkg:name="/word/styles.xml"><pkg:xmlData><w:styles/></pkg:xmlData></pkg:part><pkg:part pkg:name="/word/document.xml"><pkg:xmlData><w:document><w:body><w:p><w:r><w:rPr><w:u/></w:rPr><w:t>The kee</w:t></w:r><w:r><w:t>per</w:t></w:r></w:p></w:body></w:document></pkg:xmlData></pkg:part></pkg:package>`,
      ),
    ],
  ])("%s", (name, bytes) => expect(wordsOf(bytes, name)).toBe("The keeper"));

  test("a page that begins with code of a server is a page", () => {
    const page = `<%@ page language="java" %>\n<html><body>${paragraph}</body></html>`;
    expect(wordsOf(utf8(page), "a.jsp")).toMatch(/The keeper$/);
  });

  test("text that only speaks of markup stays text", () => {
    for (const text of ["An <html> element begins a page.", "<?php echo 1;", "<xml is no declaration"])
      expect(read(utf8(text), "a.notes").content_type).toBe("text");
  });

  test("a page is a page, also when it is named as plain text", () => {
    expect(read(html("<p>x</p>"), "a.txt")).toMatchObject({
      content: expect.stringContaining("<p>x</p>"),
      content_type: "html",
    });
  });

  test("a message whose text is packed is unpacked, whatever its name", () => {
    const received = `Received: by ${"x".repeat(60)}\n (more)\n`.repeat(30);
    for (const head of [
      "From: a@example.org\r\nContent-Transfer-Encoding: base64",
      "From me Mon\nSubject: x\nContent-Type: multipart/mixed; boundary=b",
      `${received}content-transfer-encoding: Quoted-Printable`,
    ])
      expect(contentOfBytes(utf8(`${head}\n\nVGhl`), { name: "a.eml" })).toMatchObject({
        content: expect.stringMatching(/^(The|VGhl)?$/),
      });
    const plain = "Message-ID: <1@x>\nContent-Type: text/plain\nContent-Transfer-Encoding: 7bit\n\nThe keeper wrote.";
    expect(read(utf8(plain), "1.").content).toBe(plain);
    for (const text of ["Subject: on gardens\n\nText", "Note: MIME-Version:\nis a header"])
      expect(read(utf8(text), "a.notes").content).toBe(text);
  });

  test("parts without end and entities without end are read through once", () => {
    const endless = `<pkg:package>${'<pkg:part pkg:name="/a" '.repeat(200_000)}`;
    expect(contentOfBytes(utf8(endless), { name: "a.xml" })).toMatchObject({ code: "damaged" });
    const declared = `<!DOCTYPE a [${'<!ENTITY a "b">'.repeat(100_000)}]><a>${"&a;".repeat(1 << 21)}</a>`;
    // So much is expanded, and the rest stays as it is written.
    expect(read(utf8(declared), "a.xml").content.trim().length).toBe((1 << 20) + 3 * (1 << 20));
  });

  test("bytes behind the end of an archive, and one before them that is cut", () => {
    const whole = archiveOf(epubParts([chapterMarkup({ title: "One", paragraphs: ["The keeper."] })]));
    const more = new Uint8Array(whole.length + 300);
    more.set(whole);
    expect(wordsOf(more, "a.epub")).toBe(wordsOf(whole, "a.epub"));
    expect(contentOfBytes(whole.subarray(0, -1), { name: "a.epub" })).toMatchObject({ code: "damaged" });
  });

  test("a chapter of any type that is no picture is read, with the plain text that its document type declares", () => {
    const parts = epubParts([`<!DOCTYPE html [ <!ENTITY co "kee"> ]><html><body><p>The &co;per</p></body></html>`]);
    const opf = parts["OPS/package.opf"]!.replace("application/xhtml+xml", "text/x-oeb1-document");
    expect(wordsOf(archiveOf({ ...parts, "OPS/package.opf": opf }), "a.epub")).toBe("The keeper");
  });

  test("pages of XHTML have the plain text that their document type declares, wherever they are", () => {
    const page = '<!DOCTYPE html [<!ENTITY co "k&#101;e"> <!-- ] > -->]><html><body><p>The &co;per</p></body></html>';
    expect(wordsOf(utf8(page), "a.xhtml")).toBe("The keeper");
    const mail = `MIME-Version: 1.0\nSubject: a\nContent-Type: application/xhtml+xml\n\n${page}`;
    expect(wordsOf(utf8(mail), "a.eml")).toBe("The keeper");
    expect(wordsOf(utf8("<!DOCTYPE html [<p>The keeper"), "a.html")).toContain("keeper");
  });

  test("of a file of another type, the page that stands for it is read; and the text of a picture", () => {
    const parts = epubParts([
      "<html><body><p>One</p></body></html>",
      "not read",
      "<html><body><p>Two</p></body></html>",
      "<svg xmlns='http://www.w3.org/2000/svg'><text>Three</text></svg>",
    ]);
    const item = (id: string, type: string) => [`text/${id}.xhtml" media-type="application/xhtml+xml"`, type] as const;
    const opf = parts["OPS/package.opf"]!.replace(
      ...item("c1", 'text/c1.xhtml" media-type="application/x-a" fallback="c2"'),
    )
      .replace(...item("c3", 'text/c3.xhtml" media-type="image/svg+xml"'))
      .replace('<itemref idref="c2"/>', "");
    expect(wordsOf(archiveOf({ ...parts, "OPS/package.opf": opf }), "a.epub")).toBe("One Two Three");
  });
});

const CASES: readonly (readonly [file: string, source: string])[] = [
  ["html-custom-element-in-word.html", "en"],
  ["xml-phrase-splits-word.xml", "en"],
  ["xml-flat-opc.xml", "en"],
  ["named-markup.fodt", "en"],
  ["named-markup.php", "en"],
  ["docx-bytes-after-end.docx", "en"],
  ["epub-oeb-media-type.epub", "en"],
  ["epub-ruby.epub", "ja"],
  ["epub-own-entity.epub", "en"],
  ["pdf-fake-bold-each-letter.pdf", "en"],
  ["pdf-letter-spacing.pdf", "en"],
  ["pdf-few-vowels.pdf", "en"],
];
const TOLD: readonly (readonly [file: string, reason: RegExp])[] = [
  ["html-hidden-tab.html", /^text that it hides \(89 words\)$/],
  ["docx-altchunk.docx", /^a document that is inserted in it \(89 words\)$/],
  ["docx-smartart.docx", /^its SmartArt \(89 words\)$/],
];
const shared = (file: string) => sharedPath(`cases/files/${file}`);
const isAbsent = !existsSync(shared("INDEX.md"));
const bytesOf = (file: string) => new Uint8Array(readFileSync(shared(file)));

describe("files as people have them", () => {
  for (const [file, source] of CASES)
    test.skipIf(isAbsent)(skippable(file, isAbsent, NO_SHARED), async () => {
      const passage = wordsOf(bytesOf(`SOURCE-${source}.txt`), "a.txt");
      const found = await contentOfFile(bytesOf(file), { name: file });
      expect("reason" in found ? found.reason : plainOf(found)).toContain(passage);
    });
  for (const [file, reason] of TOLD)
    test.skipIf(isAbsent)(skippable(file, isAbsent, NO_SHARED), () => {
      expect(read(bytesOf(file), file).unread_pages).toEqual([
        expect.objectContaining({ reason: expect.stringMatching(reason) }),
      ]);
    });
  test.skipIf(isAbsent)(skippable("pdf-actualtext.pdf", isAbsent, NO_SHARED), async () => {
    // Its text stands beside what is shown, where the reader of PDF does not look: told, and not taken for no words.
    expect(await contentOfFile(bytesOf("pdf-actualtext.pdf"), { name: "a.pdf" })).toMatchObject({
      code: "not_unicode",
    });
  });
  test.skipIf(isAbsent)(skippable("docx-encrypted.docx, named-base64.eml", isAbsent, NO_SHARED), () => {
    expect(contentOfBytes(bytesOf("docx-encrypted.docx"), { name: "a.docx" })).toMatchObject({ code: "encrypted" });
    expect(read(bytesOf("named-base64.eml"), "a.eml").content).toMatch(
      /^The lighthouse keeper kept[\s\S]*asked to stay\.$/,
    );
  });
});
