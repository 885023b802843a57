/** Numbers are the same whatever they are written in, and other numbers are others. */
import { describe, expect, test } from "vitest";
import { agreementOf, compareNumbers, numbersOf } from "../../../src/core/vectors/numbers.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const SAME: readonly (readonly [number[], ...string[]])[] = [
  [[3], "3 eggs", "three eggs", "drei Eier", "trois œufs", "tres huevos", "٣ بيض", "３ eggs"],
  [[25], "25 cows", "twenty-five cows", "25 vaches"],
  [
    [0.5],
    "half of them",
    "50% of them",
    "50 % of them",
    "½ of them",
    "1/2 of them",
    "die Hälfte",
    "0.5 of it",
    "0,5 davon",
  ],
  [[0.75], "three quarters", "three-fourths", "75 %", "3/4", "¾"],
  [[0.6667], "two thirds", "2/3", "zwei Drittel"],
  [[3, 0.5], "3½ miles", "3 ½ miles"],
  [[10], "10² metres", "10 metres"],
  [[36], "3 dozen", "three dozen", "36"],
  [[12], "a dozen", "one dozen", "12"],
  [[1200], "1,200 people", "1200 people", "twelve hundred people"],
  [[1_200_000], "1.200.000 Leute", "1,200,000 people"],
  [[3000], "three thousand", "3,000"],
  [[], "one of a kind", "1 of a kind", "nobody", ""],
  [[2, 0], "two and zero", "2, 0"],
];

describe("numbersOf", () => {
  test("reads digits of every script, words, shares and groups as the same values", () => {
    for (const [values, ...texts] of notEmpty(SAME))
      for (const text of notEmpty(texts)) expect([text, numbersOf(text)]).toEqual([text, values]);
  });

  test("reads the words of the language that is named, and digits alone of one that is not known", () => {
    const line = "Once the fee was due, the media left to seize a quart, and paid 3 mil.";
    expect(numbersOf(line, "en")).toEqual([3]);
    expect(numbersOf(line).length).toBeGreaterThan(3);
    expect(numbersOf("Trois œufs, dix sous et la moitié.", "fr")).toEqual([3, 10, 0.5]);
    expect(numbersOf("drei Viertel von zwölf, es sei denn", "de")).toEqual([0.75, 12]);
    for (const unknown of ["cs", "und"]) expect(numbersOf("two and 3", unknown)).toEqual([3]);
  });

  test("takes a time proportional to the text, whatever stands in it", () => {
    for (const text of [
      "1,".repeat(50_000),
      "1.1".repeat(50_000),
      "9".repeat(100_000),
      "1/".repeat(50_000),
      "٣".repeat(50_000),
    ])
      expect(numbersOf(text).every(Number.isFinite)).toBe(true);
  });
});

test("compareNumbers and agreementOf count what both name", () => {
  const [a, b] = [new Set([2, 16, 0.5]), new Set([2, 16, 7])];
  expect(compareNumbers(a, b)).toEqual({ both: [2, 16], onlyA: [0.5], onlyB: [7] });
  expect(agreementOf(a, a, 0)).toBe(1);
  expect(agreementOf(a, new Set([9]), 0)).toBe(0);
  expect(agreementOf(new Set(), new Set(), 32)).toBe(0);
  expect(agreementOf(new Set([2]), new Set([2]), 32)).toBeLessThan(0.5);
  expect(agreementOf(a, b, 0)).toBeGreaterThan(agreementOf(a, new Set([2]), 0));
});
