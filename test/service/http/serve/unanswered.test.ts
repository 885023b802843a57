/** A service whose object storage is gone: what callers, balancers, the public and the operator see of it, and what it costs. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { SpoliaError } from "../../../../src/base/errors.ts";
import { sum } from "../../../../src/base/lists/numbers.ts";
import { gaugesNow } from "../../../../src/cli/threads/gauges.ts";
import { wordsOfTexts } from "../../../../src/core/text/wordCount.ts";
import { type Corpus, openCorpus } from "../../../../src/corpus/search/corpus.ts";
import type { Storage } from "../../../../src/corpus/storage/storage.ts";
import { createEngine } from "../../../../src/engine/engine.ts";
import { connectorFrom } from "../../../../src/models/index.ts";
import { createHandler } from "../../../../src/service/http/serve/handler.ts";
import { createMemoryStore, createRegistry, Scheduler, workResolver } from "../../../../src/service/index.ts";
import { cut, library } from "../../../support/suites/corpus/library.ts";
import { ANALYZE, bodyOf, get, post, postJson, problemOf } from "../requests.ts";

const BATCH = `${ANALYZE}/batch`;
let books: Awaited<ReturnType<typeof library>>;
let content: string;
/** Number of its words. */
let words: number;

/** The host of a model: whatever is asked of it, it is there. */
async function modelHost() {
  const server = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close };
}

/** The books, far away behind a wire that can be cut. */
async function opened() {
  const wire = { isCut: false };
  const through = () => {
    if (wire.isCut) throw new SpoliaError("storage_failed", "Object storage cannot be reached.");
  };
  const storage: Storage = {
    label: "far",
    async open(name, expected) {
      through();
      const { view: _, ...file } = await books.storage.open(name, expected);
      const read: typeof file.read = async (at, length) => {
        through();
        return file.read(at, length);
      };
      return { ...file, read };
    },
  };
  const corpus = await openCorpus(storage);
  onTestFinished(() => corpus.close());
  return { wire, corpus };
}

async function open(corpus: Corpus, modelUrl?: string) {
  const store = createMemoryStore();
  const own = { kind: "chat", name: "lab/own", model: "own", retrieval: "absent", url: modelUrl };
  const engine = await createEngine({
    corpora: [corpus],
    resolveWork: workResolver(store),
    models: modelUrl === undefined ? {} : { own: connectorFrom(own) },
  });
  const registry = await createRegistry(engine, store, {});
  await registry.createTenant({ id: "a", plan: "pro" });
  const { key } = await registry.createKey("a");
  const handler = createHandler({ engine, registry, auth: {} });
  const headers = { authorization: `Bearer ${key}` };
  const used = async () => {
    // Of all days: the clock of a test may pass midnight.
    const { items } = await registry.usage("a");
    return [sum(items, (day) => day.calls), sum(items, (day) => day.words)];
  };
  const gauges = async () => {
    const load = { threads: 1, running: 0, waiting: 0 };
    const found = await gaugesNow({ handler, engine: { load }, registry });
    return new Map(found.flatMap((one) => ("value" in one ? [[one.name, one.value] as const] : one.values)));
  };
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked at field by field
  const status = async () => (await (await handler(get("/api/v1/status"))).json()) as any;
  return { engine, registry, handler, headers, used, gauges, status };
}

beforeEach(async () => {
  books = await library();
  content = cut(books.documents[5]!.text, 60);
  words = wordsOfTexts({ content });
});

