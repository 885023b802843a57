/** The fair queue, with tasks that take a simulated time: turns, places left to others, stops. */
import { expect, test } from "vitest";
import { FairQueue } from "../../../src/base/queues/fairQueue.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const queueOf = (places: number, waitingMax = 1_000, longCostMax = 100) =>
  new FairQueue({ places, longCostMax, waitingMax, full: () => new Error("full") });

/** Tasks that end when they are told to, in the order in which they began. */
function world(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const all: Promise<unknown>[] = [];
  const ask = (
    name: string,
    { tenant = name, cost = 1, isLong = false, signal = undefined as AbortSignal | undefined } = {},
  ) => {
    const task = queue.run({ tenant, cost, isLong, signal }, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
    all.push(task.catch(() => {}));
    return task;
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, ask, end, settled: () => new Promise((resolve) => setImmediate(resolve)) };
}

test("tenants take turns by what they have had, however many tasks one of them has", async () => {
  const { begun, ask, end, settled } = world(queueOf(1));
  for (let i = 0; i < 5; i++) ask(`a${i}`, { tenant: "a", cost: 10 });
  for (let i = 0; i < 5; i++) ask(`b${i}`, { tenant: "b", cost: 5 });
  await settled();
  for (let i = 0; i < 10; i++) await end(begun.at(-1)!);
  expect(begun.join(" ")).toBe("a0 b0 b1 a1 b2 b3 a2 b4 a3 a4");
});

test("one tenant leaves a place to others, and long tasks leave one to short ones", async () => {
  const queue = queueOf(3);
  const { begun, ask, end, settled } = world(queue);
  for (let i = 0; i < 5; i++) ask(`a${i}`, { tenant: "a" });
  ask("b");
  await settled();
  expect(begun).toEqual(["a0", "a1", "b"]);
  for (const name of ["a0", "a1", "b", "a2", "a3", "a4"]) await end(name);
  for (const name of ["l1", "l2", "l3"]) ask(name, { cost: 40, isLong: true });
  ask("s");
  await settled();
  expect(begun.slice(6)).toEqual(["l1", "l2", "s"]);
  expect([queue.running, queue.waiting]).toEqual([3, 1]);
});

test("a tenant is behind while a task of its own waits, and not while others wait", async () => {
  const queue = queueOf(2);
  const { ask, end, settled } = world(queue);
  for (const name of ["a0", "a1"]) ask(name, { tenant: "a" });
  ask("b");
  await settled();
  expect([queue.isBehind("a"), queue.isBehind("b")]).toEqual([true, false]);
  await end("a0");
  expect(queue.isBehind("a")).toBe(false);
});

test("a long task that waited for its place does not turn back the time of the others", async () => {
  const { begun, ask, end, settled } = world(queueOf(2));
  ask("long1", { isLong: true });
  ask("long2", { isLong: true });
  for (let i = 0; i < 8; i++) ask(`old${i}`, { tenant: "old" });
  await settled();
  for (let i = 0; i < 6; i++) await end(`old${i}`);
  await end("long1");
  for (let i = 0; i < 4; i++) ask(`new${i}`, { tenant: "new" });
  for (const name of ["old6", "new0"]) await end(name);
  // Who comes now begins at the time that it is now, and not with what others have had before.
  expect(begun.slice(-2)).toEqual(["new0", "old7"]);
});

test("long tasks that are too costly together run one after the other; the largest runs alone", async () => {
  const { begun, ask, end, settled } = world(queueOf(4));
  ask("largest", { cost: 1_000, isLong: true });
  ask("l1", { cost: 60, isLong: true });
  ask("l2", { cost: 40, isLong: true });
  ask("l3", { cost: 1, isLong: true });
  await settled();
  expect(begun).toEqual(["largest"]);
  await end("largest");
  expect(begun).toEqual(["largest", "l1", "l2"]);
  await end("l1");
  expect(begun.at(-1)).toBe("l3");
});

test("a task that is stopped leaves the queue at once, and does not run", async () => {
  const queue = queueOf(1);
  const { begun, ask, end, settled } = world(queue);
  const stop = new AbortController();
  ask("first");
  const stopped = ask("stopped", { signal: stop.signal });
  ask("last");
  await settled();
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ code: "aborted" });
  expect(queue.waiting).toBe(1);
  await end("first");
  expect(begun).toEqual(["first", "last"]);
  await expect(ask("late", { signal: stop.signal })).rejects.toMatchObject({ code: "aborted" });
});

test("the queue is bounded, and a tenant that fills it leaves room for others", async () => {
  const queue = queueOf(1, 8);
  const { ask } = world(queue);
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      Promise.race([
        ask(`a${i}`, { tenant: "a" }).then(String, String),
        new Promise((resolve) => setTimeout(resolve, 50, "waits")),
      ]),
    ),
  );
  expect(notEmpty(outcomes).filter((one) => one === "waits")).toHaveLength(5);
  expect(outcomes.filter((one) => one === "Error: full")).toHaveLength(5);
  ask("b");
  expect(queue.waiting).toBe(5);
});

test("a failed task frees its place", async () => {
  const queue = queueOf(1);
  const failed = queue.run({ tenant: "a", cost: 1, isLong: false }, () => Promise.reject(new Error("broken")));
  await expect(failed).rejects.toThrow("broken");
  expect(await queue.run({ tenant: "a", cost: 1, isLong: false }, async () => 1)).toBe(1);
});
