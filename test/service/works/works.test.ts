import { createHash } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { readers } from "../../../src/files/index.ts";
import { buildCorpus, createEngine } from "../../../src/index.ts";
import {
  createMemoryStore,
  createRegistry,
  openSqliteStore,
  verifyHistory,
  workResolver,
} from "../../../src/service/index.ts";
import { LEDGER, SHELF, words } from "../../engine/fixtures.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { openRegistry } from "../fixtures/fixture.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES } = newStores();

const folder = temporaryFolder();
const HTML = `<h1>Title</h1><p>${words(SHELF[1]!.text, 100, 300)}</p>`;

async function opened(store = createMemoryStore()) {
  const corpora = [await buildCorpus(SHELF, { name: "shelf", dataset: "shelf" })];
  const catalogue = await loadCatalogue(LEDGER);
  const engine = await createEngine({ corpora, catalogue, readers, resolveWork: workResolver(store) });
  const registry = await createRegistry(engine, store);
  for (const id of ["a", "b"]) await registry.createTenant({ id });
  return { engine, registry, store };
}

describe("registering", () => {
  test("names a work by its bytes, its words and its ISCC, and gives a receipt that verifies", async () => {
    const { engine, registry } = await opened();
    const content = words(SHELF[0]!.text, 0, 200);
    const done = await registry.works.register("a", {
      content,
      title: "T",
      metadata: { title: "old", published: "1901" },
    });
    expect(done.work_hash).toBe(`sha256:${createHash("sha256").update(content).digest("hex")}`);
    expect(done).toMatchObject({ words: 200, content_type: "text", metadata: { title: "T", published: "1901" } });
    const found = await engine.analyze({ content, content_type: "text", options: { iscc: true } });
    expect([done.fingerprint, done.iscc]).toEqual([found.fingerprint, found.iscc]);
    expect(await verifyHistory(done.receipt, [registry.signingKey.id])).toMatchObject({
      ...{ work_id: done.work_id, work_hash: done.work_hash, entries: 1, is_trusted: true },
    });
  });

  test.each(["memory", "SQLite"])("the same content is the same work, also when it comes at once: %s", async (kind) => {
    const store = kind === "memory" ? createMemoryStore() : await openSqliteStore(join(folder, "same.sqlite"));
    const { registry } = await openRegistry({ store });
    await registry.createTenant({ id: "a" });
    const contents = Array.from({ length: 60 }, (_, i) => `text ${i % 5}`);
    const done = await Promise.all(contents.map((content) => registry.works.register("a", { content })));
    expect(new Set(done.map(({ work_id }) => work_id)).size).toBe(5);
    for (const [i, one] of notEmpty(done.entries())) expect(one).toEqual(done[i % 5]);
    expect((await registry.works.list("a")).items).toHaveLength(5);
    const later = await registry.works.register("a", {
      content: "text 0",
      title: "Another title",
      content_type: "code",
    });
    expect(later).toEqual(done[0]);
    await store.close();
  });

  test("any content can be registered, is hashed as UTF-8, and is found with every index in its place", async () => {
    const store = createMemoryStore();
    const { registry } = await openRegistry({ store });
    await registry.createTenant({ id: "a" });
    const anyContent = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("", "\0", "\ud800x\udfff", "\ufeffa", "עברית"),
    );
    await fc.assert(
      fc.asyncProperty(anyContent, fc.jsonValue({ noUnicodeString: false }), async (content, extra) => {
        const { work_hash, metadata } = await registry.works.register("a", { content, metadata: { extra } });
        expect(work_hash).toBe(`sha256:${createHash("sha256").update(Buffer.from(content)).digest("hex")}`);
        const work = await workResolver(store)(work_hash, { tenant: "a" });
        expect(work!.content).toBe(Buffer.from(content).toString());
        expect(work!.content).toHaveLength(content.length);
        expect(work!.metadata).toEqual(metadata);
      }),
    );
  });

  test("what is no request, and a type without a reader, is refused, and nothing is kept", async () => {
    const { registry } = await openRegistry();
    await registry.createTenant({ id: "a" });
    for (const bad of [{}, { content: 5 }, { content: "x", contnet: 1 }, { content: "x", title: 5 }, null])
      await expect(registry.works.register("a", bad as never)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(registry.works.register("a", { content: "x", content_type: "html" })).rejects.toMatchObject({
      code: "unsupported_content_type",
    });
    await expect(registry.works.register("nobody", { content: "x" })).rejects.toMatchObject({ code: "not_found" });
    expect((await registry.works.list("a")).items).toEqual([]);
  });

  test("a removed work is gone with its history and results, and registered again it is another", async () => {
    const { registry } = await openRegistry();
    await registry.createTenant({ id: "a" });
    const { work_id } = await registry.works.register("a", { content: "text" });
    await registry.works.keep("a", "score", { id: "s1", result: { score: 1 }, work_id });
    await registry.works.keep("a", "score", { id: "s2", result: { score: 1 } });
    await registry.works.remove("a", work_id);
    const gone = { code: "not_found", message: "There is nothing under this id." };
    await expect(registry.works.find("a", work_id)).rejects.toMatchObject(gone);
    await expect(registry.works.history("a", work_id)).rejects.toMatchObject(gone);
    await expect(registry.works.remove("a", work_id)).rejects.toMatchObject(gone);
    await expect(registry.works.result("a", "score", "s1")).rejects.toMatchObject(gone);
    expect((await registry.works.results("a", "score")).items.map(({ id }) => id)).toEqual(["s2"]);
    expect((await registry.works.register("a", { content: "text" })).work_id).not.toBe(work_id);
  });

  test("a result is kept once; removed, its entry stays", async () => {
    const { registry } = await openRegistry();
    await registry.createTenant({ id: "a" });
    const { work_id } = await registry.works.register("a", { content: "text" });
    const first = await registry.works.keep("a", "analysis", { id: "an_1", result: { x: undefined, y: 1 }, work_id });
    expect(first).toMatchObject({ result: { y: 1 }, digest: expect.stringMatching(/^sha256:/) });
    expect(await registry.works.keep("a", "analysis", { id: "an_1", result: { y: 2 }, work_id })).toEqual(first);
    await registry.works.removeResult("a", "analysis", "an_1");
    await expect(registry.works.removeResult("a", "analysis", "an_1")).rejects.toMatchObject({ code: "not_found" });
    const { entries } = await registry.works.history("a", work_id);
    expect(entries.map(({ digest }) => digest).slice(1)).toEqual([first.digest]);
  });
});

