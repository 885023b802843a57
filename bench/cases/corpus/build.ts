/** How fast do documents become a corpus, at three sizes? All in memory, text deflated and kept. */
import { buildCorpus } from "../../../src/index.ts";
import { assertAnswer, type Case } from "../../harness/harness.ts";
import { documentsOf } from "../../harness/texts.ts";

function build(words: number): Case {
  return {
    name: `build, ${words / 1e6} million words`,
    unit: "MB/s",
    question: `documents of ${words / 1e6} million words to a corpus in memory`,
    async prepare() {
      const documents = documentsOf(words);
      const run = () => buildCorpus(documents, { name: "bench", dataset: "bench" });
      const { info } = await run();
      assertAnswer(info.documents, documents.length, "The corpus, asked for its documents,");
      assertAnswer((await run()).info.revision, info.revision, "The second build, asked for its revision,");
      return { amount: info.text_bytes / 1e6, ours: { name: "buildCorpus", run }, rivals: [] };
    },
  };
}

export const buildCases: readonly Case[] = [build(500_000), build(1_000_000), build(2_000_000)];
