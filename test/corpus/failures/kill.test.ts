import { join } from "node:path";
import { expect, test } from "vitest";
import { fewOrAll } from "../../support/scale.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { killCycles, killManyCycles } from "./killCycles.ts";

const root = temporaryFolder();

test("25 processes killed while they change a corpus lose no acknowledged change", async () => {
  const tally = await killCycles(join(root, "corpus"), 25, 301);
  expect(tally.acknowledged).toBeGreaterThan(25);
  expect(tally.inFlight).toBeGreaterThan(10);
  expect(tally.staleLocks).toBeGreaterThan(5);
  expect(tally.unfinished).toBeGreaterThan(1);
  expect(tally.filesMax).toBeLessThan(80);
});

test("four simultaneous writers of one corpus, when killed, lose no acknowledged change", async () => {
  const acknowledged = await killManyCycles(join(root, "shared"), fewOrAll(5, 10), 4, 302);
  expect(Math.min(...acknowledged)).toBeGreaterThan(1);
});
