/** Compares answers of a cluster with those of one engine over the whole corpus. */
import { expect } from "vitest";
import { openCorpus } from "../../../../src/corpus/search/corpus.ts";
import { createEngine } from "../../../../src/engine/engine.ts";
import { openCluster } from "../../../../src/remote/cluster/index.ts";
import { notEmpty } from "../../notEmpty.ts";
import type { Library } from "./library.ts";
import { NAME, SECRET, startNode } from "./nodes.ts";

/** What the answers were, all of them equal. */
export interface EqualAnswers {
  questions: number;
  verdicts: Record<string, number>;
  /** Answers with a passage that several works have. */
  frequent: number;
  /** Answers that left blocks or anchors out. */
  bounded: number;
  /** Least number of requests to a node. */
  requestsMin: number;
}

/** A corpus, asked directly and over three nodes, until the test or the group ends. */
export async function askedBothWays({ storage }: Library) {
  const whole = await openCorpus(storage);
  const nodes = await Promise.all(Array.from({ length: 3 }, () => startNode(storage)));
  // Nodes share this process, and its load decides nothing.
  const options = { secret: SECRET, name: NAME, refreshMs: 0, deadlineMs: 1_800_000 };
  const cluster = await openCluster(storage, { nodes: nodes.map(({ url }) => url), ...options });
  expect(cluster.info).toEqual(whole.info);
  const [one, many] = [await createEngine({ corpora: [whole] }), await createEngine({ corpora: [cluster] })];
  return {
    async expectEqual(contents: readonly string[]): Promise<EqualAnswers> {
      const told: EqualAnswers = { questions: 0, verdicts: {}, frequent: 0, bounded: 0, requestsMin: 0 };
      for (const content of notEmpty(contents)) {
        const expected = await one.analyze({ content, content_type: "text" });
        expect(await many.analyze({ content, content_type: "text" })).toEqual(expected);
        told.questions++;
        told.verdicts[expected.verdict] = (told.verdicts[expected.verdict] ?? 0) + 1;
        told.frequent += Number(expected.matches.some(({ document_frequency }) => document_frequency > 1));
        told.bounded += Number(expected.completeness.stages.some(({ status }) => status === "bounded"));
      }
      const asked = nodes.map(({ url }) => cluster.nodes.find(({ node }) => node === url)?.requests ?? 0);
      return { ...told, requestsMin: Math.min(...asked) };
    },
    async close() {
      await Promise.all([cluster.close(), whole.close(), ...nodes.map((node) => node.stop())]);
    },
  };
}
