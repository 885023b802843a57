/** Waits that have an end: of work that takes too long, and of a caller who no longer waits. */
import { expect, test } from "vitest";
import { wait, within } from "../../../src/base/queues/within.ts";

const never = new Promise<never>(() => {});
const HOUR_MS = 3_600_000;
/** Timers that keep the process alive. */
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

test("work within its time gives its value or its error, and leaves no timer", async () => {
  const before = timers();
  expect(await within(HOUR_MS, Promise.resolve("done"), "late")).toBe("done");
  await expect(within(HOUR_MS, Promise.reject(new Error("failed")), "late")).rejects.toThrow("failed");
  expect(timers()).toBe(before);
});

test("work that takes longer gives what stands for it, once the time is over", async () => {
  const begunMs = performance.now();
  expect(await within(30, never, "late")).toBe("late");
  // A timer may fire a millisecond early.
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(29);
});

test("a wait ends after its time, or when its signal fires, and then listens and waits no more", async () => {
  const begunMs = performance.now();
  await wait(30, undefined);
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(29);

  const before = timers();
  const { signal, listeners, fire } = counted();
  const waiting = wait(HOUR_MS, signal);
  expect(listeners()).toBe(1);
  fire();
  await waiting;
  expect([listeners(), timers()]).toEqual([0, before]);

  await wait(1, signal);
  expect(listeners()).toBe(0);
});

/** A signal that can be asked who listens. */
function counted(): { signal: AbortSignal; listeners: () => number; fire: () => void } {
  const heard = new Set<() => void>();
  const signal = {
    addEventListener: (_: string, listener: () => void) => heard.add(listener),
    removeEventListener: (_: string, listener: () => void) => heard.delete(listener),
  } as unknown as AbortSignal;
  return { signal, listeners: () => heard.size, fire: () => [...heard].forEach((listener) => void listener()) };
}
