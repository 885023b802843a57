import { test } from "vitest";
import { killedBatch } from "./batchesKill.ts";

test("1,000 lines are answered once each, in order, and counted once each, though the service is killed", async () => {
  await killedBatch(1_000, [250]);
});
