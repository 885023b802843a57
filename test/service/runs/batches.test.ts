/** Batches as jobs: fair between tenants, counted once, cancelled, and gone on with by another process. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AnalyzeRequest } from "../../../src/base/contract/operations/analyze.ts";
import { SpoliaError } from "../../../src/base/errors.ts";
import { identityOf } from "../../../src/core/vectors/checked.ts";
import type { OpenEngine } from "../../../src/engine/engine.ts";
import { DAY_MS } from "../../../src/service/accounts/schedule.ts";
import type { BatchState } from "../../../src/service/jobs/batchState.ts";
import { createRegistry } from "../../../src/service/registry.ts";
import { Scheduler } from "../../../src/service/runs/scheduler.ts";
import type { Plans } from "../../../src/service/store/plans.ts";
import type { RecordStore } from "../../../src/service/store/store.ts";
import { conceptEncoder } from "../../models/encoders/concepts.ts";
import { START, seededBytes } from "../fixtures/fixture.ts";
import { newStores } from "../fixtures/stores.ts";
import { analyzeResult, createFakeEngine } from "../http/fakeEngine.ts";

const { STORES } = newStores();
const PLANS: Plans = {
  free: { calls_per_day: null, burst: { calls: 9, seconds: 1 } },
  small: { calls_per_day: 50, words_per_day: 1_000, stored_bytes: 20_000, burst: { calls: 9, seconds: 1 } },
};
/** Longer than the lease of a turn. */
const LEASE_PASSED_MS = 20_000;

