/**
 * Unpacks Zstandard (RFC 8878). Node has it from 22.15 on, but its stream ends after the first frame of a file without
 * saying so; files of several frames are common, so frames are told apart here. Elsewhere the package `fzstd` unpacks.
 */
import { builtinIfAny } from "../../../../base/bytes/builtin.ts";
import { damaged } from "../../bytes/notRead.ts";
import { ByteInput, viewOf } from "../byteInput.ts";
import { loadZstd } from "../peers.ts";
import { pushed } from "./pushed.ts";
import { through } from "./through.ts";

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const RLE = 1;
const RESERVED = 3;
/** Bytes of the dictionary's id, and of the content's size, by the bits that say which (section 3.1.1.1.1). */
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;
const SIZE_BYTES = [0, 2, 4, 8] as const;

/** @throws NotRead, unsupported_runtime */
export async function* unpackZstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { createZstdDecompress } = (builtinIfAny("node:zlib") ?? {}) as Partial<typeof import("node:zlib")>;
  if (createZstdDecompress === undefined) return yield* unpackByPackage(chunks);
  const input = new ByteInput(chunks);
  while (await input.has(1)) {
    const magic = viewOf(await input.take(4)).getUint32(0, true);
    if ((magic & 0xfffffff0) === SKIPPABLE) await input.skip(viewOf(await input.take(4)).getUint32(0, true));
    else if (magic !== MAGIC) throw damaged("it is not packed as Zstandard");
    else yield* through(frame(input), createZstdDecompress());
  }
}

async function* unpackByPackage(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompress } = await loadZstd();
  yield* pushed(chunks, (give) => new Decompress(give));
}

/** The bytes of one frame, whose magic number was taken, block by block. */
async function* frame(input: ByteInput): AsyncGenerator<Uint8Array> {
  const [descriptor] = await input.take(1);
  const isSingle = (descriptor! & 32) !== 0;
  const sizeBytes = SIZE_BYTES[(descriptor! >> 6) as 0 | 1 | 2 | 3] || (isSingle ? 1 : 0);
  const header = await input.take(
    (isSingle ? 0 : 1) + DICTIONARY_BYTES[(descriptor! & 3) as 0 | 1 | 2 | 3] + sizeBytes,
  );
  yield Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, descriptor!, ...header);
  for (let isLast = false; !isLast; ) {
    const head = await input.take(3);
    const bits = head[0]! | (head[1]! << 8) | (head[2]! << 16);
    isLast = (bits & 1) !== 0;
    const type = (bits >> 1) & 3;
    if (type === RESERVED) throw damaged("its packing is wrong or was cut");
    yield head;
    yield await input.take(type === RLE ? 1 : bits >> 3);
  }
  if ((descriptor! & 4) !== 0) yield await input.take(4);
}
