import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { AnalyzeResult } from "../../../src/base/contract/operations/analyze.ts";
import { fileJournal, memoryJournal } from "../../../src/models/index.ts";
import { openPublicCorpus } from "../../../src/remote/publicIndexes/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import type { Fault } from "./naive/server.ts";
import { NaiveServer } from "./naive/server.ts";
import { DOCUMENTS, engineOver, HALF_COPIED, INDEX, indexOf, KINDS, STRANGE, serve } from "./world.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-indexes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const searchStage = (result: AnalyzeResult) =>
  result.completeness.stages.find(({ name }) => name.startsWith("search:"))!;
const useOf = (result: AnalyzeResult) => result.method.corpora[0]!.index!;

/** A clock that nobody waits for: it moves on to the time at which the next sleeper wakes. */
function clock() {
  let nowMs = 1_000_000;
  const sleepers: { atMs: number; wake: () => void }[] = [];
  const wakeNext = () => {
    sleepers.sort((one, other) => one.atMs - other.atMs);
    const next = sleepers.shift();
    nowMs = Math.max(nowMs, next?.atMs ?? 0);
    next?.wake();
  };
  return {
    now: () => nowMs,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ atMs: nowMs + ms, wake });
        setImmediate(wakeNext);
      }),
  };
}

const JSON_TYPE = { "content-type": "application/json" };
/** Faults that may pass, each with the answer that the services give. */
const PASSING: Record<string, Fault> = {
  "403 with a page": { status: 403, body: "<html><title>403 Forbidden</title></html>" },
  "429": { status: 429, body: "{}", headers: { "retry-after": "2" } },
  "503": { status: 503, body: '{"message":"Service Unavailable"}', headers: JSON_TYPE },
  "an error with status 200": { status: 200, body: '{"error":"[Backend] Internal server error"}', headers: JSON_TYPE },
  "no JSON": { status: 200, body: "<html>", headers: JSON_TYPE },
  "another form": { status: 200, body: '{"count":"many","approx":false}', headers: JSON_TYPE },
  "a broken connection": "hang up",
};

describe("a fault that passes changes no finding", () => {
  test.each(Object.entries(PASSING))("%s", async (_, fault) => {
    await using sound = await serve("infini-gram");
    const wanted = await (await engineOver("infini-gram", sound.url)).analyze(HALF_COPIED);
    const time = clock();
    await using server = await serve("infini-gram", { fault: (number) => (number % 5 === 2 ? fault : undefined) });
    const result = await (await engineOver("infini-gram", server.url, time)).analyze(HALF_COPIED);
    expect(server.received.length).toBeGreaterThan(useOf(wanted).answers);
    expect(useOf(result).runs).toEqual(useOf(wanted).runs);
    expect(result.method.corpora[0]!.revision).toBe(wanted.method.corpora[0]!.revision);
    expect(result.analysis_id).not.toBe(wanted.analysis_id); // another address
  });

  test("no answer in time", async () => {
    await using server = await serve("infini-gram", { fault: (number) => (number === 3 ? "silence" : undefined) });
    const { analyze } = await engineOver("infini-gram", server.url, { ...clock(), timeoutSeconds: 1 });
    const result = await analyze(HALF_COPIED);
    expect(searchStage(result).status).toBe("done");
  });
});

describe("a fault that lasts ends the search, and says why", () => {
  const LASTING: Record<string, [Fault, RegExp]> = {
    "an index that vanished": [
      { status: 200, body: '{"error":"Invalid index: v4_own"}', headers: JSON_TYPE },
      /the index answered: Invalid index/,
    ],
    "an index that was renamed, with 404": [{ status: 404, body: '{"detail":"Not Found"}' }, /status 404/],
    "a redirect": [{ status: 302, body: "", headers: { location: "http://127.0.0.1:9/" } }, /redirect/],
    "503 without end": [{ status: 503, body: "" }, /status 503/],
    "another form without end": [{ status: 200, body: '{"cnt":-1}', headers: JSON_TYPE }, /another form/],
    "an array": [{ status: 200, body: "[]", headers: JSON_TYPE }, /another form/],
  };
  test.each(Object.entries(LASTING))("%s", async (_, [fault, why]) => {
    await using server = await serve("infini-gram", { fault: (number) => (number >= 20 ? fault : undefined) });
    const { engine, name } = await engineOver("infini-gram", server.url, clock());
    const result = await engine.analyze({ content: HALF_COPIED, options: { corpora: [name], partial: true } });
    expect(searchStage(result)).toMatchObject({ status: "failed", reason: expect.stringMatching(why) });
    expect(result.completeness.complete).toBe(false);
    expect(server.received.length).toBeLessThan(20 + 8 * 5 + 1);
  });

  test("a failed index takes nothing from a corpus beside it", async () => {
    const { buildCorpus, createEngine } = await import("../../../src/index.ts");
    await using server = await serve("infini-gram", { fault: () => ({ status: 503, body: "" }) });
    const index = await openPublicCorpus(`infini-gram:${INDEX}`, { ...clock(), address: server.url, dataset: "c4" });
    const documents = DOCUMENTS.map((text, i) => ({ id: `${i}`, text }));
    const local = await buildCorpus(documents, { name: "local", dataset: "the-pile" });
    const engine = await createEngine({ corpora: [local, index] });
    const options = { corpora: ["local", index.info.name] };
    await expect(engine.analyze({ content: HALF_COPIED, options })).rejects.toMatchObject({
      ...{ code: "search_incomplete", hint: expect.stringMatching(/status 503/) },
    });
    const result = await engine.analyze({ content: HALF_COPIED, options: { ...options, partial: true } });
    expect(result.matches.length).toBe(2);
    expect(result.completeness.stages.map(({ status }) => status).slice(0, 2)).toEqual(["done", "failed"]);
  });
});

