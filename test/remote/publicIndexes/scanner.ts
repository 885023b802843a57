/** A naive scanner: every range of a text is looked for in every document. */

/** Maximal ranges of at least `least` items of which `stands` holds: no longer one that contains it does. */
export function maximalRuns(items: number, least: number, stands: (start: number, end: number) => boolean): string[] {
  const ends = Array.from({ length: items }, (_, start) => {
    let end = start;
    while (end < items && stands(start, end + 1)) end++;
    return end;
  });
  return ends.flatMap((end, start) => {
    const isMaximal = start === 0 || ends[start - 1]! < end;
    return isMaximal && end - start >= least ? [`${start}-${end}`] : [];
  });
}
