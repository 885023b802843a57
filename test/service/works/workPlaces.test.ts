/** Headings and pages of a registered work: analyses, runs of monitors and reports name where a match stands. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TextSection } from "../../../src/base/contract/common.ts";
import type { AnalyzeResult } from "../../../src/base/contract/operations/analyze.ts";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { buildCorpus, type Contract, createEngine } from "../../../src/index.ts";
import { replayBundle } from "../../../src/report/bundle/replay.ts";
import {
  createHandler,
  createMemoryStore,
  createRegistry,
  openSqliteStore,
  workResolver,
} from "../../../src/service/index.ts";
import { Scheduler } from "../../../src/service/runs/scheduler.ts";
import { FOREIGN, LEDGER, SHELF, words } from "../../engine/fixtures.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { ANALYZE, bodyOf, postJson } from "../http/requests.ts";

const folder = temporaryFolder();
let files = 0;
const LIMITLESS = { free: { calls_per_day: null, burst: { calls: 1_000, seconds: 1 } } };
const FIRST = `One\n\n${words(FOREIGN, 0, 60)}\n\n`;
const content = `${FIRST}Two\n\n${words(SHELF[0]!.text, 100, 300)}`;
const sections: TextSection[] = [
  { kind: "page", start: 0, label: "vii" },
  { kind: "heading", start: 0, label: "One" },
  { kind: "heading", start: FIRST.length, label: "Two" },
  { kind: "page", start: FIRST.length, label: "viii" },
];
/** A model that goes on after the first word to the end. */
const RECORDED: Contract.ExtractObservations = {
  ...{ model: "knows", retrieval: "absent" },
  continued: [{ prefix: "One", temperature: 0, continuations: [{ text: content.slice(3), finish: "stop" }] }],
};
const PLACE = { page: "viii", heading: "Two" };

async function opened(kind: string) {
  const store = kind === "memory" ? createMemoryStore() : await openSqliteStore(join(folder, `${files++}.sqlite`));
  const corpora = [await buildCorpus(SHELF, { name: "shelf", dataset: "shelf" })];
  const engine = await createEngine({
    ...{ corpora, catalogue: await loadCatalogue(LEDGER), resolveWork: workResolver(store) },
  });
  const registry = await createRegistry(engine, store, { plans: LIMITLESS });
  await registry.createTenant({ id: "a" });
  return { engine, registry, store };
}

