/** Ours, through the public library: `compare` for two texts, `analyze` for a corpus. */
import { buildCorpus, createEngine } from "../../../src/index.ts";
import type { Detector } from "./detector.ts";

export const spolia: Detector = {
  name: "spolia",
  rule: "compare(); analyze() on a corpus in memory; defaults throughout",
  skip: () => null,
  async open(documents) {
    const texts = new Map(documents.map(({ id, words }) => [id, words.text]));
    const given = documents.map(({ id, words }) => ({ id, text: words.text }));
    const engine = await createEngine({ corpora: [await buildCorpus(given, { name: "quality", dataset: "quality" })] });
    return {
      async pair({ text }, document) {
        const { passages } = await engine.compare({ a: { content: text }, b: { content: texts.get(document)! } });
        return passages!.map(({ a, b }) => ({ document, ranges: { content: a, source: b } }));
      },
      async search({ text }) {
        const { matches } = await engine.analyze({
          content: text,
          content_type: "text",
          options: { max_matches: 10_000 },
        });
        return matches.map(({ document, content, source }) => ({
          document: document.id,
          ranges: { content, source: { start: source.start, end: source.end } },
        }));
      },
    };
  },
};
