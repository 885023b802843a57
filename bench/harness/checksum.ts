/** FNV-1a, 32 bits, of the bytes of typed arrays: the answer of a contender, the same in C (rivals/native/prelude.h). */
export function checksum(...arrays: readonly (Uint8Array | Uint32Array)[]): number {
  let state = 2166136261;
  for (const array of arrays) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) state = Math.imul(state ^ bytes[i]!, 16777619);
  }
  return state >>> 0;
}
