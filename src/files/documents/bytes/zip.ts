/**
 * Reads files of a zip archive: by its central directory, each with its checksum, within limits. An own reader of the
 * directory: fflate's own reads no directory before it inflates, checks no checksum and knows no limit.
 */
import { inflateSync } from "fflate";
import { crc32 } from "../../../base/bytes/crc32.ts";
import { groupBy } from "../../../base/lists/groups.ts";
import type { UnreadPages } from "../documentText.ts";
import { type DecodedText, replacedBytes } from "./decode.ts";
import { damaged, encrypted, NotRead } from "./notRead.ts";

/** Bytes that all files read from one archive may have together. */
export const UNPACKED_BYTES_MAX = 256 * 1024 * 1024;
/**
 * Unpacked bytes for each byte of the archive, beyond `UNPACKED_FREE_BYTES`. Deflate packs at most 1,032 to 1; the
 * markup of a real document stays below 100.
 */
export const UNPACKED_RATIO_MAX = 200;
const UNPACKED_FREE_BYTES = 16 * 1024 * 1024;

const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** A size or an offset that stands in another place, since it needs 64 bits. */
const ELSEWHERE = 0xffffffff;

interface ZipEntry {
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly localOffset: number;
}

export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #alike: ReadonlyMap<string, readonly (readonly [string, ZipEntry])[]> | undefined;
  #unpackedBytes = 0;
  readonly #read = new Set<string>();
  readonly #wrong = { text: "", replaced: 0, encoding: "" };

  /** @throws NotRead where the directory of the archive is damaged */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#entries = entriesOf(bytes, this.#view);
  }

  /** Names of its files, in the order of its directory. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entryOf(name) !== undefined;
  }

  wasRead(name: string): boolean {
    return this.#read.has(this.#entryOf(name)?.[0] ?? name);
  }

  /** @throws NotRead where there is no such file, it is damaged or encrypted, or a limit is exceeded */
  read(name: string): Uint8Array {
    const [listed, entry] = this.#entryOf(name) ?? [];
    if (listed === undefined || entry === undefined) throw damaged("a part of it is missing");
    if (entry.isEncrypted) throw encrypted();
    this.#read.add(listed);
    this.#unpackedBytes += entry.bytes;
    const bytesMax = Math.min(
      UNPACKED_BYTES_MAX,
      Math.max(UNPACKED_FREE_BYTES, UNPACKED_RATIO_MAX * this.#bytes.length),
    );
    if (this.#unpackedBytes > bytesMax) throw new NotRead("too_large", "too large when unpacked");
    const unpacked = unpack(this.#packed(entry), entry);
    if (unpacked?.length !== entry.bytes || crc32(unpacked) !== entry.checksum) throw damaged("a checksum is wrong");
    return unpacked;
  }

  /** Remembers what was replaced in the text of a part. */
  noteReplaced({ replaced, encoding }: DecodedText): void {
    this.#wrong.replaced += replaced;
    if (replaced > 0) this.#wrong.encoding = encoding;
  }

  /** What is told of the parts that were read. */
  get replaced(): UnreadPages[] {
    return replacedBytes(this.#wrong);
  }

  /** A file by its name; else by one that differs in case or in what is escaped, where it is the only one. */
  #entryOf(name: string): readonly [string, ZipEntry] | undefined {
    const entry = this.#entries.get(name);
    if (entry !== undefined) return [name, entry];
    this.#alike ??= groupBy(this.#entries, ([listed]) => alike(listed));
    const found = this.#alike.get(alike(name)) ?? [];
    return found.length === 1 ? found[0] : undefined;
  }

  #packed({ localOffset, packedBytes }: ZipEntry): Uint8Array {
    if (localOffset + LOCAL_BYTES > this.#bytes.length) throw damaged("it was cut");
    const view = this.#view;
    if (view.getUint32(localOffset) !== 0x504b0304) throw damaged("its directory is wrong");
    const start =
      localOffset + LOCAL_BYTES + view.getUint16(localOffset + 26, true) + view.getUint16(localOffset + 28, true);
    if (start + packedBytes > this.#bytes.length) throw damaged("it was cut");
    return this.#bytes.subarray(start, start + packedBytes);
  }
}

/** Names of parts are equal whatever the case of their letters (ISO/IEC 29500-2, section 6.2.2). */
function alike(name: string): string {
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}

/** Whether bytes that do not begin as an archive are one with other bytes before it. */
export function isArchiveBehind(bytes: Uint8Array): boolean {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return bytes.length > END_BYTES && shiftOf(view, endOf(view)) > 0;
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    return false;
  }
}

/** The bytes of an entry; `undefined` where they are not what its method packs, or more than the entry states. */
function unpack(packed: Uint8Array, { method, bytes }: ZipEntry): Uint8Array | undefined {
  if (method === 0) return packed;
  if (method !== 8) throw new NotRead("format_not_read", "packed by a method that is not read here");
  try {
    return inflateSync(packed, { out: new Uint8Array(bytes) });
  } catch {
    return undefined;
  }
}

/** APPNOTE.TXT 6.3.10 of PKWARE, sections 4.3.12 and 4.3.16. */
function entriesOf(bytes: Uint8Array, view: DataView): Map<string, ZipEntry> {
  const end = endOf(view);
  const entries = new Map<string, ZipEntry>();
  const shift = shiftOf(view, end);
  let at = view.getUint32(end + 16, true) + shift;
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + ENTRY_BYTES > end || view.getUint32(at) !== 0x504b0102) throw damaged("its directory is wrong");
    const nameBytes = view.getUint16(at + 28, true);
    const written = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    // Some programs write paths as Windows does, or from a root.
    const name = written.replaceAll("\\", "/").replace(/^\/+/, "");
    // Two readers could take one of two equal names each, and so read two texts.
    if (entries.has(name)) throw damaged("two of its parts have one name");
    const entry = {
      isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      localOffset: view.getUint32(at + 42, true),
    };
    if ([entry.packedBytes, entry.bytes, entry.localOffset].includes(ELSEWHERE)) {
      throw new NotRead("too_large", "packed as for 4 GB and more");
    }
    entries.set(name, { ...entry, localOffset: entry.localOffset + shift });
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Bytes before the archive that its offsets do not count, as where something was put before it. */
function shiftOf(view: DataView, end: number): number {
  const shift = end - view.getUint32(end + 12, true) - view.getUint32(end + 16, true);
  const at = view.getUint32(end + 16, true) + shift;
  return shift > 0 && at + ENTRY_BYTES <= end && view.getUint32(at) === 0x504b0102 ? shift : 0;
}

/**
 * Where the last record of the archive begins. A comment may follow it, and bytes that some programs append; a comment
 * may hold what looks like such a record, so the record whose comment ends the file comes first.
 */
function endOf(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  let found = -1;
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = bytes.lastIndexOf(0x50, last); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(0x50, at - 1)) {
    if (view.getUint32(at) !== 0x504b0506) continue;
    const end = at + END_BYTES + view.getUint16(at + 20, true);
    if (end === view.byteLength) return at;
    if (found < 0 && end < view.byteLength) found = at;
    // No comment is longer.
    if (found >= 0 && at < last - 0xffff) break;
  }
  if (found < 0) throw damaged("it was cut");
  return found;
}
