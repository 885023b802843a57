/** The queue of tasks: how many run at once, in which order they start, and what a failing one leaves behind. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createQueue } from "../../../src/base/queues/queue.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";

/** Waits this many turns of the event loop. */
async function turnsPass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("as many run as may, never more, each in its turn, whichever of them fail", async () => {
  const tasks = fc.array(fc.record({ turns: fc.nat(3), fails: fc.boolean() }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), tasks, async (atOnce, asked) => {
      const inTurn = createQueue(atOnce);
      const started: number[] = [];
      const running = new Set<number>();
      let most = 0;
      const ends = asked.map(({ turns, fails }, number) =>
        inTurn(async () => {
          started.push(number);
          running.add(number);
          most = Math.max(most, running.size);
          await turnsPass(turns);
          running.delete(number);
          if (fails) throw new Error(`task ${number}`);
          return number;
        }),
      );
      const settled = await Promise.allSettled(ends);
      expect(started).toEqual(asked.map((_, number) => number));
      expect(most).toBe(Math.min(atOnce, asked.length));
      for (const [number, end] of notAlwaysEmpty(settled.entries()))
        expect(end.status === "fulfilled" ? end.value : String(end.reason)).toBe(
          asked[number]!.fails ? `Error: task ${number}` : number,
        );
    }),
    { numRuns: 50 },
  );
});

test("places that became free are taken again, by as many as before", async () => {
  const inTurn = createQueue(2);
  const ends: (() => void)[] = [];
  const ask = () => inTurn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const first = [ask(), ask(), ask()];
  expect(ends.length).toBe(2);
  for (const end of ends.splice(0)) end();
  await turnsPass(1);
  expect(ends.length).toBe(1);
  ends[0]!();
  await Promise.all(first);
  const second = [ask(), ask(), ask()];
  expect(ends.length).toBe(3);
  for (const end of ends) end();
  await turnsPass(1);
  ends.at(-1)!();
  await Promise.all(second);
});
