/** Corpora are searched side by side, and the answer does not depend on which of them answers first. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Corpus, createEngine, isSpoliaError, SpoliaError } from "../../../src/index.ts";
import { type Fixture, FOREIGN, openFixture, SHELF, words } from "../fixtures.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(async () => {
  for (const corpus of fixture.corpora) await corpus.close();
});

const content = `${words(SHELF[0]!.text, 4_000, 4_120)} ${words(FOREIGN, 0, 100)}`;

/** A corpus whose search waits for `turn`. */
function waiting(corpus: Corpus, name: string, turn: () => Promise<void>): Corpus {
  const search: Corpus["search"] = async (...given) => {
    await turn();
    return corpus.search(...given);
  };
  return { ...corpus, info: { ...corpus.info, name }, search } as Corpus;
}

test("eight corpora are searched at once, and the others follow", async () => {
  let [running, most] = [0, 0];
  const turn = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
  };
  const corpora = Array.from({ length: 20 }, (_, i) => waiting(fixture.corpora[i % 2]!, `corpus ${i}`, turn));
  const engine = await createEngine({ corpora });
  const { completeness, matches } = await engine.analyze({ content });
  expect(most).toBe(8);
  expect(completeness.stages.slice(0, 20).map(({ name }) => name)).toEqual(
    corpora.map(({ info }) => `search:${info.name}`),
  );
  expect(new Set(matches.map(({ corpus }) => corpus)).size).toBe(10);
});

test("the result has the same bytes, whichever corpus finishes first", async () => {
  const results: string[] = [];
  for (const isFirstSlow of [true, false]) {
    let answerFast = () => {};
    const fast = new Promise<void>((resolve) => {
      answerFast = resolve;
    });
    const slowTurn = () => fast;
    const fastTurn = async () => void setTimeout(answerFast, 20);
    const [first, second] = fixture.corpora as [Corpus, Corpus];
    const corpora = [
      waiting(first, "first", isFirstSlow ? slowTurn : fastTurn),
      waiting(second, "second", isFirstSlow ? fastTurn : slowTurn),
    ];
    results.push(JSON.stringify(await (await createEngine({ corpora })).analyze({ content })));
  }
  expect(results).toHaveLength(2);
  expect(results[0]).toBe(results[1]);
});

test("of several failures, the first in the order of the corpora is reported, also if it fails last", async () => {
  const failing = (message: string, afterMs: number) => async () => {
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    throw new SpoliaError("storage_failed", message);
  };
  const [shelf] = fixture.corpora as [Corpus];
  const corpora = [
    waiting(shelf, "sound", async () => {}),
    waiting(shelf, "slow", failing("The slow one failed.", 40)),
    waiting(shelf, "fast", failing("The fast one failed.", 0)),
  ];
  const error: unknown = await (await createEngine({ corpora }))
    .analyze({ content })
    .catch((caught: unknown) => caught);
  expect(isSpoliaError(error) && error.message).toBe("The slow one failed.");
});
