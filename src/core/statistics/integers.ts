/**
 * Converts values to 64-bit integers, whose sums are exact: equal sums compare equal, for any order of addition.
 *
 * Values are rounded half to even to a grid, the finest power of two for which every sum fits into 62 bits. Values that
 * are already on the grid (integers, values of similar size with few bits) do not change; others change by less than
 * 2^-61 of the sum of absolute values. Equal values stay equal.
 */
import { powerOfTwo } from "../../base/lists/numbers.ts";
import type { Integer, Integers } from "../kernels/numbers/kernels.ts";
import { log2 } from "../kernels/numbers/log.reference.ts";

const GRID_BITS = 61;

/**
 * Returns each value as a multiple of the grid's unit.
 *
 * @throws RangeError if a value or the sum of absolute values is not finite
 */
export function onGrid(values: readonly number[]): bigint[] {
  const sizes = values.reduce((sum, value) => sum + Math.abs(value), 0);
  if (!Number.isFinite(sizes)) throw new RangeError("The values are finite, and so is their sum.");
  const bits = sizes === 0 ? 0 : GRID_BITS - Math.ceil(log2(sizes));
  // In two factors, because a single factor may exceed the range of numbers.
  const [scale, rest] = [powerOfTwo(Math.trunc(bits / 2)), powerOfTwo(bits - Math.trunc(bits / 2))];
  return values.map((value) => BigInt(roundedToEven(value * scale * rest)));
}

function roundedToEven(value: number): number {
  const below = Math.floor(value);
  const over = value - below;
  return over > 0.5 || (over === 0.5 && below % 2 !== 0) ? below + 1 : below;
}

export function integersOf(values: readonly bigint[]): Integers {
  const all = values.map(halves);
  return { low: Uint32Array.from(all, ({ low }) => low), high: Int32Array.from(all, ({ high }) => high) };
}

export function halves(value: bigint): Integer {
  return { low: Number(value & 0xffff_ffffn), high: Number(value >> 32n) };
}

export const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
