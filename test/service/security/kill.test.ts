import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { killServices } from "./killCycles.ts";

const folder = temporaryFolder();

test("of 3 services that are killed under load none takes along what it acknowledged", async () => {
  const { acknowledged } = await killServices(folder, 3, 1);
  expect(acknowledged).toBeGreaterThan(20);
});
