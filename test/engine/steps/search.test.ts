/** Corpora are searched side by side, and the answer does not depend on which of them answers first. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Completeness } from "../../../src/base/contract/common.ts";
import type { SearchResult } from "../../../src/corpus/search/search.ts";
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
  let eightAreThere = () => {};
  const eight = new Promise<void>((resolve) => {
    eightAreThere = resolve;
  });
  const turn = async () => {
    most = Math.max(most, ++running);
    if (running === 8) eightAreThere();
    await eight;
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

/** What a public index says that a request got no answer from. */
const IN_PART = {
  stage: { status: "failed", reason: "A request got no answer." },
  coverage: null,
  revision: "0".repeat(64),
  use: { address: "https://index.example", sent: [], answers: 0 },
  runs: [],
} as unknown as NonNullable<SearchResult["index"]>;

describe("a corpus that does not answer", () => {
  const GONE: Record<string, [code: string, search: (found: SearchResult) => SearchResult | Promise<never>]> = {
    "in part": ["search_incomplete", (found) => ({ ...found, index: IN_PART })],
    "at all": [
      "storage_failed",
      () => Promise.reject(new SpoliaError("storage_failed", "Cannot read /srv/books.", { hint: "Look at /srv." })),
    ],
  };
  const OPERATIONS = ["analyze", "score", "assess"] as const;
  const cases = Object.entries(GONE).flatMap(([how, [code, answer]]) =>
    OPERATIONS.map((operation) => [how, operation, code, answer] as const),
  );

  test.each(cases)(
    "%s leaves %s no answer but a partial one that was asked for",
    async (_, operation, code, answer) => {
      const { corpora, catalogue } = fixture;
      const [shelf, attic] = corpora as [Corpus, Corpus];
      const search: Corpus["search"] = async (...given) => answer(await attic.search(...given));
      const broken = { ...attic, info: attic.info, search } as Corpus;
      const engine = await createEngine({ corpora: [shelf, broken], catalogue });
      const ask = engine[operation] as (request: object) => Promise<{ completeness: Completeness }>;
      const target = { target_model: "lab/whole", ...(operation === "score" && { jurisdiction: "EU-DSM" }) };
      const request = { content, ...(operation !== "analyze" && target) };
      await expect(ask(request)).rejects.toMatchObject({ code });
      await expect(ask({ ...request, options: { partial: false } })).rejects.toMatchObject({ code });
      const result = await ask({ ...request, options: { partial: true } });
      const [done, failed] = result.completeness.stages;
      expect([done?.status, failed?.status, result.completeness.complete]).toEqual(["done", "failed", false]);
      expect(JSON.stringify(result)).not.toContain("/srv");
    },
  );

  test("is no reason to say that nothing was found", async () => {
    const [shelf] = fixture.corpora as [Corpus];
    const gone = waiting(shelf, "gone", () => Promise.reject(new SpoliaError("storage_failed", "Gone.")));
    const { analyze } = await createEngine({ corpora: [shelf, gone] });
    const absent = { content: words(FOREIGN, 0, 200) };
    expect((await analyze({ ...absent, options: { corpora: ["shelf"] } })).verdict).toBe("none_found");
    expect((await analyze({ ...absent, options: { partial: true } })).verdict).toBe("insufficient_evidence");
  });
});
