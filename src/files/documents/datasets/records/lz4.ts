/** Unpacks frames of LZ4 (its frame and block formats), of which Arrow packs its buffers; linear in what comes out. */
import { damaged } from "../../bytes/notRead.ts";

const MAGIC = 0x184d2204;
const UNPACKED = 0x80000000;
const MATCH_MIN = 4;

/** @param length bytes of what comes out @throws NotRead */
export function unpackLz4(packed: Uint8Array, length: number): Uint8Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  if (packed.length < 7 || view.getUint32(0, true) !== MAGIC) throw damaged("its packing is wrong");
  const flags = packed[4]!;
  const out = new Uint8Array(length);
  // Behind the two bytes of flags: the size, the number of a dictionary, and a checksum.
  let at = 6 + ((flags & 8) !== 0 ? 8 : 0) + ((flags & 1) !== 0 ? 4 : 0) + 1;
  let end = 0;
  while (at + 4 <= packed.length) {
    const size = view.getUint32(at, true);
    at += 4;
    if (size === 0) return out.subarray(0, end);
    const bytes = size % UNPACKED;
    const block = packed.subarray(at, at + bytes);
    if (block.length !== bytes) break;
    if (size >= UNPACKED) {
      if (end + bytes > length) break;
      out.set(block, end);
      end += bytes;
    } else end = unpackBlock(block, out, end);
    at += bytes + ((flags & 16) !== 0 ? 4 : 0);
  }
  throw damaged("its packing is wrong or was cut");
}

/** @returns the end of what came out; blocks may repeat what stands in those before */
function unpackBlock(block: Uint8Array, out: Uint8Array, from: number): number {
  let [at, end] = [0, from];
  const lengthOf = (nibble: number): number => {
    let length = nibble;
    if (nibble === 15)
      for (let more = 255; more === 255; at += 1) {
        more = block[at] ?? 0;
        length += more;
      }
    return length;
  };
  while (at < block.length) {
    const token = block[at++]!;
    const literals = lengthOf(token >> 4);
    if (at + literals > block.length || end + literals > out.length) throw damaged("its packing is wrong");
    out.set(block.subarray(at, at + literals), end);
    at += literals;
    end += literals;
    // The last sequence has literals alone.
    if (at === block.length) return end;
    const offset = block[at]! | ((block[at + 1] ?? 0) << 8);
    at += 2;
    const match = lengthOf(token & 15) + MATCH_MIN;
    if (offset === 0 || offset > end || end + match > out.length) throw damaged("its packing is wrong");
    for (let i = 0; i < match; i += 1) out[end + i] = out[end + i - offset]!;
    end += match;
  }
  return end;
}
