/**
 * 10,000 requests that Schemathesis makes from the document of the service, valid and invalid ones, to a service in a process of its own:
 * no 5xx, no status, header or body that the document does not declare, no method that it does not name, nothing against the document taken.
 * The tool is installed for the run. `SPOLIA_SCHEMATHESIS_CASES` says how many requests (60,000 take some 40 minutes).
 */
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../faces/client/generators/generated.ts";
import { skippable } from "../../support/skippable.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { makePlace, startService } from "./process/service.ts";

const VERSION = "4.32.5";
const CASES_MIN = Number(process.env["SPOLIA_SCHEMATHESIS_CASES"] ?? 10_000);
/** Requests that it makes for each example asked for, over all operations: some 120, its phase of coverage left aside. */
const CASES_PER_EXAMPLE = 120;

/**
 * Checks that name what is no fault: valid data that limits between fields refuse, which JSON Schema cannot state; refusals of invalid data
 * with 413 and 431, which it does not expect, and the errors of infini-gram's interface, which come with 200 as from its own hosts.
 */
const LEFT_OUT = ["positive_data_acceptance", "negative_data_rejection"];

const folder = temporaryFolder();
const hasPython = spawnSync("python3", ["-c", "import venv, ensurepip"], { timeout: 60_000 }).status === 0;
const name = `of ${CASES_MIN} requests made from its document, none is answered otherwise than it says`;

test.skipIf(!hasPython)(
  skippable(name, !hasPython, "needs Python 3 with venv"),
  async () => {
    await run("python3", ["-m", "venv", "venv"], folder);
    const pip = ["install", "--quiet", "--disable-pip-version-check", `schemathesis==${VERSION}`];
    await run(join(folder, "venv/bin/pip"), pip, folder);
    const { place, made } = await makePlace(folder, async (registry) => {
      await registry.createTenant({ id: "one", plan: "large" });
      return registry.createKey("one");
    });
    const service = await startService(place);
    const url = `http://127.0.0.1:${service.port}`;
    const words = [
      ...["run", `${url}/api/v1/openapi.json`, "--url", url, "--header", `Authorization: Bearer ${made.key}`],
      ...[
        "--phases",
        "coverage,fuzzing",
        "--max-examples",
        `${Math.ceil(CASES_MIN / CASES_PER_EXAMPLE)}`,
        "--seed",
        "7",
        "--continue-on-failure",
        "--no-color",
      ],
      // It makes no bodies of lines of JSON, which it would call an error.
      ...["--exclude-path", "/api/v1/attribution/analyze/batch", "--warnings", "off", "--workers", "2"],
      ...["--checks", "all", "--exclude-checks", LEFT_OUT.join(","), "--request-timeout", "120"],
      // Its 10 s would judge the load of the machine.
      ...["--max-response-time", "120"],
    ];
    const said = await saidBy(join(folder, "venv/bin/schemathesis"), words);
    const ended = await service.stop();
    const [, generated] = /([\d,]+) generated/.exec(said) ?? [];
    console.log(said.slice(-60_000));
    expect(Number(generated)).toBeGreaterThanOrEqual(CASES_MIN);
    expect(said).not.toMatch(/found \d+ unique failures|errored/);
    expect(ended).toBe(0);
  },
  7_200_000,
);

/** What a program prints, however it ends. */
const saidBy = (program: string, words: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(program, words, { cwd: folder, maxBuffer: 1 << 28 }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
