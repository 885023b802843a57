/**
 * The one ordered list of rooms, and what keeps it true: a file imports from its own room and from rows above, types included.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ENTRIES } from "../../src/build/package/bundle.ts";
import { loadKernels } from "../../src/core/kernels/load.ts";
import { referenceKernels } from "../../src/core/kernels/reference.ts";
import { notEmpty } from "../support/notEmpty.ts";

/** Rooms in their order, each with its parts in theirs: a file imports from its own part and from those above, in its room and in others. */
const HOUSE: Readonly<Record<string, readonly string[]>> = {
  assembly: [""],
  "src/base": [
    ...[
      "platform.ts",
      "errors.ts",
      "limits.ts",
      "version.ts",
      "plural.ts",
      "slashes.ts",
      "loopback.ts",
      "closest.ts",
      "arguments.ts",
      "results.ts",
    ],
    ...["bytes", "lists", "queues", "postgres.ts", "contract"],
  ],
  "src/core": ["kernels", "statistics", "text", "vectors", "fingerprint", "passages", "uncounted", "sketch"],
  "src/corpus": ["storage", "format", "segment", "search", "build", "change", "duplicates", "index.ts"],
  "src/catalogue": ["records", "ledger", "feed", "graph", "catalogue.ts", "proposals", "asked.ts", "index.ts"],
  "src/files": ["documents", "audit", "rights", "cleaning", "index.ts"],
  "src/models": ["membership", "canaries", "extraction", "connectors", "encoders", "index.ts"],
  "src/engine": [
    ...["evidence", "steps", "extract", "probe", "analyze.ts", "compare", "score", "assess.ts", "identify.ts"],
    ...["calibrate.ts", "canaries.ts", "operations.ts", "requests.ts", "engine.ts", "explore.ts"],
  ],
  "src/report": ["layout", "parts", "short", "views", "bundle", "document.ts", "index.ts"],
  "src/remote": ["publicIndexes"],
  "src/service": [
    ...["store", "history", "accounts", "deals", "works", "deliveries", "jobs", "registry.ts", "runs"],
    ...["timestamp", "takedown", "http", "index.ts"],
  ],
  "src/index.ts": [""],
  "src/cli": ["terminal", "inputs", "threads", "service", "table", "actions", "commands", "program.ts", "index.ts"],
  "src/faces": ["client", "web", "site"],
  "src/build": ["tables", "contract", "samples", "package", "clients", "site"],
};
/** First rows know nothing of later ones. A folder stands for all that is in it. */
const PARTS = Object.entries(HOUSE).flatMap(([room, parts]) =>
  parts.map((part) => (part === "" ? room : `${room}/${part}`)),
);
/** Parts that may neither tell the time nor draw chance: same inputs, same result. */
const PURE = [
  ...["src/base", "src/core", "src/corpus", "src/catalogue", "src/files/audit", "src/engine/evidence"],
  ...["src/models/membership", "src/models/canaries", "src/models/extraction"],
];
const isPure = (file: string) => file !== "src/base/platform.ts" && PURE.some((part) => file.startsWith(`${part}/`));
/** Pairs of rooms of which one imports the other. */
const ARROWS_MAX = 100;
/** As many entries as one look takes in. */
const ENTRIES_MAX = 16;
/** What is kept and compared, not read: fixtures, vectors, golden files, records of measurements. */
const KEPT = /(?:^|\/)(?:formats|vectors|golden|records|node_modules)(?:\/|$)|^test\/files\/rights\/schemas$/;
/** What a second name before the ending may say; all else is a family, and a family is a folder. */
const SECOND_NAMES = /\.(?:test|slow|suite|reference|generated|wasm|build|worker|child|absent|config|bare|use|mod)$/;
/** Calls the package as any other caller does, and so through its doors. */
const CALLER = "src/cli";
const BROWSER_ENTRIES = [
  ...["src/index.ts", "src/core/kernels/inlined.ts", "src/faces/client/typescript/index.ts"],
  ...["corpus", "corpus/storage", "catalogue", "files", "models", "report", "remote/publicIndexes", "service"].map(
    (room) => `src/${room}/index.ts`,
  ),
];
/** Hex and base64 written by hand, or by a host's own means: `src/base/` has the one definition of each. */
const CODECS: readonly RegExp[] = [
  /\.toString\(16\)\s*\.padStart\(2\b/,
  /\bparseInt\([^;]*\.(?:slice|substring|substr)\([^;]*\+ 2\), 16\)/,
  /\bparseInt\([^;]*\.substr\([^;]*, 2\), 16\)/,
  /\bNumber\(`0x\$\{/,
  /["'`]0123456789abcdef["'`]/i,
  /ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/,
  /\b(?:atob|btoa)\b/,
  /[\w)\]]\.(?:toHex|fromHex|toBase64|fromBase64)\(/,
  /\btoString\("(?:hex|base64(?:url)?)"\)/,
  /\bfrom\([^;]*, "(?:hex|base64(?:url)?)"\)/,
  /replaceAll\(["'][-+]["'], ["'][-+]["']\)/,
];
/** What builds and programs write beside the sources. */
const IGNORED = ["**/node_modules/**", "**/__pycache__/**"];
const EXPORT = ts.SyntaxKind.ExportKeyword;
const CLOCK_OR_CHANCE = /Date\.now|new Date\(|performance\.|Math\.random|crypto\.randomUUID|getRandomValues/;
/** What engines compute to the same bits; all else of `Math` may differ in the last place, and pure rooms have their own. */
const EXACT_MATH = new Set(
  ["abs", "ceil", "clz32", "floor", "fround", "imul", "max", "min", "random", "round", "sign", "sqrt", "trunc"].concat([
    "E",
    "LN2",
    "LN10",
    "LOG2E",
    "LOG10E",
    "PI",
    "SQRT1_2",
    "SQRT2",
  ]),
);

interface Import {
  /** A path from the root of the repository, or the name of a package. */
  target: string;
  /** Whether the module is there as soon as this one is: neither a type nor `import()`. */
  isStatic: boolean;
}
type Graph = ReadonlyMap<string, readonly Import[]>;

const trees = new Map<string, ts.SourceFile>();
/** The syntax of a file, parsed once: half of these checks' time. */
function treeOf(file: string, source: string): ts.SourceFile {
  const known = trees.get(source);
  if (known?.fileName === file) return known;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  trees.set(source, tree);
  return tree;
}

/** Everything a file names as another module: static, type-only, dynamic, re-exported, `import("…")` in a type. */
function importsOf(file: string, source: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, isStatic: boolean): void => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier))
      found.push({ target: resolved(file, specifier.text), isStatic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly !== true);
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, !node.isTypeOnly);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, false);
    ts.forEachChild(node, visit);
  };
  visit(treeOf(file, source));
  return found;
}

