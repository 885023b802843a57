/** The built files as people and tools meet them: how many there are, what an error in them looks like, what bundlers make of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { detectLanguage } from "../../../src/core/text/language.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { type Ended, type Installed, install, MANIFEST, run } from "./packed.ts";

let installed: Installed;
beforeAll(async () => {
  installed = await install();
});
afterAll(() => installed?.remove());

const at = (path: string): string => join(installed.folder, path);
const text = (path: string): string => readFileSync(at(`node_modules/spolia/${path}`), "utf8");
/** Those of the page are apart: nobody imports them. */
const scripts = (): string[] =>
  installed.packed.filter((path) => path.endsWith(".js") && !path.startsWith("build/web/"));

/** Runs a module of the project. */
function runScript(name: string, source: string, ...flags: string[]): Promise<Ended> {
  writeFileSync(at(name), source);
  return run(process.execPath, [...flags, name], installed.folder);
}

/** A sentence of each language, by its code. */
const PANGRAMS = {
  de: "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich, und niemand weiß warum.",
  el: "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, και κανείς δεν ξέρει το γιατί.",
  en: "The quick brown fox jumps over the lazy dog, and nobody knows the reason why.",
  fr: "Portez ce vieux whisky au juge blond qui fume, et personne ne sait pourquoi.",
  ru: "Съешь же ещё этих мягких французских булок, да выпей чаю, и никто не знает почему.",
};

