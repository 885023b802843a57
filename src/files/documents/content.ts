/** Reads the bytes of one file: archives of XML by what they hold, other files by the ending of their name. */
import type { ContentType, TextSection } from "../../base/contract/common.ts";
import type { UnreadCode } from "../../base/contract/resources/corpus.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { bytesInMemory, chunksOf } from "./bytes/byteSource.ts";
import { declaredInHtml, declaredInText } from "./bytes/declared.ts";
import { type DecodedText, decodeText, decodeUtf8, replacedBytes, type TextEncoding } from "./bytes/decode.ts";
import { encodingOf } from "./bytes/labels.ts";
import { damaged, encrypted, NotRead } from "./bytes/notRead.ts";
import { isArchiveBehind, ZipArchive } from "./bytes/zip.ts";
import { unpack, wholeOf } from "./datasets/packed/unpack.ts";
import { type DocumentText, takenSections, withUnread } from "./documentText.ts";
import {
  ARCHIVE,
  areRecords,
  formatOfArchive,
  formatOfBytes,
  formatOfName,
  HEAD_BYTES,
  HEADERS_BYTES,
  isForeignName,
  isPackedMail,
  JSON_LINES,
  notRead,
} from "./formats.ts";
import { type FileKind, kindOf, packingOfBytes, textReaderOf, unpackedName } from "./kinds.ts";
import { separatesWords } from "./markup/html.ts";
import { htmlTitleSource } from "./markup/titles.ts";
import { scanXml, withoutSubset } from "./markup/xml.ts";
import { readXml } from "./markup/xmlText.ts";
import { readEpub } from "./office/epub.ts";
import { type PartText, readMessage } from "./office/mail/message.ts";
import { readFlatOpenDocument, readOpenDocument } from "./office/openDocument.ts";
import { decodeXml } from "./office/package.ts";
import { readRtf } from "./office/rtf.ts";
import { isPresentation, readPresentation } from "./office/slides.ts";
import { isWord, readFlatWord, readWord } from "./office/word.ts";
import { readPdf } from "./pdf/thread.ts";
import { readers } from "./readers.ts";
import { unreadOfPage } from "./saidText.ts";
import { whatEndsIt } from "./unreadText.ts";

/** Files of source code, by the endings of programming languages: their texts are compared as code. */
const CODE_ENDINGS = new Set(
  (
    "ada adb ads agda applescript as asm awk bas bash bat c c++ cbl cc cfg clj cljs cls cmake cob coffee cpp cr cs csx cu cuh cxx " +
    "d dart diff el elm erl ex exs f f03 f77 f90 f95 fish for fs fsi fsx gd glsl go gradle groovy h h++ hh hlsl hpp hrl hs hxx " +
    "idr ini inl ino ipp java jl js jsx ks kt kts lean less lhs lisp lsp lua m make mjs cjs mk ml mli mm mo nim nix p pas patch " +
    "php pl pm pp pro ps1 psm1 purs py pyi pyx pyw r rb rkt rs s sass scala scm scss sh sol sql st sv svelte swift tcl tf toml " +
    "ts tsx v vb vbs vhd vhdl vim vue wat yaml yml zig zsh proto graphql css dockerfile makefile"
  ).split(" "),
);

/** The content of a file in the form that requests take. */
export interface FileContent extends Omit<DocumentText, "text" | "sections"> {
  /** Text, Markdown and HTML as they are; of other formats, the text that was read. */
  content: string;
  /** `text` where `content` is text that was read from another format. */
  content_type: ContentType;
  /**
   * Headings and pages of `content`, for `sections` of requests; absent where there are none, or more than 100,000, and
   * for Markdown and HTML, where the engine's readers find them.
   */
  sections?: TextSection[];
}

/** Why a file has no content. */
export interface UnreadContent {
  code: UnreadCode;
  /** Name of the format, where `code` is `format_not_read`. */
  format?: string;
  reason: string;
}

