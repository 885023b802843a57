/**
 * The declarations of the tarball, checked as a strict project checks them: its own and those of every package that they name
 * (`skipLibCheck: false`), in projects that know a browser's types, Node's, both or neither, under the oldest TypeScript that README
 * names, the newest, and the one of this project.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fewOrAll } from "../../support/scale.ts";
import { type Installed, install, MANIFEST, ROOT, run } from "./packed.ts";

const RUNTIMES = join(ROOT, "test/house/runtimes/node_modules");
const COMPILERS = {
  oldest: join(RUNTIMES, "typescript-oldest"),
  "this one": join(ROOT, "node_modules/typescript"),
  newest: join(ROOT, "node_modules/typescript-newest"),
};
type Compiler = keyof typeof COMPILERS;

const specifiers = Object.keys(MANIFEST.exports)
  .filter((name) => name !== "./package.json")
  .map((name) => `spolia${name.slice(1)}`);
/** Whatever an entry declares is checked. */
const EVERY_ENTRY = specifiers.map((name, i) => `export * as entry${i} from "${name}";`).join("\n");

const WITHOUT_RUNTIME = `
import wasm from "spolia/engine.wasm";
import { type Bytes, type Corpus, createEngine, fingerprint, type Fingerprint, openCorpus, type KernelSource } from "spolia";
const signal = { aborted: false, reason: null, addEventListener() {}, removeEventListener() {} };
const corpus: Corpus = await openCorpus("books.spolia");
const engine = await createEngine({ corpora: [corpus] });
await engine.analyze({ content: "text", content_type: "text" }, { signal });
const print: Fingerprint = await fingerprint("text");
const bytes: Uint8Array = print.bytes;
declare const compiled: Bytes;
const sources: KernelSource[] = ["twin", compiled, wasm];
await corpus.close();
export default [bytes, sources];
`;

const WITH_BROWSER = `
import { type AnalyzeResult, buildCorpus, type Contract, createEngine, type Engine, type ErrorCode, fingerprint, SpoliaError } from "spolia";
import { type Catalogue, loadCatalogue } from "spolia/catalogue";
import { RateLimitError, Spolia } from "spolia/client";
import { connectorFrom, type PlannedConnector } from "spolia/models";
import { readDocuments, readers } from "spolia/documents";
import { appendDocuments, bandsFor, estimateJaccard, type Signature, signatureOf, SketchIndex, verifyCorpus } from "spolia/corpus";
import { createHandler, openPostgresStore } from "spolia/service";
import { NO_COLOURS, plainAnalysis } from "spolia/report";
import { createFileStorage, createMemoryStorage, openHttpStorage, openOpfsStorage } from "spolia/storage";
import wasm from "spolia/engine.wasm";

const catalogue: Catalogue = await loadCatalogue();
const storage = createMemoryStorage();
const corpus = await buildCorpus(readDocuments(["texts"]), { name: "notes", dataset: "my-notes", storage });
const engine: Engine = await createEngine({ corpora: [corpus], catalogue, readers, wasm });
const { signal } = new AbortController();
const result: AnalyzeResult = await engine.analyze({ content: "text", content_type: "text" }, { signal });
const document: Contract.MatchedDocument | undefined = result.matches[0]?.document;
const first: string | undefined = document?.title;
const page: string = plainAnalysis(result, { content: "text", colours: NO_COLOURS, columns: 80 });
const response: Response = await createHandler({ engine })(new Request("http://localhost/livez"));
const id: string = (await fingerprint("text")).id;
const code: ErrorCode = new SpoliaError("aborted", "stopped").code;
// @ts-expect-error: a content is text
engine.analyze({ content: 1, content_type: "text" });
// @ts-expect-error: a source of kernels is no other word
createEngine({ corpora: [], wasm: "twins" });
const model: PlannedConnector = connectorFrom({ name: "a/b", kind: "llamacpp", url: "http://127.0.0.1:1", retrieval: "absent" });
const url = new URL("https://example.org/notes.spolia");
const folder: FileSystemDirectoryHandle = await navigator.storage.getDirectory();
export default [first, page, response, id, code, model, createFileStorage("notes.spolia"), openHttpStorage(url, { fetch }), openOpfsStorage(folder)];
export const instance: WebAssembly.Instance = await WebAssembly.instantiate(wasm, {});
const signature: Signature = await signatureOf("text of five words or more", { places: 128 });
const sketches = new SketchIndex(bandsFor({ threshold: 0.5, places: 128 }));
sketches.add("one", signature);
const alike: [number, number] = estimateJaccard(signature, signature).ci_95;
const client = new Spolia({ apiKey: "k" });
const verdict: "match" | "partial" | "none_found" | "insufficient_evidence" = (await client.analyze({ content: "text" })).verdict;
for await (const { work_id } of client.works.list()) work_id satisfies string;
// @ts-expect-error: a content is text
client.analyze({ content: 1 });
export { RateLimitError, verdict };
export { alike, appendDocuments, sketches, verifyCorpus };
`;

