/** The client in Python goes through all scenarios, for threads and for `asyncio`, and runs its first example. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CONTENT } from "../../../service/http/served.ts";
import { skippable } from "../../../support/skippable.ts";
import { temporaryFolder } from "../../../support/suites/corpus/places.ts";
import { openForClients, run } from "../generators/generated.ts";
import { SCENARIOS, startFaultServer } from "../scenarios/faultServer.ts";
import { expectOutcome, type Outcome } from "../scenarios/outcomes.ts";
import { PYTHON, PYTHON_SOURCES } from "./python.ts";

/** The library as it is built: the whole engine. */
const ENGINE = join(PYTHON_SOURCES, "../../../../build/cli.js");
const isCoreAbsent = PYTHON === null || spawnSync(PYTHON, ["-c", "import numpy, wasmtime"]).status !== 0;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const environment = { PYTHONPATH: PYTHON_SOURCES, PYTHONDONTWRITEBYTECODE: "1", PYTHONIOENCODING: "utf-8" };

test("CI has a Python with httpx, wasmtime and NumPy", () => {
  if (process.env["CI"] !== undefined) expect([PYTHON, isCoreAbsent]).toEqual([expect.any(String), false]);
});

const isAbsent = PYTHON === null;
describe.skipIf(isAbsent)(skippable("the client in Python", isAbsent, "no Python 3.10 with httpx"), () => {
  const MODES = ["sync", "async"] as const;
  type Gone = { server: Awaited<ReturnType<typeof startFaultServer>>; outcomes: Outcome[] };
  let gone: { sync: Gone; async: Gone };
  // At once: most of their time is waits between attempts.
  beforeAll(async () => {
    const program = join(import.meta.dirname, "run_scenarios.py");
    const through = async (mode: (typeof MODES)[number]): Promise<Gone> => {
      const server = await startFaultServer();
      return {
        server,
        outcomes: JSON.parse(await run(PYTHON!, [program, server.url, mode], PYTHON_SOURCES, environment)),
      };
    };
    const [sync, asynchronous] = await Promise.all([through("sync"), through("async")]);
    gone = { sync, async: asynchronous };
  });
  afterAll(() => Promise.all(MODES.map((mode) => gone[mode].server.close())));

  describe.each(MODES)("%s", (mode) => {
    test("there is an outcome of each scenario", () => expect(gone[mode].outcomes).toHaveLength(SCENARIOS.length));
    test.each(SCENARIOS.map((one, index) => [one.name, one, index] as const))("%s", (_, one, index) => {
      expectOutcome(one, gone[mode].outcomes[index]!, gone[mode].server.asked(index));
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

  test.skipIf(isCoreAbsent)(
    skippable("the core reproduces the table of cases", isCoreAbsent, "no wasmtime and NumPy"),
    async () => {
      const program = join(import.meta.dirname, "run_core.py");
      const table = join(import.meta.dirname, "../core/cases.json");
      const told = JSON.parse(await run(PYTHON!, [program, table], PYTHON_SOURCES, environment));
      expect(told).toEqual({ cases: expect.any(Number), differing: [], numpy: true });
      expect(told.cases).toBeGreaterThan(30);
    },
  );

  test.skipIf(!existsSync(ENGINE))(
    skippable("a local engine answers, and ends with its program", !existsSync(ENGINE), "not built"),
    async () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, "tale.txt"), CONTENT);
      await run(
        process.execPath,
        [ENGINE, "corpus", "build", "-o", "tales.spolia", "--dataset", "t", "tale.txt"],
        folder,
      );
      const program = join(import.meta.dirname, "run_local.py");
      const told = JSON.parse(await run(PYTHON!, [program, ENGINE, process.execPath], folder, environment));
      expect(told).toMatchObject({ verdict: "match", without_key: 401, refused: expect.stringContaining("nowhere") });
      for (const pid of [told.closed, told.left]) await vi.waitUntil(() => !isAlive(pid), { timeout: 20_000 });
    },
  );

  test("what JSON cannot hold is refused before it is sent, and a lone surrogate is sent", async () => {
    const service = await openForClients();
    const program = `
import os, spolia
client = spolia.Spolia(base_url=os.environ["SPOLIA_URL"])
for content in (b"bytes", float("nan"), {1, 2}, "\\ud800 " + "a word and another one " * 20):
    try:
        print(client.analyze(content=content).verdict)
    except spolia.SpoliaClientError as error:
        print(type(error).__name__, error)
`;
    const more = { ...environment, SPOLIA_API_KEY: service.key, SPOLIA_URL: service.url };
    const lines = (await run(PYTHON!, ["-c", program], PYTHON_SOURCES, more)).trim().split("\n");
    await service.close();
    expect(lines.slice(0, 3)).toEqual([
      "SpoliaClientError The arguments cannot be sent as JSON: Object of type bytes is not JSON serializable.",
      expect.stringMatching(/^SpoliaClientError The arguments cannot be sent as JSON: Out of range float values/),
      "SpoliaClientError The arguments cannot be sent as JSON: Object of type set is not JSON serializable.",
    ]);
    expect(["none_found", "insufficient_evidence"]).toContain(lines[3]);
    expect(lines).toHaveLength(4);
  });

  test("the version is that of the package", async () => {
    const printed = await run(PYTHON!, ["-c", "import spolia; print(spolia.__version__)"], PYTHON_SOURCES, environment);
    expect(printed.trim()).toBe(
      JSON.parse(readFileSync(join(PYTHON_SOURCES, "../../../../package.json"), "utf8")).version,
    );
  });
});
