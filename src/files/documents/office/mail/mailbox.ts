/** Reads mailboxes (RFC 4155): a message is what follows a line `From …`. */
import { concat } from "../../../../base/bytes/bytes.ts";
import { LINE_BYTES_MAX, splitLines } from "../../bytes/lines.ts";
import { NotRead } from "../../bytes/notRead.ts";
import { contentOfBytes } from "../../content.ts";
import {
  bytesOf,
  type DatasetItem,
  type DatasetPart,
  type DatasetReading,
  type RecordReading,
  unreadItems,
} from "../../datasets/reading.ts";
import { documentOfContent } from "../../fileDocument.ts";
import { parted } from "./headers.ts";

const LINE_END = Uint8Array.of(10);

/** The messages of a mailbox. */
export async function* messagesIn(reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const { name, after } = reading;
  let [record, bytes, isAfterEmpty] = [0, 0, true];
  let lines: Uint8Array[] = [];
  const part = (): DatasetPart[] => {
    if (record <= after) return [];
    if (bytes <= LINE_BYTES_MAX) return [{ kind: "message", record, name, bytes: concat(lines) }];
    return [{ kind: "item", record, item: { line: record, code: "too_large", reason: "over 512 MB" } }];
  };
  try {
    for await (const line of splitLines(bytesOf(reading))) {
      if (line !== null && isEnvelope(line, isAfterEmpty)) {
        if (record > 0) yield* part();
        [record, bytes, lines] = [record + 1, 0, []];
      } else if (record === 0 && line?.length !== 0) [record, lines] = [1, []];
      isAfterEmpty = line !== null && (line.length === 0 || (line.length === 1 && line[0] === 13));
      bytes += (line?.length ?? LINE_BYTES_MAX) + 1;
      if (bytes <= LINE_BYTES_MAX && line !== null) lines.push(unquoted(line), LINE_END);
      else lines = [];
    }
    if (record > 0) yield* part();
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    if (record > 0) yield* part();
    const { code, reason } = error;
    yield { kind: "item", record, item: { line: record + 1, code: code === "damaged" ? "unreadable" : code, reason } };
    return;
  }
  if (record === 0) yield { kind: "item", record: 0, item: { code: "empty", reason: "empty file" } };
}

/** The document of a message, or why there is none, and what of it was not read. */
export function itemsOfMessage(
  { record: line, name, bytes }: Extract<DatasetPart, { kind: "message" }>,
  { encoding }: RecordReading,
): DatasetItem[] {
  const read = contentOfBytes(bytes, { name: "message.eml", encoding });
  if ("reason" in read) return [{ line, ...read }];
  const id = /<([^<>\s]{1,900})>/.exec(
    parted(bytes.subarray(bytes.indexOf(10) + 1)).headers.get("message-id") ?? "",
  )?.[1];
  const document = documentOfContent(id ?? `${name}#${line}`, read);
  const unread = unreadItems(read.unread_pages ?? [], { line });
  if (document.text.trim() === "") return [...unread, { line, code: "empty", reason: "empty text" }];
  return [...unread, document];
}

/** `From `, an address and a year; the whole date where no empty line is before it, as some programs write. */
function isEnvelope(line: Uint8Array, isAfterEmpty: boolean): boolean {
  const form = isAfterEmpty ? /^From \S.*\d{4}/ : ENVELOPE;
  return line[0] === 0x46 && form.test(String.fromCharCode(...line.subarray(0, 1_000)));
}

/** With a date as `asctime` writes it: `Mon Jan  5 10:00:00 2026`. */
const ENVELOPE =
  /^From \S{1,320} {1,5}(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2} \d{2}:\d{2}(?::\d{2})? (?:\S{1,10} )?\d{4}/;

/** Lines of a message that begin like one were marked with `>`. */
function unquoted(line: Uint8Array): Uint8Array {
  if (line[0] !== 0x3e) return line;
  return /^>+From /.test(String.fromCharCode(...line.subarray(0, 100))) ? line.subarray(1) : line;
}
