/** What is shipped, and not only what is written: the tarball's files, entries, types, sizes and command, in a project of a user. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { withoutProgress } from "../../cli/progressLines.ts";
import { column, pdfOf } from "../../files/documents/pdf/pdfs.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { binaryOf } from "../runtimes/binaries.ts";
import { type Ended, type Installed, install, MANIFEST, ROOT, run } from "./packed.ts";

/** Main entry with all chunks that it loads. Raised in the commit that needs it, with the reason. */
const MAIN_GZIP_BYTES_MAX = 110_000;

let installed: Installed;
beforeAll(async () => {
  installed = await install();
});
afterAll(() => installed?.remove());

const file = (path: string): string => join(installed.folder, "node_modules/spolia", path);
const text = (path: string): string => readFileSync(file(path), "utf8");

/** Writes a file into the project and runs it. */
function runScript(name: string, source: string, node = process.execPath): Promise<Ended> {
  writeFileSync(join(installed.folder, name), source);
  return run(node, [name], installed.folder, node);
}

/** The programs that a user may start it with: the Node of these tests, and the oldest that is supported. */
const NODES = ["this Node", "node20"] as const;

function nodeCalled(name: (typeof NODES)[number], context: TestContext): string {
  if (name === "this Node") return process.execPath;
  const binary = binaryOf(name);
  if ("path" in binary) return binary.path;
  console.log(`skipped: ${binary.lacking}`);
  return context.skip(binary.lacking);
}

/** A word that a page shows as it is written. */
const wordOf = (at: number): string =>
  `word${String.fromCharCode(97 + (at % 26), 97 + ((at * 7) % 26), 97 + (Math.floor(at / 26) % 26))}`;

/** Whether a text has the path of a file of this clone. A folder as short as `/b` may stand in any text: its files do not. */
function namesFileOf(root: string, text: string): boolean {
  const paths = new RegExp(`(?<![\\w.-])${root.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}[\\\\/][\\w.\\\\/-]+`, "g");
  return [...text.matchAll(paths)].some(([path]) => existsSync(path));
}

describe("the tarball", () => {
  test("holds what is built and what is to be read, and nothing else", () => {
    const allowed =
      /^(?:build\/(?:.+\.(?:js|d\.ts)|engine\.wasm|web\/(?:index\.html|page\.css|licences\.txt|worker\.js\.br))|package\.json|LICENSE|CHANGELOG\.md|CONTRIBUTING\.md|SECURITY\.md|assembly\/CONVENTION\.md|(?:(?:assembly|src|bench|test)\/(?:\w+\/){0,4})?README\.md)$/;
    expect(installed.packed.filter((path) => !allowed.test(path))).toEqual([]);
    expect(installed.packed).toEqual(
      expect.arrayContaining(["build/engine.wasm", "README.md", "LICENSE", "CHANGELOG.md"]),
    );
    for (const entry of notEmpty(Object.values(MANIFEST.exports))) {
      const targets = typeof entry === "string" ? [entry] : Object.values(entry);
      expect(installed.packed).toEqual(expect.arrayContaining(targets.map((target) => target.slice("./".length))));
    }
  });

  test("is installed without a word of npm, since it has no script that would run", () => {
    const scripts = Object.keys(JSON.parse(text("package.json")).scripts);
    expect(scripts).toContain("prepack");
    expect(scripts.filter((name) => /^(?:(?:pre|post)?install|prepare)$/.test(name))).toEqual([]);
    expect(installed.warnings).toBe("");
  });

  test("has a list of its parts that npm writes in CycloneDX, each with a version and a licence", async () => {
    const { code, stdout } = await run(
      "npm",
      ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"],
      installed.folder,
    );
    const { bomFormat, components } = JSON.parse(stdout);
    expect([code, bomFormat]).toEqual([0, "CycloneDX"]);
    for (const { name, version, licenses } of notEmpty<Record<string, unknown>>(components))
      expect([name, version, licenses]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+/), [expect.anything()]]);
    expect(components.map(({ name }: { name: string }) => name)).toContain("spolia");
    expect(components.length).toBeLessThanOrEqual(25);
  });

  test("names no folder of the machine that built it", () => {
    const naming = installed.packed.filter((path) => namesFileOf(ROOT, readFileSync(file(path), "latin1")));
    expect(naming).toEqual([]);
    expect(namesFileOf(ROOT, `"${join(ROOT, "package.json")}"`)).toBe(true);
    expect(namesFileOf(ROOT, `from "..${ROOT}"; app${ROOT}/package.json; "${ROOT}/no-such-file.json"`)).toBe(false);
  });

  test("the inlined kernels are the file, and results name the package's version", async () => {
    const script = `
      import { createHash } from "node:crypto";
      import { readFileSync } from "node:fs";
      import { fileURLToPath } from "node:url";
      import { ENGINE_VERSION } from "spolia";
      import { WASM_SHA256, wasmBytes } from "spolia/wasm";
      const file = readFileSync(fileURLToPath(import.meta.resolve("spolia/engine.wasm")));
      const sha256 = createHash("sha256").update(file).digest("hex");
      console.log(JSON.stringify([ENGINE_VERSION, file.equals(wasmBytes()), sha256 === WASM_SHA256]));`;
    const { stdout, stderr } = await runScript("wasm.js", script);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual([`spolia ${MANIFEST.version}`, true, true]);
  });

  test("is installed with at most 25 packages and 15 MB", () => {
    const folders = readdirSync(join(installed.folder, "node_modules"), { recursive: true, withFileTypes: true });
    const files = folders.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
    expect(files.length).toBeGreaterThan(100);
    expect(bytes).toBeLessThan(15_000_000);
    const lock = JSON.parse(readFileSync(join(installed.folder, "package-lock.json"), "utf8"));
    expect(Object.keys(lock.packages).filter((name) => name !== "").length).toBeLessThanOrEqual(26); // and spolia itself
  });

  test("installs nothing that runs a script", () => {
    const lock = JSON.parse(readFileSync(join(installed.folder, "package-lock.json"), "utf8"));
    const packages = Object.entries<{ hasInstallScript?: true }>(lock.packages);
    expect(packages.length).toBeGreaterThan(10);
    expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
  });
});