/** AssemblyScript leaves the ending away. */
function resolved(file: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const path = normalize(join(dirname(file), specifier));
  return file.startsWith("assembly/") && !path.endsWith(".ts") ? `${path}.ts` : path;
}

function graphOf(sources: Record<string, string>): Graph {
  return new Map(Object.entries(sources).map(([file, source]) => [file, importsOf(file, source)]));
}

const isFile = (target: string): boolean => target.startsWith("src/") || target.startsWith("assembly/");
const partOf = (file: string): number => PARTS.findIndex((part) => file === part || file.startsWith(`${part}/`));
const roomOf = (file: string): string | undefined =>
  Object.keys(HOUSE).find((room) => file === room || file.startsWith(`${room}/`));

function upwardImports(graph: Graph): string[] {
  const homeless = [...graph.keys()]
    .filter((file) => partOf(file) < 0)
    .map((file) => `${file} is in no part of a room: put it into the list`);
  const upward = edges(graph).filter(([from, to]) => partOf(from) >= 0 && partOf(to) > partOf(from));
  return [...homeless, ...upward.map(([from, to]) => `${from} imports ${to}, which is in a later part`)];
}

/** It loads an entry of the package as such when it is asked: another file of it would be one more built file. */
const LOADS_ENTRY = "src/service/http/routes/data/rights.ts imports src/catalogue/index.ts";

