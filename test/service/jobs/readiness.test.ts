/** Readiness: when a check is made, how long it is waited for, and what it writes. Real faults: `test/service`. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Readiness } from "../../../src/service/jobs/readiness.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import type { RecordStore } from "../../../src/service/store/store.ts";
import { START } from "../fixtures/fixture.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A store whose writes wait for `gate`, and are counted. */
function gated() {
  const store = createMemoryStore();
  const state = { writes: 0, gate: Promise.resolve(), now: START };
  const slow: RecordStore = {
    ...store,
    async write(work) {
      state.writes++;
      await state.gate;
      return store.write(work);
    },
  };
  return {
    state,
    store,
    readiness: new Readiness({ store: slow, now: () => state.now, random: (n) => new Uint8Array(n) }),
  };
}

test("many callers at once share one write, and its outcome is shared for a second", async () => {
  const { state, readiness } = gated();
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => readiness.outcome()));
  expect(new Set(outcomes.map(({ error }) => error))).toEqual(new Set([null]));
  await vi.advanceTimersByTimeAsync(999);
  await readiness.outcome();
  expect(state.writes).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await readiness.outcome();
  expect(state.writes).toBe(2);
});

test("a write that does not end is waited for 0.8 s once, is the only one, and makes ready when it ends", async () => {
  const { state, readiness } = gated();
  let open = () => {};
  state.gate = new Promise((resolve) => {
    open = resolve;
  });
  let isTold = false;
  const first = readiness.outcome().finally(() => {
    isTold = true;
  });
  await vi.advanceTimersByTimeAsync(799);
  expect(isTold).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await first).error).toMatchObject({ code: "registry_failed" });
  // No timer passes now: it is answered at once.
  expect((await readiness.outcome()).error).toMatchObject({ code: "registry_failed" });
  expect(state.writes).toBe(1);
  open();
  await vi.advanceTimersByTimeAsync(0);
  expect((await readiness.outcome()).error).toBeNull();
  expect(state.writes).toBe(1);
});

test("what fails is the cause, nothing is written to a damaged store, and the next check may pass", async () => {
  const { state, store, readiness } = gated();
  const damage = vi.spyOn(store, "check").mockRejectedValueOnce(new Error("damaged"));
  const broken = new Readiness({ store, now: () => START, random: (n) => new Uint8Array(n) });
  expect((await broken.outcome()).error).toMatchObject({ code: "registry_failed", cause: { message: "damaged" } });
  expect(damage).toHaveBeenCalledOnce();
  state.gate = Promise.reject(new Error("full"));
  state.gate.catch(() => {});
  expect((await readiness.outcome()).error).toMatchObject({ cause: { message: "full" } });
  await vi.advanceTimersByTimeAsync(1_000);
  state.gate = Promise.resolve();
  expect((await readiness.outcome()).error).toBeNull();
});

test("the end waits 5 s for the last write, and no longer where the disk hangs", async () => {
  const { state, readiness } = gated();
  readiness.tally.count({ status: 200, durationMs: 1 });
  state.gate = new Promise(() => {});
  let hasEnded = false;
  const end = readiness.end().then(() => {
    hasEnded = true;
  });
  await vi.advanceTimersByTimeAsync(4_999);
  expect([state.writes, hasEnded]).toEqual([1, false]);
  await vi.advanceTimersByTimeAsync(1);
  await end;
  expect(hasEnded).toBe(true);
});
