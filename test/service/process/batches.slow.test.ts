import { test } from "vitest";
import { killedBatch } from "./batchesKill.ts";

test("10,000 lines are answered once each, in order, and counted once each, though the service is killed twice", async () => {
  await killedBatch(10_000, [2_000, 5_000]);
}, 1_800_000);
