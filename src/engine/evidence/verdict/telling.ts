/**
 * How long a run of common words tells something: how many runs of so many words a content shares with so many words of
 * other authors by chance, from rates that were measured on works of different authors.
 */

import { PASSAGE_WORDS_MIN } from "../../../base/limits.ts";
import { exp } from "../../../core/kernels/numbers/exp.reference.ts";
import type { TellingGroup } from "./tellingTable.ts";
import { SHIPPED_TELLING } from "./tellingTable.ts";

interface ChanceQuestion {
  /** Words of the run. */
  runWords: number;
  contentWords: number;
  /** Words of all searched corpora. */
  searchedWords: number;
  /** ISO 639-1; the worst of the measured prose languages where it is `null` or not measured. */
  language: string | null;
}

interface ChanceRuns {
  /** Runs of at least `runWords` words, not contained in longer ones, that the content shares by chance. */
  expected: number;
  /** Upper 95 % bound of `expected`. */
  upper: number;
  /** Whether more words are searched, or the run is longer or shorter, than was measured. */
  extrapolated: boolean;
}

/** Upper bound of the runs that are expected by chance, from which on a run is telling. */
const CHANCE_RUNS_MAX = 0.001;

export function chanceRuns(question: ChanceQuestion): ChanceRuns {
  const all = groupsOf(question.language).map((group) => chanceRunsIn(group, question));
  return {
    expected: all.reduce((most, { expected }) => Math.max(most, expected), 0),
    upper: all.reduce((most, { upper }) => Math.max(most, upper), 0),
    extrapolated: all.some(({ extrapolated }) => extrapolated),
  };
}

/**
 * The least length, in words, of a run of which at most `CHANCE_RUNS_MAX` are expected (upper 95 % bound); at least
 * `PASSAGE_WORDS_MIN`. Infinity where no length is measured to be rare enough, and the genre's tail gives none.
 */
export function tellingRunWords(question: Omit<ChanceQuestion, "runWords">): number {
  const { contentWords, searchedWords, language } = question;
  const { asked } = lastAnswer;
  const isAsked =
    contentWords === asked.contentWords && searchedWords === asked.searchedWords && language === asked.language;
  if (!isAsked) lastAnswer = { asked: { contentWords, searchedWords, language }, words: tellingWordsOf(question) };
  return lastAnswer.words;
}

/** All passages of a search ask the same: of a long text of law that took a tenth of its time. */
let lastAnswer = { asked: { contentWords: -1, searchedWords: -1, language: null as string | null }, words: 0 };

function tellingWordsOf(question: Omit<ChanceQuestion, "runWords">): number {
  const groups = groupsOf(question.language);
  for (let runWords = PASSAGE_WORDS_MIN; ; runWords++) {
    if (chanceRuns({ ...question, runWords }).upper <= CHANCE_RUNS_MAX) return runWords;
    if (groups.some(({ tail, lengths }) => tail === null && runWords >= lengths.at(-1)!)) return Infinity;
  }
}

function groupsOf(language: string | null): readonly TellingGroup[] {
  const own = SHIPPED_TELLING.groups.filter((group) => group.language === language);
  return own.length > 0 ? own : SHIPPED_TELLING.groups.filter(({ tail }) => tail !== null);
}

/**
 * Each size bounds the rate: fewer words hold no more runs, and more words at most as many more as they are more, since
 * works of other authors can only repeat what is there already. The least bound counts. No word begins two runs.
 */
function chanceRunsIn({ lengths, sizes, tail }: TellingGroup, question: ChanceQuestion): ChanceRuns {
  const { runWords, contentWords, searchedWords } = question;
  const at = lengths.findLastIndex((length) => length <= runWords);
  if (at < 0) return { expected: contentWords, upper: contentWords, extrapolated: true };
  const beyond = Math.max(0, runWords - lengths.at(-1)!);
  const runs = (rateOf: (size: TellingGroup["sizes"][number]) => number, bits: number) => {
    const rate = sizes.reduce(
      (least, size) => Math.min(least, rateOf(size) * Math.max(1, searchedWords / size.indexed_words)),
      Infinity,
    );
    return Math.min(contentWords, (contentWords / 1e6) * rate * exp(-bits * beyond * Math.LN2));
  };
  return {
    expected: runs(({ expected }) => expected[at]!, tail?.bits ?? 0),
    upper: runs(({ upper }) => upper[at]!, tail?.bits_lower ?? 0),
    extrapolated: beyond > 0 || searchedWords > sizes.at(-1)!.indexed_words,
  };
}
