import { expect, test } from "vitest";
import { fuzz } from "./fuzz.ts";
import { openFuzzWorld, startLeadServices } from "./world.ts";

test("2,000 requests generated from the document give only responses that it declares", async () => {
  const world = await openFuzzWorld();
  const tally = await fuzz(world, 2_000, 1);
  expect(tally.complaints).toEqual([]);
  // Not by refusing everything, nor by taking everything.
  expect(tally.statuses["200"]).toBeGreaterThan(400);
  expect(tally.statuses["400"]).toBeGreaterThan(200);
});

test("so do 500 for leads, of every kind, from local services", async () => {
  await using services = await startLeadServices();
  const world = await openFuzzWorld({ leads: services.url, isHarvested: false });
  world.operations = world.operations.filter(({ path }) => path === "/api/v1/leads");
  const tally = await fuzz(world, 500, 1);
  expect(tally.complaints).toEqual([]);
  expect(tally.statuses["200"]).toBeGreaterThan(40);
  const asked = services.received.map(({ url }) => url.split("?")[0]!);
  for (const path of ["/splits", "/search", "/collinfo.json"]) expect(asked).toContain(path);
  expect(asked.some((path) => path.startsWith("/crawl-data/"))).toBe(true);
});
