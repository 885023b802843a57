/**
 * The packages as registries get them, in empty projects: a wheel with the whole engine in a new environment, where it
 * answers offline, and the recipes run; the modules of Go from a module that knows them by `replace` only; the package of
 * npm as it is packed. The first example of each README runs against `spolia serve`. And committed files of the clients that
 * are not what their sources say are told.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTENT } from "../../service/http/served.ts";
import { skippable } from "../../support/skippable.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { run } from "./generators/generated.ts";
import { GO, GO_SOURCES } from "./go/go.ts";
import { PYTHON_SOURCES } from "./python/python.ts";

const ROOT = join(import.meta.dirname, "../../..");
const RECIPES = join(PYTHON_SOURCES, "recipes");
/** datatrove reads texts by regex, and does not ask for it. */
const REQUIREMENTS = ["pandas", "datasets", "datatrove", "regex", "mypy"];

const KEY = "sp_live_of_the_first_example";
const PRINTED = /^\w+ \d+(?:\.\d+)? \d+\n$/;

let service: ChildProcess;
let url: string;
beforeAll(async () => {
  const serve = [join(ROOT, "build/cli.js"), "serve", "--port", "0", "--json", "--log", "none"];
  service = spawn(process.execPath, serve, { env: { ...process.env, SPOLIA_API_KEY: KEY } });
  let printed = "";
  while (!/\}\s*$/.test(printed)) printed += (await once(service.stdout!, "data"))[0];
  url = JSON.parse(printed).url;
});
afterAll(() => service.kill());

/** The first example of a README, with the address of the service that runs. */
function exampleOf(client: string, language: string): string {
  const text = readFileSync(join(ROOT, "src/faces/client", client, "README.md"), "utf8");
  const [, example] = new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(text)!;
  const source = example!.replace("http://127.0.0.1:8787", url);
  expect(source).not.toBe(example);
  return source;
}

const hasPython = spawnSync("python3", ["-c", "import venv, ensurepip"]).status === 0;
describe.skipIf(!hasPython)(skippable("the wheel", !hasPython, "no Python 3 with venv"), () => {
  let folder: string;
  let python: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    await run(process.execPath, [join(ROOT, "src/build/clients/python/engine.ts"), join(folder, "source")], ROOT);
    await run("python3", ["-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, "./source"], folder);
    await run("python3", ["-m", "venv", "venv"], folder);
    python = join(folder, "venv/bin/python");
    const wheel = join(folder, "spolia-0.2.0-py3-none-any.whl[core,local]");
    await run(
      python,
      ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, ...REQUIREMENTS],
      folder,
    );
    writeFileSync(join(folder, "tale.txt"), CONTENT);
  });
  const answered = async (...args: string[]) => (await run(python, args, folder)).trim();

  test("has its metadata, its types, and the core", async () => {
    const told = await answered(
      "-c",
      "from importlib.metadata import metadata, files; m = metadata('spolia');" +
        "names = {str(one) for one in files('spolia')};" +
        "print(m['Name'], m['Version'], m['Requires-Python'], m['License-Expression'], sorted(m.get_all('Provides-Extra'))," +
        "all(f'spolia/{one}' in names for one in ('py.typed', 'core/engine.wasm', 'core/fold.spolia1.bin')))",
    );
    expect(told).toBe("spolia 0.2.0 >=3.10 MIT ['core', 'datatrove', 'local', 'spark'] True");
    writeFileSync(
      join(folder, "typed.py"),
      "import spolia\nreveal_type(spolia.Spolia().analyze(content='a').verdict)\nspolia.Spolia(timeout='a')\n",
    );
    const checked = spawnSync(python, ["-m", "mypy", "--strict", "typed.py"], { cwd: folder, encoding: "utf8" });
    expect(checked.stdout).toContain("Found 1 error");
  });

  test("answers offline, with the engine and the Node that it brought", async () => {
    const program = [
      "import spolia, subprocess",
      "from spolia import _local",
      "content = open('tale.txt', encoding='utf-8').read()",
      "engine = [_local._node(None), str(_local._engine(None))]",
      "subprocess.run([*engine, 'corpus', 'build', '-o', 'tales.spolia', '--dataset', 't', 'tale.txt'], check=True, stdout=-3)",
      "with spolia.local(corpora=['tales.spolia']) as client:",
      "    result = client.analyze(content=content)",
      "print(result.verdict, result.fingerprint == spolia.fingerprint(content).id)",
    ].join("\n");
    expect(await answered("-c", program)).toBe("match True");
  });

  test("runs the first example of the README", async () => {
    writeFileSync(join(folder, "example.py"), exampleOf("python", "python"));
    expect(await run(python, ["example.py"], folder, { SPOLIA_API_KEY: KEY })).toMatch(PRINTED);
  });

  test("pandas, datasets and datatrove as the recipes say", async () => {
    expect(await answered(join(RECIPES, "pandas_column.py"))).toBe("2 of 3");
    expect(await answered(join(RECIPES, "datasets_map.py"))).toMatch(/2 of 3$/);
    const unknown = "A text about the repair of bicycles, which no corpus of this test has ever seen before. ".repeat(
      5,
    );
    expect(await answered(join(RECIPES, "datatrove_filter.py"), "tales.spolia", CONTENT, unknown)).toMatch(/1 of 2$/);
  });
});

