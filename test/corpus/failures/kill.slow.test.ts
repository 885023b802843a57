import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { killCycles } from "./killCycles.ts";

const root = temporaryFolder();

test("1,000 processes killed while they change corpora lose no acknowledged change", async () => {
  const total = { acknowledged: 0, inFlight: 0, staleLocks: 0, unfinished: 0 };
  for (let corpus = 0; corpus < 20; corpus++) {
    const tally = await killCycles(join(root, `${corpus}`), 50, 1_000 * corpus);
    console.log(JSON.stringify(tally));
    expect(tally.filesMax).toBeLessThan(80);
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += tally[key];
  }
  console.log(JSON.stringify(total));
  expect(total.acknowledged).toBeGreaterThan(2_000);
  expect(total.inFlight).toBeGreaterThan(500);
  expect(total.staleLocks).toBeGreaterThan(300);
  expect(total.unfinished).toBeGreaterThan(50);
}, 1_800_000);
