// What stands between the products of a transformer: sums, layer norms, and the gate of its inner layer.
//
//   x Φ(x), Φ(x) = ½ + x p(x²) / q(x²)      x limited to ±5.54 in the quotient, where Φ is 0 or 1 within a rounding
//
// Both polynomials have degree 5 and were fitted for this project by reweighted least squares at Chebyshev nodes; the
// greatest error of Φ is 3 × 10^-7. Sums of a row run over lanes, then (0 + 1) + (2 + 3).

import { sumOfLanes } from "./attend";

const GATE: usize = memory.data<f32>([
  5.54, 5.54, 5.54, 5.54, // 0
  -5.54, -5.54, -5.54, -5.54,
  2.24807213e-8, 2.24807213e-8, 2.24807213e-8, 2.24807213e-8, // 32: p, highest power first
  0.00000635241031, 0.00000635241031, 0.00000635241031, 0.00000635241031,
  0.000170956046, 0.000170956046, 0.000170956046, 0.000170956046,
  0.00468991883, 0.00468991883, 0.00468991883, 0.00468991883,
  0.0340760872, 0.0340760872, 0.0340760872, 0.0340760872,
  0.398942232, 0.398942232, 0.398942232, 0.398942232,
  0.00000118970001, 0.00000118970001, 0.00000118970001, 0.00000118970001, // 128: q
  0.0000742565171, 0.0000742565171, 0.0000742565171, 0.0000742565171,
  0.00189652876, 0.00189652876, 0.00189652876, 0.00189652876,
  0.0287710875, 0.0287710875, 0.0287710875, 0.0287710875,
  0.252081931, 0.252081931, 0.252081931, 0.252081931,
  1, 1, 1, 1,
  0.5, 0.5, 0.5, 0.5, // 224
], 16);

/** x Φ(x) in place of x: the GELU. @param count a multiple of 4 */
export function gate(values: usize, count: i32): void {
  for (let end = values + (<usize>count << 2); values < end; values += 16) {
    const x = v128.load(values);
    const near = f32x4.max(f32x4.min(x, v128.load(GATE)), v128.load(GATE, 16));
    const square = f32x4.mul(near, near);
    let p = v128.load(GATE, 32);
    let q = v128.load(GATE, 128);
    p = f32x4.add(f32x4.mul(p, square), v128.load(GATE, 48));
    q = f32x4.add(f32x4.mul(q, square), v128.load(GATE, 144));
    p = f32x4.add(f32x4.mul(p, square), v128.load(GATE, 64));
    q = f32x4.add(f32x4.mul(q, square), v128.load(GATE, 160));
    p = f32x4.add(f32x4.mul(p, square), v128.load(GATE, 80));
    q = f32x4.add(f32x4.mul(q, square), v128.load(GATE, 176));
    p = f32x4.add(f32x4.mul(p, square), v128.load(GATE, 96));
    q = f32x4.add(f32x4.mul(q, square), v128.load(GATE, 192));
    p = f32x4.add(f32x4.mul(p, square), v128.load(GATE, 112));
    q = f32x4.add(f32x4.mul(q, square), v128.load(GATE, 208));
    v128.store(values, f32x4.mul(x, f32x4.add(f32x4.div(f32x4.mul(near, p), q), v128.load(GATE, 224))));
  }
}

/** Adds `more` to `values`. @param count a multiple of 4 */
export function addRows(values: usize, more: usize, count: i32): void {
  for (let end = values + (<usize>count << 2); values < end; values += 16) {
    v128.store(values, f32x4.add(v128.load(values), v128.load(more)));
    more += 16;
  }
}

/**
 * Layer norm of each row, in place: (x - mean) / √(variance + epsilon) × gain + shift.
 *
 * @param width a multiple of 4
 * @param gains, shifts `width` floats each
 */
export function normaliseRows(values: usize, rows: i32, width: i32, gains: usize, shifts: usize, epsilon: f32): void {
  const rowBytes = <usize>width << 2;
  const ofOne: f32 = <f32>width;
  for (let row = 0; row < rows; row++) {
    const end = values + rowBytes;
    let sum = f32x4.splat(0);
    for (let at = values; at < end; at += 16) sum = f32x4.add(sum, v128.load(at));
    const mean = f32x4.splat(sumOfLanes(sum) / ofOne);
    let squares = f32x4.splat(0);
    for (let at = values; at < end; at += 16) {
      const from = f32x4.sub(v128.load(at), mean);
      squares = f32x4.add(squares, f32x4.mul(from, from));
    }
    const factor = f32x4.splat(<f32>1 / sqrt<f32>(sumOfLanes(squares) / ofOne + epsilon));
    for (let offset: usize = 0; offset < rowBytes; offset += 16) {
      const from = f32x4.mul(f32x4.sub(v128.load(values + offset), mean), factor);
      v128.store(values + offset, f32x4.add(f32x4.mul(from, v128.load(gains + offset)), v128.load(shifts + offset)));
    }
    values = end;
  }
}
