/** Reference implementation of `assembly/vectors/near.ts`. */
import type { BitRows, VectorKernels } from "./kernels.ts";

const BITS_OF_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

function nearRows(questions: Uint8Array, limits: Uint32Array, { bytes, rowBytes }: BitRows): Uint32Array {
  const found: number[] = [];
  for (let row = 0; row < bytes.length / rowBytes; row++)
    for (const [question, limit] of limits.entries()) {
      let bits = 0;
      for (let i = 0; i < rowBytes; i++)
        bits += BITS_OF_BYTES[bytes[row * rowBytes + i]! ^ questions[question * rowBytes + i]!]!;
      if (bits <= limit) found.push(question * 0x1_0000 + bits, row);
    }
  return Uint32Array.from(found);
}

export const vectorReferences: VectorKernels = { nearRows };