/** How the bytes of a file are read. */
export interface ReadBytesOptions {
  /** Name or path of the file: Markdown, HTML and XML are known by its ending, other text is taken as it is. */
  name?: string | undefined;
  /**
   * Encoding of text that is not UTF-8, has no mark and declares no encoding: a label of the Encoding Standard. Without
   * it such text is not read, but for a few wrong bytes.
   */
  encoding?: TextEncoding | undefined;
  /** Whether a document of which some pages cannot be read is refused. */
  strict?: boolean | undefined;
  /** Stops the reading of a PDF. */
  signal?: PlatformAbortSignal | undefined;
}

/** The same, with what is known of bytes that were not read from a file. */
interface ReadSentOptions extends ReadBytesOptions {
  /** Label of the encoding that the sender states, as HTTP does: it comes before what the document declares. */
  charset?: string | undefined;
}

/** The content of a file, or why it has none. */
export async function contentOfFile(
  bytes: Uint8Array,
  options: ReadBytesOptions,
): Promise<FileContent | UnreadContent> {
  const { name = "" } = options;
  try {
    const packing = packingOfBytes(bytes);
    if (packing !== undefined) {
      const unpacked = await wholeOf(unpack(chunksOf(bytesInMemory(bytes)), packing));
      return packingOfBytes(unpacked) === undefined
        ? await contentOfFile(unpacked, { ...options, name: unpackedName(name) })
        : contentOfBytes(unpacked, options);
    }
    if (!isPdf(bytes, kindOf(name))) return contentOfBytes(bytes, options);
    return fromText(await readPdf(bytes, options.signal));
  } catch (error) {
    return reasonOf(error);
  }
}

/** The same for all formats but PDF, which is read in a thread. */
export function contentOfBytes(
  bytes: Uint8Array,
  { name = "", encoding, charset }: ReadSentOptions,
): FileContent | UnreadContent {
  try {
    return read(bytes, name, encoding, charset);
  } catch (error) {
    // Bytes that are no text may be what their name says.
    const isText = !(error instanceof NotRead) || error.code !== "not_utf8";
    if (!isText && isForeignName(name)) return notRead(formatOfName(name));
    return reasonOf(error);
  }
}

function reasonOf(thrown: unknown): UnreadContent {
  // A text of many megabytes may take more stack or memory than there is: other files are read all the same.
  const error = thrown instanceof RangeError ? new NotRead("too_large", BEYOND_MEMORY) : thrown;
  if (!(error instanceof NotRead)) throw error;
  const { code, format, reason } = error;
  return { code, ...(format !== undefined && { format }), reason };
}

const BEYOND_MEMORY = "it takes more memory than there is. Divide it, or save it as plain text";

/** Whether a value is an encoding that can be stated, or absent. */
export function isEncoding(value: unknown): boolean {
  return value === undefined || (typeof value === "string" && encodingOf(value) !== undefined);
}

/** What `isEncoding` asks for, as messages say it. */
export const ENCODING_SHAPE = "absent, or a label of the Encoding Standard, such as windows-1252, koi8-r or shift_jis";

