// Statistics of a language model's scores of all tokens, row by row: their log-sum-exp, and mean and variance of ln p
// under p, from which Min-K%++ and the entropy are computed.
//
//   row x[0 .. width)    greatest m                  d = x - m ≤ 0
//   S = Σ e^d            log-sum-exp = m + ln S      ln p = d - ln S
//   A = Σ e^d d          mean     = a - ln S         a = A / S, the mean of d
//                        variance = Σ e^d (d - a)² / S
//
// The variance is a centred sum, which needs every e^d a second time: in a row where one token has nearly all
// probability, a difference of moments would be noise. Scores 708 or more below the greatest get weight 0; so does
// -Infinity, without a branch.
//
// Order of summation, part of the result: element i goes into the partial sum i mod 8, and these are added as
// ((0 + 2) + (4 + 6)) + ((1 + 3) + (5 + 7)).
//
// A row is first copied to 8-byte numbers and padded with -Infinity to a multiple of eight elements: one loop serves
// both widths of scores, without a special last iteration. The padding has weight 0 and does not change the sums.

import { expNear } from "./exp";
import { log } from "./log";

const CONSTANTS: usize = memory.data<f64>([-708.0, -708.0], 16);

/**
 * Writes the log-sum-exp of each row: -Infinity if all scores are -Infinity, NaN if one score is NaN, otherwise
 * Infinity if one score is Infinity.
 *
 * @param scoresPtr  `rows` × `width` scores
 * @param isSingle   1: scores of 4 bytes, 0: of 8
 * @param scratchPtr room for `width` + 7 numbers of 8 bytes
 * @param logSumsPtr room for `rows` numbers of 8 bytes
 */
export function logSumExpRows(
  scoresPtr: usize,
  rows: u32,
  width: u32,
  isSingle: u32,
  scratchPtr: usize,
  logSumsPtr: usize,
): void {
  const rowBytes = <usize>width << (isSingle ? 2 : 3);
  const copyEnd = scratchPtr + ((<usize>width << 3) + 63 & ~63);
  for (let row: usize = 0; row < <usize>rows; row++, scoresPtr += rowBytes) {
    copyRow(scoresPtr, scoresPtr + rowBytes, isSingle, scratchPtr, copyEnd);
    const greatest = greatestOf(scratchPtr, copyEnd);
    const logSum = isFinite<f64>(greatest)
      ? greatest + log(sumNear(scratchPtr, copyEnd, greatest))
      : unusual(scratchPtr, copyEnd, greatest);
    store<f64>(logSumsPtr + (row << 3), logSum);
  }
}

/**
 * Writes m, ln S, mean and variance of each row. A NaN score makes ln S, mean and variance NaN. So does an infinite m,
 * which itself becomes NaN if a score is NaN. m and ln S are separate, because their sum loses the last digits of ln S,
 * which matter in a peaked row.
 *
 * @param scoresPtr   `rows` × `width` scores
 * @param isSingle    1: scores of 4 bytes, 0: of 8
 * @param scratchPtr  room for 2 × (`width` + 7) numbers of 8 bytes
 * @param greatestPtr, logSumsPtr, meansPtr, variancesPtr room for `rows` numbers of 8 bytes each
 */
export function momentsRows(
  scoresPtr: usize,
  rows: u32,
  width: u32,
  isSingle: u32,
  scratchPtr: usize,
  greatestPtr: usize,
  logSumsPtr: usize,
  meansPtr: usize,
  variancesPtr: usize,
): void {
  const rowBytes = <usize>width << (isSingle ? 2 : 3);
  const copyEnd = scratchPtr + ((<usize>width << 3) + 63 & ~63);
  for (let row: usize = 0; row < <usize>rows; row++, scoresPtr += rowBytes) {
    copyRow(scoresPtr, scoresPtr + rowBytes, isSingle, scratchPtr, copyEnd);
    const greatest = greatestOf(scratchPtr, copyEnd);
    const at = row << 3;
    if (!isFinite<f64>(greatest)) {
      store<f64>(greatestPtr + at, unusual(scratchPtr, copyEnd, greatest));
      store<f64>(logSumsPtr + at, NaN);
      store<f64>(meansPtr + at, NaN);
      store<f64>(variancesPtr + at, NaN);
      continue;
    }
    const sum = weigh(scratchPtr, copyEnd, greatest);
    const mean = weightedSum(scratchPtr, copyEnd) / sum;
    const logOfSum = log(sum);
    store<f64>(greatestPtr + at, greatest);
    store<f64>(logSumsPtr + at, logOfSum);
    store<f64>(meansPtr + at, mean - logOfSum);
    store<f64>(variancesPtr + at, centredSum(scratchPtr, copyEnd, mean) / sum);
  }
}

/** Copies a row as 8-byte numbers and pads it with -Infinity up to `copyEnd`. */
function copyRow(scores: usize, end: usize, isSingle: u32, copy: usize, copyEnd: usize): void {
  if (isSingle) {
    for (; scores + 16 <= end; scores += 16, copy += 32) {
      const four = v128.load(scores);
      v128.store(copy, f64x2.promote_low_f32x4(four));
      v128.store(copy, f64x2.promote_low_f32x4(v128.shuffle<i64>(four, four, 1, 1)), 16);
    }
    for (; scores < end; scores += 4, copy += 8) store<f64>(copy, <f64>load<f32>(scores));
  } else {
    memory.copy(copy, scores, end - scores);
    copy += end - scores;
  }
  for (; copy < copyEnd; copy += 8) store<f64>(copy, -Infinity);
}