function barrelImports(graph: Graph): string[] {
  return edges(graph)
    .filter(([from, to]) => `${from} imports ${to}` !== LOADS_ENTRY)
    .filter(([from, to]) => /^src\/.*\/index\.ts$/.test(to) && roomOf(from) !== CALLER)
    .map(([from, to]) => `${from} imports ${to}: import the file that is needed`);
}

function edges(graph: Graph): [from: string, to: string][] {
  return [...graph].flatMap(([from, imports]) =>
    imports.filter(({ target }) => isFile(target)).map(({ target }): [string, string] => [from, target]),
  );
}

/** Pairs of rooms, as `from → to`, of which a file of the one imports a file of the other. */
function arrowsOf(graph: Graph): string[] {
  const between = edges(graph).map(([from, to]) => [roomOf(from), roomOf(to)] as const);
  return [...new Set(between.filter(([from, to]) => from !== to).map((pair) => pair.join(" → ")))];
}

/** Folders with more than `ENTRIES_MAX` entries, of the paths of all files. */
function crowdedFolders(paths: readonly string[]): string[] {
  const entries = new Map<string, Set<string>>();
  for (const path of paths) {
    const names = path.split("/");
    for (const [i, name] of names.entries()) {
      const folder = names.slice(0, i).join("/");
      if (folder !== "" && !KEPT.test(folder)) entries.set(folder, (entries.get(folder) ?? new Set()).add(name));
    }
  }
  return [...entries].filter(([, { size }]) => size > ENTRIES_MAX).map(([folder, { size }]) => `${folder}: ${size}`);
}

/** Files whose name begins with that of a family: `deals/terms.ts` is `deals/terms.ts`. */
function prefixedFiles(paths: readonly string[]): string[] {
  return paths.filter((path) => {
    const name = path
      .split("/")
      .at(-1)!
      .replace(/\.\w+$/, "");
    return /\.(?:ts|tsx|js)$/.test(path) && !KEPT.test(path) && withoutSecondNames(name).includes(".");
  });
}

const withoutSecondNames = (name: string): string =>
  SECOND_NAMES.test(name) ? withoutSecondNames(name.replace(SECOND_NAMES, "")) : name;

/** One circle for every file that closes one, as the path around it. */
function circles(graph: Graph): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file].join(" → "));
    if (at >= 0 || done.has(file)) return;
    for (const { target } of graph.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return found;
}

/** Built-in modules of Node that a runtime meets when it loads `entry`, each with the file that asks for it. */
function builtinsBehind(entry: string, graph: Graph): string[] {
  const found: string[] = [];
  const reached = new Set([entry]);
  for (const file of reached) {
    for (const { target, isStatic } of graph.get(file) ?? []) {
      if (!isStatic) continue;
      if (target.startsWith("node:") || builtinModules.includes(target))
        found.push(`${entry} loads ${target} through ${file}`);
      reached.add(target);
    }
  }
  return found;
}