function read(
  bytes: Uint8Array,
  name: string,
  encoding: TextEncoding | undefined,
  charset: string | undefined,
): FileContent | UnreadContent {
  const stated = kindOf(name);
  // What is named as plain text may be a page all the same.
  const isPlain = stated === undefined || stated === "text";
  const named = (isPlain ? kindOfMarkup(bytes) : undefined) ?? stated ?? kindOfRoot(bytes, name);
  if (isZip(bytes) || (named === "archive" && isArchiveBehind(bytes))) return readArchive(new ZipArchive(bytes), named);
  if (isRtf(bytes)) return fromText(readRtf(bytes, encoding));
  const format = formatOfBytes(bytes.subarray(0, HEAD_BYTES));
  if (format !== undefined && isEncryptedOffice(bytes)) throw encrypted();
  // A page that says why there is no document is saved under the name of the document.
  const kind = named === "archive" || named === "pdf" || named === "rtf" ? kindOfMarkup(bytes) : named;
  if (kind === undefined && named !== undefined) {
    if (bytes.length === 0) throw new NotRead("empty", "empty file");
    throw damaged("its beginning is of another format");
  }
  if (format !== undefined) return notRead(format);
  const isMail =
    kind === "mail" ||
    ((kind === undefined || kind === "text") && isPackedMail(String.fromCharCode(...bytes.subarray(0, HEADERS_BYTES))));
  if (isMail) return fromText(readMessage(bytes, partReader(encoding)));
  // Bytes without a name may be any text, such as a result in JSON.
  if (isPlain && name !== "" && (kind === undefined || kind === "text") && areRecords(bytes))
    return notRead(JSON_LINES);
  const inBytes = kind === "html" ? declaredInHtml(bytes, /\.xhtml$/i.test(name)) : declaredInText(bytes);
  const declared = [charset, ...inBytes];
  const reader = textReaderOf(kind);
  if (reader !== undefined) return fromDecoded(reader.decode(bytes, encoding), (text) => fromText(reader.read(text)));
  if (kind === "xml") return fromDecoded(decodeXml(bytes, encoding), (text) => fromText(readAnyXml(text)));
  const content_type =
    kind === "html" || kind === "markdown" ? kind : kind === undefined && isCode(name) ? "code" : "text";
  return fromDecoded(decodeText(bytes, { stated: encoding, declared }), (text): FileContent => {
    const content = kind === "html" ? withoutSubsetOfPage(text) : text;
    return withUnread<FileContent>({ content, content_type }, kind === "html" ? unreadOfPage(content) : []);
  });
}

/** XHTML may declare entities of its own; where the declaration does not end, a browser shows what is there. */
function withoutSubsetOfPage(text: string): string {
  try {
    return withoutSubset(text);
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    return text;
  }
}

/** Reads the parts of a message that are text. */
function partReader(encoding: TextEncoding | undefined): PartText {
  return (bytes, name, charset) => {
    const read = contentOfBytes(bytes, { name, encoding, charset });
    if ("reason" in read) return read;
    const { content, content_type, unread_pages } = read;
    const title = content_type === "html" ? readers.html(htmlTitleSource(content) ?? "").text.trim() : "";
    return {
      text: readers[content_type](content).text,
      ...(title && { title }),
      ...(unread_pages && { unread_pages }),
    };
  };
}

/** What may stand before a page: comments, and code that servers run. */
const BEFORE_PAGE = /^\s*(?:<!--.{0,2000}?-->|<%.{0,2000}?%>|<\?php\b.{0,2000}?\?>)/s;

/** A file whose name says nothing, and which begins as HTML, XML or WebVTT does. */
function kindOfMarkup(bytes: Uint8Array): FileKind | undefined {
  let head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES)).replace(/^\xef\xbb\xbf/, "");
  for (let before = BEFORE_PAGE.exec(head); before !== null; before = BEFORE_PAGE.exec(head))
    head = head.slice(before[0].length);
  head = head.trimStart();
  if (/^<(?:!doctype html|html)\b/i.test(head)) return "html";
  if (/^WEBVTT\s/.test(head)) return "subtitles";
  if (/^<svg\b/.test(head)) return "xml";
  if (/^<!DOCTYPE\s+[\w:.-]/.test(head)) return "xml";
  if (!head.startsWith("<?xml ")) return undefined;
  return /<html\b/.test(head) ? "html" : "xml";
}

/**
 * A file whose name says nothing, and which is one element: well-formed XML, or a part of a page. Templates of programs
 * and records one behind another are none.
 */
