/** A Map from the hashes of kept shingles to documents: no text, no places, no file. */
import { byVotes, keptShingles, wordsOf } from "./kept.ts";
import type { RivalIndex } from "./rivalIndex.ts";

export async function mapIndex(): Promise<RivalIndex> {
  const ids: string[] = [];
  /** One document as a number, several as a list. */
  const index = new Map<number, number | number[]>();
  return {
    async build(documents) {
      for await (const { id, text } of documents) {
        const document = ids.push(id) - 1;
        for (const { hash } of keptShingles(wordsOf(text))) {
          const known = index.get(hash);
          if (known === undefined) index.set(hash, document);
          else if (typeof known === "number") {
            if (known !== document) index.set(hash, [known, document]);
          } else if (known.at(-1) !== document) known.push(document);
        }
      }
      return null;
    },
    ask(content) {
      const votes = new Map<number, number>();
      for (const { hash } of keptShingles(wordsOf(content)))
        for (const document of [index.get(hash) ?? []].flat()) votes.set(document, (votes.get(document) ?? 0) + 1);
      return byVotes(votes).map((document) => ids[document]!);
    },
  };
}
