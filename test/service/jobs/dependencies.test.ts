/** What a service needs of others: how often they are asked, and how long an outcome holds. Real ones: `http/serve`. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Dependency } from "../../../src/engine/steps/reach.ts";
import { areWhole, Dependencies } from "../../../src/service/jobs/dependencies.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Others whose answers wait for `gate`, and are counted. */
function gated() {
  const state = { asked: { corpora: 0, models: 0 }, gate: Promise.resolve(), answers: true };
  const dependencies = new Dependencies({
    async reach(of) {
      state.asked[of]++;
      const { answers } = state;
      await state.gate;
      return [{ kind: of === "corpora" ? "corpus" : "model", name: "one", answers } satisfies Dependency];
    },
  });
  return { state, dependencies };
}

test("corpora are asked at most once a second and hosts of models once a minute, whoever wants to know", async () => {
  const { state, dependencies } = gated();
  const all = () => Promise.all([dependencies.corpora(), dependencies.models()]);
  await Promise.all(Array.from({ length: 100 }, all));
  await vi.advanceTimersByTimeAsync(999);
  await all();
  expect(state.asked).toEqual({ corpora: 1, models: 1 });
  await vi.advanceTimersByTimeAsync(1);
  await all();
  expect(state.asked).toEqual({ corpora: 2, models: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  await all();
  expect(state.asked).toEqual({ corpora: 3, models: 2 });
});

test("a check that is slow under load changes nothing for 15 s, and then nothing is known", async () => {
  const { state, dependencies } = gated();
  expect(areWhole(await dependencies.corpora())).toBe(true);
  state.gate = new Promise(() => {});
  const later = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    const told = dependencies.corpora();
    await vi.advanceTimersByTimeAsync(800);
    return areWhole(await told);
  };
  expect([await later(1_000), await later(10_000), await later(10_000)]).toEqual([true, true, false]);
  expect(state.asked.corpora).toBe(2);
});

test("what does not answer is known by the next check, and so is its return", async () => {
  const { state, dependencies } = gated();
  const told: boolean[] = [];
  for (const answers of [true, false, true]) {
    state.answers = answers;
    told.push(areWhole(await dependencies.corpora()));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(told).toEqual([true, false, true]);
});

test("an engine that can tell nothing of others needs none", async () => {
  const none = new Dependencies({});
  expect([await none.corpora(), await none.models()]).toEqual([[], []]);
});
