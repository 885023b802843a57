/** Shares: who holds much leaves room for others, large amounts are not starved, and nothing is lost. */
import { expect, test } from "vitest";
import { Shares } from "../../../src/base/lists/shares.ts";
import { seeded } from "../../support/texts.ts";

const never = new AbortController().signal;
const takeAll = (shares: Shares, holder: string): number => {
  let taken = 0;
  while (shares.take(holder)) taken++;
  return taken;
};

test("one holder gets half, two a third each, and the next one always something", () => {
  const alone = new Shares(1_000);
  expect(takeAll(alone, "a")).toBe(500);
  expect([takeAll(alone, "b"), takeAll(alone, "c")]).toEqual([250, 125]);
  const two = new Shares(999);
  for (let i = 0; i < 999; i++) two.take(i % 2 === 0 ? "a" : "b");
  expect(two.held).toBe(666);
  expect(two.take("c")).toBe(true);
});

test("who holds least is served first, and one that waits for others is not overtaken", async () => {
  const shares = new Shares(100);
  await shares.wait("greedy", 50, never);
  const order: string[] = [];
  const wait = (holder: string, amount: number) =>
    shares.wait(holder, amount, never).then(() => {
      order.push(`${holder} ${amount}`);
    });
  const all = [wait("greedy", 10), wait("large", 60), wait("small", 5)];
  expect([shares.waiting, shares.take("new")]).toEqual([3, false]);
  shares.give("greedy", 50);
  await Promise.all(all.slice(1));
  await expect.poll(() => shares.waiting).toBe(0);
  expect(order).toEqual(["greedy 10", "large 60", "small 5"].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  expect(order.indexOf("large 60")).toBeLessThan(order.indexOf("small 5"));
});

test("one holder has no more than its most, but one amount of any size, and what it has may grow", async () => {
  const shares = new Shares(100, 20);
  expect([shares.take("a", 15), shares.take("a", 6), shares.take("a", 5)]).toEqual([true, false, true]);
  expect([shares.take("b", 40), shares.take("b"), shares.grow("b", 5)]).toEqual([true, false, false]);
  shares.give("b", 40);
  const waits = shares.wait("a", 1, never);
  expect([shares.waiting, shares.grow("a", 10), shares.held]).toEqual([1, true, 30]);
  shares.give("a", 30);
  await waits;
  expect(shares.held).toBe(1);
});

test("a wait ends with its signal, and lets those behind it pass", async () => {
  const shares = new Shares(10);
  await shares.wait("a", 5, never);
  const stop = new AbortController();
  const large = shares.wait("b", 9, stop.signal);
  const small = shares.wait("c", 2, never);
  stop.abort();
  await expect(large).rejects.toMatchObject({ code: "aborted" });
  await small;
  expect([shares.held, shares.waiting]).toEqual([7, 0]);
  await expect(shares.wait("d", 1, stop.signal)).rejects.toMatchObject({ code: "aborted" });
  await expect(shares.wait("d", 11, never)).rejects.toThrow(RangeError);
});

test("at any order of calls nobody holds more than there is, and all is given back", async () => {
  const random = seeded(7);
  const shares = new Shares(64);
  let most = 0;
  const user = async (holder: string) => {
    for (let turn = 0; turn < 50; turn++) {
      const amount = 1 + Math.floor(random() * 20);
      const stop = new AbortController();
      if (random() < 0.2) queueMicrotask(() => stop.abort());
      const isHeld = await shares.wait(holder, amount, stop.signal).then(
        () => true,
        () => false,
      );
      most = Math.max(most, shares.held);
      await new Promise((resolve) => setImmediate(resolve));
      if (isHeld) shares.give(holder, amount);
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, i) => user(`holder ${i % 5}`)));
  expect([shares.held, shares.waiting]).toEqual([0, 0]);
  expect(most).toBeGreaterThan(32);
  expect(most).toBeLessThanOrEqual(64);
});
