/**
 * Reads files of a tar archive (POSIX.1-2001 pax, ustar, GNU names) one after another, as WebDataset packs them. An own
 * reader: tar-stream 3 brings ten packages, one of them a native add-on.
 */
import type { PlatformAbortSignal } from "../../../../base/platform.ts";
import { TEXT_HEAD_BYTES } from "../../bytes/binary.ts";
import { LINE_BYTES_MAX } from "../../bytes/lines.ts";
import { damaged, NotRead } from "../../bytes/notRead.ts";
import { contentOfFile } from "../../content.ts";
import { documentOfContent } from "../../fileDocument.ts";
import { formatOfFile, isHiddenName, isOfPrograms, notRead } from "../../formats.ts";
import { type FileKind, isDataset, kindOf, mayBeText, packingOf } from "../../kinds.ts";
import { ByteInput } from "../byteInput.ts";
import { linesIn } from "../jsonLines.ts";
import {
  bytesOf,
  type DatasetItem,
  type DatasetPart,
  type DatasetReading,
  type RecordReading,
  unreadItems,
} from "../reading.ts";
import { rowsIn } from "../records/csv.ts";

const BLOCK_BYTES = 512;
/** Bytes of a record that holds a long name, or other attributes. */
const ATTRIBUTES_BYTES_MAX = 1024 * 1024;

interface Entry {
  name: string;
  type: string;
  bytes: number;
}

/** The files of an archive, and the lines of files of JSON Lines in it. */
export async function* entriesIn(reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const input = new ByteInput(bytesOf(reading));
  const names = new Names(input);
  let record = 0;
  const hidden: string[] = [];
  try {
    for (let entry = await names.next(); entry !== undefined; entry = await names.next()) {
      if (isLeftOut(entry, hidden)) {
        await input.skip(heldBy(entry));
        continue;
      }
      for await (const part of partsOf(entry, input, reading)) {
        record += 1;
        if (record > reading.after) yield { ...part, record };
      }
    }
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason } = error;
    yield { kind: "item", record, item: { code: code === "damaged" ? "unreadable" : code, reason } };
    return;
  } finally {
    await input.close();
  }
  if (record === 0 && hidden.length === 0)
    yield { kind: "item", record, item: { code: "empty", reason: "no file in it" } };
  if (hidden.length > 0 && record >= reading.after)
    yield { kind: "item", record: record + 1, item: toldHidden(hidden) };
}

/** Whether an entry is a folder, or hidden: such files are collected, but for those of programs. */
function isLeftOut({ name, type }: Entry, hidden: string[]): boolean {
  if (type === "5") return true;
  const parts = name.split("/");
  if (!parts.some(isHiddenName)) return false;
  if (isRegular(type) && !parts.some(isOfPrograms)) hidden.push(name);
  return true;
}

const isRegular = (type: string): boolean => type === "0" || type === "\0" || type === "7";

/** Bytes of an entry, up to the next: only files have some, whatever other entries state. */
function heldBy({ type, bytes }: Entry): number {
  const held = isRegular(type) || !/[1-6]/.test(type) ? bytes : 0;
  return held + paddingOf(held);
}

const HIDDEN_SHOWN = 10;

function toldHidden(names: readonly string[]): DatasetItem {
  const shown = `${names.slice(0, HIDDEN_SHOWN).join(", ")}${names.length > HIDDEN_SHOWN ? " …" : ""}`;
  const what = names.length === 1 ? "1 hidden file is not read" : `${names.length} hidden files are not read`;
  return {
    code: "format_not_read",
    format: "hidden",
    reason: `${what}: ${shown}. Unpack it and name them`,
    note: true,
  };
}

/** The document of a file in an archive, or why there is none, and its pages that cannot be read. */
export async function* itemsOfFile(
  { name, within, bytes }: Extract<DatasetPart, { kind: "archived file" }>,
  { encoding }: RecordReading,
  signal?: PlatformAbortSignal,
): AsyncGenerator<DatasetItem> {
  const read = await contentOfFile(bytes, { name: within, encoding, signal });
  if ("reason" in read) return yield { name: within, ...read };
  yield* unreadItems(read.unread_pages ?? [], { name: within });
  const document = documentOfContent(`${name}/${within}`, read);
  yield document.text.trim() === "" ? { name: within, code: "empty", reason: "empty text" } : document;
}

/** The entries of an archive; the bytes of each are taken before the next is asked for. */
class Names {
  readonly #input: ByteInput;
  #isBehindEnd = false;

  constructor(input: ByteInput) {
    this.#input = input;
  }

