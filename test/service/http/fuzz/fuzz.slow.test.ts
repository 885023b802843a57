import { expect, test } from "vitest";
import { type FuzzTally, fuzz } from "./fuzz.ts";
import { openFuzzWorld, startLeadServices } from "./world.ts";

const WORLDS = 25;
const REQUESTS = 4_000;

test("100,000 requests to 25 services give only responses that the document declares", async () => {
  const tallies: FuzzTally[] = [];
  await using services = await startLeadServices();
  const started = performance.now();
  for (let seed = 100; seed < 100 + WORLDS; seed++)
    tallies.push(await fuzz(await openFuzzWorld({ leads: services.url }), REQUESTS, seed));
  const statuses: Record<string, number> = {};
  for (const tally of tallies) {
    for (const [status, times] of Object.entries(tally.statuses)) statuses[status] = (statuses[status] ?? 0) + times;
  }
  const perSecond = (1000 * WORLDS * REQUESTS) / (performance.now() - started);
  console.log(JSON.stringify({ requests: WORLDS * REQUESTS, perSecond: Math.round(perSecond), statuses }));
  expect(tallies.flatMap(({ complaints }) => complaints)).toEqual([]);
}, 3_600_000);