test("the spelling that the service knows is found", async () => {
  await using server = await NaiveServer.start({ "v2_cc-2025-05": indexOf("infini-gram-mini", DOCUMENTS) });
  const corpus = await openPublicCorpus("infini-gram-mini:v2_cc_2025-05", { ...clock(), address: server.url });
  const { createEngine } = await import("../../../src/index.ts");
  const engine = await createEngine({ corpora: [corpus] });
  const result = await engine.analyze({ content: HALF_COPIED, options: { corpora: [corpus.info.name] } });
  expect(result.matches.length).toBe(2);
  const coverage = result.completeness.stages.find(({ name }) => name.startsWith("coverage:"));
  expect(coverage).toMatchObject({
    status: "bounded",
    reason: expect.stringMatching(/part of common-crawl.*CC-MAIN-2025-05/),
  });
});

describe("pace", () => {
  test("is two requests a second, and 90 s of silence after a 403", async () => {
    const time = clock();
    const sentAt: number[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      sentAt.push(time.now());
      return sentAt.length === 10 ? new Response("", { status: 403 }) : globalThis.fetch(url, init);
    };
    await using server = await serve("infini-gram");
    const options = { ...time, fetch, requestsPerSecond: 2, atOnce: 4 };
    await (await engineOver("infini-gram", server.url, options)).analyze(STRANGE);
    for (const [i, at] of notEmpty(sentAt.entries())) {
      const within = sentAt.filter((other) => other > at - 1_000 && other <= at);
      expect(within.length, `request ${i}`).toBeLessThanOrEqual(3);
    }
    const gaps = sentAt.map((at, i) => at - (sentAt[i - 1] ?? at));
    expect(Math.max(...gaps)).toBeGreaterThanOrEqual(88_000);
  });

  test("the first finding comes within 5 s at two requests a second", async () => {
    const time = clock();
    const started = time.now();
    let foundAt = Number.POSITIVE_INFINITY;
    const stages = new Set<string>();
    await using server = await serve("infini-gram");
    const { analyze } = await engineOver("infini-gram", server.url, { ...time, requestsPerSecond: 2, atOnce: 4 });
    await analyze(HALF_COPIED, {
      onProgress: ({ stage }: { stage: string }) => {
        stages.add(stage);
        if (stage.startsWith("found:")) foundAt = Math.min(foundAt, time.now());
      },
    });
    expect(foundAt - started).toBeLessThanOrEqual(5_000);
    expect([...stages]).toEqual([`search:infini-gram:${INDEX}`, `found:infini-gram:${INDEX}`]);
  });
});

