/** The package `core` of Go reproduces the table of cases; its dependencies come from the module proxy, or are there already. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { skippable } from "../../../support/skippable.ts";
import { run } from "../generators/generated.ts";
import { GO, GO_ENVIRONMENT, GO_SOURCES } from "./go.ts";

const CORE = join(GO_SOURCES, "core");
const environment = { ...process.env, ...GO_ENVIRONMENT };
const hasModules = GO !== null && spawnSync(GO, ["list", "-deps", "."], { cwd: CORE, env: environment }).status === 0;

test("CI has the modules of the core", () => {
  if (process.env["CI"] !== undefined) expect(hasModules).toBe(true);
});

const isAbsent = !hasModules;
describe.skipIf(isAbsent)(skippable("the core in Go", isAbsent, "no Go 1.24, or no wazero: go mod download"), () => {
  const go = (...args: string[]) => run(GO!, args, CORE, GO_ENVIRONMENT);

  test("it reproduces the table, from several goroutines, and reads damaged fingerprints", async () => {
    // What vet says of it is asked below.
    expect(await go("test", "-vet=off", ".")).toMatch(/^ok/);
  });

  test("the code is as gofmt writes it, and vet finds nothing", async () => {
    expect(await go("vet", ".")).toBe("");
  });
});
