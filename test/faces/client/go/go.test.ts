/** The client in Go goes through all scenarios, and its first example runs. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientMethods } from "../../../../src/build/clients/surface.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { skippable } from "../../../support/skippable.ts";
import { temporaryFolder } from "../../../support/suites/corpus/places.ts";
import { openForClients, run } from "../generators/generated.ts";
import { SCENARIOS, startFaultServer } from "../scenarios/faultServer.ts";
import { expectOutcome, type Outcome } from "../scenarios/outcomes.ts";
import { GO, GO_ENVIRONMENT, GO_SOURCES } from "./go.ts";

const RUNNER = import.meta.dirname;

test("CI has Go", () => {
  if (process.env["CI"] !== undefined) expect(GO).not.toBeNull();
});

test("the version is that of the package", () => {
  const [, version] = /Version = "(.*)"/.exec(readFileSync(join(GO_SOURCES, "version.go"), "utf8"))!;
  expect(version).toBe(JSON.parse(readFileSync(join(GO_SOURCES, "../../../../package.json"), "utf8")).version);
});

const isAbsent = GO === null;
describe.skipIf(isAbsent)(skippable("the client in Go", isAbsent, "no Go 1.24"), () => {
  const go = (args: readonly string[], folder: string, more: NodeJS.ProcessEnv = {}) =>
    run(GO!, args, folder, { ...GO_ENVIRONMENT, ...more });

  let server: Awaited<ReturnType<typeof startFaultServer>>;
  let outcomes: Outcome[];
  beforeAll(async () => {
    server = await startFaultServer();
    outcomes = JSON.parse(
      await go(["run", ".", join(import.meta.dirname, "../scenarios/scenarios.json"), server.url], RUNNER),
    );
  });
  afterAll(() => server.close());

  test("there is an outcome of each scenario", () => expect(outcomes).toHaveLength(SCENARIOS.length));
  test.each(SCENARIOS.map((one, index) => [one.name, one, index] as const))("%s", (_, one, index) => {
    expectOutcome(one, outcomes[index]!, server.asked(index));
  });

  test("the code is as gofmt writes it, and vet finds nothing", async () => {
    const gofmt = join(dirname((await go(["env", "GOROOT"], RUNNER)).trim()), "go/bin/gofmt");
    expect(await run(gofmt, ["-l", GO_SOURCES, RUNNER], RUNNER)).toBe("");
    expect(await go(["vet", "."], GO_SOURCES)).toBe("");
  });

  test("its own tests pass", async () => {
    // What vet says of them too is asked above.
    expect(await go(["test", "-vet=off", "."], GO_SOURCES)).toMatch(/^ok/);
  });

  test("every operation has a method", async () => {
    const listed = await go(["doc", "-all", "."], GO_SOURCES);
    for (const { resource, name } of notEmpty(clientMethods())) {
      const receiver = resource === "" ? "c \\*Client" : `s \\*${resource}Service`;
      expect(listed).toMatch(new RegExp(`^func \\(${receiver}\\) ${name}\\(`, "im"));
    }
  });

  test("the first example of the README runs as it is printed", async () => {
    const service = await openForClients();
    const [, example] = /```go\n([^`]*)```/.exec(readFileSync(join(GO_SOURCES, "README.md"), "utf8"))!;
    const source = example!.replace("http://127.0.0.1:8787", service.url);
    expect(source).not.toBe(example);
    const folder = temporaryFolder();
    writeFileSync(join(folder, "main.go"), source);
    cpSync(join(RUNNER, "go.mod"), join(folder, "go.mod"));
    await go(["mod", "edit", `-replace=github.com/spolia/spolia/src/faces/client/go=${GO_SOURCES}`], folder);
    const printed = await go(["run", "."], folder, { SPOLIA_API_KEY: service.key });
    await service.close();
    expect(printed).toMatch(/^\w+ \d+(?:\.\d+)? \d+\n$/);
  });
});
