/** What the scheduler tells its operator when it is stopped in the middle of its work. */
import { expect, test } from "vitest";
import type { HostOptions } from "../../../src/base/contract/engine.ts";
import { SpoliaError, throwIfAborted } from "../../../src/base/errors.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { createRegistry } from "../../../src/service/registry.ts";
import { Scheduler } from "../../../src/service/runs/scheduler.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";

/** Stops a scheduler while its engine identifies a sentence, which ends with `end`. */
async function stoppedDuringCheck(end: (signal: AbortSignal) => void) {
  const whole = await createEngine({ corpora: [] });
  let began = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const engine: typeof whole = {
    ...whole,
    async identify(request, { signal }: HostOptions = {}) {
      began();
      await new Promise((resolve) => signal!.addEventListener("abort", resolve, { once: true }));
      end(signal!);
      return whole.identify(request);
    },
  };
  const errors: unknown[] = [];
  const registry = await createRegistry(engine, createMemoryStore());
  const onError = (error: unknown, { task }: { task: string }) => errors.push({ task, error });
  const scheduler = new Scheduler({ registry, engine, onError });
  const round = scheduler.round();
  await hasBegun;
  await scheduler.stop();
  await round;
  return errors;
}

test("work that it stops itself is no error", async () => {
  expect(await stoppedDuringCheck(throwIfAborted)).toEqual([]);
});

test("what fails for another reason while it stops is told", async () => {
  const error = new SpoliaError("storage_failed", "The disk is gone.");
  const fail = () => {
    throw error;
  };
  expect(await stoppedDuringCheck(fail)).toEqual([{ task: "engine", error }]);
});
