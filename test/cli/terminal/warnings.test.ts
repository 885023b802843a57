/** Node 22 says that its SQLite is experimental: commands do not repeat it, and pass on all other warnings. */
import { expect, test } from "vitest";
import { hideSqliteWarning } from "../../../src/cli/terminal/warnings.ts";

test("the warning of SQLite is hidden, and no other", () => {
  const told: unknown[][] = [];
  const host = { emitWarning: (...given: unknown[]) => void told.push(given) };
  hideSqliteWarning(host);
  const emit: (...given: unknown[]) => void = host.emitWarning;
  emit("SQLite is an experimental feature and might change at any time", "ExperimentalWarning");
  emit("WASI is an experimental feature", "ExperimentalWarning");
  emit("SQLite is full");
  expect(told).toEqual([["WASI is an experimental feature", "ExperimentalWarning"], ["SQLite is full"]]);
});
