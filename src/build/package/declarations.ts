/**
 * Writes the declarations that the package ships. `tsup.config.ts` calls it.
 *
 * One TypeScript program serves all entries and does not check them (`npm run check` does): it computes only the types
 * that the entries export. Entries share declarations as they share code: one file for each room of `src/`.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { type Plugin, rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import ts from "typescript";

/** tsup runs in the root of the repository and treats this file as part of its configuration. */
const ROOT = process.cwd();
/** The path of a declaration, if it were written beside its source. */
const declarationOf = (source: string) => source.replace(/(?<!\.d)\.ts$/, ".d.ts");
const sourceOf = (declaration: string) => declaration.replace(/\.d\.ts$/, ".ts");
/**
 * What the main entry exports as `Contract`. It has a file of its own: written into others, a namespace gives each type
 * a second name, which the declarations of users cannot refer to.
 */
const NAMESPACE = { file: "types/contract", source: "src/base/contract/contract.ts" };
/** Written by `assembly/wasm.build.ts`. */
const NOT_OURS = "engine.wasm.d.ts";

/** Returns a function that gives the declarations of a source. It throws where TypeScript cannot emit them. */
function declarationsOf(entries: readonly string[]): (source: string) => string {
  const { config, error } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
  if (error !== undefined) throw new Error(textOf([error]));
  const { options, errors } = ts.parseJsonConfigFileContent({ ...config, include: [], files: entries }, ts.sys, ROOT);
  if (errors.length > 0) throw new Error(textOf(errors));
  const emits: ts.CompilerOptions = { noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true };
  const program = ts.createProgram(entries, { ...options, ...emits });
  return (source) => {
    let text: string | undefined;
    const { diagnostics } = program.emit(
      program.getSourceFile(source),
      (_, written) => (text = written),
      undefined,
      true,
    );
    if (text === undefined || diagnostics.length > 0)
      throw new Error(`${source} has no declarations\n${textOf(diagnostics)}`);
    return text;
  };
}

const textOf = (diagnostics: readonly ts.Diagnostic[]) =>
  ts.formatDiagnostics(diagnostics, {
    getCurrentDirectory: () => ROOT,
    getCanonicalFileName: (name) => name,
    getNewLine: () => "\n",
  });

/** A rollup plugin that loads declarations in place of sources. */
function declared(entries: readonly string[]): Plugin {
  const textOfSource = declarationsOf(entries);
  return {
    name: "declared",
    resolveId: (name, importer) => {
      const id = join(importer === undefined ? ROOT : dirname(importer), declarationOf(name));
      const isNamespace = importer !== undefined && id === join(ROOT, declarationOf(NAMESPACE.source));
      return isNamespace ? { id: `./${NAMESPACE.file}.js`, external: true } : id;
    },
    load: (id) => textOfSource(sourceOf(id)),
  };
}

/**
 * The file that a source shares with its room: `types/corpus` for `src/corpus/`, and `types/base` for the files in
 * `src/` itself. What a build wrote before goes to the room that publishes it.
 */
function sharedFile(source: string): string {
  if (source.startsWith("build")) return source.includes("methods.") ? "types/faces" : "types/core";
  const [, room, file] = source.split(sep);
  return `types/${file === undefined ? "base" : room}`;
}

/** Writes the declarations of the entries, and deletes those of an earlier build. */
export async function declare(entries: Readonly<Record<string, string>>, folder: string): Promise<void> {
  const inputs = { ...entries, [NAMESPACE.file]: NAMESPACE.source };
  const graph = await rollup({
    // For names that end in `.ts` alone, the plugin would create its own program.
    input: Object.fromEntries(Object.entries(inputs).map(([name, source]) => [name, declarationOf(source)])),
    external: /^(?![./])/,
    plugins: [declared(Object.values(inputs)), dts()],
    onLog: (level, { code, message }) => {
      // Types may refer to each other in a circle, and a room may have none that an entry refers to.
      if (level === "warn" && code !== "CIRCULAR_DEPENDENCY" && code !== "EMPTY_BUNDLE") throw new Error(message);
    },
  });
  const { output } = await graph.write({
    dir: folder,
    entryFileNames: "[name].d.ts",
    chunkFileNames: "[name].d.ts",
    hoistTransitiveImports: false,
    minifyInternalExports: false,
    onlyExplicitManualChunks: true,
    manualChunks: (id, { getModuleInfo }) => (getModuleInfo(id)?.isEntry ? undefined : sharedFile(relative(ROOT, id))),
  });
  await graph.close();
  const filled = output.filter((one) => one.type === "asset" || one.exports.length > 0);
  const written = new Set(filled.map(({ fileName }) => join(fileName)).concat(NOT_OURS));
  for (const file of globSync("**/*.d.ts", { cwd: folder })) {
    const path = join(folder, file);
    if (!written.has(file)) rmSync(path);
    // Editors show types without it; the package has a limit of size.
    else writeFileSync(path, withoutHeads(typesOnly(readFileSync(path, "utf8"))).replaceAll(/^[ \t]+(?=\S)/gm, ""));
  }
}

/** Without the comments that say what each source file is for: a blank line is behind them, and no declaration. */
function withoutHeads(text: string): string {
  return text.replaceAll(/^\/\*\*(?:[^*]|\*(?!\/)){0,4000}\*\/\n\n/gm, "");
}

/** A namespace of types is no value: there is none of its name when a program runs. */
function typesOnly(text: string): string {
  const [imported, name] = /^import \* as (\w+) from '\.\/types\/contract\.js';\n/m.exec(text) ?? [];
  if (imported === undefined) return text;
  const exported = new RegExp(`^export \\{ ${name} as (\\w+) \\};$`, "m");
  return text.replace(imported, "").replace(exported, `export type * as $1 from './${NAMESPACE.file}.js';`);
}
