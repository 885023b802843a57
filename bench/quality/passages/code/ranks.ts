/** Statistics of ranks. */

/** How often one of the first is above one of the second, ties as half: the area below the curve of a classifier. */
export function auc(first: readonly number[], second: readonly number[]): number {
  let above = 0;
  for (const one of first) for (const other of second) above += one > other ? 1 : one === other ? 0.5 : 0;
  return above / (first.length * second.length);
}

/** Spearman's, with mean ranks for ties. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const ranksOf = (values: readonly number[]) =>
    values.map(
      (value) => values.filter((one) => one < value).length + values.filter((one) => one === value).length / 2,
    );
  const [one, other] = ([0, 1] as const).map((side) => centred(ranksOf(pairs.map((pair) => pair[side]))));
  const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  return product(one!, other!) / Math.sqrt(product(one!, one!) * product(other!, other!));
}

function centred(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}
