// How surprised a model is by the tokens that came, and the way downhill from there.
//
//   row x[0 .. width)    greatest m       e_i = f32(e^(x_i - m)), of two numbers of 8 bytes at a time
//   S = Σ e_i            loss = -ln p_target = ln S - (x_target - m)
//   x_i ← f32(e_i f32(share / S)), and `share` less at the target
//
// Order of summation, part of the result: e_i goes into the partial sum i mod 4, and these are added as (0 + 2) + (1 + 3).
// What lies 708 or more below the greatest counts as that far below: as f32 its e_i is nothing.

import { expNear } from "../../../assembly/numbers/exp";
import { log } from "../../../assembly/numbers/log";

/**
 * Turns scores into gradients of the summed loss times `share`, in place, and returns the sum of the losses.
 *
 * @param scoresPtr  `rows` rows of `width` numbers of 4 bytes, finite
 * @param targetsPtr a token for each row, numbers of 4 bytes
 * @param width      a multiple of 4
 */
export function crossEntropy(scoresPtr: usize, targetsPtr: usize, rows: u32, width: u32, share: f32): f64 {
  const rowBytes = <usize>width << 2;
  let losses: f64 = 0;
  for (let row: u32 = 0; row < rows; row++, scoresPtr += rowBytes, targetsPtr += 4) {
    const end = scoresPtr + rowBytes;
    const target = scoresPtr + (<usize>load<u32>(targetsPtr) << 2);
    const greatest = greatestOf(scoresPtr, end);
    const below = <f64>load<f32>(target) - <f64>greatest;
    const sum = exponentials(scoresPtr, end, <f64>greatest);
    losses += log(sum) - below;
    const factor = f32x4.splat(<f32>(<f64>share / sum));
    for (let at = scoresPtr; at < end; at += 16) v128.store(at, f32x4.mul(v128.load(at), factor));
    store<f32>(target, load<f32>(target) - share);
  }
  return losses;
}

function greatestOf(scores: usize, end: usize): f32 {
  let most = v128.load(scores);
  for (scores += 16; scores < end; scores += 16) most = f32x4.pmax(most, v128.load(scores));
  const pairs = f32x4.pmax(most, v128.shuffle<f32>(most, most, 2, 3, 0, 1));
  return max(f32x4.extract_lane(pairs, 0), f32x4.extract_lane(pairs, 1));
}

function exponentials(scores: usize, end: usize, greatest: f64): f64 {
  const most = f64x2.splat(greatest);
  const farthest = f64x2.splat(-708);
  let even = f64x2.splat(0);
  let odd = f64x2.splat(0);
  for (; scores < end; scores += 16) {
    const four = v128.load(scores);
    const low = f64x2.sub(f64x2.promote_low_f32x4(four), most);
    const high = f64x2.sub(f64x2.promote_low_f32x4(v128.shuffle<f32>(four, four, 2, 3, 2, 3)), most);
    const lower = f32x4.demote_f64x2_zero(expNear(f64x2.pmax(low, farthest)));
    const upper = f32x4.demote_f64x2_zero(expNear(f64x2.pmax(high, farthest)));
    v128.store(scores, v128.shuffle<f32>(lower, upper, 0, 1, 4, 5));
    even = f64x2.add(even, f64x2.promote_low_f32x4(lower));
    odd = f64x2.add(odd, f64x2.promote_low_f32x4(upper));
  }
  const both = f64x2.add(even, odd);
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
}
