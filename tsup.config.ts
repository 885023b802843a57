import { readFileSync, writeFileSync } from "node:fs";
import { defineConfig, type Options } from "tsup";
import { writeAliases } from "./src/build/package/aliases.ts";
import { bundle, DETECTOR_TABLE, detectorLicence, ENTRIES } from "./src/build/package/bundle.ts";
import { declare } from "./src/build/package/declarations.ts";
import { buildPage } from "./src/build/package/page.ts";
import { shorten } from "./src/build/package/shorten.ts";
import { packedSource } from "./src/build/tables/ngrams.ts";

const FOLDER = "build";

/**
 * All of the main entry as one file that imports nothing when it runs: service workers cannot, and others need not.
 */
const oneFile = {
  outDir: FOLDER,
  format: "esm",
  target: "es2022",
  platform: "neutral",
  splitting: false,
  // `node:fs` stays `node:fs`: Deno resolves only that name, and a test looks for it where it must not be.
  removeNodeProtocol: false,
  // These are the largest files. Line ends stay, so that a stack has places.
  esbuildOptions: (options) => {
    options.minifySyntax = true;
    // Modules and workers are read as UTF-8, where a letter takes fewer bytes than its escape.
    options.charset = "utf8";
  },
} satisfies Options;

/** What `spolia/worker` holds of other packages, which their licences let it hold. */
const HELD = ["@msgpack/msgpack", "fflate", "valibot"];
const licences = () => [
  ...HELD.map((name) => {
    const file = name === "valibot" ? "LICENSE.md" : "LICENSE";
    return `${name}\n\n${readFileSync(`node_modules/${name}/${file}`, "utf8").trim()}`;
  }),
  detectorLicence(),
];

type EsbuildPlugin = NonNullable<Options["esbuildPlugins"]>[number];

const withoutWasm: EsbuildPlugin = {
  name: "without-wasm",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/inlined\.ts$/ }, () => ({ path: `${process.cwd()}/src/core/kernels/inlined.absent.ts` })),
};

const withoutS3: EsbuildPlugin = {
  name: "without-s3",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/s3\/s3\.ts$/ }, () => ({ path: `${process.cwd()}/src/corpus/storage/s3/absent.ts` })),
};

/** Leaves what is large and rarely needed in the files of their own that the other entries load it from. */
const withoutTables: EsbuildPlugin = {
  name: "without-tables",
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/text\/language\.ts$/ }, () => ({ path: "./language.js", external: true }));
    onResolve({ filter: /\/boilerplate\.generated\.ts$/ }, () => ({ path: "./boilerplate.js", external: true }));
  },
};

const packedDetector: EsbuildPlugin = {
  name: "packed-detector",
  setup: ({ onLoad }) =>
    onLoad({ filter: DETECTOR_TABLE }, async ({ path }) => ({ contents: await packedSource(path) })),
};

export default defineConfig(async () => {
  const exported = await bundle(FOLDER);
  await buildPage(`${FOLDER}/web`);
  await declare(ENTRIES, FOLDER);
  writeAliases(FOLDER, exported);
  for (const name of ["worker", "slim"]) writeFileSync(`${FOLDER}/${name}.d.ts`, 'export * from "./index.js";\n');
  return [
    {
      ...oneFile,
      // Nobody bundles it any further: local names are short. In `spolia` and `spolia/slim` they can be read.
      esbuildOptions: (options) => {
        oneFile.esbuildOptions(options);
        options.minifyIdentifiers = true;
      },
      entry: { worker: ENTRIES.index },
      noExternal: HELD,
      esbuildPlugins: [packedDetector, withoutS3],
      onSuccess: async () => shorten(`${FOLDER}/worker.js`),
      footer: { js: `/*!\n${licences().join("\n\n---\n\n")}\n*/` },
    },
    {
      ...oneFile,
      entry: { slim: ENTRIES.index },
      esbuildPlugins: [withoutWasm, withoutTables],
      onSuccess: async () => shorten(`${FOLDER}/slim.js`),
    },
  ];
});
