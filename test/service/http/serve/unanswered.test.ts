/** A service whose nodes are gone: what callers, balancers, the public and the operator see of it, and what it costs. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { gaugesNow } from "../../../../src/cli/threads/gauges.ts";
import { wordsOfTexts } from "../../../../src/core/text/wordCount.ts";
import { createEngine } from "../../../../src/engine/engine.ts";
import { connectorFrom } from "../../../../src/models/connectors/index.ts";
import { createHandler } from "../../../../src/service/http/serve/handler.ts";
import { createMemoryStore, createRegistry, Scheduler, workResolver } from "../../../../src/service/index.ts";
import { cut, library } from "../../../support/suites/cluster/library.ts";
import { clusterOf, started, startNode } from "../../../support/suites/cluster/nodes.ts";
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

async function open(nodes: Awaited<ReturnType<typeof started>>, modelUrl?: string) {
  const store = createMemoryStore();
  const own = { kind: "chat", name: "lab/own", model: "own", retrieval: "absent", url: modelUrl };
  const engine = await createEngine({
    corpora: [await clusterOf(books.storage, nodes)],
    resolveWork: workResolver(store),
    models: modelUrl === undefined ? {} : { own: connectorFrom(own) },
  });
  const registry = await createRegistry(engine, store, {});
  await registry.createTenant({ id: "a", plan: "pro" });
  const { key } = await registry.createKey("a");
  const handler = createHandler({ engine, registry, auth: {} });
  const headers = { authorization: `Bearer ${key}` };
  const used = async () => {
    const [today] = (await registry.usage("a")).items;
    return [today?.calls ?? 0, today?.words ?? 0];
  };
  const gauges = async () => {
    const load = { threads: 1, running: 0, waiting: 0 };
    const found = await gaugesNow({ handler, engine: { load }, registry, nodes: { figures: [] } });
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
  const nodes = await started(books.storage, 2);
  const { engine, handler, headers, used } = await open(nodes);
  expect((await handler(postJson(ANALYZE, { content }, headers))).status).toBe(200);
  expect(await used()).toEqual([1, words]);
  for (const node of nodes) await node.stop();
  const { name } = engine.corpora[0]!;
  for (const path of [ANALYZE, `/api/v1/corpora/${name}/search`]) {
    const refused = await handler(postJson(path, { content }, headers));
    expect([path, refused.status]).toEqual([path, 503]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const { code, detail } = await problemOf(refused);
    expect([code, detail]).toEqual(["search_incomplete", expect.stringContaining("options.partial")]);
    expect(await used()).toEqual([1, words]);
  }
  const partial = await handler(postJson(ANALYZE, { content, options: { partial: true } }, headers));
  expect(partial.status).toBe(200);
  const { verdict, completeness } = await bodyOf<{ verdict: string; completeness: { complete: boolean } }>(partial);
  expect([verdict, completeness.complete]).toEqual(["insufficient_evidence", false]);
});

test("each line of a batch is answered, refused and counted for itself, at once and as a job", async () => {
  const nodes = await started(books.storage, 1);
  const { handler, headers, used, registry, engine } = await open(nodes);
  await nodes[0]!.stop();
  const requests = [{ content }, { content, options: { partial: true } }, { content: `${content} more` }];
  const outcomes = async (response: Promise<unknown>) =>
    (await ((await response) as Response).text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map(({ success, problem, result }) => (success ? result.completeness.complete : problem.code));
  const expected = ["search_incomplete", false, "search_incomplete"];
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
  // It waits for the node, for an hour in all.
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
  const nodes = [await startNode(books.storage), await startNode(books.storage)] as const;
  const host = await modelHost();
  const { handler, gauges, status } = await open([...nodes], host.url);
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
      ...["corpora", "nodes", "models"].map(
        (name) => components.find((one: { name: string }) => one.name === name)?.status,
      ),
    ];
  };
  expect(await ready()).toEqual([200, { status: "pass" }]);
  expect(await states()).toEqual(["pass", "pass", "pass", "pass"]);
  expect((await gauges()).get("own")).toBe(1);

  await host.close();
  later();
  expect(await ready()).toEqual([200, { status: "warn" }]);
  expect(await states()).toEqual(["fail", "pass", "pass", "fail"]);
  expect([(await gauges()).get("own"), (await gauges()).get("spolia_ready")]).toEqual([0, 1]);

  await nodes[0].stop();
  later();
  expect(await ready()).toEqual([200, { status: "warn" }]);
  expect((await states()).slice(1, 3)).toEqual(["pass", "warn"]);

  await nodes[1].stop();
  later();
  expect(await ready()).toMatchObject([503, { code: "search_incomplete", component: "corpora" }]);
  expect((await states()).slice(0, 3)).toEqual(["fail", "fail", "fail"]);
  const now = await gauges();
  expect(nodes.map(({ url }) => now.get(url))).toEqual([0, 0]);
  expect(now.get("spolia_ready")).toBe(0);
});
