/** What one would write first: a Map from every run of five lower-case words to its documents. No places, no passages, no file. */
import { byVotes, wordsOf } from "./kept.ts";
import type { RivalIndex } from "./rivalIndex.ts";

const SHINGLE_WORDS = 5;

export async function stringsIndex(): Promise<RivalIndex> {
  /** One document as its id, several as a list. */
  const index = new Map<string, string | string[]>();
  return {
    async build(documents) {
      for await (const { id, text } of documents) {
        for (const run of runsOf(text)) {
          const known = index.get(run);
          if (known === undefined) index.set(run, id);
          else if (typeof known === "string") {
            if (known !== id) index.set(run, [known, id]);
          } else if (known.at(-1) !== id) known.push(id);
        }
      }
      return null;
    },
    ask(content) {
      const votes = new Map<string, number>();
      for (const run of runsOf(content))
        for (const id of [index.get(run) ?? []].flat()) votes.set(id, (votes.get(id) ?? 0) + 1);
      return byVotes(votes);
    },
  };
}

function runsOf(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(SHINGLE_WORDS - 1).map((_, i) => words.slice(i, i + SHINGLE_WORDS).join(" "));
}