describe("an engine with works", () => {
  test("answers to a hash as it does to the content, with what was said of the work", async () => {
    const { engine, registry } = await opened();
    const metadata = { title: "T", licence: "CC0" };
    const { work_hash } = await registry.works.register("a", { content: HTML, content_type: "html", metadata });
    const host = { tenant: "a" };
    const sent = { content: HTML, content_type: "html" as const, metadata };
    expect(await engine.analyze({ work_hash }, host)).toEqual(await engine.analyze(sent));
    const own = { ...sent, metadata: { ...metadata, title: "U" } };
    expect(await engine.analyze({ work_hash, metadata: { title: "U" } }, host)).toEqual(await engine.analyze(own));
    const asked = { target_model: "lab/whole", jurisdiction: "EU-DSM" };
    const scored = await engine.score({ ...asked, work_hash }, host);
    expect(scored).toEqual(await engine.score({ ...asked, ...sent }));
    expect(scored.in_dataset.datasets[0]!.verdict).toBe("match");
    const b = { content: SHELF[1]!.text };
    const compared = await engine.compare({ a: { work_hash }, b }, host);
    expect(compared).toEqual(await engine.compare({ a: { content: HTML, content_type: "html" }, b }));
    expect(compared.passages).not.toEqual([]);
    expect(await engine.compare({ a: b, b: { work_hash: work_hash.toUpperCase() } }, host)).toMatchObject({
      relation: "contains",
    });
  });

  test("has none for another tenant, for nobody, and without a registry: one answer", async () => {
    const { engine, registry } = await opened();
    const { work_hash } = await registry.works.register("a", { content: HTML, content_type: "html" });
    const without = await createEngine({ corpora: [], catalogue: await loadCatalogue(LEDGER) });
    const unknown = `sha256:${"0".repeat(64)}`;
    const model = { target_model: "lab/whole", jurisdiction: "US" };
    const askers = [
      ...[() => engine.analyze({ work_hash }, { tenant: "b" }), () => engine.analyze({ work_hash })],
      ...[
        () => engine.analyze({ work_hash: unknown }, { tenant: "a" }),
        () => without.analyze({ work_hash }, { tenant: "a" }),
      ],
      ...[() => engine.score({ work_hash, ...model }, { tenant: "b" }), () => without.score({ work_hash, ...model })],
    ];
    const errors = await Promise.all(
      askers.map((ask) =>
        ask().then(
          () => expect.fail("answered"),
          (error) => error,
        ),
      ),
    );
    const told = errors.map(({ code, message, hint, fields }) => JSON.stringify({ code, message, hint, fields }));
    expect(new Set(told).size).toBe(1);
    expect(errors[0]).toMatchObject({ code: "unknown_work", fields: [{ pointer: "/work_hash" }] });
    await expect(engine.compare({ a: { content: "x" }, b: { work_hash } }, { tenant: "b" })).rejects.toMatchObject({
      ...{ code: "unknown_work", fields: [{ pointer: "/b/work_hash" }] },
    });
  });
});

describe.each(STORES)("works that are registered at once in %s", (_, open) => {
  test("another's call waits for a few of them, not for all that are on their way", async () => {
    const store = await open();
    const { registry } = await openRegistry({ store });
    for (const id of ["many", "other"]) await registry.createTenant({ id, plan: "pro" });
    let registered = 0;
    const all = Array.from({ length: 60 }, async (_, n) => {
      await registry.works.register("many", { content: `work ${n}` });
      registered++;
    });
    await Promise.race(all);
    const before = registered;
    await registry.admit({ tenant: "other", plan: "pro" });
    expect(registered - before).toBeLessThan(12);
    await Promise.all(all);
    expect(registered).toBe(60);
    await store.close();
  });
});
