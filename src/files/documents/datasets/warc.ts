/**
 * Reads WARC files (ISO 28500:2017), packed or not: responses with HTML or text, resources, and the plain text of
 * conversions (WET); and ARC, the form of the Internet Archive before it. An own reader: warcio 2.4 brings 24 packages.
 */
import type { CorpusDocument } from "../../../base/contract/resources/corpus.ts";
import { LINE_BYTES_MAX } from "../bytes/lines.ts";
import { damaged, NotRead } from "../bytes/notRead.ts";
import { withUnread } from "../documentText.ts";
import { ByteInput } from "./byteInput.ts";
import { bodyOf, type HeaderFields, headersOf } from "./httpMessage.ts";
import { BROKEN } from "./packed/members.ts";
import {
  bytesOf,
  type DatasetItem,
  type DatasetPart,
  type DatasetReading,
  type RecordReading,
  unreadItems,
} from "./reading.ts";
import { type WebContent, webContentOf } from "./webContent.ts";

/** Bytes of a record's headers; addresses may be long. */
const HEADERS_BYTES_MAX = 1024 * 1024;
/** Bytes in which the next record is looked for at a time. */
const SOUGHT_BYTES = 1 << 16;
/** Records that are about others, and hold no text of their own. */
const WITHOUT_TEXT = new Set(["warcinfo", "request", "metadata", "revisit", "continuation"]);

/** The records that may hold text. */
export async function* recordsIn(reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const input = new ByteInput(bytesOf(reading, true), BROKEN);
  let record = 0;
  try {
    for (;;) {
      let isBegun = false;
      try {
        if (!(await isMore(input))) break;
        record += 1;
        isBegun = true;
        yield* partOf(input, record, reading);
      } catch (error) {
        if (!(error instanceof NotRead) || !input.passGap()) throw error;
        // Each member of a packed archive is a new start: what is missing was a record.
        if (!isBegun) record += 1;
        const { reason } = error;
        if (record > reading.after) yield { kind: "item", record, item: { line: record, code: "unreadable", reason } };
      }
    }
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason } = error;
    yield { kind: "item", record, item: { line: record, code: code === "damaged" ? "unreadable" : code, reason } };
    return;
  } finally {
    await input.close();
  }
  if (record === 0) yield { kind: "item", record, item: { code: "empty", reason: "empty file" } };
}

/** The next record, where it may hold text. @throws NotRead where it is cut */
async function* partOf(input: ByteInput, record: number, { name, after }: DatasetReading): AsyncGenerator<DatasetPart> {
  const begun = await recordBegun(input);
  if ("reason" in begun) {
    const { reason } = begun;
    if (record > after) yield { kind: "item", record, item: { line: record, code: "unreadable", reason } };
    return toNextRecord(input);
  }
  const { headers, bytes } = begun;
  if (record <= after || WITHOUT_TEXT.has(headers.get("warc-type") ?? "")) return input.skip(bytes);
  if (bytes <= LINE_BYTES_MAX) {
    if (!(await input.has(bytes)) && (await isRecordWithin(input, bytes))) {
      const reason = "damaged: a record states a length beyond the end of the file";
      yield { kind: "item", record, item: { line: record, code: "unreadable", reason } };
      return toNextRecord(input);
    }
    return yield { kind: "web record", record, name, headers, bytes: await input.take(bytes) };
  }
  await input.skip(bytes);
  yield { kind: "item", record, item: { line: record, code: "too_large", reason: "over 512 MB" } };
}

/** The document of a record, or why there is none, and what of it was not read. */
export function itemsOfWebRecord(
  { record: line, name, headers, bytes }: Extract<DatasetPart, { kind: "web record" }>,
  { encoding }: RecordReading,
): DatasetItem[] {
  try {
    const { text, unread_pages: unread = [], ...about } = textOf(headers, bytes, encoding);
    if (text.trim() === "") return [{ line, code: "empty", reason: "empty text" }];
    const document = { id: idOf(headers) ?? `${name}#${line}`, text, ...about, ...originOf(headers) };
    return [...unreadItems(unread, { line }), document];
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason, format } = error;
    return [{ line, code, reason, ...(format !== undefined && { format }) }];
  }
}

/** Whether another record follows the empty lines that end one. */
async function isMore(input: ByteInput): Promise<boolean> {
  for (;;) {
    const [byte] = await input.peek(1);
    if (byte === undefined) return false;
    if (byte !== 13 && byte !== 10) return true;
    await input.take(1);
  }
}

