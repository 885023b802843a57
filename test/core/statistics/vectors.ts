/** The published numeric vectors: `{ cases: [{ name, input, expected, tolerance }] }`. */
import fc from "fast-check";
import { expect } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";

export interface VectorCase {
  name: string;
  tolerance: { rel: number; abs: number };
}

/** A case of numbers and lists of numbers, by name. */
export interface NumbersCase extends VectorCase {
  input: Record<string, string & number[]>;
  expected: Record<string, number & number[]>;
}

export function vectorCases<Case extends VectorCase>(contents: string): Case[] {
  return notEmpty((JSON.parse(contents) as { cases: Case[] }).cases);
}

/** |got − expected| ≤ rel · |expected| + abs; infinite numbers are written as strings. */
export function expectClose(
  got: number,
  expected: number | string,
  { rel, abs }: VectorCase["tolerance"],
  name: string,
): void {
  const value = Number(expected);
  if (!Number.isFinite(value)) expect(got, name).toBe(value);
  else expect(Math.abs(got - value), `${name}: ${got} for ${value}`).toBeLessThanOrEqual(rel * Math.abs(value) + abs);
}

export function expectAllClose(
  got: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: VectorCase["tolerance"],
  name: string,
): void {
  expect(got.length, name).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expectClose(got[i]!, expected[i]!, tolerance, `${name} [${i}]`);
}

/** Few distinct scores, so that ties, the hard case, are everywhere; and many. */
export const arbitraryScore = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -9, max: 9, noNaN: true }));
/** The scores of one kind. */
export const arbitraryScores = fc.array(arbitraryScore, { minLength: 1, maxLength: 40 });