describe.each(STORES)("batches in %s", (_, open) => {
  let store: RecordStore;
  let now = START;
  let processes = 0;
  /** Tenants of the analyses, in their order. */
  let analysed: string[] = [];
  let analyze: (request: AnalyzeRequest, signal: AbortSignal) => Promise<void>;

  async function openProcess(more: Partial<OpenEngine> = {}) {
    const engine: OpenEngine = {
      ...createFakeEngine(),
      ...more,
      async analyze(request, host) {
        analysed.push(host!.tenant!);
        await analyze(request, host!.signal!);
        return { ...analyzeResult, analysis_id: `an_${request.content}` };
      },
    };
    const random = seededBytes(900 + processes++);
    const registry = await createRegistry(engine, store, { now: () => now, random, plans: PLANS });
    const failures: unknown[] = [];
    const onError = (error: unknown) => failures.push(error);
    const scheduler = new Scheduler({ registry, engine, onError, onTaskFailed: onError });
    return { registry, scheduler, failures };
  }

  let here: Awaited<ReturnType<typeof openProcess>>;
  beforeEach(async () => {
    store = await open();
    [now, analysed, analyze] = [START, [], async () => {}];
    here = await openProcess();
  });
  afterEach(async () => {
    await here.scheduler.stop();
    await store.close();
  });

  async function submit(tenant: string, contents: readonly string[]) {
    const upload = await here.registry.batches.open(tenant, { keep: false, decisions: false });
    for (const content of contents) await upload.add({ request: { content, content_type: "text" } });
    return (await upload.complete()).job_id;
  }
  const texts = (many: number, word = "text") => Array.from({ length: many }, (__, at) => `${word} ${at}`);
  const find = (tenant: string, id: string) => here.registry.jobs.find(tenant, id);
  const today = async (tenant: string) => (await here.registry.usage(tenant)).items[0] ?? { calls: 0, words: 0 };
  async function answered(tenant: string, id: string, after?: number) {
    const lines: [number, string][] = [];
    for await (const { index, outcome } of await here.registry.batches.results(tenant, id, after))
      lines.push([index, "result" in outcome ? outcome.result.analysis_id.slice(0, 3) : outcome.error.code]);
    return lines;
  }
  const waitingOf = (tenant: string, id: string) =>
    store.read(async ({ jobLines }) => {
      const lines = await jobLines.list(tenant, id, { after: -1, upTo: 1e6, limit: 1e6 });
      return lines.filter(({ request, answer }) => request.length > 0 || answer === null).length;
    });
  const forever = (signal: AbortSignal) =>
    new Promise<void>((__, reject) =>
      signal.addEventListener("abort", () => reject(new SpoliaError("aborted", "")), { once: true }),
    );

  test("are answered completely and in order, in pieces, and keep no text", async () => {
    await here.registry.createTenant({ id: "a" });
    const id = await submit("a", texts(700));
    expect(await find("a", id)).toMatchObject({ kind: "analyze_batch", status: "queued", progress: { total: 700 } });
    await here.scheduler.round();
    expect(await find("a", id)).toMatchObject({
      ...{ status: "done", result: { lines: 700, failed: 0 } },
      progress: { done: 700, total: 700, unit: "requests" },
    });
    expect(await answered("a", id)).toEqual(
      Array.from({ length: 700 }, (__, at) => [at, "ar_"]).map(([at]) => [at, "an_"]),
    );
    expect((await answered("a", id, 697)).map(([index]) => index)).toEqual([698, 699]);
    expect(await answered("a", id, 699)).toEqual([]);
    expect([analysed.length, await waitingOf("a", id)]).toEqual([700, 0]);
    // The submission is counted where it is admitted, and stands for the first line.
    expect(await today("a")).toMatchObject({ calls: 699, words: 1400 });
    await expect(here.registry.batches.results("b", id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("of ten lines wait for a turn of each tenant with many, not for their batches", async () => {
    const flooding = ["f1", "f2", "f3", "f4", "f5", "f6"];
    for (const tenant of [...flooding, "small"]) await here.registry.createTenant({ id: tenant });
    for (const tenant of flooding) for (let batch = 0; batch < 10; batch++) await submit(tenant, texts(200));
    let id = "";
    analyze = async () => {
      now += 1;
      if (analysed.length === 300) id = await submit("small", texts(10));
    };
    const round = here.scheduler.round();
    await expect.poll(async () => id !== "" && (await find("small", id)).status, { timeout: 60_000 }).toBe("done");
    const from = 300;
    const last = analysed.lastIndexOf("small");
    for (const tenant of flooding) {
      const meanwhile = analysed.slice(from, last).filter((one) => one === tenant).length;
      // The turn that it has, and one more.
      expect(meanwhile).toBeLessThanOrEqual(2 * 32);
    }
    expect(analysed.filter((one) => one === "small")).toHaveLength(10);
    await here.scheduler.stop();
    await round;
  });

  test("wait where the calls or words of the day are used up, and go on with the next day", async () => {
    await here.registry.createTenant({ id: "a", plan: "small" });
    const id = await submit("a", texts(80));
    await here.scheduler.round();
    expect(await find("a", id)).toMatchObject({ status: "running", progress: { stage: "wait_for_quota", done: 51 } });
    expect(await today("a")).toMatchObject({ calls: 50 });
    now += 60_000;
    await here.scheduler.round();
    expect(analysed).toHaveLength(51);
    now += DAY_MS;
    await here.scheduler.round();
    expect(await find("a", id)).toMatchObject({ status: "done", progress: { stage: "analyze", done: 80 } });
    expect([analysed.length, (await today("a")).calls]).toEqual([80, 29]);
    const wordy = await submit("a", ["few words", "many ".repeat(999), "many ".repeat(1_001)]);
    now += DAY_MS;
    await here.scheduler.round();
    expect((await find("a", wordy)).progress).toMatchObject({ done: 1 });
    now += DAY_MS;
    await here.scheduler.round();
    // A text that no day has room for does not wait.
    expect(await answered("a", wordy)).toEqual([
      [0, "an_"],
      [1, "an_"],
      [2, "plan_limit"],
    ]);
    expect(here.failures).toEqual([]);
  });

  test("are cancelled within a turn: what is answered stays, and all else is given back and gone", async () => {
    await here.registry.createTenant({ id: "a", plan: "small" });
    const [id, waiting] = [await submit("a", texts(45)), await submit("a", texts(5))];
    analyze = (__, signal) => (analysed.length <= 32 ? Promise.resolve() : forever(signal));
    const round = here.scheduler.round();
    await expect.poll(() => analysed.length).toBe(45);
    expect(await today("a")).toMatchObject({ calls: 44, words: 90 });
    const other = await openProcess();
    expect(await other.registry.jobs.cancel("a", id)).toMatchObject({ status: "cancelled", progress: { done: 32 } });
    expect(await today("a")).toMatchObject({ calls: 31, words: 64 });
    analyze = async () => {};
    await round;
    expect(await find("a", id)).toMatchObject({ status: "cancelled", progress: { done: 32 } });
    expect([(await answered("a", id)).length, await waitingOf("a", id)]).toEqual([32, 0]);
    // The next batch of the tenant is not held up.
    expect(await find("a", waiting)).toMatchObject({ status: "done" });
    expect(await other.registry.jobs.cancel("a", id)).toMatchObject({ status: "cancelled", progress: { done: 32 } });
    expect(await today("a")).toMatchObject({ calls: 35, words: 74 });
  });

  test("go on where a process died, with nothing counted or answered twice", async () => {
    await here.registry.createTenant({ id: "a", plan: "small" });
    const id = await submit("a", texts(40));
    const dead = await openProcess();
    analyze = (__, signal) => (analysed.length <= 35 ? Promise.resolve() : forever(signal));
    // It holds its turn, and never comes back to it.
    const frozen = dead.scheduler.round();
    await expect.poll(() => analysed.length).toBe(40);
    await here.scheduler.round();
    expect((await find("a", id)).progress).toMatchObject({ done: 32 });
    analyze = async () => {};
    now += LEASE_PASSED_MS;
    await here.scheduler.round();
    expect(await find("a", id)).toMatchObject({ status: "done", result: { lines: 40, failed: 0 } });
    expect((await answered("a", id)).map(([index]) => index)).toEqual(Array.from({ length: 40 }, (__, at) => at));
    expect(await today("a")).toMatchObject({ calls: 39, words: 80 });
    await dead.scheduler.stop();
    await frozen;
    expect(await today("a")).toMatchObject({ calls: 39, words: 80 });
    expect(await find("a", id)).toMatchObject({ status: "done", progress: { done: 40 } });
  });

  test("give back what was counted, also where it was counted without the encoder that came since", async () => {
    await here.registry.createTenant({ id: "a", plan: "small" });
    for (const [words, isOfBefore] of [
      [8, false],
      [16, true],
    ] as const) {
      const id = await submit("a", texts(5));
      const dead = await openProcess();
      const from = analysed.length;
      analyze = (__, signal) => forever(signal);
      const frozen = dead.scheduler.round();
      await expect.poll(() => analysed.length).toBe(from + 5);
      if (isOfBefore)
        await store.write(async ({ jobs }) => {
          const { progress } = (await jobs.find("a", id))!;
          const { counted, ...state } = progress as BatchState;
          const { uses: __, ...of } = counted!;
          await jobs.change("a", id, { progress: { ...state, counted: of } });
        });
      const encoding = await openProcess({ encoder: identityOf(conceptEncoder()) });
      analyze = ({ content }) =>
        content === "text 3" ? Promise.reject(new SpoliaError("search_incomplete", "")) : Promise.resolve();
      now += LEASE_PASSED_MS;
      await encoding.scheduler.round();
      // One by one after a death; the one that is refused waits for its corpus, in vain.
      for (let i = 0; i < 150 && (await find("a", id)).status !== "done"; i++) {
        now += 30_000;
        await encoding.scheduler.round();
      }
      expect(await find("a", id)).toMatchObject({ status: "done", result: { lines: 5, failed: 1 } });
      expect((await today("a")).words).toBe(words);
      await dead.scheduler.stop();
      await frozen;
    }
  });

  test("give a line of which processes die an error, and answer all others", async () => {
    await here.registry.createTenant({ id: "a" });
    const id = await submit("a", texts(40));
    const dead: Awaited<ReturnType<typeof openProcess>>[] = [];
    const rounds: Promise<void>[] = [];
    let deaths = 0;
    analyze = ({ content }, signal) => {
      if (content !== "text 5") return Promise.resolve();
      deaths++;
      return forever(signal);
    };
    for (let expected = 1; expected <= 3; expected++) {
      const process = await openProcess();
      dead.push(process);
      rounds.push(process.scheduler.round());
      await expect.poll(() => deaths).toBe(expected);
      now += LEASE_PASSED_MS;
    }
    // What the last one wrote late, before it hung, holds its lease until that has passed too.
    await expect
      .poll(async () => {
        now += LEASE_PASSED_MS;
        await here.scheduler.round();
        return find("a", id);
      })
      .toMatchObject({ status: "done", result: { lines: 40, failed: 1 } });
    expect(deaths).toBe(3);
    expect((await answered("a", id)).filter(([, told]) => told !== "an_")).toEqual([[5, "internal"]]);
    for (const { scheduler } of dead) await scheduler.stop();
    await Promise.all(rounds);
    // The submission stands for one of the 39 that were answered.
    expect(await today("a")).toMatchObject({ calls: 38 });
  });

  test("are put back by a process that stops, and by one without room", async () => {
    await here.registry.createTenant({ id: "a" });
    const id = await submit("a", texts(3));
    const other = await openProcess();
    analyze = (__, signal) => forever(signal);
    const round = other.scheduler.round();
    await expect.poll(() => analysed.length).toBe(3);
    await other.scheduler.stop();
    await round;
    analyze = () => Promise.reject(new SpoliaError("overloaded", "no room"));
    await here.scheduler.round();
    expect(await find("a", id)).toMatchObject({ status: "running", progress: { done: 0 } });
    analyze = async () => {};
    now += 5_000;
    await here.scheduler.round();
    expect(await find("a", id)).toMatchObject({ status: "done", result: { lines: 3, failed: 0 } });
    expect([(await today("a")).calls, here.failures]).toEqual([2, []]);
  });

  /** Rounds of half a minute each. */
  async function waitRounds(rounds: number) {
    for (let round = 0; round < rounds; round++) {
      await here.scheduler.round();
      now += 30_000;
    }
  }

  test("wait for an hour in all where a corpus does not answer, and then say so", async () => {
    await here.registry.createTenant({ id: "a" });
    const id = await submit("a", texts(40));
    const unreached = () => Promise.reject(new SpoliaError("search_incomplete", "Two nodes did not answer."));
    analyze = ({ content }) => (content === "text 3" ? unreached() : Promise.resolve());
    await waitRounds(1);
    expect(await find("a", id)).toMatchObject({ status: "running", progress: { stage: "wait_for_corpora", done: 0 } });
    await waitRounds(119);
    // The lines before it are answered, and those behind it are not searched for again and again.
    expect(await find("a", id)).toMatchObject({ status: "running", progress: { stage: "wait_for_corpora", done: 3 } });
    expect(analysed.length).toBe(32 + 3 + 119);
    // One line says what it lacks; what was counted for it is given back.
    await waitRounds(1);
    expect(await find("a", id)).toMatchObject({ status: "done", result: { lines: 40, failed: 1 } });
    expect((await answered("a", id)).filter(([, told]) => told !== "an_")).toEqual([[3, "search_incomplete"]]);
    expect([(await today("a")).calls, here.failures]).toEqual([38, []]);
    // Nobody waits an hour for each 32 lines, nor for each outage; and where the corpus is back, nothing is missing.
    const long = await submit("a", texts(70));
    analyze = unreached;
    await waitRounds(121);
    expect(await find("a", long)).toMatchObject({ status: "done", result: { lines: 70, failed: 70 } });
    const back = await submit("a", texts(70));
    await waitRounds(3);
    analyze = async () => {};
    await waitRounds(1);
    expect(await find("a", back)).toMatchObject({ status: "done", result: { lines: 70, failed: 0 } });
    expect(here.failures).toEqual([]);
  });

  test("have lines with errors, fit into the plan, and are nothing until they are complete", async () => {
    await here.registry.createTenant({ id: "a", plan: "small" });
    const { batches, jobs } = here.registry;
    await here.registry.admit({ tenant: "a", plan: "small" });
    const wishes = { keep: false, decisions: false };
    const upload = await batches.open("a", wishes);
    await upload.add({
      error: new SpoliaError("invalid_request", "No.", { fields: [{ pointer: "/x", detail: "is" }] }),
    });
    await upload.add({ request: { content: "one" } });
    await here.scheduler.round();
    expect(analysed).toEqual([]);
    const { job_id } = await upload.complete();
    analyze = () => Promise.reject(new Error("secret words"));
    await here.scheduler.round();
    expect(await answered("a", job_id)).toEqual([
      [0, "invalid_request"],
      [1, "internal"],
    ]);
    expect(await find("a", job_id)).toMatchObject({ status: "done", result: { lines: 2, failed: 2 } });
    // No line was answered: the call of the submission, which stands for the first, is given back.
    expect((await today("a")).calls).toBe(0);
    await expect((await batches.open("a", wishes)).complete()).rejects.toMatchObject({ code: "invalid_request" });
    const room = await submit("a", ["x".repeat(19_000)]);
    await expect(submit("a", ["x".repeat(19_000)])).rejects.toMatchObject({ code: "plan_limit" });
    await jobs.cancel("a", room);
    await submit("a", ["x".repeat(19_000)]);
  });

  test("whose sender has left without a word are removed", async () => {
    await here.registry.createTenant({ id: "a" });
    const upload = await here.registry.batches.open("a", { keep: false, decisions: false });
    for (const content of texts(300)) await upload.add({ request: { content } });
    const [{ job_id } = { job_id: "" }] = (await here.registry.jobs.list("a")).items;
    expect(await find("a", job_id)).toMatchObject({ kind: "batch_upload", status: "queued" });
    now += 9 * 60_000;
    await here.scheduler.round();
    expect(await waitingOf("a", job_id)).toBe(256);
    now += 2 * 60_000;
    await here.scheduler.round();
    expect([(await here.registry.jobs.list("a")).items, await waitingOf("a", job_id)]).toEqual([[], 0]);
    await expect(upload.complete()).rejects.toMatchObject({ code: "conflict" });
  });

  test("have limits: lines, and lines that are invalid", async () => {
    await here.registry.createTenant({ id: "a" });
    const broken = await here.registry.batches.open("a", { keep: false, decisions: false });
    const error = new SpoliaError("invalid_request", "No.");
    for (let line = 0; line < 1_000; line++) await broken.add({ error });
    await expect(broken.add({ error })).rejects.toMatchObject({ code: "invalid_request" });
  });
});