describe("the main entry", () => {
  /** The entry and every file of the package that it loads at once. */
  function reachable(entry: string): string[] {
    const found = new Set([entry]);
    for (const path of found) {
      for (const [, target] of text(path).matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g))
        found.add(join(dirname(path), target!));
    }
    return [...found];
  }

  test(`stays under ${MAIN_GZIP_BYTES_MAX} bytes of gzip`, () => {
    const sources = reachable("build/index.js").map(text);
    expect(gzipSync(sources.join("\n"), { level: 9 }).length).toBeLessThan(MAIN_GZIP_BYTES_MAX);
  });

  /** A page that fingerprints a text is not to load a server, a command line or a thousand records. */
  test.each([
    ["an import of a Node built-in", /(?:from|import)\s*\(?\s*["']node:/],
    ["the server", /["']hono(?:\/[^"']*)?["']|["']@hono\//],
    ["the command line", /["'](?:commander|picocolors|cli-progress)["']/],
    ["parsers of documents", /["'](?:htmlparser2|mdast-util-from-markdown)["']/],
    ["records of the catalogue", /ai2bot-dolma|bedrockbot/],
    ["eval", /\beval\(|new Function\(/],
  ])("does not load %s", (_, forbidden) => {
    expect(reachable("build/index.js").filter((path) => forbidden.test(text(path)))).toEqual([]);
  });

  /** Node's HTTP loads all of its `fetch`: a quarter of the time in which `spolia --version` answers. */
  test.each([
    ["a server", /from\s*["'](?:(?:node:)?https?|@hono\/node-server)["']/],
    ["bars of progress", /from\s*["']cli-progress["']/],
  ])("is loaded by the command line without %s", (_, forbidden) => {
    expect(reachable("build/cli.js").filter((path) => forbidden.test(text(path)))).toEqual([]);
  });

  test("what is searched for is where it belongs, so the search can find it", () => {
    const holds = (entry: string, part: string) => reachable(entry).some((path) => text(path).includes(part));
    // Of the tables that come together the largest are packed.
    expect(holds("build/catalogue.js", "ai2bot-dolma")).toBe(true);
    expect(holds("build/catalogue.js", "bedrockbot")).toBe(true);
    expect(holds("build/service.js", "from 'hono'")).toBe(true);
    expect(holds("build/storage.js", "from 'hono'") || holds("build/storage.js", "htmlparser2")).toBe(false);
    expect(holds("build/documents.js", "from 'htmlparser2'")).toBe(true);
    expect(holds("build/cli.js", "from 'commander'")).toBe(true);
    expect(holds("build/cli.js", "from 'node:")).toBe(true);
    expect(reachable("build/index.js").length).toBeGreaterThan(1);
  });
});

describe("used by a project", () => {
  const entries = Object.keys(MANIFEST.exports).filter((name) => !/\.(?:wasm|json)$/.test(name));
  const specifiers = entries.map((name) => `spolia${name.slice(1)}`);

  test.for(NODES)("every entry is imported under %s", async (node, context) => {
    const script = `const names = {};
      for (const one of ${JSON.stringify(specifiers)}) names[one] = Object.keys(await import(one));
      console.log(JSON.stringify(names));`;
    const { stdout, stderr } = await runScript("imports.js", script, nodeCalled(node, context));
    expect(stderr).toBe("");
    const names: Record<string, string[]> = JSON.parse(stdout);
    expect(names).toMatchObject({
      spolia: expect.arrayContaining(["buildCorpus", "createEngine", "fingerprint", "openCorpus", "SpoliaError"]),
      "spolia/service": expect.arrayContaining(["createHandler", "parseBody"]),
      "spolia/http": ["createHandler", "parseBody"],
      "spolia/catalogue": expect.arrayContaining(["loadCatalogue"]),
    });
    expect(Object.values(names).filter(({ length }) => length === 0)).toEqual([]);
  });

  test.for(NODES)("it is required by CommonJS under %s", async (node, context) => {
    const script = `const { fingerprint } = require("spolia");
      fingerprint("The quick brown fox").then(({ id }) => console.log(id));`;
    const { code, stdout } = await runScript("required.cjs", script, nodeCalled(node, context));
    expect([code, stdout.trim()]).toEqual([0, expect.stringMatching(/^spolia1_[0-9a-f]{32}$/)]);
  });

  test.for(NODES)("the command builds and analyses under %s", async (name, context) => {
    const node = nodeCalled(name, context);
    const folder = join(installed.folder, name.replace(" ", "-"));
    mkdirSync(join(folder, "texts"), { recursive: true });
    const story = Array.from({ length: 400 }, (_, i) => `word${(i * 7919) % 1009}`).join(" ");
    writeFileSync(join(folder, "texts/story.txt"), story);
    writeFileSync(join(folder, "copy.txt"), story.slice(200, 1_800));
    const spolia = join(installed.folder, "node_modules/.bin", process.platform === "win32" ? "spolia.cmd" : "spolia");
    const ask = (...args: string[]) => run(spolia, args, folder, node);

    expect(await ask("--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("spolia corpus build") });
    expect(await ask("--version")).toMatchObject({ code: 0, stdout: `${MANIFEST.version}\n` });
    const built = await ask("corpus", "build", "-o", "stories.spolia", "--dataset", "the-pile", "texts");
    expect(built).toMatchObject({ code: 0 });
    const found = await ask("analyze", "copy.txt", "--corpus", "stories.spolia", "--json");
    expect(found.code).toBe(0);
    expect(withoutProgress(found.stderr)).toBe("");
    expect(JSON.parse(found.stdout)).toMatchObject({ verdict: "match", matches: [{ document: { id: "story.txt" } }] });
    // The first 256 KiB are answered without threads; each of the others waits for its turn, and Node 20 has a limit of who may.
    mkdirSync(join(folder, "many"));
    const other = Array.from({ length: 5_000 }, (_, i) => `other${(i * 7919) % 4_999}`).join(" ");
    for (let i = 0; i < 40; i++) writeFileSync(join(folder, `many/${i}.txt`), other.slice(i * 50));
    const many = await ask("analyze", "many", "--corpus", "stories.spolia", "-o", "many.csv");
    expect(withoutProgress(many.stderr)).toBe("spolia: 40 texts: 40 none found.\n");
  });

  test.for(fewOrAll<readonly (typeof NODES)[number][]>(["node20"], NODES))(
    "PDF is read with its package, and without it each door gives the line that installs it, under %s",
    async (name, context) => {
      const node = nodeCalled(name, context);
      const folder = join(installed.folder, `pdf ${name}`);
      mkdirSync(join(folder, "texts"), { recursive: true });
      const lines = Array.from({ length: 50 }, (_, at) =>
        Array.from({ length: 8 }, (_, i) => wordOf(8 * at + i)).join(" "),
      );
      writeFileSync(join(folder, "texts/story.txt"), lines.join("\n"));
      writeFileSync(join(folder, "texts/paper.pdf"), pdfOf([column(lines, 72, 72)]));
      const spolia = file("build/cli.js");
      const ask = (...args: string[]) => run(node, [spolia, ...args], folder, node);
      const build = (...more: string[]) =>
        ask("corpus", "build", "-o", "a.spolia", "--dataset", "mine", "texts", ...more);
      const line = expect.stringContaining("npm install unpdf@1");

      expect(await build("--strict")).toMatchObject({ code: 3, stderr: line });
      expect(await build()).toMatchObject({ code: 0, stderr: line });
      expect(await ask("corpus", "sync", "a.spolia", "texts")).toMatchObject({ code: 0, stderr: line });
      expect(await ask("analyze", "texts/paper.pdf", "--corpus", "a.spolia")).toMatchObject({ code: 3, stderr: line });
      const script = `import { readBytes } from "spolia/documents"; import { readFileSync } from "node:fs";
      await readBytes(readFileSync(${JSON.stringify(join(folder, "texts/paper.pdf"))})).catch(({ code, hint }) => console.log(code, hint));`;
      expect((await runScript("pdf.js", script, node)).stdout).toBe(
        "unsupported_runtime Install it: npm install unpdf@1\n",
      );

      const unpdf = join(installed.folder, "node_modules/unpdf");
      cpSync(join(ROOT, "node_modules/unpdf"), unpdf, { recursive: true });
      try {
        const found = await ask("analyze", "texts/paper.pdf", "--corpus", "a.spolia", "--json");
        expect(found.code, found.stderr).toBe(0);
        expect(JSON.parse(found.stdout)).toMatchObject({
          verdict: "match",
          matches: [{ document: { id: "story.txt" } }],
        });
        const synced = await ask("corpus", "sync", "a.spolia", "texts", "--json");
        expect(JSON.parse(synced.stdout)).toMatchObject({ added: 1, corpus: { documents: 2, unread: { inputs: 0 } } });
      } finally {
        rmSync(unpdf, { recursive: true });
      }
    },
  );

  test.for(NODES)("the command serves and ends when it is told to under %s", async (name, context) => {
    const node = nodeCalled(name, context);
    const args = [file("build/cli.js"), "serve", "--port", "0", "--json"];
    const child = spawn(node, args, { cwd: installed.folder, stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    let told = "";
    child.stderr.on("data", (bytes) => {
      told += bytes;
    });
    try {
      const first = new Promise<string>((resolve) => child.stdout.once("data", (bytes) => resolve(String(bytes))));
      // A command that ends before it says anything, as one that waits for itself, has said nothing.
      const { url } = JSON.parse(await Promise.race([first, ended.then((code) => `"ended with ${code}: ${told}"`)]));
      expect((await fetch(`${url}/livez`)).status, told).toBe(200);
    } finally {
      child.kill("SIGTERM");
    }
    expect(await ended, told).toBe(0);
  });
});

describe("somebody with npm and a folder", () => {
  test("sees a passage beside its source after at most ten steps, within five minutes", async (context) => {
    const samples = join(ROOT, "src/faces/site/samples");
    const walk = join(ROOT, "test/house/runtimes/web/walk.js");
    const given = [walk, installed.folder, join(samples, "books"), join(samples, "chapter.txt")];
    const { code, stdout, stderr } = await run(process.execPath, given, installed.folder);
    expect(code, stderr).toBe(0);
    const walked = JSON.parse(stdout);
    if ("lacking" in walked) return context.skip(walked.lacking);
    expect(walked).toMatchObject({
      word: "MATCH",
      beside: expect.stringContaining("a loaf of bread lay on the thwart"),
    });
    expect(walked.steps.length).toBeLessThanOrEqual(10);
    // On a busy machine too: it takes seconds.
    expect(walked.seconds).toBeLessThan(300);
    console.log(`${walked.steps.length} steps in ${walked.seconds.toFixed(1)} s: ${walked.steps.join("; ")}`);
  });
});
