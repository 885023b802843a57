/**
 * The headline: how long from a text to its sources? Fresh excerpts of 500 words, every tenth word changed, against novels in memory.
 * The rival is what one would write first: a Map from every run of five lower-case words to its documents. It names documents and
 * has neither places nor passages, and holds its corpus as strings.
 */
import { Readable } from "node:stream";
import { buildCorpus, createEngine } from "../../../src/index.ts";
import { stringsIndex } from "../../corpus/rivals/strings.ts";
import { assertAnswer, type Case } from "../../harness/harness.ts";
import { Random } from "../../harness/random.ts";
import { documentsOf } from "../../harness/texts.ts";

const QUERY_WORDS = 500;
const QUERIES = 400;

interface Query {
  id: string;
  content: string;
}

function queriesFrom(documents: readonly { id: string; text: string }[]): Query[] {
  const random = new Random("detection");
  return Array.from({ length: QUERIES }, () => {
    const { id, text } = random.pick(documents);
    const from = random.below(Math.max(1, text.length - 8 * QUERY_WORDS));
    const words = text
      .slice(from, from + 8 * QUERY_WORDS)
      .split(/\s+/)
      .slice(1, QUERY_WORDS + 1);
    return { id, content: words.map((word, i) => (i % 10 === 9 ? `other${i}` : word)).join(" ") };
  });
}

function detection(words: number): Case {
  return {
    name: `detection, ${words / 1e6} million words`,
    unit: "ms",
    question: `a text of ${QUERY_WORDS} words to its sources, among ${words / 1e6} million words in memory`,
    async prepare() {
      const documents = documentsOf(words);
      const corpus = await buildCorpus(documents, { name: "bench", dataset: "bench" });
      const engine = await createEngine({ corpora: [corpus] });
      const ask = async (content: string) =>
        (await engine.analyze({ content, content_type: "text" })).matches[0]?.document.id;
      const index = await stringsIndex();
      await index.build(Readable.from(documents));
      const rival = async (content: string) => (await index.ask(content))[0];
      const queries = queriesFrom(documents);
      for (const { id, content } of queries.slice(0, 50)) {
        assertAnswer(await ask(content), id, "analyze");
        assertAnswer(await rival(content), id, "The Map");
      }
      let [own, other] = [50, 50];
      const next = (n: number) => queries[n % queries.length]!.content;
      return {
        amount: 1,
        ours: { name: "analyze", run: () => ask(next(own++)) },
        rivals: [{ name: "Map of five-word strings, documents only", run: () => rival(next(other++)) }],
      };
    },
  };
}

export const detectionCases: readonly Case[] = [detection(500_000), detection(1_000_000), detection(2_000_000)];
