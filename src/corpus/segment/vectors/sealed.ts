/** What the files of vectors have in common: a head of five numbers, and checksums. Little-endian. */
import { sum } from "../../../base/lists/numbers.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { corrupt } from "../../format/layout.ts";

export const VECTORS_HEAD_BYTES = 24;
export const CHECKSUM_BYTES = 4;
const NUMBERS = 4;

/** Magic of eight characters, and up to four numbers. */
export function packHead(magic: string, numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(VECTORS_HEAD_BYTES);
  bytes.set(new TextEncoder().encode(magic));
  for (const [i, value] of numbers.entries()) new DataView(bytes.buffer).setUint32(8 + 4 * i, value, true);
  return bytes;
}

/** @throws corpus_corrupt where the magic is another */
export function parseHead(magic: string, bytes: Uint8Array): number[] {
  if (bytes.length < VECTORS_HEAD_BYTES || new TextDecoder().decode(bytes.subarray(0, 8)) !== magic)
    throw corrupt("A file of vectors");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: NUMBERS }, (_, i) => view.getUint32(8 + 4 * i, true));
}

/** The parts one after the other, and their checksum. */
export function sealed(kernels: Kernels, parts: readonly ArrayBufferView[], seed: number): Uint8Array {
  const bytes = new Uint8Array(sum(parts, ({ byteLength }) => byteLength) + CHECKSUM_BYTES);
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  new DataView(bytes.buffer).setUint32(at, kernels.xxhash32(bytes.subarray(0, at), seed), true);
  return bytes;
}

/** @throws corpus_corrupt where the length is another, or the checksum */
export function checkSealed(kernels: Kernels, bytes: Uint8Array, lengthBytes: number, seed: number): void {
  const end = bytes.length - CHECKSUM_BYTES;
  const stored = () => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(end, true);
  if (bytes.length !== lengthBytes || kernels.xxhash32(bytes.subarray(0, end), seed) !== stored())
    throw corrupt("A file of vectors");
}

/** Reads parts one after the other: each is copied, so that numbers are aligned and the file's bytes can go. */
export function reading(bytes: Uint8Array, start: number) {
  let at = start;
  return (lengthBytes: number): ArrayBuffer => {
    at += lengthBytes;
    // A Buffer, which a storage may give, has a `slice` that copies nothing.
    return new Uint8Array(bytes.subarray(at - lengthBytes, at)).buffer;
  };
}