/** Uses of `Math` that are not exact, and powers other than of whole numbers that are written out. */
function inexactMath(file: string, source: string): string[] {
  const found: string[] = [];
  const tree = treeOf(file, source);
  const isWhole = (node: ts.Node) =>
    ts.isBigIntLiteral(node) || (ts.isNumericLiteral(node) && Number.isInteger(Number(node.text)));
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === "Math") {
      const { parent } = node;
      const isExact = ts.isPropertyAccessExpression(parent) && EXACT_MATH.has(parent.name.text);
      if (!isExact) found.push(`${file}: ${parent.getText()}`);
    }
    if (ts.isBinaryExpression(node)) {
      const { left, right, operatorToken } = node;
      const isPower = operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken && !(isWhole(left) && isWhole(right));
      if (isPower || operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken)
        found.push(`${file}: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Files of `src` with a hex or base64 of their own, those of `src/base/` left out. */
function secondCodecs(sources: Readonly<Record<string, string>>): string[] {
  return Object.entries(sources)
    .filter(([file]) => file.startsWith("src/") && !file.startsWith("src/base/") && !file.includes(".generated."))
    .filter(([file, source]) => {
      const isIn = (text: string) => CODECS.some((codec) => codec.test(text));
      return isIn(source) && isIn(withoutComments(file, source));
    })
    .map(([file]) => file);
}

function withoutComments(file: string, source: string): string {
  return ts.createPrinter({ removeComments: true }).printFile(treeOf(file, source));
}

/** What a file takes from each module of ours: names (all words of the file where an import does not say which), or `*`. */
function takenBy(file: string, source: string): { target: string; names: ReadonlySet<string> }[] {
  const tree = treeOf(file, source);
  const taken: { target: string; names: ReadonlySet<string> }[] = [];
  const words = () => new Set(source.match(/[A-Za-z_$][\w$]*/g));
  const visit = (node: ts.Node): void => {
    const add = (
      specifier: ts.Node | undefined,
      bindings: ts.NamedImportBindings | ts.NamedExportBindings | "*" | undefined,
    ) => {
      if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
      const target = resolved(file, specifier.text);
      if (bindings === "*") taken.push({ target, names: new Set(["*"]) });
      else if (bindings === undefined || bindings.kind === ts.SyntaxKind.NamespaceImport || !("elements" in bindings))
        taken.push({ target, names: words() });
      else
        taken.push({
          target,
          names: new Set(bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)),
        });
    };
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.namedBindings);
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.exportClause ?? "*");
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], undefined);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, undefined);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return taken;
}

function exportedBy(file: string, source: string): string[] {
  return treeOf(file, source).statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === EXPORT);
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause !== undefined &&
      ts.isNamedExports(statement.exportClause)
    )
      return statement.exportClause.elements.map(({ name }) => name.text);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    const { name } = statement as ts.Statement & { name?: ts.Identifier };
    return name === undefined ? [] : [name.text];
  });
}

/** Exports of `src` that are in no entry of the package and that no other file uses; and those that only tests and benches use. */
function idleExports(
  all: Record<string, string>,
  entries: ReadonlySet<string>,
): { unused: string[]; outsideOnly: string[] } {
  const users = new Map<string, Set<string>>();
  for (const [file, source] of Object.entries(all)) {
    for (const { target, names } of takenBy(file, source)) {
      for (const name of names) {
        const key = `${target}: ${name}`;
        users.set(key, (users.get(key) ?? new Set()).add(file));
      }
    }
  }
  const exported = Object.entries(all)
    .filter(([file]) => file.startsWith("src/") && !entries.has(file))
    .flatMap(([file, source]) => exportedBy(file, source).map((name) => `${file}: ${name}`));
  const usersOf = (key: string) => [...(users.get(key) ?? []), ...(users.get(key.replace(/: .*/, ": *")) ?? [])];
  const isOutside = (file: string) => file.startsWith("test/") || file.startsWith("bench/");
  return {
    unused: exported.filter((key) => usersOf(key).length === 0),
    outsideOnly: exported.filter((key) => usersOf(key).length > 0 && usersOf(key).every(isOutside)),
  };
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const files = globSync(["src/**/*.{ts,tsx}", "assembly/**/*.ts"], { cwd: root });
const sources = Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const graph = graphOf(sources);
const roomless = globSync(["bench/**/*.ts", "test/**/*.ts", "build/generated/*.ts", "*.config.ts"], {
  cwd: root,
  exclude: ["**/node_modules/**"],
});
const outside = Object.fromEntries(roomless.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const tree = globSync("{src,test,bench}/**/*", { cwd: root, withFileTypes: true, exclude: IGNORED })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
const wholeGraph = graphOf({ ...sources, ...outside });

describe("rooms", () => {
  test("the sources are found", () => expect(files.length).toBeGreaterThan(40));
  test("no file imports from a later part", () => expect(upwardImports(graph)).toEqual([]));
  test("no circle between files, those of bench/ and test/ too", () => {
    expect(roomless.length).toBeGreaterThan(200);
    expect(circles(wholeGraph)).toEqual([]);
  });
  test("no two maxima of one name differ", () => {
    const values = new Map<string, Set<string>>();
    for (const [file, source] of Object.entries(sources)) {
      if (!file.startsWith("src/")) continue;
      for (const [, name, value] of source.matchAll(/^(?:export )?const (\w+_MAX) = ([^;]+);/gm)) {
        values.set(name!, (values.get(name!) ?? new Set()).add(value!));
      }
    }
    expect(values.size).toBeGreaterThan(100);
    expect([...values].filter(([, different]) => different.size > 1).map(([name]) => name)).toEqual([]);
  });
  test("every part is there", () => expect(PARTS.filter((part) => !existsSync(join(root, part)))).toEqual([]));
  test(`at most ${ARROWS_MAX} pairs of rooms know each other`, () => {
    const arrows = arrowsOf(graph);
    expect(arrows.length).toBeGreaterThan(40);
    expect(arrows.length).toBeLessThanOrEqual(ARROWS_MAX);
  });
  test(`no folder has more than ${ENTRIES_MAX} entries`, () => {
    expect(tree.length).toBeGreaterThan(1_500);
    expect(crowdedFolders(tree)).toEqual([]);
  });
  test("no family is told by a prefix", () => expect(prefixedFiles(tree)).toEqual([]));
  test("tests stand where the parts of rooms stand", () => {
    const mirrored = Object.keys(HOUSE).filter((room) => /^src\/(?!index\.ts$|build$)/.test(room));
    const missing = mirrored
      .map((room) => room.replace("src/", "test/"))
      .filter((room) => !existsSync(join(root, room)));
    expect(missing).toEqual([]);
  });
  test("no file imports a barrel", () => expect(barrelImports(graph)).toEqual([]));

  test("no clock and no chance where results are computed", () => {
    const pure = files.filter(isPure);
    expect(pure.length).toBeGreaterThan(200);
    expect(
      pure.filter(
        (file) => CLOCK_OR_CHANCE.test(sources[file]!) && CLOCK_OR_CHANCE.test(withoutComments(file, sources[file]!)),
      ),
    ).toEqual([]);
  });

  test("no function of the host's that another engine computes otherwise, where results are computed", () => {
    const pure = files.filter(isPure);
    expect(pure.length).toBeGreaterThan(200);
    expect(pure.flatMap((file) => inexactMath(file, sources[file]!))).toEqual([]);
  });

  test("no second hex or base64: src/base/bytes/bytes.ts has them", () => expect(secondCodecs(sources)).toEqual([]));

  test("no export of src that nobody outside its file uses", () => {
    // Some take the place of others in a build, some are what a thread runs.
    const entries = new Set<string>([
      ...Object.values(ENTRIES),
      "src/core/kernels/inlined.absent.ts",
      "src/corpus/storage/s3/absent.ts",
      "src/cli/threads/cli.worker.ts",
    ]);
    const { unused, outsideOnly } = idleExports({ ...sources, ...outside }, entries);
    console.log(`${outsideOnly.length} exports of src are used by tests and benches only`);
    expect(unused).toEqual([]);
  });

  for (const entry of notEmpty(BROWSER_ENTRIES)) {
    test(`${entry} loads without Node`, () => {
      expect(builtinsBehind(entry, graph)).toEqual([]);
    });
  }
});

test("every kernel has a reference implementation, which names its file of assembly/", async () => {
  const kernels = await loadKernels();
  expect(kernels.name).toBe("wasm");
  expect(Object.keys(kernels).sort()).toEqual(Object.keys(referenceKernels).sort());
  const twins = files.filter((file) => file.endsWith(".reference.ts"));
  expect(twins.length).toBeGreaterThanOrEqual(5);
  const judged = (file: string) => [...sources[file]!.matchAll(/assembly\/[\w./]+\.ts/g)].map(([path]) => path);
  expect(twins.filter((file) => !judged(file).some((path) => path in sources))).toEqual([]);
});

describe("the checks see what they look for", () => {
  test.each([
    ["static", 'import { x } from "../../corpus/search/corpus.ts";'],
    ["type-only", 'import type { X } from "../../corpus/search/corpus.ts";'],
    ["for its effects", 'import "../../corpus/search/corpus.ts";'],
    ["dynamic", 'const x = await import("../../corpus/search/corpus.ts");'],
    ["re-export", 'export { x } from "../../corpus/search/corpus.ts";'],
    ["star", 'export type * from "../../corpus/search/corpus.ts";'],
    ["in a type", 'type X = import("../../corpus/search/corpus.ts").X;'],
  ])("an upward import: %s", (_, source) => {
    expect(upwardImports(graphOf({ "src/core/text/text.ts": source }))).toEqual([
      "src/core/text/text.ts imports src/corpus/search/corpus.ts, which is in a later part",
    ]);
  });

  test("words in comments and strings are no imports; rooms above and packages are fine", () => {
    const source =
      '// import "../../cli/terminal/run.ts"\nconst s = \'import "../../cli/terminal/run.ts"\';\nimport "../../base/errors.ts";\nimport "fflate";';
    expect(upwardImports(graphOf({ "src/core/text/text.ts": source }))).toEqual([]);
  });

  test("a file in no room", () => {
    expect(upwardImports(graphOf({ "src/helpers.ts": "" }))).toEqual([
      "src/helpers.ts is in no part of a room: put it into the list",
    ]);
  });

  test("an upward import within a room", () => {
    const source = 'import "../search/open.ts";';
    expect(
      upwardImports(graphOf({ "src/corpus/format/page.ts": source, "src/corpus/change/page.ts": source })),
    ).toEqual(["src/corpus/format/page.ts imports src/corpus/search/open.ts, which is in a later part"]);
  });

  test("a folder too full, but not one of golden files; a family without a folder, but no test", () => {
    const names = Array.from({ length: ENTRIES_MAX + 1 }, (_, i) => `${i}.ts`);
    const folders = ["src/core/text", "test/cli/golden"].flatMap((folder) => names.map((name) => `${folder}/${name}`));
    expect(crowdedFolders(folders)).toEqual([`src/core/text: ${ENTRIES_MAX + 1}`]);
    expect(crowdedFolders(folders.slice(1))).toEqual([]);
    expect(prefixedFiles(["src/a/deals.terms.ts", "src/a/deals.ts", "test/a/deals.slow.test.ts"])).toEqual([
      "src/a/deals.terms.ts",
    ]);
  });

  test("an arrow between rooms is counted once", () => {
    const source = 'import "../../base/errors.ts";\nimport "../../base/limits.ts";\nimport "./b.ts";';
    expect(arrowsOf(graphOf({ "src/core/text/a.ts": source, "src/core/text/c.ts": source }))).toEqual([
      "src/core → src/base",
    ]);
  });

  test("a circle, types included", () => {
    const planted = { "src/core/text/a.ts": 'import "./b.ts";', "src/core/text/b.ts": 'import "./c.ts";' };
    expect(circles(graphOf({ ...planted, "src/core/text/c.ts": 'import "../../base/errors.ts";' }))).toEqual([]);
    expect(circles(graphOf({ ...planted, "src/core/text/c.ts": 'import type { A } from "./a.ts";' }))).toEqual([
      "src/core/text/a.ts → src/core/text/b.ts → src/core/text/c.ts → src/core/text/a.ts",
    ]);
  });

  test("a barrel, but not for the command line", () => {
    const source = 'import "../../catalogue/index.ts";';
    expect(barrelImports(graphOf({ "src/report/layout/page.ts": source, "src/cli/terminal/run.ts": source }))).toEqual([
      "src/report/layout/page.ts imports src/catalogue/index.ts: import the file that is needed",
    ]);
  });

  test("an export that nobody uses, not one of an entry, and one that only a test uses", () => {
    const planted = {
      "src/index.ts":
        'export const shown = 1;\nexport { reexported } from "./core/text/a.ts";\nexport type * from "./core/text/d.ts";',
      "src/core/text/a.ts":
        "export const reexported = 1;\nexport const idle = 1;\nexport const tested = 2;\nexport type Lazy = 3;",
      "src/core/text/b.ts":
        'const { dynamic } = await import("./c.ts");\ntype T = import("./a.ts").Lazy;\nexport function unasked(): void {}',
      "src/core/text/c.ts": "export const dynamic = 1;\nconst own = 2;\nexport { own };\nexport class Idle {}",
      "src/core/text/d.ts": "export interface Starred {}",
      "test/a.test.ts": 'import { tested as renamed } from "../src/core/text/a.ts";',
    };
    expect(idleExports(planted, new Set(["src/index.ts"]))).toEqual({
      unused: [
        "src/core/text/a.ts: idle",
        "src/core/text/b.ts: unasked",
        "src/core/text/c.ts: own",
        "src/core/text/c.ts: Idle",
      ],
      outsideOnly: ["src/core/text/a.ts: tested"],
    });
  });

  test("a built-in of Node behind two files, but not behind a type or import()", () => {
    const planted = graphOf({
      "src/index.ts":
        'import "./corpus/storage/a.ts";\nimport type { S } from "./corpus/storage/c.ts";\nvoid import("./corpus/storage/c.ts");',
      "src/corpus/storage/a.ts": 'export * from "./b.ts";',
      "src/corpus/storage/b.ts": 'import { join } from "path";\nimport type { Stats } from "node:fs";',
      "src/corpus/storage/c.ts": 'import "node:fs";',
    });
    expect(builtinsBehind("src/index.ts", planted)).toEqual([
      "src/index.ts loads path through src/corpus/storage/b.ts",
    ]);
  });

  test("a clock in code, not in a comment", () => {
    expect(CLOCK_OR_CHANCE.test(withoutComments("a.ts", "const t = Date.now();"))).toBe(true);
    expect(CLOCK_OR_CHANCE.test(withoutComments("a.ts", "/** Date.now() */\nconst t = 1; // Math.random"))).toBe(false);
  });

  test.each([
    ["hex", 'const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");'],
    ["hex over lines", 'hex += view\n  .getUint8(at)\n  .toString(16)\n  .padStart(2, "0");'],
    ["hex of Node", 'const hex = randomBytes(32).toString("hex");'],
    ["hex back", "const byte = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);"],
    ["hex back by Node", 'const bytes = Buffer.from(text, "hex");'],
    ["hex back by letters", "const byte = Number.parseInt(hex.substr(2 * i, 2), 16);"],
    ["hex back by a literal", `const byte = Number(\`0x\${hex.slice(0, 2)}\`);`],
    ["hex by a table", 'const DIGITS = "0123456789abcdef";'],
    ["base64 by a table", 'const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";'],
    ["hex of new runtimes", "const hex = bytes.toHex();"],
    ["base64", "const text = btoa(String.fromCharCode(...bytes));"],
    ["base64 back", "const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));"],
    ["base64url", 'const text = toBase64(bytes).replaceAll("+", "-");'],
    ["base64url back", 'const bytes = fromBase64(text.replaceAll("-", "+"));'],
  ])("a second codec: %s", (_, source) => {
    expect(secondCodecs({ "src/service/http/request/query.ts": source })).toEqual([
      "src/service/http/request/query.ts",
    ]);
    expect(
      secondCodecs({
        "src/base/bytes/bytes.ts": source,
        "src/service/http/request/query.ts": `// ${source.replaceAll("\n", " ")}`,
      }),
    ).toEqual([]);
  });

  test("numbers in base 16 and words about base64 are no codec", () => {
    const source =
      'const name = hash.toString(16).padStart(8, "0");\nconst form = { contentEncoding: "base64" };\ntoHex(bytes);';
    expect(secondCodecs({ "src/corpus/format/manifest.ts": source })).toEqual([]);
  });

  test("a function of the host's, not a constant, a whole power or a comment", () => {
    for (const planted of [
      ...[
        "Math.log(x)",
        "Math.exp(x)",
        "Math.pow(x, 2)",
        "Math.log2 (x)",
        "values.map(Math.tanh)",
        'Math["log"](x)',
        "Math[name](x)",
      ],
      ...[
        "x ** 2",
        "2 ** x",
        "2 ** 0.5",
        "0.5 ** 2",
        "(x **= 2)",
        "2 ** (x + 1)",
        "(x + 1) ** 2",
        "((m) => m.log(x))(Math)",
      ],
    ]) {
      expect(inexactMath("a.ts", `const y = ${planted};`), planted).toHaveLength(1);
    }
    for (const exact of [
      "Math.LOG2E + Math.sqrt(x)",
      "2 ** 20",
      "2 ** 29 - 24",
      "10 ** 3",
      "log(x)",
      "1; // Math.log(x), x ** y",
    ]) {
      expect(inexactMath("a.ts", `const y = ${exact}`), exact).toEqual([]);
    }
  });
});
