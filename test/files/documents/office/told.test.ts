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
/** With more in the body, or another part. */
const wordWith = (more: string, parts: Record<string, string> = {}) => {
  const all = wordParts(wordParagraph(READ));
  const body = all["word/document.xml"]!.replace("</w:body>", `${more}</w:body>`);
  return archiveOf({ ...all, "word/document.xml": body, ...parts });
};
/** Styles of hidden text: one, and one that is based on it. */
const NO = `<w:styles ${spaces}><w:style w:styleId="n"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="of"><w:basedOn w:val="n"/></w:style></w:styles>`;
const openWith = (more: string) =>
  archiveOf(openDocumentParts(`<text:p>Before.</text:p>${more}<text:p>${READ}</text:p>`));
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
  [
    "deleted.docx",
    (text) => wordWith(`<w:p><w:del><w:r><w:delText>${text}</w:delText></w:r></w:del></w:p>`),
    "its deleted text",
  ],
  ["picture.docx", (text) => wordWith(`<w:p><w:r><wp:docPr descr="${text}"/></w:r></w:p>`), "what its pictures say"],
  ["letters.docx", (text) => wordWith(`<w:p><w:r><v:textpath string="${text}"/></w:r></w:p>`), "what its pictures say"],
  ["other.docx", (text) => wordWith("", { "customXml/item1.xml": `<a>${text}</a>` }), "its part customXml/item1.xml"],
  [
    "deleted.odt",
    (text) =>
      archiveOf(
        openDocumentParts(
          `<text:tracked-changes><text:p>${text}</text:p></text:tracked-changes><text:p>${READ}</text:p>`,
        ),
      ),
    "its deleted text",
  ],
  [
    "picture.odt",
    (text) => archiveOf(openDocumentParts(`<text:p>${READ}<svg:desc>${text}</svg:desc></text:p>`)),
    "what its pictures say",
  ],
  ["deleted.rtf", (text) => bytesOf(`{\\rtf1 ${READ}{\\deleted ${text}}}`), "its deleted text"],
  ["comment.rtf", (text) => bytesOf(`{\\rtf1 ${READ}{\\*\\annotation ${text}}}`), "its comments"],
  ["head.rtf", (text) => bytesOf(`{\\rtf1 {\\header ${text}\\par}${READ}}`), "a running head or foot"],
  ["behind.rtf", (text) => bytesOf(`{\\rtf ${READ}}${text}`.replace("rtf ", "rtf\\ansi ")), "text behind its end"],
  [
    "unlisted.epub",
    (text) => archiveOf({ ...epubParts([`<html><body><p>${READ}</p></body></html>`]), "OPS/x.html": `<p>${text}</p>` }),
    "x.html, which is not in its order of reading",
  ],
  [
    "epilogue.eml",
    (text) => bytesOf(`From: a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n${READ}\n--b--\n${text}`),
    "text outside its parts",
  ],
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
  [
    "style.docx",
    (text) =>
      wordWith(`<w:p><w:r><w:rPr><w:rStyle w:val="n"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`, {
        "word/styles.xml": NO,
      }),
    "its hidden text",
  ],
  [
    "paragraph.docx",
    (text) =>
      wordWith(`<w:p><w:pPr><w:pStyle w:val="of"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`, {
        "word/styles.xml": NO,
      }),
    "its hidden text",
  ],
  [
    "section.odt",
    (text) => openWith(`<text:section text:display="none"><text:p>${text}</text:p></text:section>`),
    "its hidden text",
  ],
  [
    "paragraph.odt",
    (text) => openWith(`<text:p><text:hidden-paragraph text:is-hidden="true"/>${text}</text:p>`),
    "its hidden text",
  ],
  [
    "text.odt",
    (text) => openWith(`<text:p><text:hidden-text text:string-value="${text}"/></text:p>`),
    "its hidden text",
  ],
  ["hidden.epub", (text) => book(`<p hidden="">${text}</p>`), "text that it hides"],
  ["beside.epub", (text) => book("", text), "n.xhtml, which is not in its order of reading"],
  ["hidden.rtf", (text) => bytesOf(`{\\rtf1 ${READ}{\\v ${text}}}`), "its hidden text"],
  ["template.html", (text) => page(`<template><p>${text}</p></template>`), "text that it hides"],
  ["noscript.html", (text) => page(`<noscript><p>${text}</p></noscript>`), "text that it hides"],
  ["noframes.html", (text) => page(`<noframes>${text}</noframes>`), "text that it hides"],
];

test("a message without the boundary that it names is told with its words", () => {
  const message = `From: a\nContent-Type: multipart/mixed; boundary=xx\n\nIn MIME.\n--yy\n\n${APART}\n--yy--\n`;
  const { unread_pages: told } = contentOfBytes(bytesOf(message), { name: "a.eml" }) as FileContent;
  expect(told).toMatchObject([{ reason: "text outside its parts (18 words)" }]);
});

