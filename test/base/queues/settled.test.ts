import { expect, test } from "vitest";
import { allSettledValues } from "../../../src/base/queues/settled.ts";

/** A promise that settles after this many turns of the event loop. */
async function after<Value>(turns: number, settle: () => Value): Promise<Value> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  return settle();
}

function fail(message: string): never {
  throw new Error(message);
}

test("gives the values in their order, each with its own type", async () => {
  const [number, text] = await allSettledValues([after(2, () => 1), after(0, () => "two")]);
  expect([number.toFixed(1), text.toUpperCase()]).toEqual(["1.0", "TWO"]);
  expect(await allSettledValues([])).toEqual([]);
});

test("throws the first error in the order of the promises, once all have settled", async () => {
  const settled: string[] = [];
  const slow = after(5, () => settled.push("slow")).then(() => fail("slow"));
  const fast = after(0, () => settled.push("fast")).then(() => fail("fast"));
  await expect(allSettledValues([slow, fast])).rejects.toThrow("slow");
  expect(settled).toEqual(["fast", "slow"]);
});

test("discards each value where nothing is returned, and none where all are", async () => {
  const discarded: number[] = [];
  const discard = async (value: number) => void discarded.push(value);
  const failing = [after(3, () => 1), after(0, () => fail("one")), after(1, () => 3)];
  await expect(allSettledValues(failing, discard)).rejects.toThrow("one");
  expect(discarded).toEqual([1, 3]);
  expect(await allSettledValues([after(1, () => 4)], discard)).toEqual([4]);
  expect(discarded).toEqual([1, 3]);
});
