/**
 * What an index of trillions of words shares with a content by chance, where there are only millions of words to search: runs of the contents,
 * as many and as long as `chanceRuns` expects, put into documents of generated text. The growth with the size of the index is at most
 * linear, so that these are rather too many.
 */
import { chanceRuns } from "../../../../src/engine/evidence/verdict/telling.ts";
import { Random } from "../../../harness/random.ts";
import { RUN_WORDS } from "../../words.ts";
import type { Distractor } from "./distractors.ts";
import { excerpt, type Material } from "./material.ts";

/** Longer ones are not expected once in the contents of all sets. */
const CHANCE_WORDS_MAX = 40;
/** Of a block, so much stands elsewhere by chance at most: of so many short runs more would change nothing. */
const CHANCE_SHARE_MAX = 0.5;
/** Words of generated text between two runs, and runs of a document. */
const BETWEEN_WORDS = 30;
const RUNS_A_DOCUMENT = 8;

/** @param filling documents of generated text, of which pieces stand around the runs */
export function chanceDocuments(
  { set, blocks }: Pick<Material, "set" | "blocks">,
  indexWords: number,
  filling: readonly Distractor[],
): Distractor[] {
  const random = new Random(`${set.name} chance ${indexWords}`);
  const runs = random.shuffled(blocks.flatMap(({ words }) => runsOf(words, indexWords, random)));
  const pieces = piecesOf(filling);
  return Array.from({ length: Math.ceil(runs.length / RUNS_A_DOCUMENT) }, (_, i) => ({
    id: `chance ${i}`,
    text: runs
      .slice(i * RUNS_A_DOCUMENT, (i + 1) * RUNS_A_DOCUMENT)
      .flatMap((run) => [random.pick(pieces), run])
      .join(" "),
  }));
}

/** The longest first, until too much of the block is covered. */
function runsOf(block: Material["blocks"][number]["words"], searchedWords: number, random: Random): string[] {
  const contentWords = block.words.length;
  const expected = (runWords: number) => chanceRuns({ runWords, contentWords, searchedWords, language: null }).expected;
  const runs: string[] = [];
  let covered = 0;
  for (let runWords = Math.min(CHANCE_WORDS_MAX, contentWords); runWords >= RUN_WORDS; runWords--) {
    const more = poisson(expected(runWords) - expected(runWords + 1), random);
    for (let run = 0; run < more && covered < CHANCE_SHARE_MAX * contentWords; run++) {
      runs.push(excerpt(block, random.below(contentWords - runWords + 1), runWords).text);
      covered += runWords;
    }
  }
  return runs;
}

/** Draws by the waits between events. */
function poisson(mean: number, random: Random): number {
  let [count, waited] = [0, -Math.log(1 - random.next())];
  while (waited < mean) {
    count++;
    waited -= Math.log(1 - random.next());
  }
  return count;
}

function piecesOf(filling: readonly Distractor[]): string[] {
  return filling.flatMap(({ text }) => {
    const words = text.split(/\s+/);
    const count = Math.floor(words.length / BETWEEN_WORDS);
    return Array.from({ length: count }, (_, i) => {
      return words.slice(i * BETWEEN_WORDS, (i + 1) * BETWEEN_WORDS).join(" ");
    });
  });
}
