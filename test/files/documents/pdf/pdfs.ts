/** Writes PDF for tests: pages with text at given places, and what real files have besides. */
import { zlibSync } from "fflate";

/** Text at a place: points from the left and from the top of a page of 612 × 792. */
export interface PlacedText {
  x: number;
  y: number;
  text: string;
  size?: number;
  /** Operators before the text, such as `3 Tc`. */
  state?: string;
}

export interface PdfOptions {
  /** Objects of the page, such as images; named in `content` by their place: `/X0`. */
  images?: readonly string[];
  outline?: readonly { title: string; page: number; y: number }[];
  /** Entries of the catalogue, such as page labels. */
  catalogue?: string;
  info?: string;
  /** Entries of every page, such as annotations. */
  page?: string;
  isPacked?: boolean;
  /** Another font than Helvetica, as an object. */
  font?: string;
  /** Objects after all others. */
  more?: readonly string[];
}

const HEIGHT = 792;
const FIRST_FREE = 4;

/** A PDF of pages with text, or with any operators. */
export function pdfOf(pages: readonly (readonly PlacedText[] | string)[], options: PdfOptions = {}): Uint8Array {
  const {
    images = [],
    outline = [],
    catalogue = "",
    info,
    isPacked = false,
    font,
    page: entries = "",
    more = [],
  } = options;
  const objects: (string | Uint8Array)[] = [];
  const pageNumber = (page: number) => FIRST_FREE + images.length + 2 * page;
  const outlineNumber = FIRST_FREE + images.length + 2 * pages.length;
  const kids = pages.map((_, page) => `${pageNumber(page)} 0 R`).join(" ");
  const outlines = outline.length === 0 ? "" : `/Outlines ${outlineNumber} 0 R`;
  objects.push(`<</Type/Catalog/Pages 2 0 R${outlines}${catalogue}>>`);
  objects.push(`<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
  objects.push(font ?? "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
  objects.push(...images);
  for (const [page, content] of pages.entries()) {
    const xObjects = images.map((_, image) => `/X${image} ${FIRST_FREE + image} 0 R`).join(" ");
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 ${HEIGHT}]/Resources<</Font<</F 3 0 R>>/XObject<<${xObjects}>>>>` +
        `/Contents ${pageNumber(page) + 1} 0 R${entries}>>`,
    );
    objects.push(streamOf(typeof content === "string" ? content : operatorsOf(content), isPacked));
  }
  if (outline.length > 0) {
    const entry = (at: number) => `${outlineNumber + 1 + at} 0 R`;
    objects.push(`<</Type/Outlines/First ${entry(0)}/Last ${entry(outline.length - 1)}/Count ${outline.length}>>`);
    for (const [at, { title, page, y }] of outline.entries()) {
      const next = at + 1 < outline.length ? `/Next ${entry(at + 1)}` : "";
      const to = `/Dest[${pageNumber(page)} 0 R/XYZ 0 ${HEIGHT - y} 0]`;
      objects.push(`<</Title${textString(title)}/Parent ${outlineNumber} 0 R${next}${to}>>`);
    }
  }
  objects.push(...more);
  return fileOf(objects, info);
}

/** A stream object. @param entries of its dictionary besides the length */
export function streamOf(content: string | Uint8Array, isPacked = false, entries = ""): Uint8Array {
  const bytes = typeof content === "string" ? latin1(content) : content;
  const packed = isPacked ? zlibSync(bytes) : bytes;
  const filter = isPacked ? "/Filter/FlateDecode" : "";
  return joined([latin1(`<<${entries}${filter}/Length ${packed.length}>>\nstream\n`), packed, latin1("\nendstream")]);
}

/** The file of numbered objects from 1, the first of which is the catalogue. */
export function fileOf(objects: readonly (string | Uint8Array)[], info?: string): Uint8Array {
  const parts: Uint8Array[] = [latin1("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")];
  let length = parts[0]!.length;
  const offsets: number[] = [];
  const push = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
  };
  for (const [at, object] of [...objects, ...(info === undefined ? [] : [`<<${info}>>`])].entries()) {
    offsets.push(length);
    push(
      joined([latin1(`${at + 1} 0 obj\n`), typeof object === "string" ? latin1(object) : object, latin1("\nendobj\n")]),
    );
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const entries = info === undefined ? "" : `/Info ${offsets.length} 0 R`;
  const size = offsets.length + 1;
  const trailer = `trailer\n<</Size ${size}/Root 1 0 R${entries}>>\nstartxref\n${length}\n%%EOF\n`;
  push(latin1(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`));
  return joined(parts);
}

/** Lines of prose below each other. */
export function column(lines: readonly string[], x: number, y: number, size = 10, leading = 12): PlacedText[] {
  return lines.map((text, at) => ({ x, y: y + at * leading, text, size }));
}

function operatorsOf(texts: readonly PlacedText[]): string {
  return texts
    .map(
      ({ x, y, text, size = 10, state = "" }) =>
        `BT ${state} /F ${size} Tf 1 0 0 1 ${x} ${HEIGHT - y} Tm ${literal(text)} Tj ET`,
    )
    .join("\n");
}

/** Characters of Windows-1252 that have other codes in Unicode. */
const WINDOWS_1252: Readonly<Record<string, string>> = {
  "–": "\x96",
  "—": "\x97",
  "•": "\x95",
  "“": "\x93",
  "”": "\x94",
};

function literal(text: string): string {
  const encoded = text.replace(/[–—•“”]/g, (character) => WINDOWS_1252[character]!);
  return `(${encoded.replace(/[\\()]/g, "\\$&")})`;
}

function textString(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0"));
  return `<feff${units.join("")}>`;
}

export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
