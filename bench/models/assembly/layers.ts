// What stands between the products: rows of a table by their numbers, and the rectifier.

/**
 * Copies the rows that `ids` name, one behind the other.
 *
 * @param width numbers in a row, a multiple of 4
 */
export function gather(idsPtr: usize, count: u32, tablePtr: usize, width: u32, outPtr: usize): void {
  const rowBytes = <usize>width << 2;
  for (let i: u32 = 0; i < count; i++, idsPtr += 4, outPtr += rowBytes) {
    memory.copy(outPtr, tablePtr + <usize>load<u32>(idsPtr) * rowBytes, rowBytes);
  }
}

/** Adds rows to those that `ids` name, in order. */
export function scatter(idsPtr: usize, count: u32, rowsPtr: usize, width: u32, tablePtr: usize): void {
  const rowBytes = <usize>width << 2;
  for (let i: u32 = 0; i < count; i++, idsPtr += 4, rowsPtr += rowBytes) {
    const row = tablePtr + <usize>load<u32>(idsPtr) * rowBytes;
    for (let at: usize = 0; at < rowBytes; at += 16) {
      v128.store(row + at, f32x4.add(v128.load(row + at), v128.load(rowsPtr + at)));
    }
  }
}

/** Makes negative numbers 0, in place. `count` is a multiple of 4. */
export function rectify(valuesPtr: usize, count: u32): void {
  const zero = f32x4.splat(0);
  for (const end = valuesPtr + (<usize>count << 2); valuesPtr < end; valuesPtr += 16) {
    v128.store(valuesPtr, f32x4.pmax(zero, v128.load(valuesPtr)));
  }
}

/** Makes gradients 0, in place, where the rectified value is 0. */
export function rectifyBack(valuesPtr: usize, gradientsPtr: usize, count: u32): void {
  const zero = f32x4.splat(0);
  for (const end = valuesPtr + (<usize>count << 2); valuesPtr < end; valuesPtr += 16, gradientsPtr += 16) {
    v128.store(gradientsPtr, v128.and(v128.load(gradientsPtr), f32x4.gt(v128.load(valuesPtr), zero)));
  }
}
