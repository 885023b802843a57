/**
 * Reference implementation of `assembly/text/winnow.ts`: the definition of winnowing, slow and simple. It runs where
 * WebAssembly is forbidden.
 *
 * @param hashes unsigned 32-bit shingle hashes; their upper 21 bits order them
 * @param window length of the window in shingles, at least 1
 * @returns kept positions, ascending
 */
export function winnow(hashes: Uint32Array, window: number): Uint32Array {
  const order = hashes.map((hash) => hash >>> 11);
  const kept = new Set<number>();
  const lastStart = Math.max(0, hashes.length - window);
  for (let start = 0; start <= lastStart; start++) {
    const inWindow = order.subarray(start, start + window);
    if (inWindow.length > 0) kept.add(start + inWindow.lastIndexOf(Math.min(...inWindow)));
  }
  return Uint32Array.from(kept).sort();
}
