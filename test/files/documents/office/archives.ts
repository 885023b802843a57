/** Makes EPUB, DOCX and ODT files of given paragraphs, as the programs that write them do. */
import { strToU8, zipSync } from "fflate";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A zip archive; the type of EPUB and OpenDocument stands first and is not compressed. */
export function archiveOf(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const files = Object.entries(parts).map(([name, part]) => {
    const bytes = typeof part === "string" ? strToU8(part) : part;
    return [name, name === "mimetype" ? [bytes, { level: 0 }] : bytes] as const;
  });
  return zipSync(Object.fromEntries(files) as Parameters<typeof zipSync>[0]);
}

export interface Chapter {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export const chapterMarkup = ({ title, paragraphs }: Chapter): string =>
  `${HEAD}<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1>${escaped(title)}</h1>
${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join("\n")}</body></html>`;

/** Parts of an EPUB 3; `chapters` are XHTML documents. */
export function epubParts(chapters: readonly string[], title = "A Title"): Record<string, string> {
  const ids = chapters.map((_, number) => `c${number}`);
  const items = ids.map((id) => `<item id="${id}" href="text/${id}.xhtml" media-type="application/xhtml+xml"/>`);
  return {
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `${HEAD}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>
<rootfile full-path="OPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    "OPS/package.opf": `${HEAD}<package xmlns="http://www.idpf.org/2007/opf" version="3.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(title)}</dc:title><dc:creator>An Author</dc:creator>
<dc:language>en</dc:language></metadata><manifest>${items.join("")}</manifest>
<spine>${ids.map((id) => `<itemref idref="${id}"/>`).join("")}</spine></package>`,
    ...Object.fromEntries(ids.map((id, number) => [`OPS/text/${id}.xhtml`, chapters[number]!])),
  };
}

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Parts of a Word document; `body` and `footnotes` are markup. */
export function wordParts(body: string, footnotes = ""): Record<string, string> {
  const relationships = (list: string) =>
    `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`;
  return {
    "[Content_Types].xml": `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": relationships(
      `<Relationship Id="r1" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/>`,
    ),
    "word/_rels/document.xml.rels": relationships(
      `<Relationship Id="r1" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/>
<Relationship Id="r2" Type="${RELATIONSHIPS}/footnotes" Target="/word/footnotes.xml"/>`,
    ),
    "word/styles.xml": `${HEAD}<w:styles ${WORD}><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    "word/footnotes.xml": `${HEAD}<w:footnotes ${WORD}>${footnotes}</w:footnotes>`,
    "word/document.xml": `${HEAD}<w:document ${WORD}><w:body>${body}</w:body></w:document>`,
  };
}

export const wordParagraph = (text: string): string =>
  `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;

export const wordHeading = (text: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`;

/** Parts of an OpenDocument text; `body` is markup. */
export function openDocumentParts(body: string, styles = ""): Record<string, string> {
  const spaces = ["office", "text", "style"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  return {
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml": `${HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>`,
    "content.xml": `${HEAD}<office:document-content ${spaces.join(" ")}><office:automatic-styles>${styles}</office:automatic-styles>
<office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  };
}

export const openDocumentOf = ({ title, paragraphs }: Chapter): string =>
  `<text:h text:outline-level="1">${escaped(title)}</text:h>${paragraphs.map((text) => `<text:p>${escaped(text)}</text:p>`).join("")}`;

export const teiOf = (chapters: readonly Chapter[]): string =>
  `${HEAD}<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>A Title</title><author>An Author</author>
</titleStmt></fileDesc></teiHeader><text xml:lang="en"><body>${chapters
    .map(({ title, paragraphs }, number) => {
      const marked = paragraphs.map((text) => `<p>${escaped(text)}</p>`).join("\n");
      return `<pb n="${number + 1}"/><div><head>${escaped(title)}</head>${marked}</div>`;
    })
    .join("")}</body></text></TEI>`;
