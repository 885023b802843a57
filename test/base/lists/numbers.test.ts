import { expect, test } from "vitest";
import { powerOfTwo, rounded, sum } from "../../../src/base/lists/numbers.ts";

test("numbers are rounded to six decimals, or as many as are asked for", () => {
  expect(rounded(1 / 3)).toBe(0.333333);
  expect(rounded(2 / 3, 4)).toBe(0.6667);
  expect(rounded(1.0005, 3)).toBe(1.001);
  expect(rounded(1234.567, 2)).toBe(1234.57);
  expect(rounded(-0.5e-6)).toBe(-0);
  expect(rounded(Number.NaN)).toBeNaN();
});

test("sums are of what is asked for, none of nothing", () => {
  expect(sum([{ words: 2 }, { words: 3 }], ({ words }) => words)).toBe(5);
  expect(sum([], () => 1)).toBe(0);
});

test("powers of two are exact as far as numbers reach, and 0 or infinite beyond", () => {
  for (let power = -1074; power <= 1023; power++) expect(powerOfTwo(power)).toBe(2 ** power);
  expect(powerOfTwo(-1074)).toBe(Number.MIN_VALUE);
  expect([powerOfTwo(-1075), powerOfTwo(-5000), powerOfTwo(1024), powerOfTwo(5000)]).toEqual([
    0,
    0,
    Infinity,
    Infinity,
  ]);
});
