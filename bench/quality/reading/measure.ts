/** How what is read of a file agrees with what another program reads: runs of five words of each in the other. */
import { runsOf, wordsOf } from "../words.ts";

const RUN_WORDS = 5;
/** Below so many runs a share says nothing. */
export const RUNS_MIN = 20;
/** Marks of lists, which programs write and documents do not hold as text, and of formulas and tables. */
const MARK = /^(?:\p{N}+|[ivxlc]+|\p{L})$/u;
/** A character that stands for one that was not read, or that no text holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is counted
const GARBAGE = /[\ufffd\ue000-\uf8ff\u0000-\u0008\u000e-\u001f]/gu;
const GARBAGE_SHARE = 0.01;

export interface Agreement {
  /** Share of the other program's runs that were read; null where it has too few. */
  recall: number | null;
  /** Share of the runs read that the other program has too; null where there are too few. */
  precision: number | null;
  isGarbage: boolean;
  words: number;
}

export function agreement(ours: string, theirs: string): Agreement {
  const [one, other] = [plainRuns(ours), plainRuns(theirs)];
  return {
    recall: other.size < RUNS_MIN ? null : shareIn(other, one),
    precision: one.size < RUNS_MIN ? null : shareIn(one, other),
    isGarbage: (ours.match(GARBAGE)?.length ?? 0) > GARBAGE_SHARE * ours.length,
    words: wordsOf(ours).words.length,
  };
}

function plainRuns(text: string): Set<string> {
  const read = wordsOf(text.normalize("NFKC").replaceAll("\u00ad", ""));
  return new Set(runsOf({ ...read, words: read.words.filter((word) => !MARK.test(word)) }, RUN_WORDS));
}

function shareIn(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const run of some) if (others.has(run)) shared += 1;
  return shared / some.size;
}
