/**
 * Clients in Python, Go and TypeScript, made by generators of these languages from the document that a service serves:
 * they compile, and call this service. Options say where a client goes and how it is called, no more, but for one of
 * oapi-codegen. Spectral finds no error in the document. The tools are installed for the run, in the versions that
 * stand here, in `requirements.txt` and in the files of Go modules.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { skippable } from "../../../support/skippable.ts";
import { openForClients, run, used } from "./generated.ts";

const OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
/** Its version is that of the module, which its clients need to run. */
const OGEN = "github.com/ogen-go/ogen/cmd/ogen";
const SPECTRAL = "@stoplight/spectral-cli@6.15.0";
/** npm takes no later versions of what Spectral depends on. */
const SPECTRAL_BEFORE = "2026-11-01";

/** What a machine has to have, each by a command that fails without it. */
const NEEDED = {
  "the npm registry": ["npm", "view", SPECTRAL, "version"],
  "Python 3 with venv": ["python3", "-c", "import venv, ensurepip"],
  Java: ["java", "-version"],
  Go: ["go", "version"],
} as const;
type Needed = keyof typeof NEEDED;

const absent = new Set<Needed>();
for (const [name, [program, ...args]] of Object.entries(NEEDED) as [Needed, readonly [string, ...string[]]][])
  if (spawnSync(program, args, { timeout: 60_000 }).status !== 0) absent.add(name);

/** A test of what needs tools from registries; skipped where the machine has not what they need. */
function withTools(name: string, needs: readonly Needed[], made: () => Promise<void>): void {
  const missing = (["the npm registry", ...needs] as const).filter((one) => absent.has(one));
  const isSkipped = missing.length > 0;
  test.skipIf(isSkipped)(skippable(name, isSkipped, `needs ${missing.join(" and ")}`), made);
}

let service: Awaited<ReturnType<typeof openForClients>>;
beforeAll(async () => {
  service = await openForClients();
});
afterAll(() => service.close());

const here = (name: string) => join(import.meta.dirname, name);
const called = () => [service.url, service.key, service.content];
const CALLED = { verdict: "match", keys: 1 };

let python: Promise<NodeJS.ProcessEnv> | undefined;
/** The environment in which the generators of `requirements.txt` are. */
const inPython = (): Promise<NodeJS.ProcessEnv> => {
  python ??= (async () => {
    await run("python3", ["-m", "venv", "venv"], service.folder);
    const bin = join(service.folder, "venv/bin");
    const pip = ["install", "--quiet", "--disable-pip-version-check", "-r", here("requirements.txt")];
    await run(join(bin, "pip"), pip, service.folder);
    return { PATH: `${bin}${delimiter}${process.env["PATH"]}` };
  })();
  return python;
};

/** Runs OpenAPI Generator. @returns the folder with the client */
async function generated(generator: string, ...more: string[]): Promise<string> {
  const env = await inPython();
  const jar = "import openapi_generator_cli as at; print(at.__path__[0] + '/openapi-generator.jar', end='')";
  const path = await run("python", ["-c", jar], service.folder, env);
  const args = ["-Xmx600m", "-jar", path, "generate", "-g", generator, "-i", "openapi.json", "-o", generator, ...more];
  await run("java", args, service.folder);
  return join(service.folder, generator);
}

/** Compiles every module of a client in Python, and runs a program that uses it. */
async function usedInPython(name: string, folder: string): Promise<unknown> {
  const env = await inPython();
  await run("python", ["-m", "compileall", "-q", "."], folder, env);
  cpSync(here(`${name}.use.py.txt`), join(folder, "use.py"));
  return JSON.parse(await run("python", ["use.py", ...called()], folder, env));
}

const IN_GO = { GOFLAGS: "-mod=mod -buildvcs=false", GOTOOLCHAIN: "local" };

