/** The value that so many hundredths of all do not exceed: the nearest rank, so that it is one that was measured. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = [...values].sort((x, y) => x - y);
  return sorted[Math.max(0, Math.ceil((hundredths / 100) * sorted.length) - 1)] ?? Number.NaN;
}
