/**
 * Which files the package ships, and which sources each file holds. `tsup.config.ts` calls it.
 *
 * Entries share files, so that an error or a corpus is the same class in all entries. By default a bundler makes a file
 * for each set of sources that some entries share: 115 files, whose loading took 60 % of an import. So this file lists
 * the shared files, each with its purpose, and a source goes to the first that claims it.
 */
import { readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { transform } from "esbuild";
import { type GetModuleInfo, type Plugin, rollup } from "rollup";
import { packedSource } from "../tables/ngrams.ts";
import { packedModule } from "../tables/packedModule.ts";
import { shorten } from "./shorten.ts";

/** Entries that package.json exports, by file name. */
export const ENTRIES = {
  index: "src/index.ts",
  corpus: "src/corpus/index.ts",
  storage: "src/corpus/storage/index.ts",
  catalogue: "src/catalogue/index.ts",
  documents: "src/files/index.ts",
  models: "src/models/index.ts",
  report: "src/report/index.ts",
  "public-indexes": "src/remote/publicIndexes/index.ts",
  service: "src/service/index.ts",
  client: "src/faces/client/typescript/index.ts",
  wasm: "src/core/kernels/inlined.ts",
} as const;

/** The command line, the files that its threads run, and that of the threads that read PDF. */
const PROGRAMS = {
  cli: "src/cli/index.ts",
  "build.worker": "src/cli/threads/build.worker.ts",
  "cli.worker": "src/cli/threads/cli.worker.ts",
  "pdf.worker": "src/files/documents/pdf/pdf.worker.ts",
} as const;

/** tsup runs in the root of the repository and treats this file as part of its configuration. */
const ROOT = process.cwd();
const INPUT: Readonly<Record<string, string>> = { ...ENTRIES, ...PROGRAMS };
/** What is useful without the engine and does not load it. */
const WITHOUT_ENGINE = [
  ...[ENTRIES.catalogue, ENTRIES.models, ENTRIES.storage, ENTRIES.wasm],
  ...["src/files/documents/readBytes.ts", "src/files/documents/folders/files.ts"],
];

/** Sources that the first call of `analyze` or `compare` loads. */
const ANALYSIS = [
  ...["analyze", "compare/compare", "compare/all", "compare/sides", "identify", "steps/reach"].map(
    (name) => `src/engine/${name}.ts`,
  ),
  ...[
    "src/corpus/search/weigh.ts",
    "src/corpus/search/claims/claimed.ts",
    "src/corpus/search/find.ts",
    "src/core/text/disguise.ts",
  ],
  "src/engine/evidence/calibration/parse.ts",
];
/** What several storages share. */
const STORAGE_PART = /^src\/corpus\/storage\/\w+\.ts$/;
/** Small sources of several entries, which would be files of their own. */
const BESIDE_OTHERS = [
  "src/engine/steps/decisions/differences.ts",
  ...["src/service/deliveries/guardedFetch.ts", "src/service/deliveries/addresses.ts"],
  "src/service/store/sqlite/backup.ts",
  ...["src/service/deliveries/hostNames.ts", "src/base/queues/fairQueue.ts", "src/base/lists/shares.ts"],
];
/** Tables that an analysis and a report need, and an import of the engine does not. */
const CALIBRATIONS = ["shipped.ts", "shipped.json", "shippedWithoutText.json", "shippedOfIndexes.json"].map(
  (name) => `src/engine/evidence/calibration/${name}`,
);
/** What the steps before this one wrote. */
const GENERATED = "build/generated/";
/** Methods of the client, which are code. */
const METHODS = `${GENERATED}methods.ts`;
/** Texts and shapes of the OpenAPI document. */
const DOCUMENTS = `${GENERATED}documents.ts`;
const OPENAPI = [DOCUMENTS, `${GENERATED}samples.ts`];
/** The largest tables of the catalogue. */
const RECORDS = ["datasets", "edges", "models", "sources"].map((table) => `src/catalogue/records/${table}.json`);
/** What few callers read, and only as a whole. */
const PACKED = [...OPENAPI, `${GENERATED}results.ts`, ...RECORDS].map((source) => join(ROOT, source));
/** Sources that are nothing but data. */
const isData = (source: string) =>
  source.endsWith(".json") || source.includes(".generated.") || (source.startsWith(GENERATED) && source !== METHODS);
/** Sources that a search loads when it has found something: their lists are large. */
const UNCOUNTED = ["src/core/uncounted/uncounted.ts"];
/** Their largest, a file of its own: of two bundles that hold everything one leaves it there. */
const BOILERPLATE = "src/core/uncounted/listed/boilerplate.generated.ts";
/** The table that loads the code of operations. */
const OPERATIONS = "src/engine/operations.ts";
/** Sources that go where the code of operations goes. */
const LOADED_ALIKE = [
  ...["src/engine/calibrate.ts", "src/models/canaries/canary.ts"],
  ...["src/models/canaries/order.ts", "src/models/canaries/canaryTest.ts"],
];
/** The records of the catalogue, and what writes statements of training data from them. */
const SHIPPED = [
  "src/catalogue/ledger/shipped.ts",
  ...["src/files/rights/training/words.ts", "src/files/rights/training/documents.ts"],
];
/** Sources that few commands load, `spolia serve` first. */
const SERVICE = [
  "src/cli/service/service.ts",
  "src/cli/service/metricsServer.ts",
  "src/service/http/serve/serve.ts",
  "src/service/http/serve/metrics.ts",
];

/** Which record people mean by a name, which commands alone ask. */
const NAMES_MEANT = "src/catalogue/ledger/meant.ts";
/** Jobs of builds in PostgreSQL, which one command loads. */
const BUILDS = "src/cli/inputs/builds/jobs.ts";

/** The detector of languages, by its name in imports. It is held in one of our files, since its package has 9 MB. */
const DETECTOR = { name: "eld/extrasmall", source: "node_modules/eld/src/entries/static.extrasmall.js" };
/** The table of the detector, which is held packed. */
export const DETECTOR_TABLE = /eld[\\/]src[\\/]ngrams[\\/]extrasmall\.js$/;
const LANGUAGE = ["src/core/text/language.ts", "src/core/text/ngrams.ts"];

/** Sources that look for other words. */
const REWORDED = /^src\/(?:core\/vectors|engine\/compare\/reworded|engine\/steps\/reworded|corpus\/search\/near)/;

const isOurs = (source: string) => source.startsWith("src/") || source.startsWith(GENERATED);

/** Paths relative to the root of the repository, as in the constants above. */
type Sources = ReadonlySet<string>;

/** Gives the shared file of each source, or undefined where the source goes to the entry that needs it. */
function assignment(getModuleInfo: GetModuleInfo): (source: string) => string | undefined {
  const pathsOf = (ids: readonly string[] = []) => ids.map((id) => relative(ROOT, id));
  const importsOf = (source: string) => pathsOf(getModuleInfo(join(ROOT, source))?.importedIds);
  const importedLater = (source: string) => pathsOf(getModuleInfo(join(ROOT, source))?.dynamicallyImportedIds);
  /** The sources and all sources that they import statically. */
  const loadedBy = (...sources: readonly string[]): Sources => {
    const found = new Set(sources);
    for (const source of found) for (const one of importsOf(source)) if (isOurs(one)) found.add(one);
    return found;
  };
  const main = loadedBy(ENTRIES.index);
  const analysis = loadedBy(...ANALYSIS, ...CALIBRATIONS);
  const operations = loadedBy(...importedLater(OPERATIONS), ...LOADED_ALIKE);
  const service = loadedBy(...SERVICE);
  const uncounted = new Set([...loadedBy(...UNCOUNTED)].filter((source) => source.startsWith("src/core/uncounted/")));
  const references = loadedBy("src/core/kernels/reference.ts");
  const records = loadedBy(ENTRIES.service);
  const cli = loadedBy(PROGRAMS.cli);
  const threads = loadedBy(PROGRAMS["cli.worker"]);
  const builders = loadedBy(PROGRAMS["build.worker"]);
  const shared = sharedBy([
    ...Object.values(INPUT).map((entry) => loadedBy(entry)),
    analysis,
    operations,
    service,
    references,
    loadedBy(...UNCOUNTED),
  ]);
  const light = loadedBy(...WITHOUT_ENGINE);
  const rights = loadedBy("src/files/rights/read.ts");
  const withoutEngine = loadedBy(...WITHOUT_ENGINE, ENTRIES.report);
  const inCli = (source: string) => source.startsWith("src/cli/");
  const isProgram = (source: string) => Object.values<string>(PROGRAMS).includes(source);
  const files: readonly [name: string | undefined, holds: (source: string) => boolean][] = [
    ["analysis", (source) => CALIBRATIONS.includes(source)],
    ["shipped", (source) => SHIPPED.includes(source) || source.startsWith("src/catalogue/records/")],
    ["base", (source) => source === "src/catalogue/graph/address.ts"],
    ["shared", (source) => BESIDE_OTHERS.includes(source)],
    ["base", (source) => (main.has(source) || analysis.has(source)) && withoutEngine.has(source)],
    // An entry that only names what is in `shared`: left to the bundler, it becomes one more file, which holds nothing.
    ["shared", (source) => source === ENTRIES.corpus],
    [undefined, (source) => Object.values<string>(ENTRIES).includes(source)],
    // What reads marks in pages is loaded without the readers of documents and their optional packages.
    [
      "documents.markup",
      (source) => source.startsWith("src/files/documents/") && !main.has(source) && rights.has(source),
    ],
    // What reads documents and what asks models is loaded by those who do, and not with the engine.
    [
      "documents.readers",
      (source) => source.startsWith("src/files/documents/") && !main.has(source) && !isProgram(source),
    ],
    // The records of the catalogue are loaded without what drafts statements of them.
    ["base", (source) => source === "src/files/rights/training/draft.ts"],
    ["documents.sets", (source) => /^src\/files\/(?:audit|cleaning|rights)\//.test(source) && !main.has(source)],
    ["models.connectors", (source) => source.startsWith("src/models/connectors/") && !main.has(source)],
    ["public-indexes.search", (source) => source.startsWith("src/remote/publicIndexes/")],
    // An address opens one storage of them; the one of S3 loads those of web hosts and folders too.
    ["storage.file", (source) => /^src\/corpus\/storage\/(?:copies|file|lock)\.ts$/.test(source)],
    ["base", (source) => !main.has(source) && light.has(source) && (shared.has(source) || STORAGE_PART.test(source))],
    ["storage.http", (source) => source.startsWith("src/corpus/storage/http/") && !main.has(source)],
    ["storage.opfs", (source) => source.startsWith("src/corpus/storage/opfs/")],
    ["storage.s3", (source) => source.startsWith("src/corpus/storage/s3/")],
    ["report.views", (source) => source.startsWith("src/report/")],
    ["language", (source) => LANGUAGE.includes(source) || source.startsWith("node_modules/")],
    ["engine", (source) => main.has(source)],
    ["indexing", (source) => source.startsWith("src/corpus/") && builders.has(source)],
    ["boilerplate", (source) => source === BOILERPLATE],
    ["uncounted", (source) => uncounted.has(source)],
    // Loaded with the first encoder.
    ["shared", (source) => REWORDED.test(source) && !main.has(source)],
    ["analysis", (source) => analysis.has(source) || (references.has(source) && shared.has(source))],
    // A command for programs in other languages loads it late.
    ["shared", (source) => source.startsWith("src/core/sketch/")],
    // A thread of a build loads these and what reads, so that it starts soon.
    ["build.worker", (source) => source === PROGRAMS["build.worker"]],
    ["cli.threads", (source) => inCli(source) && builders.has(source)],
    ["cli.worker", (source) => inCli(source) && threads.has(source)],
    ["cli", (source) => (inCli(source) && cli.has(source)) || source === "package.json" || source === NAMES_MEANT],
    ["cli.serve", (source) => inCli(source) || (service.has(source) && !shared.has(source)) || source === BUILDS],
    ["shared", (source) => source.startsWith("src/corpus/") && !source.startsWith("src/corpus/storage/")],
    ["shared", (source) => shared.has(source)],
    // The client, which needs nothing else, loads it late.
    ["webhooks", (source) => source === "src/service/deliveries/webhooks.ts"],
    ["service.http", (source) => source.startsWith("src/service/http/") || OPENAPI.includes(source)],
    ["service.records", (source) => records.has(source) || source.startsWith("src/service/")],
    // The reference implementations run where WebAssembly is not allowed: they are slow, so what loads beside them does
    // not matter.
    ["operations", (source) => operations.has(source) || references.has(source)],
  ];
  return (source) => files.find(([, holds]) => holds(source))?.[0];
}

/** Sources that are in more than one of the sets. */
function sharedBy(sets: readonly Sources[]): Sources {
  const all = sets.flatMap((set) => [...set]);
  return new Set(all.filter((source, i) => all.indexOf(source) < i));
}

/** Names of the fields of a record; of a field that is a record of one shape in all rows, with the names in it. */
type FieldNames = (string | [string, FieldNames])[];

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** `undefined` where the rows are not all records with the same fields. */
function namesOf(rows: readonly unknown[]): FieldNames | undefined {
  const [first] = rows;
  if (!isObject(first)) return undefined;
  const names = Object.keys(first);
  if (!rows.every((row) => isObject(row) && Object.keys(row).join() === names.join())) return undefined;
  return names.map((name) => {
    const inside = namesOf(rows.map((row) => (row as Record<string, unknown>)[name]));
    return inside === undefined ? name : [name, inside];
  });
}

/** A record without its names, where nothing stands for `null`. */
function lineOf(row: object, names: FieldNames): string {
  const cells = Object.values(row).map((value, i) => {
    const name = names[i]!;
    if (typeof name !== "string") return lineOf(value, name[1]);
    return value === null ? "" : JSON.stringify(value);
  });
  return `[${cells.join()}]`;
}

/** JSON as code. Records of one shape have the names of their fields written once: half of the catalogue's size. */
function dataOf(json: string): string {
  const rows: unknown = JSON.parse(json);
  const names = Array.isArray(rows) ? namesOf(rows) : undefined;
  if (names === undefined) return `export default ${json}`;
  const lines = (rows as object[]).map((row) => lineOf(row, names)).join(",\n");
  const field = "typeof name === 'string' ? [name, row[i] ?? null] : [name[0], record(name[1], row[i])]";
  const record = `const record = (names, row) => Object.fromEntries(names.map((name, i) => ${field}));`;
  return `${record}\nexport default /* @__PURE__ */ [\n${lines}\n].map((row) => record(${JSON.stringify(names)}, row));`;
}

/**
 * Converts TypeScript and JSON to JavaScript without comments, and in shorter syntax, since the package has a limit of
 * size. Names and line ends stay, and lines are short, so that stack traces are readable.
 */
const javascript: Plugin = {
  name: "javascript",
  async transform(code, id) {
    const source = relative(ROOT, id);
    // Nobody reads the files of a command or a service but where an error shows a line.
    const isOfProgram = /^src\/(?:cli|service)\//.test(source);
    const made = await transform(id.endsWith(".json") && !PACKED.includes(id) ? dataOf(code) : code, {
      loader: "ts",
      target: "es2022",
      minifySyntax: true,
      charset: "utf8",
      // No line of data is in a stack trace.
      minifyWhitespace: isOfProgram || isData(source),
      lineLimit: isOfProgram ? 160 : 280,
      sourcefile: basename(id),
    });
    return { code: made.code, map: null };
  },
};

const packed: Plugin = {
  name: "packed",
  load: (id) => (PACKED.includes(id) ? packedModule(id) : null),
};

const detector: Plugin = {
  name: "detector",
  resolveId: (id) => (id === DETECTOR.name ? join(ROOT, DETECTOR.source) : null),
  load: (id) => (DETECTOR_TABLE.test(id) ? packedSource(id) : null),
};

/** The licence of the detector, for the files that hold it. */
export const detectorLicence = () => `eld\n\n${readFileSync("node_modules/eld/LICENSE", "utf8").trim()}`;

/**
 * Writes the entries and the files that they share. They have no source maps: names and lines can be read.
 *
 * @returns names that each file exports
 */
export async function bundle(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  let fileOf: ReturnType<typeof assignment> | undefined;
  const graph = await rollup({
    input: INPUT,
    external: (id) => /^(?![./])/.test(id) && id !== DETECTOR.name,
    plugins: [detector, packed, javascript],
    treeshake: { moduleSideEffects: (id, isExternal) => !isExternal && id.includes("/src/cli/") },
    onLog: (level, { message }) => {
      if (level === "warn") throw new Error(message);
    },
  });
  const { output } = await graph.write({
    dir: folder,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    minifyInternalExports: false,
    banner: ({ name }) => (name === "language" ? `/*!\n${detectorLicence()}\n*/` : ""),
    onlyExplicitManualChunks: true,
    manualChunks: (id, { getModuleInfo }) => {
      fileOf ??= assignment(getModuleInfo);
      return fileOf(relative(ROOT, id));
    },
  });
  await graph.close();
  for (const { fileName } of output) if (fileName.endsWith(".js")) shorten(join(folder, fileName));
  return new Map(output.flatMap((one) => (one.type === "chunk" ? [[one.name, one.exports]] : [])));
}
