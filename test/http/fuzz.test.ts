import { expect, test } from "vitest";
import { fuzz } from "./fuzz.ts";
import { openFuzzWorld } from "./fuzz.world.ts";

test("2,000 requests generated from the document give only responses that it declares", async () => {
  const world = await openFuzzWorld();
  const tally = await fuzz(world, 2_000, 1);
  expect(tally.complaints).toEqual([]);
  // Not by refusing everything, nor by taking everything.
  expect(tally.statuses["200"]).toBeGreaterThan(400);
  expect(tally.statuses["400"]).toBeGreaterThan(200);
});
