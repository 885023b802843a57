/** TypeScript over the sources of a tree: their syntax, their types, and whether a changed file still compiles. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export interface Compiler {
  checker: ts.TypeChecker;
  sourceFile(file: string): ts.SourceFile;
  /** Whether `file` would be free of errors of its own if it held `text`. */
  compiles(file: string, text: string): boolean;
}

/** `files` are paths from `root`, whose tsconfig.json is obeyed. */
export function compilerOver(root: string, files: readonly string[]): Compiler {
  const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const changed = new Map<string, string>();
  const versions = new Map<string, number>();
  const contents = (path: string) => changed.get(path) ?? (existsSync(path) ? readFileSync(path, "utf8") : undefined);
  const service = ts.createLanguageService({
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    getScriptFileNames: () => files.map((file) => join(root, file)),
    getScriptVersion: (path) => String(versions.get(path) ?? 0),
    getScriptSnapshot: (path) => {
      const text = contents(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  const set = (path: string, text?: string) => {
    if (text === undefined) changed.delete(path);
    else changed.set(path, text);
    versions.set(path, (versions.get(path) ?? 0) + 1);
  };
  const program = service.getProgram()!;
  return {
    checker: program.getTypeChecker(),
    sourceFile: (file) => program.getSourceFile(join(root, file))!,
    compiles: (file, text) => {
      const path = join(root, file);
      set(path, text);
      const isFree =
        service.getSyntacticDiagnostics(path).length === 0 && service.getSemanticDiagnostics(path).length === 0;
      set(path);
      return isFree;
    },
  };
}