describe.each(["memory", "SQLite"])("a work with sections, in %s", (kind) => {
  test("analyses name its pages and headings, in runs of monitors and reports too", async () => {
    const { engine, registry, store } = await opened(kind);
    const { work_id, work_hash } = await registry.works.register("a", { content, sections });
    const found = await engine.analyze({ work_hash }, { tenant: "a" });
    expect(found.matches[0]?.content.place).toMatchObject(PLACE);
    expect(found).toEqual(await engine.analyze({ content, sections }));
    expect(found.analysis_id).not.toBe((await engine.analyze({ content })).analysis_id);
    const side = { work_hash };
    const compared = await engine.compare({ a: side, b: { content: SHELF[0]!.text } }, { tenant: "a" });
    expect(compared).toEqual(await engine.compare({ a: { content, sections }, b: { content: SHELF[0]!.text } }));
    expect(JSON.stringify(compared)).toContain('"viii"');

    const errors: unknown[] = [];
    const scheduler = new Scheduler({ registry, engine, onError: (error) => errors.push(error) });
    const monitor = await registry.monitors.create("a", { work_id, on: [] });
    await scheduler.round();
    await scheduler.stop();
    expect(errors).toEqual([]);
    const [run] = (await registry.monitors.runs("a", monitor.monitor_id)).items;
    const { result } = await registry.works.result("a", "analysis", run!.analysis_id!);
    expect((result as AnalyzeResult).matches[0]?.content.place).toMatchObject(PLACE);

    const asked = { observations: RECORDED, protocol: "iterated" as const, iteration: { opening: 1 } };
    const extraction = await engine.extract({ ...asked, work: { work_hash } }, { tenant: "a" });
    expect(extraction.iterated!.passages[0]!.place).toMatchObject({
      page: "vii",
      last_page: "viii",
      last_heading: "Two",
    });
    expect(extraction).toEqual(await engine.extract({ ...asked, work: { content, sections } }));
    const kept = { request: { ...asked, work: { work_hash } }, result: extraction, work_id };
    await registry.works.keep("a", "extraction", { id: extraction.extract_id, ...kept });

    const report = await registry.reports.create("a", { work_id, include_content: true }, engine);
    const analysis = report.bundle.results.find((one) => one.kind === "analysis")!;
    expect(analysis.request).toMatchObject({ sections });
    const replayed = await replayBundle(report.bundle, engine);
    expect(replayed).toMatchObject([
      { kind: "analysis", outcome: "same" },
      { kind: "extraction", outcome: "same" },
    ]);
    await store.close();
  });

  test("sections are those of the first registration, count as stored bytes, and go with the work", async () => {
    const { registry, store } = await opened(kind);
    const without = await registry.works.register("a", { content: FIRST });
    expect(await registry.works.register("a", { content: FIRST, sections: sections.slice(0, 2) })).toEqual(without);
    const resolve = workResolver(store);
    expect(await resolve(without.work_hash, { tenant: "a" })).not.toHaveProperty("sections");
    const { work_id, work_hash } = await registry.works.register("a", { content, sections });
    expect(await resolve(work_hash, { tenant: "a" })).toMatchObject({ sections });
    expect(await resolve(work_hash, { tenant: "b" })).toBeNull();
    const bytes = await store.read(async ({ works }) => (await works.findByHash("a", work_hash))!.bytes);
    expect(bytes).toBe(Buffer.byteLength(content) + Buffer.byteLength(JSON.stringify(sections)));
    await registry.works.remove("a", work_id);
    expect(await resolve(work_hash, { tenant: "a" })).toBeNull();
    await store.close();
  });

  test("sections that do not fit are refused", async () => {
    const { registry, store } = await opened(kind);
    const beyond = { kind: "page", start: content.length, label: "1" } as const;
    for (const [bad, pointer] of [
      [{ content, sections: [{ ...beyond, start: content.length + 1 }] }, "/sections/0/start"],
      [{ content, content_type: "html", sections: [beyond] }, "/sections"],
    ] as const) {
      const refused = { code: "invalid_request", fields: [expect.objectContaining({ pointer })] };
      await expect(registry.works.register("a", bad as never)).rejects.toMatchObject(refused);
    }
    expect(await registry.works.register("a", { content, sections: [beyond] })).toMatchObject({ content_type: "text" });
    await store.close();
  });
});

test("a book of 14,000 pages and headings is registered and analysed over HTTP", async () => {
  const { engine, registry } = await opened("memory");
  const handler = createHandler({ engine, registry, auth: {} });
  const { key } = await registry.createKey("a");
  const authorization = `Bearer ${key}`;
  const many = Array.from({ length: 14_000 }, (_, i) => ({
    ...{ kind: "page" as const, start: Math.min(content.length, i), label: String(i + 1) },
  }));
  const done = await handler(postJson("/api/v1/content/register", { content, sections: many }, { authorization }));
  expect(done.status).toBe(201);
  const { work_hash } = await bodyOf<{ work_hash: string }>(done);
  const analysed = await handler(postJson(ANALYZE, { work_hash }, { authorization }));
  expect(analysed.status).toBe(200);
  const { matches } = await bodyOf<AnalyzeResult>(analysed);
  expect(matches[0]?.content.place).toMatchObject({ page: String(matches[0]!.content.start + 1) });
  const direct = await handler(postJson(ANALYZE, { content, sections: many }, { authorization }));
  expect((await bodyOf<AnalyzeResult>(direct)).matches[0]?.content.place).toEqual(matches[0]?.content.place);
});
