/** Unpacks a stream of bytes, within limits. */
import { Gunzip } from "fflate";
import { builtinIfAny } from "../../../../base/bytes/builtin.ts";
import { NotRead } from "../../bytes/notRead.ts";
import type { Packing } from "../../kinds.ts";
import { canUnpackMembers, membersOf } from "./members.ts";
import { pushed } from "./pushed.ts";
import { through } from "./through.ts";
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
 * @param goesOn whether the members of a gzip file behind a broken one are given, with `BROKEN` in its place
 * @throws NotRead where the bytes are not packed like this, or give too much; unsupported_runtime
 */
export async function* unpack(
  chunks: AsyncIterable<Uint8Array>,
  packing: Packing,
  goesOn = false,
): AsyncGenerator<Uint8Array> {
  if (packing === "none") return yield* chunks;
  const limit = new UnpackedLimit();
  const counted = (async function* () {
    for await (const chunk of chunks) {
      limit.packedBytes += chunk.length;
      yield chunk;
    }
  })();
  for await (const chunk of packing === "gzip"
    ? goesOn && canUnpackMembers()
      ? membersOf(counted)
      : gunzip(counted)
    : unpackZstd(counted)) {
    limit.add(chunk.length);
    yield chunk;
  }
}

/** All members of a gzip file. */
function gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const zlib = builtinIfAny("node:zlib");
  if (zlib !== undefined) return through(chunks, zlib.createGunzip());
  return pushed(chunks, (give) => new Gunzip(give));
}