test.each(HELD)("%s: what is no part of the reading is told; a label is not", (name, make, what) => {
  const read = contentOfBytes(make(APART), { name }) as FileContent;
  const { text } = readers[read.content_type](read.content);
  expect(text).not.toContain("fourteen");
  expect(text).toContain(READ);
  expect(read.unread_pages).toMatchObject([{ reason: `${what} (14 words)` }]);
  expect((contentOfBytes(make("Draft"), { name }) as FileContent).unread_pages).toBeUndefined();
});

test("a document that stands in another is told, and one that a master document names", () => {
  expect(contentOfBytes(wordWith('<w:subDoc r:id="a"/>'), { name: "a.docx" })).toMatchObject({
    unread_pages: [{ reason: "a part of it that is another file" }],
  });
  const parts = { ...wordParts(wordParagraph(READ)), "word/embeddings/a.xlsx": new Uint8Array([80, 75, 3, 4]) };
  expect(contentOfBytes(archiveOf(parts), { name: "a.docx" })).toMatchObject({
    unread_pages: [{ reason: "a document that is inserted in it" }],
  });
});

test("objects of old editors and inserted parts of any name are told; a formula is not", () => {
  const named = (name: string, bytes: string) => wordWith("", { [name]: bytes });
  const relationships = `<Relationships><Relationship Id="a" Type="x/aFChunk" Target="/parts/p.dat"/></Relationships>`;
  const inserted = { "word/_rels/document.xml.rels": relationships, "parts/p.dat": APART };
  for (const [bytes, isTold] of notEmpty([
    [named("word/embeddings/oleObject1.bin", "Word"), true],
    [named("word/embeddings/oleObject1.bin", Array.from("Equation Native").join("\0")), false],
    [wordWith("", inserted), true],
    [bytesOf(`{\\rtf1 ${READ}{\\object{\\*\\objclass Word.Document.8}{\\*\\objdata 00}}}`), true],
    [bytesOf(`{\\rtf1 ${READ}{\\object{\\*\\objclass Equation.3}{\\*\\objdata 00}}}`), false],
  ] as const)) {
    const { unread_pages } = contentOfBytes(bytes, { name: "a" }) as FileContent;
    expect(unread_pages?.[0]?.reason).toBe(isTold ? "a document that is inserted in it" : undefined);
  }
});

