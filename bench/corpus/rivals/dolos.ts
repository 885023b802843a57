/** The index of Dolos, which compares files of program text; here words are its tokens. A query is one more file. */
import { load } from "../../rivals/registry.ts";
import { byVotes, wordsOf } from "./kept.ts";
import type { RivalIndex } from "./rivalIndex.ts";

const SHINGLE_WORDS = 5;
const WINDOW_SHINGLES = 8;

export async function dolosIndex(): Promise<RivalIndex> {
  const { File, FingerprintIndex, Region, TokenizedFile } = await load("@dodona/dolos-core");
  const index = new FingerprintIndex(SHINGLE_WORDS, WINDOW_SHINGLES);
  const region = new Region(0, 0, 0, 0);
  const fileOf = (id: string, text: string) => {
    const words = wordsOf(text);
    // It wants a place for each token; one for all costs no memory.
    return new TokenizedFile(new File(id, ""), words, new Array(words.length).fill(region));
  };
  let asked = 0;
  return {
    async build(documents) {
      for await (const { id, text } of documents) index.addFiles([fileOf(id, text)]);
      return null;
    },
    ask(content) {
      const file = fileOf(`query ${asked++}`, content);
      const votes = new Map<string, number>();
      for (const shared of index.addFiles([file]).values()) {
        if (!shared.includesFile(file)) continue;
        for (const { path } of shared.files())
          if (!path.startsWith("query ")) votes.set(path, (votes.get(path) ?? 0) + 1);
      }
      return byVotes(votes);
    },
  };
}
