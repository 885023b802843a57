/** Search in sorted lists. */

/**
 * Number of items at the beginning of a list that are before a place: the index of the first one that is not. Binary
 * search, so `isBefore` must hold for no item that follows one for which it does not.
 *
 * @param length number of items
 */
export function partitionPoint(length: number, isBefore: (index: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBefore(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
