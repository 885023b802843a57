/**
 * The packages as registries get them, in empty projects: a wheel with the whole engine in a new environment, where it
 * answers offline, and the recipes run; the modules of Go from a module that knows them by `replace` only.
 * `test/package` does the same for npm.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CONTENT } from "../http/served.ts";
import { temporaryFolder } from "../suites/places.ts";
import { skippable } from "../suites/skippable.ts";
import { run } from "./generated.ts";
import { GO, GO_SOURCES } from "./go.ts";
import { PYTHON_SOURCES } from "./python.ts";

const ROOT = join(import.meta.dirname, "../..");
const RECIPES = join(PYTHON_SOURCES, "recipes");
/** datatrove reads texts by regex, and does not ask for it. */
const REQUIREMENTS = ["pandas", "datasets", "datatrove", "regex", "mypy"];

const hasPython = spawnSync("python3", ["-c", "import venv, ensurepip"]).status === 0;
describe.skipIf(!hasPython)(skippable("the wheel", !hasPython, "no Python 3 with venv"), () => {
  let folder: string;
  let python: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    await run(process.execPath, [join(PYTHON_SOURCES, "engine.build.ts"), join(folder, "source")], ROOT);
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
    expect(told).toBe("spolia 0.2.0 >=3.10 MIT ['core', 'local'] True");
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
    const core = "github.com/spolia/spolia/src/client/go/core";
    await go("mod", "edit", `-require=${core}@v0.2.0`, `-replace=${core}=${join(GO_SOURCES, "core")}`);
    expect(await go("run", ".")).toBe("true 1\n");
  });
});
