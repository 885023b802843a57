/** Ours, in files. Its size here is that of all but the text, since the others keep none. */

import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { buildCorpus, createEngine } from "../../../src/index.ts";
import { filesIn } from "../folder.ts";
import type { RivalIndex } from "./rivalIndex.ts";

export async function ourIndex(place: string): Promise<RivalIndex> {
  let engine: Awaited<ReturnType<typeof createEngine>> | undefined;
  return {
    async build(documents) {
      const corpus = await buildCorpus(documents, {
        name: "bench",
        dataset: "bench",
        storage: createFileStorage(place),
      });
      engine = await createEngine({ corpora: [corpus] });
      return filesIn(place).reduce((sum, { name, bytes }) => sum + (name.startsWith("text/") ? 0 : bytes), 0);
    },
    async ask(content) {
      const { matches } = await engine!.analyze({ content, content_type: "text" });
      return matches.map(({ document }) => document.id);
    },
  };
}
