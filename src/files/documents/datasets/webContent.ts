/** The text of what a web server sends, by its media type. */
import type { CorpusDocument } from "../../../base/contract/resources/corpus.ts";
import { decodeText, type TextEncoding } from "../bytes/decode.ts";
import { NotRead } from "../bytes/notRead.ts";
import { contentOfBytes, declaredInHtml } from "../content.ts";
import { htmlTitleSource } from "../markup/titles.ts";
import { readers } from "../readers.ts";

export type WebContent = Pick<CorpusDocument, "text" | "title" | "author" | "lang">;

/** Names by which the readers of files know what servers send as these types. */
const ARCHIVES: ReadonlySet<string> = new Set([
  "application/epub+zip",
  "application/vnd.oasis.opendocument.text",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
]);

/** @throws NotRead where the type is not read here, or its bytes are not of the type */
export function webContentOf(body: Uint8Array, contentType: string, encoding: TextEncoding | undefined): WebContent {
  const type = contentType.split(";")[0]!.trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
  if (type === "text/html" || type === "application/xhtml+xml") {
    const html = decodeText(body, encoding, charset ?? declaredInHtml(body));
    const title = readers
      .html(htmlTitleSource(html) ?? "")
      .text.replace(/\s+/g, " ")
      .trim();
    return { text: readers.html(html).text, ...(title !== "" && { title }) };
  }
  if (type === "text/plain") return { text: decodeText(body, encoding, charset) };
  if (!ARCHIVES.has(type)) throw notWeb(type);
  const read = contentOfBytes(body, { encoding });
  if ("reason" in read) throw new NotRead(read.code, read.reason);
  const { content, title, author, lang } = read;
  return { text: content, ...(title && { title }), ...(author && { author }), ...(lang && { lang }) };
}

function notWeb(type: string): NotRead {
  const format = type === "" ? "unknown media type" : type;
  return new NotRead("format_not_read", `${format} is not read here`, format);
}
