/** Arrays of numbers for the suites of numbers, and how they are compared. */
import { expect } from "vitest";

/** Fails at the first number with other bits, so that a long array does not print itself. NaN is NaN, whichever. */
export function expectSameBits(got: Float64Array, wanted: Float64Array, what = ""): void {
  expect(got.length, what).toBe(wanted.length);
  for (let i = 0; i < wanted.length; i++) {
    if (!Object.is(got[i], wanted[i])) expect(got[i], `${what} at ${i} of ${wanted.length}`).toBe(wanted[i]);
  }
}

export function numbers(length: number, next: (i: number) => number): Float64Array {
  return Float64Array.from({ length }, (_, i) => next(i));
}
