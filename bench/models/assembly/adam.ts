// Adam (Kingma and Ba, ICLR 2015) in the form at the end of their section 2, where both corrections stand in the step:
//
//   m ← β1 m + (1 - β1) g      v ← β2 v + (1 - β2) g²      w ← w - step × m / (√v + ε)

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;

/**
 * Moves weights one step, in place, every operation rounded to f32.
 *
 * @param count a multiple of 4
 * @param step  rate × √(1 - β2^t) / (1 - β1^t), of step t
 */
export function adam(weightsPtr: usize, meansPtr: usize, squaresPtr: usize, gradientsPtr: usize, count: u32, step: f32): void {
  const beta1 = f32x4.splat(BETA1), rest1 = f32x4.splat(<f32>1 - BETA1);
  const beta2 = f32x4.splat(BETA2), rest2 = f32x4.splat(<f32>1 - BETA2);
  const epsilon = f32x4.splat(1e-8), steps = f32x4.splat(step);
  for (let at: usize = 0, end = <usize>count << 2; at < end; at += 16) {
    const gradient = v128.load(gradientsPtr + at);
    const mean = f32x4.add(f32x4.mul(beta1, v128.load(meansPtr + at)), f32x4.mul(rest1, gradient));
    const square = f32x4.add(
      f32x4.mul(beta2, v128.load(squaresPtr + at)),
      f32x4.mul(rest2, f32x4.mul(gradient, gradient)),
    );
    v128.store(meansPtr + at, mean);
    v128.store(squaresPtr + at, square);
    const move = f32x4.div(f32x4.mul(steps, mean), f32x4.add(f32x4.sqrt(square), epsilon));
    v128.store(weightsPtr + at, f32x4.sub(v128.load(weightsPtr + at), move));
  }
}