const WITH_NODE = `
import { createEngine, openCorpus } from "spolia";
import { createHandler, createMemoryStore, createRegistry } from "spolia/service";
import { openHttpStorage } from "spolia/storage";

const corpus = await openCorpus(new URL("file:///books.spolia"));
const engine = await createEngine({ corpora: [corpus] });
const registry = await createRegistry(engine, createMemoryStore(), { fetch });
const handle: (request: Request) => Promise<Response> = createHandler({ engine, registry });
const { signal } = new AbortController();
await engine.analyze({ content: "text", content_type: "text" }, { signal });
export default [handle, openHttpStorage(new URL("https://example.org/notes.spolia"), { fetch })];
`;

/** What corpora are closed by, where the project's types know it. */
const WITH_DISPOSAL = `
import { openCorpus } from "spolia";
await using corpus = await openCorpus("books.spolia");
export const { name } = corpus.info;
`;

interface Project {
  lib: string[];
  types: string[];
  files: Record<string, string>;
  /** Node's types, on their own, need a later TypeScript than these declarations do. */
  needs?: (compiler: Compiler) => boolean;
}
const notOldest = (compiler: Compiler) => compiler !== "oldest";
const PROJECTS: Record<string, Project> = {
  "neither a browser's types nor Node's": { lib: ["es2022"], types: [], files: { "bare.ts": WITHOUT_RUNTIME } },
  "a browser's types": { lib: ["es2022", "dom"], types: [], files: { "browser.ts": WITH_BROWSER } },
  "Node's types": { lib: ["es2022"], types: ["node"], files: { "node.ts": WITH_NODE }, needs: notOldest },
  "both, and await using": {
    ...{ lib: ["es2022", "dom", "esnext.disposable"], types: ["node"], needs: notOldest },
    files: { "browser.ts": WITH_BROWSER, "node.ts": WITH_NODE, "disposal.ts": WITH_DISPOSAL },
  },
};

let installed: Installed;
beforeAll(async () => {
  installed = await install();
  const files = Object.assign({ "entries.ts": EVERY_ENTRY }, ...Object.values(PROJECTS).map(({ files }) => files));
  for (const [name, source] of Object.entries<string>(files)) writeFileSync(join(installed.folder, name), source);
});
afterAll(() => installed?.remove());

const cases = Object.entries(PROJECTS).flatMap(([name, project], number) =>
  (Object.keys(COMPILERS) as Compiler[])
    .filter((compiler) => project.needs?.(compiler) ?? true)
    // Each pair once: how modules are found does not depend on whose types are known.
    .map((compiler, i) => ({ name, project, compiler, moduleResolution: i % 2 === 0 ? "nodenext" : "bundler" }))
    // In `npm test` every second, so that each project and each compiler is among them.
    .filter((_, i) => fewOrAll(1, 0) === 0 || (i + number) % 2 === 1),
);

test.each(cases)(
  "check in a project with $name, under the TypeScript called $compiler ($moduleResolution)",
  async ({ name, project, compiler, moduleResolution }) => {
    const folder = COMPILERS[compiler];
    if (!existsSync(folder)) throw new Error(`${folder} is missing: npm ci --prefix test/house/runtimes`);
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: false, target: "es2022", lib: project.lib },
      ...{ types: project.types, typeRoots: [join(ROOT, "node_modules/@types")] },
      ...{ module: moduleResolution === "nodenext" ? "nodenext" : "esnext", moduleResolution },
    };
    const config = `tsconfig.${compiler}.${Object.keys(PROJECTS).indexOf(name)}.json`.replace(" ", "-");
    const files = ["entries.ts", ...Object.keys(project.files)];
    writeFileSync(join(installed.folder, config), JSON.stringify({ compilerOptions, files }));
    const { code, stdout, stderr } = await run(
      process.execPath,
      [join(folder, "bin/tsc"), "-p", config],
      installed.folder,
    );
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
  },
);

test("the oldest TypeScript is the one that the page of entries names", () => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(COMPILERS.oldest, "package.json"), "utf8"));
  const [major, minor] = version.split(".");
  expect(readFileSync(join(ROOT, "src/faces/site/pages/entries.md"), "utf8")).toContain(
    `need TypeScript ${major}.${minor} or later`,
  );
});
