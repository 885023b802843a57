/** Unpacks a stream of bytes, within limits. */

import { Gunzip } from "fflate";
import { concat } from "../../../../base/bytes/bytes.ts";
import { isTextHead } from "../../bytes/binary.ts";
import { LINE_BYTES_MAX } from "../../bytes/lines.ts";
import { damaged, NotRead } from "../../bytes/notRead.ts";
import { formatOfBytes, HEAD_BYTES, isPackedFormat, notRead } from "../../formats.ts";
import { type Packing, packingOfBytes } from "../../kinds.ts";
import { BROKEN, canUnpackMembers, membersOf } from "./members.ts";
import { pushed } from "./pushed.ts";
import { unpackZstd } from "./zstd.ts";

/**
 * Bytes that a packed byte may give, beyond `DATASET_FREE_BYTES`. Text packs 3 to 20 to 1; lists of equal lines reach
 * some hundreds.
 */
const DATASET_RATIO_MAX = 1_000;
const DATASET_FREE_BYTES = 256 * 1024 * 1024;

/** Counts what packed bytes give. @throws NotRead where it is more than text packs to */
export class UnpackedLimit {
  packedBytes = 0;
  #bytes = 0;

  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > Math.max(DATASET_FREE_BYTES, DATASET_RATIO_MAX * this.packedBytes))
      throw new NotRead("too_large", "too large when unpacked");
  }
}

/**
 * @param named how the file is packed by its name: programs unpack a file and keep its name, and the reverse
 * @param goesOn whether the members of a gzip file behind a broken one are given, with `BROKEN` in its place
 * @throws NotRead where the bytes are not packed like this, or give too much; unsupported_runtime
 */
export async function* unpack(
  chunks: AsyncIterable<Uint8Array>,
  named: Packing,
  goesOn = false,
): AsyncGenerator<Uint8Array> {
  const { head, all } = await withHead(chunks);
  const packing = packingOfBytes(head) ?? packingOfOthers(head, named);
  if (packing === "none") return yield* all;
  const limit = new UnpackedLimit();
  const counted = (async function* () {
    for await (const chunk of all) {
      limit.packedBytes += chunk.length;
      yield chunk;
    }
  })();
  for await (const chunk of packing === "gzip" ? gunzip(counted, goesOn) : unpackZstd(counted)) {
    limit.add(chunk.length);
    yield chunk;
  }
}

/** What is not packed as it is named is text or a dataset as it stands, or of a format that is not read. */
function packingOfOthers(head: Uint8Array, named: Packing): Packing {
  const format = formatOfBytes(head);
  if (format !== undefined && isPackedFormat(format)) {
    const { code, reason, format: name } = notRead(format);
    throw new NotRead(code, reason, name);
  }
  return format !== undefined || isTextHead(head, false) ? "none" : named;
}

/** The same bytes, and the first of them. */
async function withHead(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const left = chunks[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  for (let next = await left.next(); !next.done; next = await left.next()) {
    head = concat([head, next.value]);
    if (head.length >= HEAD_BYTES) break;
  }
  const all = async function* () {
    try {
      yield head;
      for (let next = await left.next(); !next.done; next = await left.next()) yield next.value;
    } finally {
      await left.return?.();
    }
  };
  return { head, all: all() };
}

/** All bytes, in memory. @throws NotRead */
export async function wholeOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > LINE_BYTES_MAX) throw new NotRead("too_large", "over 512 MB");
    held.push(chunk);
  }
  return concat(held);
}

/** All members of a gzip file: those before a broken one, and all that can be had of it. */
async function* gunzip(chunks: AsyncIterable<Uint8Array>, goesOn: boolean): AsyncGenerator<Uint8Array> {
  if (!canUnpackMembers()) return yield* pushed(chunks, (give) => new Gunzip(give));
  for await (const chunk of membersOf(chunks, goesOn)) {
    if (chunk === BROKEN && !goesOn) throw damaged("its packing is wrong or was cut");
    yield chunk;
  }
}
