// Attention of one text: each token takes of the others' values what its query and their keys say.
//
//   for each head     keys of all tokens, transposed: four tokens side by side
//     for each token  scores = query · key / √width ─▶ e^(score - greatest) ─▶ Σ weight × value / Σ weight
//
// Sums run over dimensions, tokens or lanes in one order, and no multiplication is fused with an addition: the same
// bits in every runtime. Tokens of other texts are not masked but never read.

import { expNear } from "../numbers/exp";
import { maxLane } from "./product";

/** Numbers of a head that are summed at once: eight vectors. */
const TILE_BYTES: usize = 128;

/**
 * @param tokens `length` rows of 3 × `width` floats: queries, keys, values
 * @param headWidth numbers of a head, a multiple of 32 that divides `width`
 * @param scratch (`headWidth` + 1) × `length` floats, `length` rounded up to a multiple of 4
 * @param out `length` × `width` floats
 */
export function attend(tokens: usize, length: i32, width: i32, headWidth: i32, scratch: usize, out: usize): void {
  const rowBytes = <usize>width * 12;
  const valuesAt = <usize>width << 3;
  const keyBytes = <usize>((length + 3) & ~3) << 2;
  const headBytes = <usize>headWidth << 2;
  const scores = scratch + <usize>headWidth * keyBytes;
  const factor: f32 = <f32>1 / sqrt<f32>(<f32>headWidth);
  for (let head: usize = 0; head < <usize>width << 2; head += headBytes) {
    transpose(tokens + (<usize>width << 2) + head, length, rowBytes, headWidth, scratch, keyBytes);
    let query = tokens + head;
    let to = out + head;
    for (let token = 0; token < length; token++) {
      score(query, headBytes, scratch, keyBytes, factor, scores);
      const total = softmax(scores, length, keyBytes);
      for (let tile: usize = 0; tile < headBytes; tile += TILE_BYTES)
        weigh(scores, <usize>length << 2, tokens + valuesAt + head + tile, rowBytes, total, to + tile);
      query += rowBytes;
      to += <usize>width << 2;
    }
  }
}

/** Keys of a head, number by number; what is beyond the last token is 0. */
function transpose(keys: usize, length: i32, rowBytes: usize, headWidth: i32, out: usize, keyBytes: usize): void {
  memory.fill(out, 0, <usize>headWidth * keyBytes);
  for (let token = 0; token < length; token++) {
    let to = out + (<usize>token << 2);
    for (let at = keys, end = keys + (<usize>headWidth << 2); at < end; at += 4) {
      store<f32>(to, load<f32>(at));
      to += keyBytes;
    }
    keys += rowBytes;
  }
}

function score(query: usize, headBytes: usize, keys: usize, keyBytes: usize, factor: f32, scores: usize): void {
  const queryEnd = query + headBytes;
  for (let offset: usize = 0; offset < keyBytes; offset += 16) {
    let sum = f32x4.splat(0);
    let key = keys + offset;
    for (let at = query; at < queryEnd; at += 4) {
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(at), v128.load(key)));
      key += keyBytes;
    }
    v128.store(scores + offset, f32x4.mul(sum, f32x4.splat(factor)));
  }
}

/** Scores → e^(score - greatest); returns their sum. Below e^-110 a float is 0. */
function softmax(scores: usize, length: i32, keyBytes: usize): f32 {
  for (let at = scores + (<usize>length << 2); at < scores + keyBytes; at += 4) store<f32>(at, -Infinity);
  let greatest4 = f32x4.splat(-Infinity);
  for (let offset: usize = 0; offset < keyBytes; offset += 16)
    greatest4 = f32x4.max(greatest4, v128.load(scores + offset));
  const greatest = f32x4.splat(maxLane(greatest4));
  const least = f32x4.splat(-110);
  let sum = f32x4.splat(0);
  for (let offset: usize = 0; offset < keyBytes; offset += 16) {
    const x = f32x4.max(f32x4.sub(v128.load(scores + offset), greatest), least);
    const low = f32x4.demote_f64x2_zero(expNear(f64x2.promote_low_f32x4(x)));
    const high = f32x4.demote_f64x2_zero(expNear(f64x2.promote_low_f32x4(v128.shuffle<i64>(x, x, 1, 1))));
    const weights = v128.shuffle<i64>(low, high, 0, 2);
    v128.store(scores + offset, weights);
    sum = f32x4.add(sum, weights);
  }
  return sumOfLanes(sum);
}

/** (0 + 1) + (2 + 3). */
// @ts-ignore: decorator
@inline
export function sumOfLanes(x: v128): f32 {
  return f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3));
}

/** 32 numbers of Σ weight × value / total. */
function weigh(weights: usize, weightBytes: usize, values: usize, rowBytes: usize, total: f32, out: usize): void {
  let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  for (let at = weights, end = weights + weightBytes; at < end; at += 4) {
    const weight = v128.load32_splat(at);
    s0 = f32x4.add(s0, f32x4.mul(weight, v128.load(values)));
    s1 = f32x4.add(s1, f32x4.mul(weight, v128.load(values, 16)));
    s2 = f32x4.add(s2, f32x4.mul(weight, v128.load(values, 32)));
    s3 = f32x4.add(s3, f32x4.mul(weight, v128.load(values, 48)));
    s4 = f32x4.add(s4, f32x4.mul(weight, v128.load(values, 64)));
    s5 = f32x4.add(s5, f32x4.mul(weight, v128.load(values, 80)));
    s6 = f32x4.add(s6, f32x4.mul(weight, v128.load(values, 96)));
    s7 = f32x4.add(s7, f32x4.mul(weight, v128.load(values, 112)));
    values += rowBytes;
  }
  const divisor = f32x4.splat(total);
  v128.store(out, f32x4.div(s0, divisor));
  v128.store(out, f32x4.div(s1, divisor), 16);
  v128.store(out, f32x4.div(s2, divisor), 32);
  v128.store(out, f32x4.div(s3, divisor), 48);
  v128.store(out, f32x4.div(s4, divisor), 64);
  v128.store(out, f32x4.div(s5, divisor), 80);
  v128.store(out, f32x4.div(s6, divisor), 96);
  v128.store(out, f32x4.div(s7, divisor), 112);
}
