/**
 * 10,000 requests that Schemathesis makes from the document of the service, valid and invalid ones, to a service in a process of its own:
 * no 5xx, no status, header or body that the document does not declare, no method that it does not name. The tool is installed for the run.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../faces/client/generators/generated.ts";
import { skippable } from "../../support/skippable.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { makePlace, startService } from "./process/service.ts";

const VERSION = "4.32.5";
const CASES_MIN = 10_000;
const CHECKS = [
  ...["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance"],
  ...["response_schema_conformance", "unsupported_method", "allow_header_conformance"],
];

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
      ...["--phases", "coverage,fuzzing", "--max-examples", "40", "--seed", "7", "--continue-on-failure", "--no-color"],
      // It makes no bodies of lines of JSON, which it would call an error.
      ...["--exclude-path", "/api/v1/attribution/analyze/batch", "--warnings", "off", "--workers", "2"],
      ...["--checks", CHECKS.join(","), "--request-timeout", "120"],
    ];
    const said = await run(join(folder, "venv/bin/schemathesis"), words, folder).catch((error: Error) => error.message);
    const [, generated] = /([\d,]+) generated/.exec(said) ?? [];
    console.log(said.slice(-1_500));
    expect(Number(generated)).toBeGreaterThanOrEqual(CASES_MIN);
    expect(said).not.toMatch(/found \d+ unique failures|errored/);
    expect(await service.stop()).toBe(0);
  },
  3_600_000,
);
