/** The published numeric vectors: `{ cases: [{ name, input, expected, tolerance }] }`. */
import { expect } from "vitest";
import { notEmpty } from "../suites/notEmpty.ts";

export interface VectorCase {
  name: string;
  tolerance: { rel: number; abs: number };
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
