/**
 * A hundred thousand runs of 12 words out of real books and statutes, planted between words of no document and searched. A naive scan says
 * what is right: each run stands where it was taken from, so it has to be found there to the letter, or the answer has to say that runs
 * of 12 words are not certain, and still name a source that has the run.
 */
import { describe, expect, test } from "vitest";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import type { SearchResult } from "../../../src/corpus/search/search.ts";
import { NO_SHARED, sharedText } from "../../support/shared.ts";
import { skippable } from "../../support/skippable.ts";
import { foldedWords, type JudgedText, judged, queryOf } from "../../support/suites/corpus/judge.ts";
import { fillerWords, seeded } from "../../support/texts.ts";

const RUNS = 100_000;
const RUN_WORDS = 12;
const RUNS_PER_QUERY = 10;
const BETWEEN_WORDS = 15;
const FILES = ["data/corpora/eltec-eng/eltec-eng-000.jsonl.gz", "data/corpora/dc-law/code-sections.jsonl.gz"];

const records = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { text: string });

describe.each(FILES)("runs of 12 words out of %s", (file) => {
  const contents = sharedText(file);
  test.skipIf(contents === null)(
    skippable(`${RUNS / FILES.length} of them are found`, contents === null, NO_SHARED),
    async () => {
      const documents = records(contents!).map(({ text }, i) => ({ id: `${i}`, text }));
      const corpus = await buildCorpus(documents, { name: "test", dataset: "test", codec: "raw" });
      const texts = documents.map(({ text }) => judged(text)).filter(({ words }) => words.length >= RUN_WORDS);
      const ids = documents.flatMap(({ text, id }) => (foldedWords(text).length >= RUN_WORDS ? [id] : []));
      const ends = cumulative(texts.map(({ words }) => words.length - RUN_WORDS + 1));
      const random = seeded(77);
      const filler = fillerWords();
      const fill = () => Array.from({ length: BETWEEN_WORDS }, () => filler.next().value).join(" ");
      const told = { found: 0, uncertain: 0 };
      for (let run = 0; run < RUNS / FILES.length; run += RUNS_PER_QUERY) {
        const planted = Array.from({ length: RUNS_PER_QUERY }, () => place(ends, Math.floor(random() * ends.at(-1)!)));
        const content = `${planted.map(({ text, at }) => `${fill()} ${slice(texts[text]!, at)}`).join(" ")} ${fill()}`;
        const result = await corpus.search(queryOf(content));
        const query = foldedWords(content);
        for (const { text, at } of planted) {
          const words = texts[text]!.words.slice(at, at + RUN_WORDS);
          if (isFound(result, query, words, ids[text]!)) told.found++;
          else {
            expect(result.certainFromWords > RUN_WORDS || result.bounded, `word ${at} of ${ids[text]}`).toBe(true);
            expect(isFound(result, query, words, undefined), `a source of word ${at} of ${ids[text]}`).toBe(true);
            told.uncertain++;
          }
        }
      }
      console.info(`${file}: ${told.found} found at their place, ${told.uncertain} elsewhere, in answers that say so`);
      expect(told.found + told.uncertain).toBe(RUNS / FILES.length);
      expect(told.found).toBeGreaterThan(0.9 * (RUNS / FILES.length));
    },
    1_800_000,
  );
});

/** Whether a passage of the document, or of any, covers these words of the query, and its own words there are the same. */
function isFound(
  { passages }: SearchResult,
  query: readonly string[],
  words: readonly string[],
  id: string | undefined,
): boolean {
  const wanted = words.join();
  return passages.some(({ document, content }) => {
    if (id !== undefined && document.id !== id) return false;
    const covered = query.slice(content.start, content.end);
    return covered.some((_, i) => covered.slice(i, i + words.length).join() === wanted);
  });
}

function slice({ text, spans }: JudgedText, at: number): string {
  return text.slice(spans[at]!.start, spans[at + RUN_WORDS - 1]!.end);
}

function cumulative(counts: readonly number[]): number[] {
  let sum = 0;
  return counts.map((count) => {
    sum += count;
    return sum;
  });
}

function place(ends: readonly number[], position: number): { text: number; at: number } {
  let [from, to] = [0, ends.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ends[middle]! > position) to = middle;
    else from = middle + 1;
  }
  return { text: from, at: position - (from === 0 ? 0 : ends[from - 1]!) };
}