describe.skipIf(GO === null)(skippable("modules of Go", GO === null, "no Go 1.24"), () => {
  test("the first example of the core runs in a new module", async () => {
    const folder = temporaryFolder();
    const [, example] = /```go\n([^`]*)```/.exec(readFileSync(join(GO_SOURCES, "core/README.md"), "utf8"))!;
    writeFileSync(join(folder, "main.go"), example!);
    const go = (...args: string[]) =>
      run(GO!, args, folder, { GOFLAGS: "-mod=mod -buildvcs=false", GOTOOLCHAIN: "local" });
    await go("mod", "init", "example.org/new");
    const core = "github.com/spolia/spolia/src/faces/client/go/core";
    await go("mod", "edit", `-require=${core}@v0.2.0`, `-replace=${core}=${join(GO_SOURCES, "core")}`);
    expect(await go("run", ".")).toBe("true 1\n");
  });

  test("the first example of the client runs in a new module", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "main.go"), exampleOf("go", "go"));
    const environment = { GOFLAGS: "-mod=mod -buildvcs=false", GOTOOLCHAIN: "local", SPOLIA_API_KEY: KEY };
    const go = (...args: string[]) => run(GO!, args, folder, environment);
    const client = "github.com/spolia/spolia/src/faces/client/go";
    await go("mod", "init", "example.org/new");
    await go("mod", "edit", `-require=${client}@v0.2.0`, `-replace=${client}=${GO_SOURCES}`);
    expect(await go("run", ".")).toMatch(PRINTED);
  });
});

test("the package of npm, packed and installed into an empty project, runs the first example", async () => {
  const folder = temporaryFolder();
  const [packed] = JSON.parse(
    await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], ROOT),
  );
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await run("npm", ["install", "--no-audit", "--no-fund", `./${packed.filename}`], folder);
  writeFileSync(join(folder, "example.ts"), exampleOf("typescript", "ts"));
  expect(await run(process.execPath, ["example.ts"], folder, { SPOLIA_API_KEY: KEY })).toMatch(PRINTED);
});

test("each committed file of the clients is told that is not what its sources say", async () => {
  const folder = temporaryFolder();
  const files = [
    "src/faces/client/go/core/engine.wasm",
    "src/faces/client/go/core/fold.spolia1.bin",
    "src/faces/client/go/types.generated.go",
    "src/faces/client/go/encoding.generated.go",
    "src/faces/client/go/methods.generated.go",
  ];
  const check = () =>
    spawnSync(process.execPath, [join(ROOT, "src/build/clients/clients.ts"), "--check", folder], { encoding: "utf8" });
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  expect(check()).toMatchObject({ status: 0, stderr: "" });
  for (const file of files) {
    const bytes = readFileSync(join(folder, file));
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(join(folder, file), bytes);
  }
  const { status, stderr } = check();
  expect(status).toBe(1);
  expect(files.filter((file) => !stderr.includes(`${file} is not what its sources say`))).toEqual([]);
});