/** Compiles all of a client in Go, and runs a program that uses it. */
async function usedInGo(name: string, folder: string): Promise<unknown> {
  mkdirSync(join(folder, "use"));
  cpSync(here(`${name}.use.go.txt`), join(folder, "use/main.go"));
  await run("go", ["vet", ".", "./use"], folder, IN_GO);
  return JSON.parse(await run("go", ["run", "./use", ...called()], folder, IN_GO));
}

withTools("openapi-generator: a client in Python", ["Python 3 with venv", "Java"], async () => {
  expect(await usedInPython("openapi-generator", await generated("python"))).toEqual(CALLED);
});

withTools("openapi-generator: a client in Go", ["Python 3 with venv", "Java", "Go"], async () => {
  const names = ["--git-host", "example.org", "--git-user-id", "spolia", "--git-repo-id", "client"];
  const folder = await generated("go", "--additional-properties=packageName=client", ...names);
  expect(await usedInGo("openapi-generator", folder)).toEqual(CALLED);
});

withTools("openapi-generator: a client in TypeScript, for fetch", ["Python 3 with venv", "Java"], async () => {
  await generated("typescript-fetch");
  const use = await used(service.folder, "typescript-fetch");
  expect(await use(service.url, service.key, service.content)).toEqual(CALLED);
});

withTools("openapi-python-client", ["Python 3 with venv"], async () => {
  const folder = join(service.folder, "python-client");
  mkdirSync(folder);
  const command = "openapi-python-client generate --path ../openapi.json --output-path client --meta none 2>&1";
  const told = await run("sh", ["-c", command], folder, await inPython());
  // Lines of JSON are no content that it knows; their three places are all that it leaves out.
  expect(told.match(/^(?:WARNING|ERROR) .*$/gm)).toHaveLength(3);
  expect(told.match(/Unsupported content.type application\/x-ndjson/g)).toHaveLength(3);
  expect(await usedInPython("openapi-python-client", folder)).toEqual(CALLED);
});

withTools("oapi-codegen", ["Go"], async () => {
  const folder = join(service.folder, "oapi-codegen");
  mkdirSync(folder);
  cpSync(here("oapi-codegen.mod.txt"), join(folder, "go.mod"));
  await run("go", ["install", OAPI_CODEGEN], folder, { GOBIN: folder, GOFLAGS: "-buildvcs=false" });
  await run(join(folder, "oapi-codegen"), ["-config", here("oapi-codegen.yaml"), "../openapi.json"], folder);
  expect(await usedInGo("oapi-codegen", folder)).toEqual(CALLED);
});

withTools("ogen", ["Go"], async () => {
  const folder = join(service.folder, "ogen");
  mkdirSync(folder);
  cpSync(here("ogen.mod.txt"), join(folder, "go.mod"));
  await run("go", ["run", OGEN, "--target", ".", "--package", "client", "../openapi.json"], folder, IN_GO);
  expect(await usedInGo("ogen", folder)).toEqual(CALLED);
});

withTools("Spectral finds no error", [], async () => {
  const folder = join(service.folder, "spectral");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "rules.json"), JSON.stringify({ extends: ["spectral:oas"] }));
  // Without the scripts of packages: one of them sends statistics.
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `--before=${SPECTRAL_BEFORE}`, SPECTRAL];
  await run("npm", args, folder);
  const spectral = join(folder, "node_modules/@stoplight/spectral-cli/dist/index.js");
  const lint = (path: string) =>
    run(
      process.execPath,
      [spectral, "lint", path, "-r", "rules.json", "-f", "json", "--fail-severity", "error"],
      folder,
    );
  const found = JSON.parse(await lint("../openapi.json")) as { severity: number }[];
  expect(found.filter(({ severity }) => severity === 0)).toEqual([]);
  writeFileSync(join(folder, "wrong.json"), JSON.stringify({ openapi: "3.1.1", paths: {} }));
  await expect(lint("wrong.json")).rejects.toThrow("info");
});
