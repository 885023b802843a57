/** Starts the watchdog of a test's process, and tells it which test runs. */
import { Worker } from "node:worker_threads";
import { afterAll, beforeEach, expect, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Processor time without a turn of the event loop after which a test's process is killed. */
    stuckAfterSeconds: number;
  }
}

const BEAT_MS = 100;

const beats = new Int32Array(new SharedArrayBuffer(4));
const beating = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS);
beating.unref();

const watchdog = new Worker(new URL("thread.js", import.meta.url), {
  workerData: { beats, file: expect.getState().testPath, stuckAfterSeconds: inject("stuckAfterSeconds") },
});
watchdog.unref();

beforeEach(({ task }) => watchdog.postMessage(task.fullTestName));

// Where several files share a process, each has a watchdog of its own.
afterAll(async () => {
  clearInterval(beating);
  await watchdog.terminate();
});
