// Rows of numbers times a matrix of weights in 8 bits: nearly all of the work of an encoder.
//
//   row of floats ── quantiseRows ──▶ integers of 16 bits, one scale a row
//
//   panel of 8 columns   w00 w10  w01 w11  w02 w12 …  w07 w17 │ w20 w30 …    two rows of the matrix, then the next two
//                        a0  a1   a0  a1   a0  a1 …                          two numbers of a row, in every lane
//                        └ lane 0 └ lane 1: i32x4.dot_i16x8_s, two products and their sum
//
// Sums are integers, exact in any order: four rows and eight columns at once give the bits of a plain loop. The scale
// of a row is its own, so a result does not depend on the rows beside it. 16 bits for the numbers of a row cost no more
// than 8, since the instruction multiplies 16 bits. Eight sums, two vectors of weights and
// one of a row stay in registers.

/**
 * Rows of floats as integers of 16 bits: nearest(x × limit / max |x|).
 *
 * @param values `rows` × `width` floats; `width` is a multiple of 8
 * @param limit greatest integer, at most 32767
 * @param out `rows` × `width` integers of 16 bits
 * @param scales `rows` floats: max |x| / limit
 */
export function quantiseRows(values: usize, rows: i32, width: i32, limit: f32, out: usize, scales: usize): void {
  const rowBytes = <usize>width << 2;
  for (let row = 0; row < rows; row++) {
    const end = values + rowBytes;
    let greatest4 = f32x4.splat(0);
    for (let at = values; at < end; at += 16) greatest4 = f32x4.max(greatest4, f32x4.abs(v128.load(at)));
    const greatest = maxLane(greatest4);
    store<f32>(scales, greatest / limit);
    const factor = f32x4.splat(greatest > 0 ? limit / greatest : 0);
    while (values < end) {
      const low = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(values), factor)));
      const high = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(values, 16), factor)));
      v128.store(out, i16x8.narrow_i32x4_s(low, high));
      values += 32;
      out += 16;
    }
    scales += 4;
  }
}

/** The greatest of four floats. */
// @ts-ignore: decorator
@inline
export function maxLane(x: v128): f32 {
  const low = max(f32x4.extract_lane(x, 0), f32x4.extract_lane(x, 1));
  return max(low, max(f32x4.extract_lane(x, 2), f32x4.extract_lane(x, 3)));
}

/**
 * (row · column) × scale of the row × scale of the column + shift of the column.
 *
 * @param a `rows` × `inner` integers of 16 bits; `rows` is a multiple of 4, `inner` of 2
 * @param weights panels of 8 columns, as drawn above: `inner` × `columns` integers of 8 bits
 * @param columns a multiple of 8
 * @param scales `rows` floats
 * @param columnScales, shifts `columns` floats each
 * @param out `rows` × `columns` floats
 */
export function product(
  a: usize, rows: i32, inner: i32, weights: usize, columns: i32, scales: usize, columnScales: usize, shifts: usize, out: usize,
): void {
  const aRow = <usize>inner << 1;
  const outRow = <usize>columns << 2;
  for (let column = 0; column < columns; column += 8) {
    const panelEnd = weights + (<usize>inner << 3);
    let row0 = a;
    let to = out;
    for (let row = 0; row < rows; row += 4) {
      const row1 = row0 + aRow;
      const row2 = row1 + aRow;
      const row3 = row2 + aRow;
      let s00 = i32x4.splat(0), s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00, s30 = s00, s31 = s00;
      let k: usize = 0;
      for (let at = weights; at < panelEnd; at += 16) {
        const w0 = v128.load8x8_s(at);
        const w1 = v128.load8x8_s(at, 8);
        let pair = v128.load32_splat(row0 + k);
        s00 = i32x4.add(s00, i32x4.dot_i16x8_s(pair, w0));
        s01 = i32x4.add(s01, i32x4.dot_i16x8_s(pair, w1));
        pair = v128.load32_splat(row1 + k);
        s10 = i32x4.add(s10, i32x4.dot_i16x8_s(pair, w0));
        s11 = i32x4.add(s11, i32x4.dot_i16x8_s(pair, w1));
        pair = v128.load32_splat(row2 + k);
        s20 = i32x4.add(s20, i32x4.dot_i16x8_s(pair, w0));
        s21 = i32x4.add(s21, i32x4.dot_i16x8_s(pair, w1));
        pair = v128.load32_splat(row3 + k);
        s30 = i32x4.add(s30, i32x4.dot_i16x8_s(pair, w0));
        s31 = i32x4.add(s31, i32x4.dot_i16x8_s(pair, w1));
        k += 4;
      }
      const scale = scales + (<usize>row << 2);
      finish(s00, s01, scale, columnScales, shifts, to);
      finish(s10, s11, scale + 4, columnScales, shifts, to + outRow);
      finish(s20, s21, scale + 8, columnScales, shifts, to + 2 * outRow);
      finish(s30, s31, scale + 12, columnScales, shifts, to + 3 * outRow);
      to += 4 * outRow;
      row0 += 4 * aRow;
    }
    weights = panelEnd;
    columnScales += 32;
    shifts += 32;
    out += 32;
  }
}

/** Eight sums of a row as floats. */
// @ts-ignore: decorator
@inline
function finish(low: v128, high: v128, scale: usize, columnScales: usize, shifts: usize, to: usize): void {
  const factor = v128.load32_splat(scale);
  const lowScaled = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(low), factor), v128.load(columnScales));
  const highScaled = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(high), factor), v128.load(columnScales, 16));
  v128.store(to, f32x4.add(lowScaled, v128.load(shifts)));
  v128.store(to, f32x4.add(highScaled, v128.load(shifts, 16)), 16);
}