/** The greatest score, ignoring NaN; -Infinity if there is no number. */
function greatestOf(copy: usize, copyEnd: usize): f64 {
  let a = f64x2.splat(-Infinity);
  let b = a;
  let c = a;
  let d = a;
  for (; copy < copyEnd; copy += 64) {
    a = f64x2.pmax(a, v128.load(copy));
    b = f64x2.pmax(b, v128.load(copy, 16));
    c = f64x2.pmax(c, v128.load(copy, 32));
    d = f64x2.pmax(d, v128.load(copy, 48));
  }
  a = f64x2.pmax(f64x2.pmax(a, b), f64x2.pmax(c, d));
  const first = f64x2.extract_lane(a, 0);
  const second = f64x2.extract_lane(a, 1);
  return first < second ? second : first;
}

/** The log-sum-exp of a row whose greatest score is infinite. */
function unusual(copy: usize, copyEnd: usize, greatest: f64): f64 {
  for (; copy < copyEnd; copy += 8) {
    if (isNaN<f64>(load<f64>(copy))) return NaN;
  }
  return greatest;
}

/** e^d, and 0 where d is -708. */
// @ts-ignore: decorator
@inline
function weight(difference: v128): v128 {
  return v128.andnot(expNear(difference), f64x2.le(difference, v128.load(CONSTANTS)));
}

/** x - m, at least -708; NaN stays NaN. */
// @ts-ignore: decorator
@inline
function difference(x: v128, greatest: v128): v128 {
  return f64x2.pmax(f64x2.sub(x, greatest), v128.load(CONSTANTS));
}

// @ts-ignore: decorator
@inline
function total(a: v128, b: v128, c: v128, d: v128): f64 {
  const sum = f64x2.add(f64x2.add(a, b), f64x2.add(c, d));
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

function sumNear(copy: usize, copyEnd: usize, greatest: f64): f64 {
  const m = f64x2.splat(greatest);
  let a = f64x2.splat(0);
  let b = a;
  let c = a;
  let d = a;
  for (; copy < copyEnd; copy += 64) {
    a = f64x2.add(a, weight(difference(v128.load(copy), m)));
    b = f64x2.add(b, weight(difference(v128.load(copy, 16), m)));
    c = f64x2.add(c, weight(difference(v128.load(copy, 32), m)));
    d = f64x2.add(d, weight(difference(v128.load(copy, 48), m)));
  }
  return total(a, b, c, d);
}

/** Replaces each score by its difference, writes the weights after them, and returns the sum of the weights. */
function weigh(copy: usize, copyEnd: usize, greatest: f64): f64 {
  const m = f64x2.splat(greatest);
  const weights = copyEnd - copy;
  let a = f64x2.splat(0);
  let b = a;
  let c = a;
  let d = a;
  for (; copy < copyEnd; copy += 64) {
    a = f64x2.add(a, weighTwo(copy, copy + weights, m));
    b = f64x2.add(b, weighTwo(copy + 16, copy + weights + 16, m));
    c = f64x2.add(c, weighTwo(copy + 32, copy + weights + 32, m));
    d = f64x2.add(d, weighTwo(copy + 48, copy + weights + 48, m));
  }
  return total(a, b, c, d);
}

// @ts-ignore: decorator
@inline
function weighTwo(copy: usize, out: usize, greatest: v128): v128 {
  const two = difference(v128.load(copy), greatest);
  const weights = weight(two);
  v128.store(copy, two);
  v128.store(out, weights);
  return weights;
}

/** Σ e^d d. */
function weightedSum(copy: usize, copyEnd: usize): f64 {
  const weights = copyEnd - copy;
  let a = f64x2.splat(0);
  let b = a;
  let c = a;
  let d = a;
  for (; copy < copyEnd; copy += 64) {
    const w = copy + weights;
    a = f64x2.add(a, f64x2.mul(v128.load(w), v128.load(copy)));
    b = f64x2.add(b, f64x2.mul(v128.load(w, 16), v128.load(copy, 16)));
    c = f64x2.add(c, f64x2.mul(v128.load(w, 32), v128.load(copy, 32)));
    d = f64x2.add(d, f64x2.mul(v128.load(w, 48), v128.load(copy, 48)));
  }
  return total(a, b, c, d);
}

/** Σ e^d (d - mean)². */
function centredSum(copy: usize, copyEnd: usize, mean: f64): f64 {
  const m = f64x2.splat(mean);
  const weights = copyEnd - copy;
  let a = f64x2.splat(0);
  let b = a;
  let c = a;
  let d = a;
  for (; copy < copyEnd; copy += 64) {
    const w = copy + weights;
    a = f64x2.add(a, spread(v128.load(w), f64x2.sub(v128.load(copy), m)));
    b = f64x2.add(b, spread(v128.load(w, 16), f64x2.sub(v128.load(copy, 16), m)));
    c = f64x2.add(c, spread(v128.load(w, 32), f64x2.sub(v128.load(copy, 32), m)));
    d = f64x2.add(d, spread(v128.load(w, 48), f64x2.sub(v128.load(copy, 48), m)));
  }
  return total(a, b, c, d);
}

// @ts-ignore: decorator
@inline
function spread(weights: v128, deviation: v128): v128 {
  return f64x2.mul(weights, f64x2.mul(deviation, deviation));
}