  async next(): Promise<Entry | undefined> {
    let longName: string | undefined;
    let longBytes: number | undefined;
    for (;;) {
      const header = await this.#header();
      if (header === undefined) return undefined;
      const entry = entryOf(header, this.#isBehindEnd);
      if (entry.type === "L") longName = textIn(await this.#attributes(entry.bytes));
      else if (entry.type === "x") {
        const attributes = paxAttributes(await this.#attributes(entry.bytes));
        longName = attributes.get("path") ?? longName;
        longBytes = attributes.has("size") ? sizeOf(attributes.get("size")!) : longBytes;
      } else if (entry.type === "K" || entry.type === "g") await this.#attributes(entry.bytes);
      else {
        const name = (longName ?? entry.name).replace(/^(?:\.?\/){1,1000}/, "");
        return { ...entry, name, bytes: longBytes ?? entry.bytes };
      }
    }
  }

  /** The next block that is not empty: archives are written one behind another, each with empty blocks at its end. */
  async #header(): Promise<Uint8Array | undefined> {
    let header = await this.#input.take(BLOCK_BYTES);
    while (header.every((byte) => byte === 0)) {
      this.#isBehindEnd = true;
      const next = await this.#input.peek(BLOCK_BYTES);
      if (next.length === 0) return undefined;
      header = await this.#input.take(next.length);
    }
    return header;
  }

  async #attributes(bytes: number): Promise<Uint8Array> {
    if (bytes > ATTRIBUTES_BYTES_MAX) throw damaged("a name in it is too long");
    const attributes = await this.#input.take(bytes);
    await this.#input.skip(paddingOf(bytes));
    return attributes;
  }
}

async function* partsOf(entry: Entry, input: ByteInput, reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const { name, type, bytes } = entry;
  const isFile = isRegular(type);
  const base = name.slice(name.lastIndexOf("/") + 1);
  const stated = kindOf(name);
  const head = stated === undefined && isFile ? await input.peek(Math.min(bytes, TEXT_HEAD_BYTES)) : undefined;
  const kind = stated ?? (head !== undefined && mayBeText(head, name) ? "text" : undefined);
  const rest = heldBy(entry);
  if (!isFile || kind === undefined || (isDataset(kind) && !isOfRecords(kind))) {
    await input.skip(rest);
    if (type === "1" || type === "2") yield unread({ name, code: "link", reason: "links are not followed" });
    else if (!isFile) yield unread({ name, code: "unreadable", reason: "no regular file" });
    else yield unread(notReadHere(name, formatOfFile(base, head ?? new Uint8Array(0)), kind !== undefined));
    return;
  }
  if (isOfRecords(kind)) return yield* recordsOf(entry, kind, input, reading);
  if (bytes > LINE_BYTES_MAX) {
    await input.skip(rest);
    return yield unread({ name, code: "too_large", reason: "over 512 MB" });
  }
  const content = await input.take(bytes);
  await input.skip(paddingOf(bytes));
  yield { kind: "archived file", record: 0, name: reading.name, within: name, bytes: content };
}

/** A part that is no document. */
function unread(item: DatasetItem): DatasetPart {
  return { kind: "item", record: 0, item };
}

function notReadHere(name: string, format: Parameters<typeof notRead>[0], isNested: boolean): DatasetItem {
  const nested = { name: "archive in an archive", advice: "" };
  const reason = "An archive in an archive is not read here. Unpack it first";
  return { name, ...notRead(isNested ? nested : format), ...(isNested && { reason }) };
}

/** Formats of records that are read one after another. */
const isOfRecords = (kind: FileKind): kind is "jsonl" | "json" | "csv" => ["jsonl", "json", "csv"].includes(kind);

async function* recordsOf(
  { name: within, bytes }: Entry,
  kind: "jsonl" | "json" | "csv",
  input: ByteInput,
  reading: DatasetReading,
): AsyncGenerator<DatasetPart> {
  const pieces = input.pieces(bytes);
  const inner = { ...reading, packing: packingOf(within), name: `${reading.name}/${within}`, after: 0 };
  const partsIn = kind === "csv" ? rowsIn : linesIn;
  for await (const part of partsIn({ ...inner, stream: () => pieces })) {
    if (part.kind === "line") yield { ...part, within };
    else if (part.kind === "item") yield { ...part, item: { name: within, ...part.item } as DatasetItem };
  }
  for await (const _ of pieces);
  await input.skip(paddingOf(bytes));
}

function paddingOf(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
}

function entryOf(header: Uint8Array, isBehindEnd: boolean): Entry {
  const sum = header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (octal(header.subarray(148, 156)) !== sum)
    throw damaged(isBehindEnd ? "bytes follow its end" : "a checksum is wrong");
  const isUstar = textIn(header.subarray(257, 262)) === "ustar";
  const prefix = isUstar && header[263] === 0x30 ? textIn(header.subarray(345, 500)) : "";
  const name = textIn(header.subarray(0, 100));
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    type: String.fromCharCode(header[156]!),
    bytes: sizeIn(header.subarray(124, 136)),
  };
}

/** A number in octal digits, or, as GNU writes it from 8 GiB on, in bytes after a set bit. */
function sizeIn(field: Uint8Array): number {
  if ((field[0]! & 0x80) === 0) return sizeOf(octal(field));
  return sizeOf(field.subarray(1).reduce((size, byte) => size * 256 + byte, field[0]! & 0x7f));
}

function octal(field: Uint8Array): number {
  const digits = textIn(field).trim();
  return digits === "" ? 0 : /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

function sizeOf(size: number | string): number {
  const bytes = Number(size);
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw damaged("a size in it is none");
  return bytes;
}

/** Text up to a NUL. */
function textIn(field: Uint8Array): string {
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}

/** Lines `length key=value`, whose length counts all of the line. */
function paxAttributes(bytes: Uint8Array): Map<string, string> {
  const attributes = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const length = Number(textIn(bytes.subarray(at, space === -1 ? at : space)));
    if (space === -1 || !(length > space - at) || at + length > bytes.length) throw damaged("a name in it is wrong");
    const [, key, value] = /^([^=]+)=(.*)\n$/s.exec(textIn(bytes.subarray(space + 1, at + length))) ?? [];
    if (key !== undefined) attributes.set(key, value!);
    at += length;
  }
  return attributes;
}