/** The headers of a record, or why it is none: what comes before the next one is passed over then. */
async function recordBegun(input: ByteInput): Promise<{ headers: HeaderFields; bytes: number } | { reason: string }> {
  const isNone = { reason: "damaged: a record does not begin as one" };
  const line = ARC_RECORD.exec(String.fromCharCode(...(await input.peek(ARC_LINE_BYTES))));
  if (line !== null) {
    await input.skip(line[0].length);
    return arcRecord(line);
  }
  const first = String.fromCharCode(...(await input.peek(12)));
  if (!/^WARC\/\d+\.\d+\r?\n/.test(first)) return isNone;
  for (let size = 2_048; ; size *= 4) {
    const bytes = await input.peek(size);
    const end = headersEnd(bytes);
    if (end !== -1) {
      const headers = headersOf(new TextDecoder().decode(await input.take(end)));
      const length = headers.get("content-length") ?? "";
      if (!/^\d{1,15}$/.test(length)) return { reason: "damaged: a record does not state its length" };
      return { headers, bytes: Number(length) };
    }
    if (bytes.length < size) throw damaged("it was cut");
    if (size > HEADERS_BYTES_MAX) {
      await input.take(1);
      return isNone;
    }
  }
}

/** The line that a record of ARC begins with: address, IP address, date, type, in version 2 more, and length. */
const ARC_RECORD =
  /^([a-z][a-z0-9+.-]{1,20}:\S{1,2000}) (\S{1,64}) (\d{8,14}) (\S{1,200}) (?:\S{1,500} ){0,5}(\d{1,15})\r?\n/i;
const ARC_LINE_BYTES = 4_096;

/** The same as the headers of WARC say it. */
function arcRecord([, url = "", , date = "", , length]: RegExpExecArray): { headers: HeaderFields; bytes: number } {
  const day = [date.slice(0, 4), date.slice(4, 6), date.slice(6, 8)].join("-");
  const time = [date.slice(8, 10), date.slice(10, 12), date.slice(12, 14)].join(":");
  const type = /^https?:/i.test(url) ? "response" : "metadata";
  const about = { "warc-type": type, "warc-target-uri": url, "warc-date": date.length < 14 ? day : `${day}T${time}Z` };
  return { headers: new Map(Object.entries(about)), bytes: Number(length) };
}

/** Where the empty line behind headers ends, or -1; some programs write lines that end with LF alone. */
function headersEnd(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) {
    const next = bytes[at + 1] === 13 ? at + 2 : at + 1;
    if (bytes[next] === 10) return next + 1;
  }
  return -1;
}

/** Where a record begins: a line, or behind what is no record and has no line end, its first lines. */
const RECORD_BEGINS = /(?<=\n)WARC\/|WARC\/\d\.\d{1,2}\r?\n[A-Za-z-]{1,40}:/;
const RECORD_BEGINS_BYTES = 64;

/** Passes over all bytes before the next record. */
async function toNextRecord(input: ByteInput): Promise<void> {
  for (;;) {
    const bytes = await input.peek(SOUGHT_BYTES);
    const at = new TextDecoder("latin1").decode(bytes).search(RECORD_BEGINS);
    if (at !== -1) return input.skip(at);
    if (bytes.length < SOUGHT_BYTES) return input.skip(bytes.length);
    await input.skip(bytes.length - RECORD_BEGINS_BYTES);
  }
}

const isRecordWithin = async (input: ByteInput, bytes: number): Promise<boolean> =>
  indexOf(await input.peek(bytes), LINE_OF_RECORD) !== -1;

/** A line feed and `WARC/`. */
const LINE_OF_RECORD = [10, 0x57, 0x41, 0x52, 0x43, 0x2f];

/** @throws NotRead */
function textOf(headers: HeaderFields, block: Uint8Array, encoding: DatasetReading["encoding"]): WebContent {
  const type = headers.get("warc-type");
  if (type === "conversion" || type === "resource") {
    // WET files are written as UTF-8.
    const fallback = type === "conversion" ? "text/plain; charset=utf-8" : "";
    return webContentOf(block, headers.get("content-type") ?? fallback, encoding);
  }
  if (type !== "response") throw new NotRead("invalid_record", `a record of the type ${type ?? "?"}`);
  const { contentType, body, isCut } = bodyOf(block);
  return withUnread(webContentOf(body, contentType, encoding), isCut ? [CUT] : []);
}

const CUT = { code: "damaged" as const, pages: [], reason: "damaged: it was cut: what follows is not read" };

function idOf(headers: HeaderFields): string | undefined {
  return /^<?(?:urn:uuid:)?(.+?)>?$/.exec(headers.get("warc-record-id") ?? "")?.[1];
}

/** What a document keeps of its record: address, language, date and digest. */
function originOf(headers: HeaderFields): Partial<CorpusDocument> {
  const url = headers.get("warc-target-uri")?.replace(/^<|>$/g, "");
  const lang = headers.get("warc-identified-content-language");
  const date = headers.get("warc-date");
  const digest = headers.get("warc-payload-digest") ?? headers.get("warc-block-digest");
  const fields = { ...(date && { date }), ...(digest && { digest }) };
  return { ...(url && { url }), ...(lang && { lang }), ...(Object.keys(fields).length > 0 && { fields }) };
}

function indexOf(bytes: Uint8Array, sought: readonly number[]): number {
  for (let at = bytes.indexOf(sought[0]!); at !== -1; at = bytes.indexOf(sought[0]!, at + 1))
    if (sought.every((byte, i) => bytes[at + i] === byte)) return at;
  return -1;
}