describe("the files", () => {
  test("are one for each entry and at most 29 that they share, named by what is in them", () => {
    const entries = Object.values<{ default: string } | string>(MANIFEST.exports).map((one) =>
      typeof one === "string" ? one : one.default,
    );
    const besides = scripts().filter((path) => !entries.includes(`./${path}`));
    expect(scripts().length - besides.length).toBeGreaterThanOrEqual(12);
    expect(besides.length).toBeLessThanOrEqual(29);
    expect(besides.filter((path) => !/^build\/[a-z0-9.-]+\.js$/.test(path))).toEqual([]);
  });

  test("have short lines wherever something may be thrown: Node prints the line", () => {
    const throwing = scripts().flatMap((path) =>
      text(path)
        .split("\n")
        .filter((line) => /\bthrow\b|SpoliaError\(/.test(line)),
    );
    expect(throwing.length).toBeGreaterThan(300);
    expect(throwing.filter((line) => line.length > 300)).toEqual([]);
  });

  test("hold no engine where an entry needs none", () => {
    const loadedBy = (file: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(file)) return seen;
      seen.add(file);
      for (const [, path] of text(`build/${file}`).matchAll(/^(?:im|ex)port\b[^'"\n]*['"]\.\/([^'"]+)['"]/gm))
        loadedBy(path!, seen);
      return seen;
    };
    expect(loadedBy("index.js")).toContain("engine.js");
    for (const entry of notEmpty(["catalogue.js", "storage.js", "models.js", "client.js"]))
      for (const file of ["engine.js", "analysis.js", "shared.js", "documents.sets.js"])
        expect([...loadedBy(entry)], entry).not.toContain(file);
  });

  test("have no source map: names and lines can be read", () => {
    for (const path of notEmpty(scripts())) expect(text(path), path).not.toContain("sourceMappingURL");
  });

  test("hold the table of languages packed, with its licence, and answer as the sources do", async () => {
    const [, table] = /unpackedNgrams\(\{ngrams:\d+,scores:\d+,columns:"([^"]{80})/.exec(text("build/language.js"))!;
    const holding = scripts().filter((path) => text(path).includes(table!));
    expect(holding.sort()).toEqual(["build/language.js", "build/worker.js"]);
    for (const path of notEmpty(holding))
      expect(text(path), path).toMatch(/\/\*!\n(?:[^*]|\*(?!\/))*eld\n\nApache License/);
    expect(Buffer.byteLength(text("build/language.js"))).toBeLessThan(300_000);
    const texts = [
      ...Object.values(PANGRAMS).map((one) => `${one} `.repeat(12)),
      ...["", "a", "😀 ".repeat(200), Object.values(PANGRAMS).join(" ")],
    ];
    writeFileSync(at("texts.json"), JSON.stringify(texts));
    const { stdout, stderr } = await runScript(
      "languages.js",
      `import { readFileSync } from "node:fs";
       import { detectLanguage } from "./node_modules/spolia/build/language.js";
       console.log(JSON.stringify(JSON.parse(readFileSync("texts.json", "utf8")).map(detectLanguage)));`,
    );
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(texts.map(detectLanguage));
    expect(JSON.parse(stdout)).toEqual([...Object.keys(PANGRAMS), "und", "und", "und", "und"]);
  });

  test("are found by tools that read no exports", () => {
    const require = createRequire(at("consumer.js"));
    expect(require.resolve("spolia")).toBe(join(installed.folder, "node_modules/spolia", MANIFEST.main));
    expect(Object.keys(require(at(`node_modules/spolia/${MANIFEST.main}`)))).toContain("createEngine");
  });
});

describe("an error that nobody caught", () => {
  const SOURCE = `import { createEngine } from "spolia";
const engine = await createEngine({ corpora: [] });
await engine.analyze({ content: 5, content_type: "text" });`;

  test("is printed short, and says what is wrong", async () => {
    const { code, stderr } = await runScript("uncaught.js", SOURCE);
    expect(code).toBe(1);
    expect(stderr).toContain("SpoliaError");
    expect(stderr).toContain("invalid_request");
    expect(stderr).toContain("/content");
    expect(stderr.length).toBeLessThan(1_500);
  });
});

const TEXT =
  "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness.";
/** Names of a module, and what its functions answer. */
const USE = `
async function use(spolia, wasm) {
  const corpus = await spolia.buildCorpus([{ id: "one", text: ${JSON.stringify(TEXT)} }], { name: "c", dataset: "d", wasm });
  const engine = await spolia.createEngine({ corpora: [corpus], wasm });
  const { verdict, matches } = await engine.analyze({ content: ${JSON.stringify(TEXT)}, content_type: "text" });
  const { relation } = await engine.compare({ a: { content: "a b c" }, b: { content: "a b c" } });
  return { names: Object.keys(spolia).sort(), kernels: engine.kernels.name, verdict, matches: matches.length, relation };
}`;

let expected: object;
beforeAll(async () => {
  const { stdout } = await runScript(
    "main.js",
    `import * as spolia from "spolia"; ${USE} console.log(JSON.stringify(await use(spolia)));`,
  );
  expected = JSON.parse(stdout);
  expect(expected).toMatchObject({ kernels: "wasm", matches: 1 });
});

describe("spolia/worker", () => {
  test("is one file that imports nothing, not even later", () => {
    const worker = text("build/worker.js");
    expect(worker).not.toMatch(/^\s*import\b/m);
    expect(worker).not.toMatch(/\bimport\s*\(/);
    expect(worker).not.toMatch(/\bexport\b[^;"]*\bfrom\b\s*["']/);
    expect(text("build/slim.js")).toMatch(/^import\b.*from\s*"valibot"/m);
    expect(text("build/engine.js")).toMatch(/\bimport\s*\(/);
    for (const licence of ["Arjun Barrett", "Fabian Hiller", "Permission to use, copy, modify"]) {
      expect(worker).toContain(licence);
    }
  });

  test("does what spolia does, under the same names", async () => {
    const source = `import * as spolia from "spolia/worker"; ${USE} console.log(JSON.stringify(await use(spolia)));`;
    const { stdout, stderr } = await runScript("worker.js", source);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(expected);
  });
});

describe("spolia/slim", () => {
  test("has no WebAssembly in it", () => {
    const wasm = readFileSync(at("node_modules/spolia/build/engine.wasm")).toString("base64");
    expect(text("build/slim.js")).not.toContain(wasm.slice(0, 1_000));
    expect(text("build/worker.js")).toContain(wasm.slice(0, 1_000));
  });

  test.each([
    ["a module", "await WebAssembly.compile(bytes)", "wasm"],
    ["its bytes", "new Uint8Array(bytes)", "wasm"],
    ["the word twin", '"twin"', "twin"],
  ])("does what spolia does, given %s", async (_, wasm, kernels) => {
    const source = `import * as spolia from "spolia/slim"; import { readFileSync } from "node:fs"; import { fileURLToPath } from "node:url";
      const bytes = readFileSync(fileURLToPath(import.meta.resolve("spolia/engine.wasm")));
      ${USE} console.log(JSON.stringify(await use(spolia, ${wasm})));`;
    const { stdout, stderr } = await runScript("slim.js", source);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ ...expected, kernels });
  });

  test("says what to pass where nothing was passed, every time", async () => {
    const source = `import { createEngine, fingerprint } from "spolia/slim";
      const told = [];
      for (const call of [() => createEngine({ corpora: [] }), () => fingerprint("text"), () => fingerprint("text")])
        await call().catch(({ code, hint, fields }) => told.push([code, /engine\\.wasm/.test(hint), fields[0].pointer]));
      console.log(JSON.stringify(told));`;
    const { stdout } = await runScript("nothing.js", source);
    expect(JSON.parse(stdout)).toEqual(Array(3).fill(["kernels_unavailable", true, "/wasm"]));
  });
});

describe("a bundler", () => {
  async function bundled(
    name: string,
    source: string,
    options: { format: "esm" | "iife"; loader?: Record<string, "binary"> },
  ) {
    writeFileSync(at(`${name}.source.js`), source);
    const outfile = at(`${name}.${options.format === "esm" ? "mjs" : "cjs"}`);
    const entry = { entryPoints: [at(`${name}.source.js`)], outfile, bundle: true, minify: true, target: "es2022" };
    // A warning is one that every project would get.
    const { errors, warnings } = await build({ ...entry, ...options, platform: "browser", logLevel: "silent" });
    expect([errors, warnings]).toEqual([[], []]);
    const { stdout, stderr } = await run(process.execPath, [outfile], installed.folder);
    expect(stderr).toBe("");
    return JSON.parse(stdout);
  }

  test("makes one file of spolia that runs", async () => {
    const source = `import * as spolia from "spolia"; ${USE} use({ ...spolia }).then((found) => console.log(JSON.stringify(found)));`;
    expect(await bundled("all", source, { format: "esm" })).toEqual(expected);
  });

  test("makes a classic script of spolia/worker", async () => {
    const source = `import * as spolia from "spolia/worker"; ${USE} use({ ...spolia }).then((found) => console.log(JSON.stringify(found)));`;
    expect(await bundled("classic", source, { format: "iife" })).toEqual(expected);
  });

  test("imports engine.wasm for spolia/slim", async () => {
    const source = `import * as spolia from "spolia/slim"; import wasm from "spolia/engine.wasm";
      ${USE} use({ ...spolia }, wasm).then((found) => console.log(JSON.stringify(found)));`;
    expect(await bundled("slim", source, { format: "esm", loader: { ".wasm": "binary" } })).toEqual(expected);
  });
});
