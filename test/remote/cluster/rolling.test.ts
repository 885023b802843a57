/** Nodes are renewed one by one, and the corpus changes, while questions go on: no answer lacks a segment. */
import { expect, onTestFinished, test } from "vitest";
import { appendDocuments, deleteDocuments } from "../../../src/corpus/change/change.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { cut, library } from "../../support/suites/cluster/library.ts";
import { clusterOf, startNode } from "../../support/suites/cluster/nodes.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";

test("a rolling restart and a new manifest, while questions are asked", async () => {
  const books = await library();
  const { storage, documents } = books;
  const asked = notEmpty([5, 17, 29, 40, 54, 66].map((i) => queryOf(cut(documents[i]!.text, 60))));
  const answersNow = async () => {
    const whole = await openCorpus(storage);
    const answers: string[] = [];
    for (const query of asked) answers.push(JSON.stringify(await whole.search(query)));
    await whole.close();
    return answers;
  };
  const states = [await answersNow()];
  const folders = [0, 1, 2].map(() => temporaryFolder());
  const nodes = await Promise.all(folders.map((folder) => startNode(storage, { folder })));
  onTestFinished(async () => {
    for (const node of nodes) await node.stop();
  });
  const cluster = await clusterOf(storage, nodes, { refreshMs: 50 });

  const told: { at: number; found: string; isWhole: boolean }[] = [];
  let isOver = false;
  const caller = async (first: number) => {
    for (let i = first; !isOver; i++) {
      const at = i % asked.length;
      const { unansweredSegments, searched: _, ...found } = await cluster.search(asked[at]!);
      told.push({ at, found: JSON.stringify(found), isWhole: unansweredSegments === undefined });
    }
  };
  const callers = [caller(0), caller(3)];
  const someAnswers = async () => {
    const before = told.length;
    await expect.poll(() => told.length).toBeGreaterThan(before + 6);
  };

  for (const [i, folder] of folders.entries()) {
    await someAnswers();
    const { port } = new URL(nodes[i]!.url);
    await nodes[i]!.stop();
    await someAnswers();
    nodes[i] = await startNode(storage, { folder, port: Number(port) });
  }
  for (const change of [
    () => appendDocuments(storage, [{ id: "more", text: documents[40]!.text }], {}),
    () => deleteDocuments(storage, [documents[17]!.id]),
  ]) {
    await someAnswers();
    const { revision } = cluster.info;
    await change();
    states.push(await answersNow());
    await expect.poll(() => cluster.info.revision).not.toBe(revision);
    await someAnswers();
  }
  isOver = true;
  await Promise.all(callers);
  const whole = await answersNow();
  for (const [at, query] of notEmpty([...asked.entries()]))
    expect(JSON.stringify(await cluster.search(query))).toBe(whole[at]);
  expect(told.filter(({ isWhole }) => !isWhole)).toEqual([]);
  const stateOf = ({ at, found }: (typeof told)[number]) => states.findIndex((answers) => answers[at] === found);
  expect(new Set(told.map(stateOf))).toEqual(new Set([0, 1, 2]));
});
