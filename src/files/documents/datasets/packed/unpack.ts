/** Unpacks a stream of bytes, within limits. */
import { Gunzip } from "fflate";
import { damaged, NotRead } from "../../bytes/notRead.ts";
import type { Packing } from "../../kinds.ts";
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
  for await (const chunk of packing === "gzip" ? gunzip(counted, goesOn) : unpackZstd(counted)) {
    limit.add(chunk.length);
    yield chunk;
  }
}

/** All members of a gzip file: those before a broken one, and all that can be had of it. */
async function* gunzip(chunks: AsyncIterable<Uint8Array>, goesOn: boolean): AsyncGenerator<Uint8Array> {
  if (!canUnpackMembers()) return yield* pushed(chunks, (give) => new Gunzip(give));
  for await (const chunk of membersOf(chunks, goesOn)) {
    if (chunk === BROKEN && !goesOn) throw damaged("its packing is wrong or was cut");
    yield chunk;
  }
}
