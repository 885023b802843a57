import { describe, expect, test } from "vitest";
import type { HostOptions } from "../../../src/base/contract/engine.ts";
import { askInBatches, batchesOf, type ModelQuestions } from "../../../src/engine/steps/ask.ts";

const replyTo = (question: number) => ({ value: 10 * question, hash: `#${question}` });

/** Asks 0 to 6 in threes, and notes what was asked and told. */
async function asked(host: HostOptions, some: Partial<ModelQuestions<number, number>> = {}) {
  const calls: (readonly number[])[] = [];
  const told: unknown[] = [];
  const replies = askInBatches<number, number>(
    {
      stage: "ask",
      unit: "texts",
      batches: batchesOf([0, 1, 2, 3, 4, 5, 6], 3),
      async ask(batch) {
        calls.push(batch);
        return batch.map(replyTo);
      },
      ...some,
    },
    {
      ...host,
      onProgress(progress) {
        told.push(progress);
        host.onProgress?.(progress);
      },
    },
  );
  return { calls, told, replies: await replies.catch((error: unknown) => error) };
}

const progress = (...done: number[]) => done.map((one) => ({ stage: "ask", done: one, total: 7, unit: "texts" }));
const failing = (error: unknown) => ({
  ask: async (batch: readonly number[]) => {
    if (batch.includes(3)) throw error;
    return batch.map(replyTo);
  },
});
const failed = (batch: readonly number[]) => batch.map(() => ({ value: -1, hash: "failed" }));
const aborting = (signal: "signal" | "askUntil"): HostOptions => {
  const controller = new AbortController();
  return { [signal]: controller.signal, onProgress: () => controller.abort() };
};

describe("queries of a model", () => {
  test("are sent in batches, with replies in order", async () => {
    const { calls, told, replies } = await asked({});
    expect(calls).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
    expect(told).toEqual(progress(3, 6, 7));
    expect(replies).toEqual({
      values: [0, 10, 20, 30, 40, 50, 60],
      hashes: ["#0", "#1", "#2", "#3", "#4", "#5", "#6"],
      failure: null,
    });
  });

  test("are not sent if there are none", async () => {
    expect(batchesOf([], 3)).toEqual([]);
    expect(await asked({}, { batches: [] })).toEqual({
      calls: [],
      told: [],
      replies: { values: [], hashes: [], failure: null },
    });
  });

  test("stop at the caller's signal", async () => {
    const { calls, replies } = await asked(aborting("signal"));
    expect(calls).toEqual([[0, 1, 2]]);
    expect(replies).toMatchObject({ code: "aborted" });
  });

  test("stop at the time limit, and keep the replies so far", async () => {
    const { calls, told, replies } = await asked(aborting("askUntil"));
    expect(calls).toEqual([[0, 1, 2]]);
    expect(told).toEqual(progress(3));
    expect(replies).toMatchObject({ values: [0, 10, 20], failure: null });
  });

  test("after the time limit get the caller's default reply", async () => {
    const outOfTime = async (batch: readonly number[]) => failed(batch);
    const { calls, told, replies } = await asked(aborting("askUntil"), { outOfTime });
    expect(calls).toEqual([[0, 1, 2]]);
    expect(told).toEqual(progress(3, 6, 7));
    expect(replies).toMatchObject({ values: [0, 10, 20, -1, -1, -1, -1], failure: null });
  });

  test("throw the error of the model", async () => {
    const error = new Error("planted");
    expect(await asked({}, failing(error))).toMatchObject({ told: progress(3), replies: error });
  });

  test("stop after a failed batch if the caller has a default reply", async () => {
    const error = new Error("planted");
    const { told, replies } = await asked({}, { ...failing(error), failed });
    expect(told).toEqual(progress(3, 6));
    expect(replies).toEqual({
      values: [0, 10, 20, -1, -1, -1],
      hashes: ["#0", "#1", "#2", "failed", "failed", "failed"],
      failure: error,
    });
  });

  test("that fail because of the caller's signal are aborted, not failed", async () => {
    const controller = new AbortController();
    const ask = async () => {
      controller.abort();
      throw new Error("planted");
    };
    const { told, replies } = await asked({ signal: controller.signal }, { ask, failed });
    expect(told).toEqual([]);
    expect(replies).toMatchObject({ code: "aborted" });
  });
});
