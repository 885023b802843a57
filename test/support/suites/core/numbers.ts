/** Arrays of numbers for the suites of numeric kernels, and their comparison. */
import { expect } from "vitest";

/** Fails at the first number with different bits, so that it does not print a long array. All NaN values are equal. */
export function expectSameBits(got: Float64Array, wanted: Float64Array, what = ""): void {
  expect(got.length, what).toBe(wanted.length);
  for (let i = 0; i < wanted.length; i++) {
    if (!Object.is(got[i], wanted[i])) expect(got[i], `${what} at ${i} of ${wanted.length}`).toBe(wanted[i]);
  }
}

export function numbers(length: number, next: (i: number) => number): Float64Array {
  return Float64Array.from({ length }, (_, i) => next(i));
}
