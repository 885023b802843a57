/** Can a dataset contain a work, given the date of the work's first publication? */
/** Last months that a path states. */
interface Ends {
  readonly cutoff: string | null;
  readonly datasetEnd: string | null;
}

const PUBLISHED = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;

/**
 * The reason why the date excludes the path: the work was first published after the dataset's last month or after the
 * cutoff. `null` where that is not certain: a date is unknown or invalid, or its year or month overlaps the end.
 *
 * @param published `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; a bare year counts from its January
 */
export function excludedByDate(published: string | undefined, path: Ends): string | null {
  const parts = PUBLISHED.exec(published ?? "");
  if (parts === null) return null;
  const earliestMonth = `${parts[1]}-${parts[2] ?? "01"}`;
  if (path.datasetEnd !== null && earliestMonth > path.datasetEnd) {
    return `The work was first published after ${path.datasetEnd}, the last month of the dataset.`;
  }
  if (path.cutoff !== null && earliestMonth > path.cutoff) {
    return `The work was first published after ${path.cutoff}, the last month of the model's training data.`;
  }
  return null;
}
