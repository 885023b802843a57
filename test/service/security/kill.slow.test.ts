import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { killServices } from "./killCycles.ts";

const folder = temporaryFolder();

test("of 200 services that are killed under load none takes along what it acknowledged", async () => {
  const tally = await killServices(folder, 200, 100);
  console.log(JSON.stringify(tally));
  expect(tally.acknowledged).toBeGreaterThan(1_000);
}, 1_800_000);
