/** Judges of `assembly/tables/unpack.ts`, bit by bit; and packing, which needs no kernel. */

export function unpack(packed: Uint8Array, count: number, width: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => {
    let value = 0;
    for (let bit = width - 1; bit >= 0; bit--) {
      const at = i * width + bit;
      value = 2 * value + (((packed[at >> 3] ?? 0) >> (at & 7)) & 1);
    }
    return value;
  });
}

export function unpackAscending(packed: Uint8Array, count: number, width: number, first: number): Uint32Array {
  let sum = first;
  return unpack(packed, count, width).map((difference) => (sum = (sum + difference) >>> 0));
}

/** @param values each below 2^width */
export function pack(values: Uint32Array, width: number): Uint8Array {
  const packed = new Uint8Array(Math.ceil((values.length * width) / 8));
  values.forEach((value, i) => {
    for (let bit = 0; bit < width; bit++) {
      const at = i * width + bit;
      packed[at >> 3]! |= ((value >>> bit) & 1) << (at & 7);
    }
  });
  return packed;
}
