/** The client in Python goes through all scenarios, for threads and for `asyncio`, and runs its first example. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../suites/places.ts";
import { skippable } from "../suites/skippable.ts";
import { SCENARIOS, startFaultServer } from "./faultServer.ts";
import { openForClients, run } from "./generated.ts";
import { expectOutcome, type Outcome } from "./outcomes.ts";
import { PYTHON, PYTHON_SOURCES } from "./python.ts";

const environment = { PYTHONPATH: PYTHON_SOURCES, PYTHONDONTWRITEBYTECODE: "1", PYTHONIOENCODING: "utf-8" };

test("CI has a Python with httpx", () => {
  if (process.env["CI"] !== undefined) expect(PYTHON).not.toBeNull();
});

const isAbsent = PYTHON === null;
describe.skipIf(isAbsent)(skippable("the client in Python", isAbsent, "no Python 3.10 with httpx"), () => {
  describe.each(["sync", "async"])("%s", (mode) => {
    let server: Awaited<ReturnType<typeof startFaultServer>>;
    let outcomes: Outcome[];
    beforeAll(async () => {
      server = await startFaultServer();
      const program = join(import.meta.dirname, "run_scenarios.py");
      outcomes = JSON.parse(await run(PYTHON!, [program, server.url, mode], PYTHON_SOURCES, environment));
    });
    afterAll(() => server.close());

    test("there is an outcome of each scenario", () => expect(outcomes).toHaveLength(SCENARIOS.length));
    test.each(SCENARIOS.map((one, index) => [one.name, one, index] as const))("%s", (_, one, index) => {
      expectOutcome(one, outcomes[index]!, server.asked(index));
    });
  });

  test("the first example of the README runs as it is printed", async () => {
    const service = await openForClients();
    const [, example] = /```python\n([^`]*)```/.exec(readFileSync(join(PYTHON_SOURCES, "README.md"), "utf8"))!;
    const source = example!.replace("http://127.0.0.1:8787", service.url);
    expect(source).not.toBe(example);
    const folder = temporaryFolder();
    writeFileSync(join(folder, "example.py"), source);
    const printed = await run(PYTHON!, ["example.py"], folder, { ...environment, SPOLIA_API_KEY: service.key });
    await service.close();
    expect(printed).toMatch(/^\w+ \d+(?:\.\d+)? \d+\n$/);
  });

  test("the version is that of the package", async () => {
    const printed = await run(PYTHON!, ["-c", "import spolia; print(spolia.__version__)"], PYTHON_SOURCES, environment);
    expect(printed.trim()).toBe(
      JSON.parse(readFileSync(join(PYTHON_SOURCES, "../../../package.json"), "utf8")).version,
    );
  });
});
