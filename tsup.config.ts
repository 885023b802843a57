import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    catalogue: "src/catalogue/index.ts",
    documents: "src/documents/index.ts",
    report: "src/report/index.ts",
    http: "src/http/index.ts",
    wasm: "src/wasm.ts",
    "storage/file": "src/storage/file.ts",
    "storage/memory": "src/storage/memory.ts",
    cli: "src/cli/index.ts",
  },
  outDir: "build",
  format: "esm",
  target: "es2022",
  platform: "neutral",
  splitting: true,
  // `node:fs` stays `node:fs`: Deno resolves only that name, and a test looks for it where it must not be.
  removeNodeProtocol: false,
  external: [/^node:/],
  // Types of the command line are nobody's business; all other entries have them.
  dts: {
    entry: {
      index: "src/index.ts",
      catalogue: "src/catalogue/index.ts",
      documents: "src/documents/index.ts",
      report: "src/report/index.ts",
      http: "src/http/index.ts",
      wasm: "src/wasm.ts",
      "storage/file": "src/storage/file.ts",
      "storage/memory": "src/storage/memory.ts",
    },
  },
});
