import { defineConfig } from "tsup";

/** Entries with types: package.json exports each of them. */
const entries = {
  index: "src/index.ts",
  catalogue: "src/catalogue/index.ts",
  connectors: "src/connectors/index.ts",
  corpus: "src/corpus/index.ts",
  documents: "src/documents/index.ts",
  report: "src/report/index.ts",
  http: "src/http/index.ts",
  registry: "src/registry/index.ts",
  wasm: "src/wasm.ts",
  "storage/file": "src/storage/file.ts",
  "storage/http": "src/storage/http.ts",
  "storage/memory": "src/storage/memory.ts",
  "storage/opfs": "src/storage/opfs.ts",
};

export default defineConfig({
  entry: {
    ...entries,
    cli: "src/cli/index.ts",
    "indexer.worker": "src/cli/indexer.worker.ts",
    "engine.worker": "src/cli/engine.worker.ts",
  },
  outDir: "build",
  format: "esm",
  target: "es2022",
  platform: "neutral",
  splitting: true,
  // `node:fs` stays `node:fs`: Deno resolves only that name, and a test looks for it where it must not be.
  removeNodeProtocol: false,
  external: [/^node:/],
  // Names stay, so that a stack trace can be read.
  esbuildOptions(options) {
    options.minifyWhitespace = true;
    options.minifySyntax = true;
  },
  // tsup asks TypeScript for a `baseUrl`, which TypeScript 6 calls deprecated.
  dts: { entry: entries, compilerOptions: { ignoreDeprecations: "6.0" } },
});
