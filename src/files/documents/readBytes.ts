/** Reads the bytes of one file. */
import { checkArguments, isBytes, optionsChecks } from "../../base/arguments.ts";
import { SpoliaError } from "../../base/errors.ts";
import { bytesInMemory, chunksOf } from "./bytes/byteSource.ts";
import { ESCAPES, NUL_BYTES, SEVEN_BITS } from "./bytes/decode.ts";
import {
  contentOfFile,
  ENCODING_SHAPE,
  type FileContent,
  isEncoding,
  type ReadBytesOptions,
  type UnreadContent,
} from "./content.ts";
import { readDataset } from "./datasets/dataset.ts";
import type { RecordFields } from "./datasets/fields.ts";
import { type UnreadPages, withUnread } from "./documentText.ts";
import { type DatasetKind, isDataset, kindOf, packingOf } from "./kinds.ts";
import { PDF_MISSING } from "./pdf/install.ts";
import { plainUnreadPages } from "./pdf/unreadPages.ts";

/**
 * The content of a file: text, Markdown, HTML, PDF, EPUB, DOCX, ODT, RTF, LaTeX, TEI or other XML; of a dataset that
 * holds one document (JSON Lines, Parquet, a web archive, a tar archive), that document.
 *
 * @throws invalid_request for wrong arguments; document_invalid where the bytes are not read, with the reason, or hold
 *   several documents; unsupported_runtime where a package is missing that the format needs
 * @since 0.2.0
 */
export async function readBytes(bytes: Uint8Array, options: ReadBytesOptions = {}): Promise<FileContent> {
  checkArguments("readBytes", [
    ["/bytes", isBytes(bytes), "a Uint8Array"],
    ...optionsChecks<ReadBytesOptions>(options, { name: true, encoding: true, strict: true, signal: true }),
    ["/options/name", ["undefined", "string"].includes(typeof options?.name), "a text, or absent"],
    ["/options/encoding", isEncoding(options?.encoding), ENCODING_SHAPE],
    ["/options/strict", ["undefined", "boolean"].includes(typeof options?.strict), "true, false or absent"],
  ]);
  const kind = kindOf(options.name ?? "");
  const read = isDataset(kind) ? await onlyDocument(bytes, kind, options) : await contentOfFile(bytes, options);
  if (!("reason" in read)) return options.strict ? whole(read, options) : read;
  if (read.reason === PDF_MISSING.reason) {
    throw new SpoliaError("unsupported_runtime", PDF_MISSING.message, { hint: PDF_MISSING.hint });
  }
  throw new SpoliaError("document_invalid", `${nameOf(options)} cannot be read: ${read.reason}.`, {
    hint: hintFor(read),
  });
}

const nameOf = ({ name }: ReadBytesOptions): string => name ?? "The document";

/** @throws document_invalid where a part of the document was not read */
function whole(content: FileContent, options: ReadBytesOptions): FileContent {
  const unread = content.unread_pages?.find(({ note }) => !note);
  if (unread === undefined) return content;
  throw new SpoliaError(
    "document_invalid",
    `${nameOf(options)} cannot be read completely: ${plainUnreadPages(unread)}.`,
    { hint: "Leave out `strict` to read the rest of it." },
  );
}

/** The document of a dataset with one; why there is none, or that there are several. */
async function onlyDocument(
  bytes: Uint8Array,
  kind: DatasetKind,
  { name = "", encoding }: ReadBytesOptions,
): Promise<FileContent | UnreadContent> {
  const source = bytesInMemory(bytes);
  const about = { source, stream: () => chunksOf(source), packing: packingOf(name), name, encoding, onBytes: () => {} };
  let found: FileContent | undefined;
  let unread: UnreadContent | undefined;
  const partly: UnreadPages[] = [];
  for await (const item of readDataset(kind, { ...about, fields: ALL_DEFAULTS, after: 0, record: 0 })) {
    if ("reason" in item) {
      if (!item.note) unread ??= { code: item.code, reason: item.reason };
      const code = item.code === "invalid_record" ? "format_not_read" : item.code;
      const told = { code: code as UnreadPages["code"], pages: [], reason: item.reason };
      if (item.partly || item.note) partly.push({ ...told, ...(item.note && { note: true }) });
    } else if (found === undefined) {
      const { text, title, author, lang } = item;
      const metadata = { ...(title && { title }), ...(author && { author }), ...(lang && { lang }) };
      found = { content: text, content_type: "text", ...metadata };
    } else {
      return { code: "format_not_read", format: kind, reason: "it holds several documents" };
    }
  }
  if (found !== undefined) return withUnread(found, partly);
  return unread ?? { code: "empty", reason: "no document in it" };
}

const ALL_DEFAULTS: RecordFields = {};

function hintFor({ code, reason }: UnreadContent): string {
  if (reason === "it holds several documents") return "Read them with readDocuments, or build a corpus from the file.";
  const read = "Text, Markdown, HTML, PDF, EPUB, DOCX, ODT, RTF, LaTeX, TEI and other XML can be read.";
  if (code === "damaged") return `If its name ends wrongly, rename it; else get the file again. ${read}`;
  if (code !== "not_utf8") return read;
  const convert = "or convert it to UTF-8 first: iconv -f NAME -t UTF-8";
  if (reason === NUL_BYTES)
    return `It holds bytes that do not occur in text. ${read} If it is text, name its encoding: --encoding utf-16le (option encoding), ${convert}; or take them out: tr -d "\\000".`;
  if (reason === ESCAPES)
    return `If its encoding has them, name it: --encoding iso-2022-jp (option encoding), ${convert}. Text of a terminal: perl -pe 's/\\e\\[[0-9;?]*[ -\\/]*[@-~]//g'.`;
  if (reason === SEVEN_BITS)
    return `If it is, convert it to UTF-8 first: iconv -f HZ -t UTF-8, or -f UTF-7. If not, say so: --encoding us-ascii (option encoding).`;
  return `If it is text in another encoding, name it: --encoding LABEL (option encoding), such as windows-1252, koi8-r, shift_jis or gb18030, ${convert}.`;
}
