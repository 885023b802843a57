/** Numbers of a file laid out as they are used. */
import type { Linear } from "../../../core/kernels/transformer/kernels.ts";

/** Rows of numbers, in 8 bits with one scale a row, or as they are. */
export interface TokenTable {
  rows: number;
  width: number;
  values: Int8Array | Float32Array;
  scales: Float32Array | null;
}

/** In a function of its own, so that nothing else of the file stays in memory. */
export function inputOf(
  ids: TokenTable,
  types: TokenTable,
  places: TokenTable,
): (token: number, place: number, out: Float32Array) => void {
  const type = rowOf(types, 0);
  return (token, place, out) => {
    const [id, at] = [rowOf(ids, token), rowOf(places, place)];
    for (let i = 0; i < ids.width; i++) out[i] = Math.fround(id(i) + type(i)) + at(i);
  };
}

const rowOf =
  ({ values, scales, width }: TokenTable, row: number) =>
  (i: number): number =>
    scales === null ? values[row * width + i]! : Math.fround(values[row * width + i]! * scales[row]!);

/** Matrices of as many rows as one of all their columns. */
export function besideEachOther(products: readonly Linear[]): Linear {
  const { inner } = products[0]!;
  const joined = (of: (product: Linear) => Float32Array) => Float32Array.from(products.flatMap((one) => [...of(one)]));
  const scales = joined((product) => product.scales);
  const weights = new Int8Array(inner * scales.length);
  let at = 0;
  for (let row = 0; row < inner; row++)
    for (const product of products) {
      const columns = product.scales.length;
      weights.set(product.weights.subarray(row * columns, (row + 1) * columns), at);
      at += columns;
    }
  return { weights, inner, scales, shifts: joined((product) => product.shifts) };
}
