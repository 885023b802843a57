/** Compares answers of a cluster with those of one engine over the whole corpus. */
import { expect } from "vitest";
import { openCorpus } from "../../src/corpus/corpus.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { type Library, questions } from "./cluster.library.ts";
import { clusterOf, started } from "./cluster.nodes.ts";
import { queryOf } from "./judge.ts";
import { notEmpty } from "./notEmpty.ts";

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

export async function expectEqualAnswers(books: Library, count: number): Promise<EqualAnswers> {
  const whole = await openCorpus(books.storage);
  const nodes = await started(books.storage, 3);
  // Nodes share this process, and its load decides nothing.
  const cluster = await clusterOf(books.storage, nodes, { deadlineMs: 1_800_000 });
  expect(cluster.info).toEqual(whole.info);
  const [one, many] = [await createEngine({ corpora: [whole] }), await createEngine({ corpora: [cluster] })];
  const told: EqualAnswers = { questions: 0, verdicts: {}, frequent: 0, bounded: 0, requestsMin: 0 };
  for (const content of notEmpty([...questions(books, count)])) {
    const found = await whole.search(queryOf(content));
    expect(await cluster.search(queryOf(content))).toEqual(found);
    const expected = await one.analyze({ content, content_type: "text" });
    expect(await many.analyze({ content, content_type: "text" })).toEqual(expected);
    told.questions++;
    told.verdicts[expected.verdict] = (told.verdicts[expected.verdict] ?? 0) + 1;
    told.frequent += Number(expected.matches.some(({ document_frequency }) => document_frequency > 1));
    told.bounded += Number(found.bounded);
  }
  const asked = nodes.map(({ url }) => cluster.nodes.find(({ node }) => node === url)?.requests ?? 0);
  told.requestsMin = Math.min(...asked);
  await whole.close();
  return told;
}
