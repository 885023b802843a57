/** A kernel that never ends fails the run within a bound, by the name of its test, and the other files run on. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const fixture = fileURLToPath(new URL("fixture", import.meta.url));
const vitest = fileURLToPath(new URL("../../../node_modules/vitest/vitest.mjs", import.meta.url));

test("a loop in wasm that never ends is ended and named, and what waits or pauses for as long is not", () => {
  const run = spawnSync(process.execPath, [vitest, "run", "--root", fixture], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
    timeout: 540_000,
  });
  expect(run.signal, "the run ended by itself").toBeNull();
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(/Stuck: \S+endless\.test\.ts > never ends\n/);
  expect(run.stderr.match(/Stuck:/g)).toHaveLength(1);
  expect(run.stdout).toMatch(/✓ sound\.test\.ts \(2 tests\)/);
});
