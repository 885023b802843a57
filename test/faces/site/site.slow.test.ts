/** The documentation as it is built: every link leads somewhere, every sample is a program. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import type { DocumentWithSchemas } from "../../../src/build/clients/documented.ts";
import { clientMethods } from "../../../src/build/clients/surface.ts";
import { samplesOf } from "../../../src/build/site/samples.ts";
import { openApiDocument } from "../../../src/service/http/openapi/openapi.ts";
import { documentedGroups } from "../../../src/service/http/pages/docs.ts";
import { ROUTES } from "../../../src/service/http/routes.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { skippable } from "../../support/skippable.ts";
import { PYTHON, PYTHON_SOURCES } from "../client/python/python.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const SITE = join(ROOT, "build/site");

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, "src/build/site/site.ts")], { cwd: ROOT, stdio: "pipe" });
});

const read = (path: string) => readFileSync(join(SITE, path), "utf8");

test("every link leads to a page, and to a place in it", () => {
  const pages = globSync("**/*.html", { cwd: SITE });
  const dead: string[] = [];
  for (const page of notEmpty(pages)) {
    for (const [, to] of read(page).matchAll(/\b(?:href|src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(to!)) continue;
      const [path, anchor] = to!.split("#") as [string, string?];
      const target = path === "" ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(SITE, target))) dead.push(`${page}: ${to}`);
      else if (anchor !== undefined && !read(target).includes(`id="${anchor}"`)) dead.push(`${page}: ${to}`);
    }
  }
  expect(dead).toEqual([]);
});

test("every entry of the package has a page", () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { exports: object };
  // The first two have the types of `spolia`, and the last is bytes.
  const others = ["./worker", "./slim", "./engine.wasm"];
  const entries = Object.entries(exports).filter(([name, one]) => "types" in Object(one) && !others.includes(name));
  for (const [name] of notEmpty(entries)) {
    const folder = `spolia${name.slice(1)}`.replaceAll("/", "-");
    expect(existsSync(join(SITE, "library", folder, "index.html")), name).toBe(true);
  }
});

test("no page has a script or a style in it, or loads anything from elsewhere", () => {
  for (const page of notEmpty(globSync("**/*.html", { cwd: SITE }))) {
    const html = read(page);
    expect(
      html.match(/<script(?![^>]*\bsrc="[^":]*")|<style|\bstyle="|<(?:link|img|script)[^>]*"https?:/),
      page,
    ).toBeNull();
  }
});

const document = openApiDocument(ROUTES, {
  basePath: "",
  tokenUrl: "/oauth/token",
  hasRegistry: true,
  hasAuth: true,
});
const { schemas } = (document as DocumentWithSchemas).components;
const examples = new Map(
  documentedGroups(document).flatMap(({ operations }) => operations.map((one) => [one.operationId, one.example])),
);
const samples = clientMethods().flatMap((method) =>
  samplesOf(method, examples.get(method.operationId), schemas).map((one) => ({ ...one, method })),
);
const of = (language: string) => notEmpty(samples.filter((one) => one.language === language));

test("every operation has a sample in each language, on a page", () => {
  const html = globSync("api/*/index.html", { cwd: SITE }).map(read).join("");
  for (const { operationId } of notEmpty(clientMethods().filter(({ isJob }) => !isJob))) {
    const article = html.split(`<article id="${operationId}">`)[1]?.split("</article>")[0] ?? "";
    expect(article.match(/<h4>(curl|TypeScript|Python|Go)<\/h4>/g), operationId).toHaveLength(4);
  }
});

function inFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "spolia-samples-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("samples in TypeScript fit the types of the client", () => {
  inFolder((folder) => {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules/spolia"), "junction");
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    for (const [i, { text }] of of("TypeScript").entries()) writeFileSync(join(folder, `${i}.ts`), text);
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    const options = ["--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "--strict"];
    const files = globSync("*.ts", { cwd: folder });
    const { stdout } = spawnSync(process.execPath, [compiler, ...options, ...files], { cwd: folder, encoding: "utf8" });
    expect(stdout).toBe("");
  });
});

const isPythonAbsent = PYTHON === null;
test.skipIf(isPythonAbsent)(
  skippable("samples in Python fit the client", isPythonAbsent, "no Python with httpx"),
  () => {
    inFolder((folder) => {
      for (const [i, { text }] of of("Python").entries()) writeFileSync(join(folder, `sample_${i}.py`), text);
      const env = { ...process.env, PYTHONPATH: PYTHON_SOURCES, PYTHONDONTWRITEBYTECODE: "1", SPOLIA_API_KEY: "key" };
      const program = join(import.meta.dirname, "run_samples.py");
      const { stdout, stderr } = spawnSync(PYTHON!, [program, folder], { encoding: "utf8", env });
      expect([stdout.trim(), stderr]).toEqual([`${of("Python").length} calls`, ""]);
    });
  },
);

const go = spawnSync("go", ["version"]).status === 0;
test.runIf(go)(skippable("samples in Go fit the client", !go, "there is no go"), () => {
  inFolder((folder) => {
    cpSync(join(ROOT, "src/faces/client/go"), join(folder, "client"), { recursive: true });
    const functions = of("Go").map(({ text }, i) => `func sample${i}(ctx context.Context) {\n${text}\n}`);
    const imports = ["context", "encoding/json", "fmt", "log"].map((one) => `\t"${one}"`);
    const head = [
      "package main",
      "import (",
      ...imports,
      '\tspolia "github.com/spolia/spolia/src/faces/client/go"',
      ")",
    ];
    const calls = functions.map((_, i) => `\tsample${i}(context.Background())`);
    const main = ["func main() {", "\tvar _ = json.Unmarshal", ...calls, "}"];
    mkdirSync(join(folder, "samples"));
    writeFileSync(join(folder, "samples/main.go"), [...head, ...functions, ...main].join("\n"));
    const replace = "replace github.com/spolia/spolia/src/faces/client/go => ../client";
    const required = "require github.com/spolia/spolia/src/faces/client/go v0.0.0";
    writeFileSync(join(folder, "samples/go.mod"), `module samples\n\ngo 1.24\n\n${required}\n\n${replace}\n`);
    const { stderr } = spawnSync("go", ["vet", "./..."], {
      cwd: join(folder, "samples"),
      encoding: "utf8",
      env: { ...process.env, GOFLAGS: "-mod=mod" },
    });
    expect(stderr).toBe("");
  });
});
