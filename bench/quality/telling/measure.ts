/** Runs that works share with so many words of other authors, by length, by author and by number of indexed words. */
import { total } from "../figures.ts";
import { type Rate, rateOf, type Tail, tailOf } from "./bounds.ts";
import { isQuoted } from "./quotations.ts";
import { RUN_LEAST, RUN_MOST, type ScannedWork, SIZES, sharedRuns, VIEWS } from "./scan.ts";
import { isPooled, type TellingSet, worksOf } from "./sets.ts";

/** Lengths of which rates are told: at least so many words. */
const RUN_TOLD = 48;
const LENGTHS = Array.from({ length: RUN_MOST - RUN_LEAST + 1 }, (_, i) => RUN_LEAST + i);
/** Runs of so many words are listed. */
const LISTED_WORDS = 12;

/** What was asked of one number of indexed words. */
export interface Size {
  indexed_words: number;
  /** Each word as often as it was asked. */
  asked_words: number;
  /** By length from `RUN_LEAST` on; quotations left out. */
  rates: Rate[];
  /** The same with quotations. */
  with_quotations: number[];
}

export interface TellingRow {
  kind: string;
  language: string | null;
  genre: TellingSet["genre"];
  works: number;
  authors: number;
  pooled: boolean;
  /** `kept = left out`: works that are one text. */
  left_out: string[];
  sizes: Size[];
  tail: Tail;
  listed: ListedRun[];
}

export interface ListedRun {
  work: string;
  author: number;
  at: number;
  length_words: number;
  words: string;
  quoted: boolean;
}

export function measured(set: TellingSet): TellingRow {
  const { works, vocabulary, left_out } = worksOf(set);
  const asked = new Set(works.filter(({ asks }) => asks).map(({ author }) => author));
  const counts = Array.from({ length: SIZES }, () => LENGTHS.map(() => new Map<number, number>()));
  const quoted = Array.from({ length: SIZES }, () => LENGTHS.map(() => 0));
  const listed: ListedRun[] = [];
  for (const { view, work, at, lengthWords } of sharedRuns(works)) {
    const { size } = VIEWS[view]!;
    const { id, author, words: all } = works[work]!;
    const run = () => Array.from(all.subarray(at, at + lengthWords), (word) => vocabulary[word]).join(" ");
    const isQuotation = set.genre === "prose" && isQuoted(run());
    LENGTHS.forEach((length, i) => {
      if (lengthWords < length) return;
      if (isQuotation) quoted[size]![i]!++;
      else counts[size]![i]!.set(author, (counts[size]![i]!.get(author) ?? 0) + 1);
    });
    if (size === SIZES - 1 && set.genre !== "law" && lengthWords >= LISTED_WORDS)
      listed.push({ work: id, author, at, length_words: lengthWords, words: run(), quoted: isQuotation });
  }
  const exposures = exposuresOf(works);
  const largest = exposures.at(-1)!;
  const sizes = exposures.map(({ asked_words, indexed_words }, size) => {
    const rates = LENGTHS.filter((length) => length <= RUN_TOLD).map((_, i) =>
      rateOf(counts[size]![i]!, counts.at(-1)![i]!, largest.byAuthor, asked_words),
    );
    return { indexed_words, asked_words, rates, with_quotations: rates.map(({ runs }, i) => runs + quoted[size]![i]!) };
  });
  const runs = counts.at(-1)!.map((some) => total([...some.values()]));
  return {
    ...{ kind: set.kind, language: set.language, genre: set.genre, pooled: isPooled(set) },
    ...{
      works: works.length,
      authors: asked.size,
      left_out: left_out.map((pair) => pair.join(" = ")),
      sizes,
      tail: tailOf(sizes.at(-1)!.rates, runs),
      listed,
    },
  };
}

/** Asked words, and the mean of the indexed words that they were looked for in; by asked author, the share of the pairs of words. */
function exposuresOf(works: readonly ScannedWork[]) {
  const words = new Map<number, number>();
  for (const { author, words: all } of works) words.set(author, (words.get(author) ?? 0) + all.length);
  const everything = total([...words.values()]);
  const asking = works.filter(({ asks }) => asks);
  return Array.from({ length: SIZES }, (_, size) => {
    const byAuthor = new Map<number, number>();
    let asked_words = 0;
    let pairs = 0;
    for (const { blocks } of VIEWS.filter((view) => view.size === size)) {
      const isIn = ({ block }: ScannedWork) => size < SIZES - 1 && ((blocks >> block) & 1) === 1;
      const indexed = total(works.filter(isIn).map((work) => work.words.length));
      for (const work of asking.filter((one) => !isIn(one))) {
        const others = size < SIZES - 1 ? indexed : everything - words.get(work.author)!;
        asked_words += work.words.length;
        pairs += work.words.length * others;
        byAuthor.set(work.author, (byAuthor.get(work.author) ?? 0) + work.words.length * others);
      }
    }
    for (const [author, some] of byAuthor) byAuthor.set(author, some / pairs);
    return { asked_words, indexed_words: Math.round(pairs / asked_words), byAuthor };
  });
}