function kindOfRoot(bytes: Uint8Array, name: string): FileKind | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES)).replace(/^\xef\xbb\xbf/, "");
  const root = /^\s*(?:<!--.{0,400}?-->\s*)?<([A-Za-z_][\w:.-]{0,63})[\s>]/s.exec(head)?.[1];
  const tail = String.fromCharCode(...bytes.subarray(-HEAD_BYTES)).trimEnd();
  if (root === undefined || isCode(name) || !tail.endsWith(`</${root}>`)) return undefined;
  const text = decodeUtf8(bytes);
  if (text !== undefined && whatEndsIt(() => scanXml(text, {})) === undefined && !separatesWords(root)) return "xml";
  return separatesWords(root.toLowerCase()) ? "html" : undefined;
}

/** XML of other formats than those of archives, or of these in one file. */
function readAnyXml(text: string): DocumentText {
  const head = text.slice(0, XML_HEAD_UNITS);
  if (/<pkg:package\b/.test(head)) return readFlatWord(text);
  if (/<office:document\b[^>]*opendocument\.text/.test(head)) return readFlatOpenDocument(text);
  return readXml(text);
}

/** The names of a dozen namespaces stand before what an office document says of itself. */
const XML_HEAD_UNITS = 10_000;

function fromDecoded(decoded: DecodedText, read: (text: string) => FileContent): FileContent {
  return withUnread(read(decoded.text), replacedBytes(decoded));
}

/** Name of the stream that holds a document with a password ([MS-OFFCRYPTO] 2.3.4.4), in UTF-16. */
const ENCRYPTED_PACKAGE = Uint8Array.from(Array.from("EncryptedPackage", (letter) => [letter.charCodeAt(0), 0]).flat());

/** Whether it is a compound file with such a stream: a DOCX with a password is no zip archive. */
function isEncryptedOffice(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xd0 || bytes[1] !== 0xcf) return false;
  // Names stand in entries of 128 bytes (MS-CFB 2.6.1), which lie at multiples of 128 from the first sector on.
  for (let entry = 512; entry + ENCRYPTED_PACKAGE.length <= bytes.length; entry += 128)
    if (ENCRYPTED_PACKAGE.every((byte, i) => bytes[entry + i] === byte)) return true;
  return false;
}

/** Bytes may stand before the mark of a file that is named as one (ISO 32000-1, appendix H.3), of others blanks. */
function isPdf(bytes: Uint8Array, kind: FileKind | undefined): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, PDF_HEAD_BYTES));
  return kind === "pdf" ? head.includes("%PDF-") : /^(?:\xef\xbb\xbf)?\s{0,100}%PDF-[12]\./.test(head);
}

const PDF_HEAD_BYTES = 1_024;

/** The number of the version is 1 to this day, or left out. */
function isRtf(bytes: Uint8Array): boolean {
  return /^\{\\rtf[1\\]/.test(String.fromCharCode(...bytes.subarray(0, 6)));
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

function readArchive(archive: ZipArchive, kind: FileKind | undefined): FileContent | UnreadContent {
  const fromParts = (read: DocumentText) => withUnread(fromText(read), archive.replaced);
  if (archive.has("META-INF/container.xml")) return fromParts(readEpub(archive));
  if (isWord(archive)) return fromParts(readWord(archive));
  if (isPresentation(archive)) return fromParts(readPresentation(archive));
  const type = archive.has("mimetype") ? new TextDecoder().decode(archive.read("mimetype")).trim() : "";
  if (/^application\/vnd\.oasis\.opendocument\.text(-template)?$/.test(type))
    return fromParts(readOpenDocument(archive));
  const format = formatOfArchive(type, archive.has("[Content_Types].xml"));
  if (kind === "archive" && format === ARCHIVE)
    throw damaged("an archive without the parts of an EPUB, DOCX, PPTX or ODT");
  return notRead(format);
}

function fromText({ text, sections, ...rest }: DocumentText): FileContent {
  return { content: text, content_type: "text", ...rest, ...takenSections(sections) };
}

/** Whether a name is that of source code: `a/Main.java`, `Makefile`. */
function isCode(name: string): boolean {
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1).toLowerCase();
  return CODE_ENDINGS.has(base.slice(base.lastIndexOf(".") + 1));
}
