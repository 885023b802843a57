import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../suites/places.ts";
import { killCycles, killManyCycles } from "./kill.cycles.ts";

const root = temporaryFolder();

test("of 50 processes that are killed while they change a corpus none takes along what it had acknowledged", async () => {
  const tally = await killCycles(join(root, "corpus"), 50, 301);
  expect(tally.acknowledged).toBeGreaterThan(50);
  expect(tally.inFlight).toBeGreaterThan(20);
  expect(tally.staleLocks).toBeGreaterThan(10);
  expect(tally.unfinished).toBeGreaterThan(3);
  expect(tally.filesMax).toBeLessThan(80);
});

test("of four processes at a time that write to one corpus and are killed none loses what it had acknowledged", async () => {
  const acknowledged = await killManyCycles(join(root, "shared"), 10, 4, 302);
  expect(Math.min(...acknowledged)).toBeGreaterThan(3);
});
