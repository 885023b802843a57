/** Engines in threads answer as the engine itself does, are stopped by a signal, and die alone. */
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { getPriority, platform, tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withEngine } from "../../../src/cli/inputs/inputs.ts";
import { faultLine } from "../../../src/cli/terminal/log.ts";
import { type ThreadedEngine, threadedEngine } from "../../../src/cli/threads/engines.ts";
import { Threads } from "../../../src/cli/threads/threads.ts";
import { appendDocuments } from "../../../src/corpus/change/change.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { buildCorpus, type OpenEngine } from "../../../src/index.ts";
import { skippable } from "../../support/skippable.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-threads-"));
const path = join(folder, "texts.spolia");
const text = Array.from({ length: 6_000 }, (_, i) => `w${(i * 7919) % 4001}`).join(" ");

/** Runs with an engine and its threads. */
const withThreads = (
  work: (threaded: ThreadedEngine, engine: OpenEngine) => Promise<void>,
  { count = 2 } = {},
): Promise<void> =>
  withEngine({ corpus: [path] }, async (engine) => {
    const threaded = threadedEngine(engine, { corpus: [path] }, { count });
    await work(threaded, engine).finally(() => threaded.close());
  });

/** How far each engine's thread of this process steps back, by the values that the system has of threads. */
function engineNiceness(): number[] {
  const all = readdirSync("/proc/self/task").map((id) => readFileSync(`/proc/self/task/${id}/stat`, "utf8"));
  const engines = all.filter((line) => line.includes("(answer question"));
  return engines.map((line) => Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[16]) - getPriority()).sort();
}

beforeAll(async () => {
  const corpus = await buildCorpus([{ id: "one", text }], {
    ...{ name: "texts", dataset: "the-pile" },
    storage: await createFileStorage(path),
  });
  await corpus.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("an engine with threads", () => {
  test("answers heavy and light requests as the engine does, several at once", () =>
    withThreads(async (threaded, engine) => {
      const requests = [text, `${text} x`, "It was the best of times"].map((content) => ({
        content,
        content_type: "text" as const,
      }));
      const expected = [];
      for (const request of requests) expected.push(await engine.analyze(request));
      expect(await Promise.all(requests.map((request) => threaded.analyze(request)))).toEqual(expected);
      const pair = { a: { content: text }, b: { content: "w1 w2" } };
      expect(await threaded.compare(pair)).toEqual(await engine.compare(pair));
      const score = { content: text, target_model: "eleutherai/pythia", jurisdiction: "DE" };
      expect(await threaded.score(score)).toEqual(await engine.score(score));
    }));

  const hasNoNiceness = platform() !== "linux";
  const stepsBack = "one thread goes first, and all others step back for it";
  test.skipIf(hasNoNiceness)(skippable(stepsBack, hasNoNiceness, "threads have a niceness of their own on Linux"), () =>
    withThreads(
      async (threaded) => {
        threaded.start();
        await expect.poll(() => engineNiceness()).toEqual([0, 5, 5]);
      },
      { count: 3 },
    ),
  );

  test("follows changing corpora: threads search the refreshed state", () =>
    withThreads(async (threaded, engine) => {
      const request = { content: text, content_type: "text" as const };
      const [before] = threaded.corpora;
      expect((await threaded.analyze(request)).method.corpora[0]!.revision).toBe(before!.revision);
      await appendDocuments(await createFileStorage(path), [{ id: "two", text: `${text} again` }]);
      expect((await threaded.analyze(request)).potential_matches).toBe(1);
      expect(await threaded.refresh()).toBe(true);
      expect(threaded.corpora[0]!.revision).not.toBe(before!.revision);
      const after = await threaded.analyze(request);
      expect(after).toEqual(await engine.analyze(request));
      expect([after.potential_matches, after.method.corpora[0]!.revision]).toEqual([2, threaded.corpora[0]!.revision]);
    }));

  test("passes on errors with code, hint and fields, and can be stopped", () =>
    withThreads(async (threaded, engine) => {
      const bad = { content: text, target_model: "eleutherai/pythonia", jurisdiction: "DE" };
      const error = await engine.score(bad).catch((thrown) => thrown);
      await expect(threaded.score(bad)).rejects.toMatchObject({
        name: "SpoliaError",
        code: error.code,
        hint: error.hint,
      });
      await expect(threaded.analyze({ content: text, content_type: "no" as never })).rejects.toMatchObject({
        code: "invalid_request",
        fields: [{ pointer: "/content_type" }],
      });
      const stopped = new AbortController();
      const asked = threaded.analyze({ content: text.repeat(50), content_type: "text" }, { signal: stopped.signal });
      stopped.abort();
      await expect(asked).rejects.toMatchObject({ code: "aborted" });
    }));
});

test("a thread that had a large text is replaced, after its other requests", async () => {
  const created: Worker[] = [];
  const note = (worker: Worker) => created.push(worker);
  process.on("worker", note);
  const large = `${text} `.repeat(Math.ceil((2 * 1024 * 1024) / text.length));
  try {
    await withThreads(
      async (threaded, engine) => {
        const first = { content: text, content_type: "text" } as const;
        const expected = await engine.analyze(first);
        expect(await threaded.analyze(first)).toEqual(expected);
        const [worker] = created;
        const ended = once(worker!, "exit");
        const asked = threaded.analyze({ content: large, content_type: "text" });
        expect(await threaded.analyze(first)).toEqual(expected);
        expect(await asked).toEqual(await engine.analyze({ content: large, content_type: "text" }));
        await ended;
        expect(created).toHaveLength(2);
        expect(await threaded.analyze(first)).toEqual(expected);
        expect(created).toHaveLength(2);
      },
      { count: 1 },
    );
  } finally {
    process.off("worker", note);
  }
});

test("the log tells where in a thread something went wrong", async () => {
  const data = { task: "answer questions", inputs: { corpus: [path] } };
  const threads = new Threads<object, never>({ file: "cli.worker", count: 1, data, hint: "It ended." });
  const order = { operation: "nothing", request: {}, revisions: "", isLarge: false };
  const error: Error = await threads.ask(order).catch((thrown) => thrown);
  await threads.close();
  const { stack, causes } = JSON.parse(faultLine(error, "uncaught_exception"));
  expect(causes).toHaveLength(2);
  expect(stack[0]).toContain("engine.worker");
});

test("a thread that cannot start fails its requests, and a closed one accepts none", async () => {
  const threads = new Threads<object, never>({ file: "nowhere.worker", count: 1, hint: "No such file." });
  await expect(threads.ask({})).rejects.toMatchObject({ code: "internal", hint: "No such file." });
  await threads.close();
  await expect(threads.ask({})).rejects.toMatchObject({ code: "closed" });
});