test("the second form of a drawing is read where the first has no text, and only there", () => {
  const box = (text: string) => `<w:txbxContent>${wordParagraph(text)}</w:txbxContent>`;
  const forms = (first: string) =>
    `<w:p><w:r><mc:AlternateContent><mc:Choice>${first}</mc:Choice><mc:Fallback>${box("In a box.")}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
  for (const first of notEmpty(["", box("In a box.")]))
    expect(
      (contentOfBytes(wordWith(forms(first)), { name: "a.docx" }) as FileContent).content.match(/box/g),
    ).toHaveLength(1);
});

test("a damaged part beside the text is told, and the text is read", () => {
  const all = wordParts(wordParagraph(READ));
  const list = "word/_rels/document.xml.rels";
  const styled = {
    ...all,
    [list]: `<Relationships><Relationship Id="s" Type="x/styles" Target="styles.xml"/></Relationships>`,
  };
  const cut = { ...all, "word/document.xml": all["word/document.xml"]!.replace(/<\/w:body>.*/s, "<w:p>") };
  for (const [parts, why] of notEmpty([
    [{ ...styled, "word/styles.xml": "<w:styles><w:sty" }, "its part word/styles.xml"],
    [cut, "what follows is not read"],
  ] as const)) {
    const read = contentOfBytes(archiveOf(parts), { name: "a.docx" }) as FileContent;
    expect(read.content).toContain(READ);
    expect(read.unread_pages).toMatchObject([{ code: "damaged", reason: expect.stringContaining(why) }]);
  }
});

const BY_ATTRIBUTES = "attributes and data hold text that is not read";
test.each([
  ["a description", (text: string) => `<img alt="${text}">`, BY_ATTRIBUTES],
  ["a tooltip", (text: string) => `<p title="${text}">`, BY_ATTRIBUTES],
  ["a label", (text: string) => `<b aria-label='${text}'></b>`, BY_ATTRIBUTES],
  ["a popup", (text: string) => `<b data-content="&lt;p&gt;${text}"></b>`, BY_ATTRIBUTES],
  ["a field", (text: string) => `<input value="${text}">`, BY_ATTRIBUTES],
  ["an empty field", (text: string) => `<textarea placeholder="${text}"></textarea>`, BY_ATTRIBUTES],
  ["its head", (text: string) => `<meta name=description content="${text}"><meta content="${text}">`, BY_ATTRIBUTES],
  ["a page within", (text: string) => `<iframe srcdoc="&lt;p&gt;${text}"></iframe>`, "text that it hides"],
  ["a frame", (text: string) => `<iframe src=a><p>${text}</p></iframe>`, "text that it hides"],
  ["a picture", (text: string) => `<svg><title>${text}</title></svg>`, "text that it hides"],
  ["a picture's part", (text: string) => `<svg><g><desc>${text}</desc></g></svg>`, "text that it hides"],
  [
    "data",
    (text: string) => `<script type="application/json">{"a":[{"b":"<p>${text}"}]}</script>`,
    "text that it hides",
  ],
  ["a template", (text: string) => `<script type="text/x-template"><p>${text}</p></script>`, "text that it hides"],
])("what a page says in %s is told, where it is not shown", (_, make, what) => {
  const read = (more: string) => contentOfBytes(page(`<title>A</title>${more}`), { name: "a.html" }) as FileContent;
  const told = read(make(APART)).unread_pages;
  expect(told).toMatchObject([{ reason: `${what} (14 words)` }]);
  expect(told![0]!.note).toBe(what === BY_ATTRIBUTES ? true : undefined);
  expect(readers.html(read(make(APART)).content).text).not.toContain("fourteen");
  expect(read(make("Draft")).unread_pages).toBeUndefined();
});

test("what a page says twice is told once, and not where it shows it; what programs say is none of it", () => {
  const told = (more: string) => (contentOfBytes(page(more), { name: "a.html" }) as FileContent).unread_pages;
  expect(
    told(`<p>${APART}</p><img alt="${APART}"><script type="application/json">["${APART}"]</script>`),
  ).toBeUndefined();
  expect(told(`<p class="${APART}" onclick="${APART}"></p><script>${APART}</script>`)).toBeUndefined();
  expect(told(`<div hidden><script>${APART}</script><style>${APART}</style></div>`)).toBeUndefined();
});

test("data of a page that say less than it shows are a note, and long ones hold text besides", () => {
  const told = (data: string, shown = APART.repeat(6)) =>
    (
      contentOfBytes(page(`<p>${shown}</p><script type="application/ld+json">${data}</script>`), {
        name: "a.html",
      }) as FileContent
    ).unread_pages;
  const summary = "A keeper&#8217;s daughter writes the winter down, and &uuml;ber the summer nobody knows anything";
  expect(told(JSON.stringify({ description: summary }))).toMatchObject([{ note: true }]);
  expect(told(JSON.stringify({ description: summary }), "Loading.")![0]!.note).toBeUndefined();
  expect(told(JSON.stringify({ articleBody: `${summary} `.repeat(9) }))![0]!.note).toBeUndefined();
  expect(told(JSON.stringify({ a: "The keeper&#8217;s one" }), "The keeper’s one")).toBeUndefined();
  expect(told(`["${summary}"]`, summary)).toBeUndefined();
  const classes = "fApst hyWHUJ fzSLnF kTwRaM kGpZBx bvpOSv dNkRQY buuBYJ jiERVP dblQbD hJasRn bTzrSF izxksf";
  expect(
    (contentOfBytes(page(`<b data-a="${classes}">`), { name: "a.html" }) as FileContent).unread_pages,
  ).toBeUndefined();
});

test("a second menu that a page hides is a copy of the first", () => {
  const menu = ["Archive of the year", "Letters to the keeper", "About the house", "Where to write"];
  const items = menu.map((item) => `<li>${item}</li>`).join("");
  const read = contentOfBytes(page(`<ul>${items}</ul><ul hidden>${items}</ul>`), { name: "a.html" }) as FileContent;
  expect(read.unread_pages).toBeUndefined();
});

test("a zip archive is read with any number of bytes behind its end", () => {
  const letter = archiveOf(wordParts(wordParagraph(READ)));
  const longer = new Uint8Array(letter.length + 100_000);
  longer.set(letter);
  expect((contentOfBytes(longer, { name: "a.docx" }) as FileContent).content).toContain(READ);
});

test("XML is known by its one element, whatever its name and without a declaration", () => {
  const text = (bytes: string, name: string) => contentOfBytes(bytesOf(bytes), { name }) as FileContent;
  const apart = "The <i>kee</i>per";
  for (const xml of notEmpty([`<usx><para>${apart}</para></usx>`, `<!DOCTYPE a [<!ENTITY b "c">]><a>${apart}</a>`]))
    expect(text(xml, "a.usx").content.trim()).toBe("The keeper");
  expect(text(`<div>${apart}</div>`, "a.inc").content_type).toBe("html");
  for (const other of notEmpty([`<e>${apart}</e><e>b</e>`, `<e><b>${apart}</e>`, `<e>${apart}`]))
    expect(text(other, "a.log").content).toBe(other);
  expect(text(`<template>${apart}</template>`, "a.vue").content_type).toBe("code");
});

test("pages of scripts and styles hide no text", () => {
  const read = contentOfBytes(page(`<script>${APART}</script><style>${APART}</style>`), {
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
