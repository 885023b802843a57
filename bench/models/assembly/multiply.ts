// Products of matrices, four rows by eight columns at a time.
//
//   c[i, j] = start[j] + a[i, 0] b[0, j] + a[i, 1] b[1, j] + …       k ascending, each product and sum rounded to f32
//
//            b ┌────────┐
//              │ 8 wide │  k ↓          lanes are columns: each has a sum of its own, in the order above,
//   a  k →     │        │               so vectors change no bit
//   ┌──────┐   ├────────┤
//   │ 4    │   │ c 4×8  │
//   └──────┘   └────────┘
//
// Elements of a are reached by two strides: with them swapped the same kernel multiplies by the transposed matrix.

/**
 * @param aPtr      numbers of a: element (i, k) is number i × `aRow` + k × `aStep`
 * @param bPtr      `inner` rows of `columns` numbers
 * @param startPtr  `columns` numbers that every row of sums starts from
 * @param cPtr      room for `rows` rows of `columns` numbers
 * @param columns   a multiple of 8
 */
export function multiply(
  aPtr: usize, aRow: u32, aStep: u32,
  bPtr: usize, startPtr: usize, cPtr: usize,
  rows: u32, inner: u32, columns: u32,
): void {
  const rowBytes = <usize>aRow << 2;
  const stepBytes = <usize>aStep << 2;
  const width = <usize>columns << 2;
  for (let column: usize = 0; column < width; column += 32) {
    const first = v128.load(startPtr + column);
    const second = v128.load(startPtr + column, 16);
    let a = aPtr;
    let c = cPtr + column;
    let row: u32 = 0;
    for (; row + 4 <= rows; row += 4) {
      let b = bPtr + column;
      let a0 = a, a1 = a + rowBytes, a2 = a + 2 * rowBytes, a3 = a + 3 * rowBytes;
      let c00 = first, c01 = second, c10 = first, c11 = second;
      let c20 = first, c21 = second, c30 = first, c31 = second;
      for (let k: u32 = 0; k < inner; k++) {
        const b0 = v128.load(b);
        const b1 = v128.load(b, 16);
        let x = v128.load32_splat(a0);
        c00 = f32x4.add(c00, f32x4.mul(x, b0));
        c01 = f32x4.add(c01, f32x4.mul(x, b1));
        x = v128.load32_splat(a1);
        c10 = f32x4.add(c10, f32x4.mul(x, b0));
        c11 = f32x4.add(c11, f32x4.mul(x, b1));
        x = v128.load32_splat(a2);
        c20 = f32x4.add(c20, f32x4.mul(x, b0));
        c21 = f32x4.add(c21, f32x4.mul(x, b1));
        x = v128.load32_splat(a3);
        c30 = f32x4.add(c30, f32x4.mul(x, b0));
        c31 = f32x4.add(c31, f32x4.mul(x, b1));
        a0 += stepBytes;
        a1 += stepBytes;
        a2 += stepBytes;
        a3 += stepBytes;
        b += width;
      }
      v128.store(c, c00);
      v128.store(c, c01, 16);
      v128.store(c + width, c10);
      v128.store(c + width, c11, 16);
      v128.store(c + 2 * width, c20);
      v128.store(c + 2 * width, c21, 16);
      v128.store(c + 3 * width, c30);
      v128.store(c + 3 * width, c31, 16);
      a += 4 * rowBytes;
      c += 4 * width;
    }
    for (; row < rows; row++, a += rowBytes, c += width) {
      let b = bPtr + column;
      let at = a;
      let c0 = first, c1 = second;
      for (let k: u32 = 0; k < inner; k++, at += stepBytes, b += width) {
        const x = v128.load32_splat(at);
        c0 = f32x4.add(c0, f32x4.mul(x, v128.load(b)));
        c1 = f32x4.add(c1, f32x4.mul(x, v128.load(b, 16)));
      }
      v128.store(c, c0);
      v128.store(c, c1, 16);
    }
  }
}

/** Writes `columns` rows of `rows` numbers: rows as columns. */
export function transpose(aPtr: usize, rows: u32, columns: u32, outPtr: usize): void {
  for (let row: u32 = 0; row < rows; row++) {
    for (let column: u32 = 0; column < columns; column++) {
      store<f32>(outPtr + (<usize>(column * rows + row) << 2), load<f32>(aPtr + (<usize>(row * columns + column) << 2)));
    }
  }
}
