import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { killCycles } from "../fixtures/killCycles.ts";

const folder = temporaryFolder();

test("of 20 processes that are killed while they write none takes along what was acknowledged", async () => {
  const tally = await killCycles(join(folder, "one.sqlite"), 20, 1, 1);
  expect(tally.acknowledged).toBeGreaterThan(200);
  expect(tally.made + tally.lost).toBeGreaterThan(20);
});

test("nor of two at once on one file", async () => {
  const tally = await killCycles(join(folder, "two.sqlite"), 3, 2, 2);
  expect(tally.acknowledged).toBeGreaterThan(20);
});
