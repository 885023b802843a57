/** What is computed once, and what is tried again. */
import { expect, test } from "vitest";
import { loadedOnce, remembered } from "../../../src/base/queues/remembered.ts";

test("a load is made once for all who ask meanwhile and later, and again only where it failed", async () => {
  const answers = [new Error("no network"), "first", "second"];
  let loads = 0;
  const load = loadedOnce(async () => {
    const answer = answers[loads++]!;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  expect(loads).toBe(0);
  await Promise.all([expect(load()).rejects.toThrow("no network"), expect(load()).rejects.toThrow("no network")]);
  expect(loads).toBe(1);
  expect(await Promise.all([load(), load()])).toEqual(["first", "first"]);
  expect([await load(), loads]).toEqual(["first", 2]);
});

test("a value is made once for each key, even where there is none", () => {
  const made: string[] = [];
  const lengthOf = remembered((key: string) => {
    made.push(key);
    return key === "none" ? undefined : key.length;
  });
  expect(["one", "none", "three", "none", "one"].map(lengthOf)).toEqual([3, undefined, 5, undefined, 3]);
  expect(made).toEqual(["one", "none", "three"]);
});
