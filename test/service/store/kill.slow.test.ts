import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { killCycles } from "../fixtures/killCycles.ts";

const folder = temporaryFolder();

test("of 200 processes that are killed while they write, and 40 pairs of them, none takes along what was acknowledged", async () => {
  const one = await killCycles(join(folder, "one.sqlite"), 200, 1, 1);
  const two = await killCycles(join(folder, "two.sqlite"), 40, 2, 2);
  console.log(JSON.stringify({ one, two }));
  expect(one.acknowledged).toBeGreaterThan(2_000);
  expect(one.made + one.lost).toBeGreaterThan(200);
  expect(two.acknowledged).toBeGreaterThan(400);
}, 1_800_000);