describe.each(KINDS)("the budget of %s", (kind) => {
  test.each([0, 1, 7, 30, 60])("of %i requests is never exceeded, retries included", async (requests) => {
    await using server = await serve(kind, {
      fault: (number) => (number % 3 === 1 ? { status: 503, body: "" } : undefined),
    });
    const { analyze } = await engineOver(kind, server.url, { ...clock(), requests });
    const result = await analyze(HALF_COPIED);
    expect(server.received.length).toBe(requests);
    expect(searchStage(result)).toMatchObject({ status: "bounded", reason: expect.stringMatching(/budget/) });
  });

  test("an interrupted plan repeats no request, and ends as one that was not", async () => {
    await using sound = await serve(kind);
    const wanted = await (await engineOver(kind, sound.url)).analyze(HALF_COPIED);
    for (const at of [1, 13, 40]) {
      const path = join(folder, `${kind}-${at}.jsonl`);
      const stop = new AbortController();
      await using server = await serve(kind, {
        fault: (number) => {
          if (number === at) stop.abort();
          return undefined;
        },
      });
      const first = fileJournal(path);
      const options = { journal: first, ...clock() };
      const { analyze } = await engineOver(kind, server.url, options);
      await expect(analyze(HALF_COPIED, { signal: stop.signal })).rejects.toMatchObject({ code: "aborted" });
      first.close();
      const answered = server.received.length;
      const second = fileJournal(path);
      const again = await engineOver(kind, server.url, { journal: second, ...clock() });
      const result = await again.analyze(HALF_COPIED);
      second.close();
      expect(useOf(result).runs).toEqual(useOf(wanted).runs);
      const bodies = server.received.map(({ body }) => JSON.stringify(body));
      // What was in flight when it was interrupted got no answer, and is sent again.
      expect(bodies.length - new Set(bodies).size).toBeLessThanOrEqual(8);
      expect(server.received.length).toBeLessThanOrEqual(useOf(wanted).answers + 8);
      expect(answered).toBeGreaterThan(at);
    }
  });

  test("a second search for the same text sends nothing", async () => {
    await using server = await serve(kind);
    const journal = memoryJournal();
    const first = await (await engineOver(kind, server.url, { journal })).analyze(HALF_COPIED);
    const sent = server.received.length;
    const second = await (await engineOver(kind, server.url, { journal })).analyze(HALF_COPIED);
    expect(server.received.length).toBe(sent);
    expect(second).toEqual(first);
  });

  test("recorded answers give the same result offline, and say what it rests on", async () => {
    await using server = await serve(kind);
    const { analyze, corpus } = await engineOver(kind, server.url);
    const result = await analyze(HALF_COPIED);
    const { revision } = result.method.corpora[0]!;
    const answers = JSON.parse(JSON.stringify(corpus.answers(revision)));
    const before = server.received.length;
    const fetch = () => Promise.reject(new Error("nothing may be sent"));
    const replayed = await engineOver(kind, server.url, { answers, fetch });
    expect(replayed.corpus.info.revision).toBe(revision);
    const again = await replayed.analyze(HALF_COPIED);
    expect(server.received.length).toBe(before);
    expect(again.analysis_id).toBe(result.analysis_id);
    expect(again.matches).toEqual(result.matches);
    expect(again).toEqual(result);
  });

  test("a record of another index, or changed, is refused", async () => {
    await using server = await serve(kind);
    const { analyze, corpus } = await engineOver(kind, server.url);
    const result = await analyze(HALF_COPIED);
    const answers = corpus.answers(result.method.corpora[0]!.revision)!;
    const opened = (value: unknown) => engineOver(kind, server.url, { answers: value });
    await expect(opened({ ...answers, index: "infini-gram:other" })).rejects.toMatchObject({ code: "report_invalid" });
    await expect(opened({ ...answers, format: "x" })).rejects.toMatchObject({ code: "report_invalid" });
    await expect(opened(null)).rejects.toMatchObject({ code: "report_invalid" });
    const changed = structuredClone(answers);
    Object.assign(changed.answers[0]!.answer, { count: 17 });
    expect((await opened(changed)).corpus.info.revision).not.toBe(result.method.corpora[0]!.revision);
  });
});

describe("names and options", () => {
  test.each(["infini-gram:", "infini-gram:a b", "infinigram:x", "", 7, `infini-gram:${"x".repeat(201)}`])(
    "%s is refused",
    async (name) => {
      await expect(openPublicCorpus(name as string)).rejects.toMatchObject({ code: "invalid_request" });
    },
  );
  test("the longest name is accepted", async () => {
    const name = `infini-gram:${"x".repeat(200)}`;
    expect((await openPublicCorpus(name, { dataset: "c4" })).info.name).toBe(name);
  });
  test("an index that the catalogue does not know needs its dataset", async () => {
    await expect(openPublicCorpus("infini-gram:unheard-of")).rejects.toMatchObject({ code: "unknown_dataset" });
  });
  test.each([
    { requests: -1 },
    { atOnce: 65 },
    { mode: "loud" },
    { address: "ftp://example.org" },
    { address: "https://user:word@example.org/" },
    { timeoutSeconds: 0 },
    { requestsPerSecond: 0 },
  ])("%o is refused", async (options) => {
    const opened = openPublicCorpus("infini-gram:v4_rpj_llama_s4", options as never);
    await expect(opened).rejects.toMatchObject({ code: "invalid_request" });
  });
  test("an index of the catalogue has its dataset and its size", async () => {
    const { info } = await openPublicCorpus("infini-gram:v4_rpj_llama_s4");
    expect(info).toMatchObject({ dataset: "redpajama-v1", words: 1385942948192, documents: 931361530 });
  });
});
