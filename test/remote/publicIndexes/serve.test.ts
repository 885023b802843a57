/** The protocol as this service answers it, asked by the connector and by hand. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteDocuments, purgeCorpus } from "../../../src/corpus/index.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { buildCorpus, type Corpus, createEngine } from "../../../src/index.ts";
import { openPublicCorpus } from "../../../src/remote/publicIndexes/index.ts";
import { createHandler } from "../../../src/service/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { DOCUMENTS, excerpt, HALF_COPIED, KINDS, type Kind, STRANGE } from "./world.ts";

let corpus: Corpus;
let handler: (request: Request) => Promise<Response>;

beforeAll(async () => {
  const twice = `${excerpt(DOCUMENTS[3]!, 0, 40)} ${excerpt(STRANGE, 0, 30)} ${excerpt(DOCUMENTS[3]!, 0, 40)}`;
  // Numbers of documents and of texts differ behind a document that stands there twice.
  const documents = [DOCUMENTS[0]!, ...DOCUMENTS, twice].map((text, i) => ({ id: `${i}`, text }));
  corpus = await buildCorpus(documents, { name: "own", dataset: "the-pile" });
  const index = await openPublicCorpus("infini-gram:v4_rpj_llama_s4", {
    fetch: () => Promise.reject(new Error("sent")),
  });
  handler = createHandler({ engine: await createEngine({ corpora: [corpus, index] }) }) as typeof handler;
});
afterAll(() => corpus.close());

async function ask(kind: Kind, body: unknown, service = handler): Promise<Record<string, unknown>> {
  const response = await service(
    new Request(`http://127.0.0.1/api/v1/indexes/${kind}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

describe.each(KINDS)("%s served over a corpus", (kind) => {
  const query = excerpt(DOCUMENTS[3]!, 5, 20);

  test("counts and finds every place, and shows the documents around them", async () => {
    const asked = { index: "own", query };
    expect(await ask(kind, { ...asked, query_type: "count" })).toMatchObject({ count: 3, approx: false });
    const found = await ask(kind, { ...asked, query_type: "find" });
    expect(found).toMatchObject({ cnt: 3, segment_by_shard: [[0, 3]] });
    const shown = await Promise.all(
      [0, 1, 2].map((rank) => ask(kind, { ...asked, query_type: "get_doc_by_rank", s: 0, rank })),
    );
    for (const document of notEmpty(shown)) {
      const text =
        kind === "infini-gram" ? (document["spans"] as string[][]).map(([span]) => span).join("") : document["text"];
      expect(text).toContain(query);
      expect(document["disp_len"]).toBeLessThanOrEqual(document["doc_len"] as number);
    }
    expect(new Set(shown.map(({ doc_ix }) => doc_ix)).size).toBe(2);
  });

  test("tells what it cannot answer as the public services do, with status 200", async () => {
    const asked = { index: "own", query, query_type: "count" };
    for (const wrong of [
      { index: "other" },
      { index: "infini-gram:v4_rpj_llama_s4" },
      { index: 7 },
      { query_type: "prob" },
      { query: 7 },
      { query: "too few words" },
      { query: "word ".repeat(201) },
      { query_type: "get_doc_by_rank", s: 0, rank: 3 },
      { query_type: "get_doc_by_rank", s: 0, rank: -1 },
      { query_type: "get_doc_by_rank", s: 0, rank: 0.5 },
      { query_type: "get_doc_by_rank", s: 1, rank: 0 },
      { query_type: "get_doc_by_rank", s: 0, rank: 0, max_disp_len: 10_001, max_ctx_len: 10_001 },
    ])
      expect(await ask(kind, { ...asked, ...wrong }), JSON.stringify(wrong)).toEqual({ error: expect.any(String) });
    const largest = { query_type: "get_doc_by_rank", s: 0, rank: 2, max_disp_len: 10_000, max_ctx_len: 10_000 };
    expect(await ask(kind, { ...asked, ...largest })).not.toHaveProperty("error");
    expect(await ask(kind, { ...asked, query: "word ".repeat(200) })).toMatchObject({ count: 0 });
  });

  test("the connector finds the same over it as the corpus itself", async () => {
    const address = `http://127.0.0.1/api/v1/indexes/${kind}`;
    const fetch: typeof globalThis.fetch = (url, init) => handler(new Request(url as string, init as RequestInit));
    const index = await openPublicCorpus(`${kind}:own`, { address, dataset: "the-pile", words: 5_000, fetch });
    const engine = await createEngine({ corpora: [index, corpus] });
    const over = (name: string) => engine.analyze({ content: HALF_COPIED, options: { corpora: [name] } });
    const [asked, local] = [await over(index.info.name), await over("own")];
    expect(asked.verdict).toBe(local.verdict);
    expect(asked.coverage).toEqual(local.coverage);
    expect(asked.completeness.stages[0]).toMatchObject({ status: "done" });
  });
});

test("places begin and end with whole words, however many words the query has", async () => {
  const words = excerpt(DOCUMENTS[2]!, 0, 40);
  const single = await buildCorpus([{ id: "0", text: words }], { name: "single", dataset: "the-pile" });
  const service = createHandler({ engine: await createEngine({ corpora: [single] }) }) as typeof handler;
  const count = (query: string) => ask("infini-gram-mini", { index: "single", query, query_type: "count" }, service);
  let inWords = 0;
  for (const length of notEmpty([12, 13, 14, 30])) {
    const whole = excerpt(words, 5, length);
    expect(await count(whole), `${length} words`).toMatchObject({ count: 1, approx: false });
    // Of 12 words of which two stand in part, no corpus finds all places: so none is one.
    for (const part of [whole.slice(1), whole.slice(0, -1), whole.slice(1, -1)]) {
      if (part.split(" ").some((word) => word === "")) continue;
      const { count: found, approx } = await count(part);
      expect(found, part).toBe(0);
      inWords += Number(approx);
    }
  }
  expect(inWords).toBeGreaterThan(0);
  await single.close();
});

test("texts are those of the present state, also where a purge numbers them anew", async () => {
  const storage = createMemoryStorage();
  const documents = DOCUMENTS.slice(0, 3).map((text, i) => ({ id: `${i}`, text }));
  const purged = await buildCorpus(documents, { name: "purged", dataset: "the-pile", storage });
  const service = createHandler({ engine: await createEngine({ corpora: [purged] }) }) as typeof handler;
  const counts = (kind: Kind) =>
    Promise.all(
      [1, 2].map(async (i) => {
        const query = { index: "purged", query: excerpt(DOCUMENTS[i]!, 5, 20), query_type: "count" };
        return (await ask(kind, query, service))["count"];
      }),
    );
  await deleteDocuments(storage, ["0"]);
  await purged.refresh();
  const before = purged.info.revision;
  for (const kind of KINDS) expect(await counts(kind)).toEqual([1, 1]);
  await purgeCorpus(storage);
  expect(await purged.refresh()).toBe(true);
  expect(purged.info.revision).toBe(before);
  for (const kind of KINDS) expect(await counts(kind)).toEqual([1, 1]);
  await purged.close();
});

test("the empty query counts the words of the corpus", async () => {
  expect(await ask("infini-gram", { index: "own", query: "", query_type: "count" })).toMatchObject({
    count: corpus.info.words,
  });
});