test("an analysis is refused, told when to come again, and not counted; a partial one says what is missing", async () => {
  const { wire, corpus } = await opened();
  const { engine, handler, headers, used } = await open(corpus);
  expect((await handler(postJson(ANALYZE, { content }, headers))).status).toBe(200);
  expect(await used()).toEqual([1, words]);
  wire.isCut = true;
  // What was read of the storage stays in memory, and may be answered from there.
  const another = cut(books.documents[9]!.text, 60);
  const { name } = engine.corpora[0]!;
  for (const path of [ANALYZE, `/api/v1/corpora/${name}/search`]) {
    const refused = await handler(postJson(path, { content: another }, headers));
    expect([path, refused.status]).toEqual([path, 503]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const { code, detail } = await problemOf(refused);
    expect([code, detail]).toEqual(["storage_failed", expect.any(String)]);
    expect(await used()).toEqual([1, words]);
  }
  const partial = await handler(postJson(ANALYZE, { content: another, options: { partial: true } }, headers));
  expect(partial.status).toBe(200);
  const { verdict, completeness } = await bodyOf<{ verdict: string; completeness: { complete: boolean } }>(partial);
  expect([verdict, completeness.complete]).toEqual(["insufficient_evidence", false]);
});

test("each line of a batch is answered, refused and counted for itself, at once and as a job", async () => {
  const { wire, corpus } = await opened();
  const { handler, headers, used, registry, engine } = await open(corpus);
  wire.isCut = true;
  const requests = [{ content }, { content, options: { partial: true } }, { content: `${content} more` }];
  const outcomes = async (response: Promise<unknown>) =>
    (await ((await response) as Response).text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map(({ success, problem, result }) => (success ? result.completeness.complete : problem.code));
  const expected = ["storage_failed", false, "storage_failed"];
  expect(await outcomes(handler(postJson(BATCH, { requests }, headers)))).toEqual(expected);
  expect(await used()).toEqual([1, words]);
  const lines = requests.map((request) => JSON.stringify(request)).join("\n");
  const ndjson = { ...headers, "content-type": "application/x-ndjson" };
  expect(await outcomes(handler(post(BATCH, lines, ndjson)))).toEqual(expected);
  expect(await used()).toEqual([2, 2 * words]);
  const accepted = await handler(post(BATCH, lines, { ...ndjson, prefer: "respond-async" }));
  const location = accepted.headers.get("location")!;
  const scheduler = new Scheduler({ registry, engine });
  onTestFinished(() => scheduler.stop());
  await scheduler.round();
  // It waits for the storage, for an hour in all.
  const waiting = await bodyOf<{ status: string; progress: object }>(await handler(get(location, headers)));
  expect(waiting).toMatchObject({ status: "running", progress: { stage: "wait_for_corpora", done: 0 } });
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  for (let round = 0; round < 121; round++) {
    vi.setSystemTime(Date.now() + 30_000);
    await scheduler.round();
  }
  expect(await outcomes(handler(get(`${location}/results`, headers)))).toEqual(expected);
  // The two looks are calls too.
  expect(await used()).toEqual([5, 3 * words]);
});

test("balancers, the public and the operator know which of the others do not answer", async () => {
  const { wire, corpus } = await opened();
  const host = await modelHost();
  const { handler, gauges, status } = await open(corpus, host.url);
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const later = () => vi.advanceTimersByTime(61_000);
  const ready = async () => {
    const response = await handler(get("/readyz"));
    return [response.status, await bodyOf<Record<string, unknown>>(response)] as const;
  };
  const states = async () => {
    const { status: whole, components } = await status();
    return [
      whole,
      ...["corpora", "models"].map((name) => components.find((one: { name: string }) => one.name === name)?.status),
    ];
  };
  expect(await ready()).toEqual([200, { status: "pass" }]);
  expect(await states()).toEqual(["pass", "pass", "pass"]);
  expect((await gauges()).get("own")).toBe(1);

  await host.close();
  later();
  expect(await ready()).toEqual([200, { status: "warn" }]);
  expect(await states()).toEqual(["fail", "pass", "fail"]);
  expect([(await gauges()).get("own"), (await gauges()).get("spolia_ready")]).toEqual([0, 1]);

  wire.isCut = true;
  later();
  expect(await ready()).toMatchObject([503, { code: "search_incomplete", component: "corpora" }]);
  expect(await states()).toEqual(["fail", "fail", "fail"]);
  expect((await gauges()).get("spolia_ready")).toBe(0);
});
