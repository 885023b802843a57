/** What nobody holds any more is freed when it is asked for, and while long work goes on. */
import { expect, test } from "vitest";
import { collectGarbage, collectingGarbage } from "../../../src/cli/threads/garbage.ts";

/** An object that nothing else holds, once the function has returned. */
const forgotten = () => new WeakRef({ text: "x".repeat(1_000) });
const turn = () => new Promise((resolve) => setTimeout(resolve));

test("what nobody holds is freed at once", async () => {
  const gone = forgotten();
  const kept = { text: "kept" };
  const known = new WeakRef(kept);
  // A weak reference holds its object until the end of the turn in which it was made.
  await turn();
  collectGarbage();
  expect(gone.deref()).toBeUndefined();
  expect(known.deref()).toBe(kept);
});

test("long work leaves nothing behind while it waits, and its result comes back", async () => {
  const gone = forgotten();
  const result = await collectingGarbage(async () => {
    while (gone.deref() !== undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    return "done";
  });
  expect(result).toBe("done");
  await expect(collectingGarbage(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
});
