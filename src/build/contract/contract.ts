/**
 * Generates the shapes and descriptions of all documents from the interfaces and their doc comments:
 *
 *   node src/build/contract/contract.ts
 *
 * `build/generated/results.ts` contains the shapes of results, against which stored results are checked.
 * `build/generated/documents.ts` contains the shapes of the other HTTP responses, the named shapes that a shape
 * extends, and all descriptions.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { ShapeReader, type ShapeTexts } from "./shapes.ts";
import { type Member, TypeReader } from "./types.ts";

type NamedDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const ENGINE = "src/base/contract/engine.ts";
const OPERATIONS = "src/base/contract/operations.ts";
const DOCUMENTS = "src/service/http/openapi/documents.ts";

/** The contents of the generated files, by path relative to the root of the repository. */
function generatedFiles(root: string): Record<string, string> {
  const program = ts.createProgram(
    [ENGINE, OPERATIONS, DOCUMENTS].map((path) => `${root}/${path}`),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      strict: true,
      noEmit: true,
      types: ["node"],
    },
  );
  const types = new TypeReader(program);
  const reader = new ShapeReader(types);
  const declared = <Kind extends NamedDeclaration>(
    path: string,
    name: string,
    isKind: (node: ts.Node) => node is Kind,
  ) => {
    const statements: readonly ts.Node[] = program.getSourceFile(`${root}/${path}`)?.statements ?? [];
    const found = statements.filter(isKind).find((node) => node.name.text === name);
    if (found === undefined) throw new Error(`${path} has no ${name}`);
    return found;
  };
  const ofOperations = types.documentsOf(
    declared(ENGINE, "Operations", ts.isInterfaceDeclaration),
    declared(DOCUMENTS, "OperationAnswer", ts.isTypeAliasDeclaration),
  );
  const tableOf = (path: string, name: string): Member[] =>
    types.tableOf(declared(path, name, ts.isInterfaceDeclaration), ofOperations);
  for (const one of tableOf(OPERATIONS, "ResultDocuments")) reader.readDocument(one);
  const results = [...reader.shapes.keys()];
  for (const name of ["AnswerDocuments", "MessageDocuments"])
    for (const one of tableOf(DOCUMENTS, name)) reader.readDocument(one);
  const others = [...reader.shapes.keys()].filter((name) => !results.includes(name));
  const texts = [...reader.shapes.keys()].map((name): [string, ShapeTexts] => [name, ownTexts(reader, name)]);
  const requests = tableOf(DOCUMENTS, "RequestDocuments").map((one): [string, ShapeTexts] => [
    one.name,
    reader.textsWithin(one),
  ]);
  const shapesOf = (names: readonly string[]) =>
    names.map((name): [string, unknown] => [name, reader.shapes.get(name)]);
  return {
    "build/generated/results.ts": fileOf([["RESULT_SHAPES", "object", shapesOf(results)]]),
    "build/generated/documents.ts": fileOf([
      ["DOCUMENT_SHAPES", "object", shapesOf(others)],
      ["DOCUMENT_BASES", "readonly string[]", [...reader.bases]],
      ["ANSWER_TEXTS", "Readonly<Record<string, string>>", texts],
      ["REQUEST_TEXTS", "Readonly<Record<string, string>>", requests],
    ]),
  };
}

/** The texts of a document without those that it has from the documents that it extends. */
function ownTexts(reader: ShapeReader, name: string): ShapeTexts {
  const inherited = (path: string): readonly (string | undefined)[] =>
    (reader.bases.get(name) ?? []).map((base) => reader.textsOf(base)[path]);
  const own = Object.entries(reader.textsOf(name)).filter(
    ([path, text]) => path === "" || inherited(path).find((one) => one !== undefined) !== text,
  );
  return Object.fromEntries(own);
}

function fileOf(tables: readonly [name: string, type: string, rows: [string, unknown][]][]): string {
  const head = "/** Written by src/build/contract/contract.ts from the interfaces. */";
  return [head, ...tables.map((table) => tableText(...table)), ""].join("\n");
}

/** One line per document, sorted by name. */
function tableText(name: string, type: string, rows: [string, unknown][]): string {
  const lines = rows
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => `  ${key}: ${JSON.stringify(value)},`);
  return [`export const ${name}: Readonly<Record<string, ${type}>> = {`, ...lines, "};"].join("\n");
}

mkdirSync(`${ROOT}build/generated`, { recursive: true });
for (const [path, text] of Object.entries(generatedFiles(ROOT))) writeFileSync(ROOT + path, text);
