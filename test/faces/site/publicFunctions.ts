/** The functions that each entry of the package exports, by its name. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { ENTRIES } from "../../../src/build/package/bundle.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

export function functionsOfEntries(): Record<string, string[]> {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const sources = Object.entries(ENTRIES).map(([name, source]) => [name, join(ROOT, source)] as const);
  const program = ts.createProgram(
    sources.map(([, source]) => source),
    options,
  );
  const checker = program.getTypeChecker();
  const functionsOf = (source: string): string[] => {
    const entry = checker.getSymbolAtLocation(program.getSourceFile(source)!)!;
    return checker.getExportsOfModule(entry).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const isCallable =
        symbol.flags & ts.SymbolFlags.Function ||
        (symbol.flags & ts.SymbolFlags.Variable && checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0);
      return isCallable ? [exported.name] : [];
    });
  };
  return Object.fromEntries(
    sources.map(([name, source]) => [name === "index" ? "spolia" : `spolia/${name}`, functionsOf(source)]),
  );
}
