/** Long work lets events be heard: after how many units, and what an abort does then. */
import { expect, test } from "vitest";
import { breathing } from "../../../src/base/queues/yieldToEvents.ts";

test("timers are heard after each so many units, and not before", async () => {
  const breathe = breathing(10);
  let heard = 0;
  const next = () => setTimeout(() => heard++);
  const after: number[] = [];
  for (const units of [4, 5, 1, 9, 1, 25, 9, 1]) {
    next();
    await breathe(units);
    after.push(heard);
  }
  expect(after).toEqual([0, 0, 3, 3, 5, 6, 6, 8]);
});

test("an abort ends the work at its next breath", async () => {
  const controller = new AbortController();
  const breathe = breathing(2, controller.signal);
  await breathe(2);
  controller.abort();
  await breathe(1);
  await expect(breathe(1)).rejects.toMatchObject({ code: "aborted" });
});
