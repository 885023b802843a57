/** The text of what a web server sends, by its media type. */
import type { CorpusDocument } from "../../../base/contract/resources/corpus.ts";
import { charsetOf } from "../bytes/declared.ts";
import type { TextEncoding } from "../bytes/decode.ts";
import { NotRead } from "../bytes/notRead.ts";
import { contentOfBytes } from "../content.ts";
import type { DocumentText } from "../documentText.ts";
import { documentOfContent } from "../fileDocument.ts";

export type WebContent = Pick<CorpusDocument, "text" | "title" | "author" | "lang"> &
  Pick<DocumentText, "unread_pages">;

/** Names by which the readers of files know what servers send as these types. */
const ARCHIVES: ReadonlySet<string> = new Set([
  "application/epub+zip",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
]);

/** Names by which files of these types are read as what they are. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["text/html", "page.html"],
  ["application/xhtml+xml", "page.xhtml"],
  ["text/plain", "page.txt"],
  ["text/markdown", "page.md"],
  ["text/xml", "page.xml"],
  ["application/xml", "page.xml"],
  ["application/rss+xml", "page.xml"],
  ["application/atom+xml", "page.xml"],
  ["text/rtf", "page.rtf"],
  ["application/rtf", "page.rtf"],
  ["message/rfc822", "page.eml"],
  ["application/x-tex", "page.tex"],
]);
/** Of these, those whose bytes are not asked whether they are of HTML. */
const AS_STATED = /^(?:text\/(?:html|plain|markdown)|application\/xhtml\+xml)$/;

/** Servers that know no type say nothing, or one of these. */
const UNKNOWN: ReadonlySet<string> = new Set([
  "",
  "*/*",
  "application/octet-stream",
  "application/unknown",
  "application/x-unknown",
  "unknown/unknown",
]);
/** Beginnings of HTML, as browsers know it (MIME Sniffing, section 7.1). */
const HTML =
  /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|!--|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]/i;
/** Of these, those that nothing but HTML has, whatever type is said. */
const ONLY_HTML = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml [^>]{1,200}>\s*)?<(?:!doctype html|html)[\s>]/i;
const HEAD_BYTES = 512;

/** The type that a header says: of several values the last that is one (Fetch, "extract a MIME type"). */
function typeOf(contentType: string): string {
  const types = contentType.split(",").map((value) => value.split(";")[0]!.trim().toLowerCase());
  return types.findLast((type) => /^[a-z*-]+\/[^\s"]+$/.test(type)) ?? types[0]!;
}

/** @throws NotRead where the type is not read here, or its bytes are not of the type */
export function webContentOf(body: Uint8Array, contentType: string, encoding: TextEncoding | undefined): WebContent {
  const stated = typeOf(contentType);
  const head = String.fromCharCode(...body.subarray(0, HEAD_BYTES));
  const isHtml = !AS_STATED.test(stated) && (ONLY_HTML.test(head) || (UNKNOWN.has(stated) && HTML.test(head)));
  const type = isHtml ? "text/html" : stated;
  const charset = charsetOf(contentType);
  const name = NAMES.get(type);
  if (name === undefined && !ARCHIVES.has(type)) throw notWeb(type);
  const read = contentOfBytes(body, { name, encoding, charset });
  if ("reason" in read) throw new NotRead(read.code, read.reason, read.format);
  const { text, title, author, lang } = documentOfContent("", read);
  const about = { ...(title && { title }), ...(author && { author }), ...(lang && { lang }) };
  return { text, ...about, ...(read.unread_pages && { unread_pages: read.unread_pages }) };
}

function notWeb(type: string): NotRead {
  const format = type === "" ? "unknown media type" : type;
  return new NotRead("format_not_read", `${format} is not read here`, format);
}
