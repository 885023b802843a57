/** How the code reads: what the formatter and the linter do not look at. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const COLUMNS_MAX = 120;
/** Pictures, tables, formulas and examples in comments keep their columns. */
const DRAWN = /^\*? ?\||[─│┌┐└┘├┤▶▼◀╱╲⏎→²·]|\S {2,}\S|[{[]"|https?:/;

type Sources = Readonly<Record<string, string>>;

/** Names of types that are declared in more than one file, with the files. */
function ambiguousTypes(sources: Sources): string[] {
  const declared = new Map<string, string[]>();
  for (const [file, source] of Object.entries(sources)) {
    for (const statement of ts.createSourceFile(file, source, ts.ScriptTarget.Latest).statements) {
      const isType =
        ts.isInterfaceDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement) ||
        ts.isClassDeclaration(statement);
      if (!isType || statement.name === undefined) continue;
      const name = statement.name.text;
      declared.set(name, [...(declared.get(name) ?? []), file]);
    }
  }
  return [...declared].filter(([, files]) => files.length > 1).map(([name, files]) => `${name}: ${files.join(", ")}`);
}

/** Object literals that are spread into another one, which has their fields as well without it. */
function spreadLiterals(sources: Sources): string[] {
  const found: string[] = [];
  for (const [file, source] of Object.entries(sources)) {
    const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) {
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
        found.push(`${file}:${line + 1}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return found;
}

/** Lines of comments beyond `COLUMNS_MAX`; the formatter wraps code and leaves comments as they are. */
function longComments(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([file, source]) =>
    source.split("\n").flatMap((line, i) => {
      const isComment = /^\s*(?:\/\/|\/\*\*|\*)/.test(line);
      return isComment && line.length > COLUMNS_MAX && !DRAWN.test(line.trim()) ? [`${file}:${i + 1}`] : [];
    }),
  );
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const files = globSync(["src/**/*.ts", "assembly/**/*.ts"], { cwd: root }).filter(
  (file) => !file.includes(".generated."),
);
const all = Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const inSrc = Object.fromEntries(Object.entries(all).filter(([file]) => file.startsWith("src/")));

test("there are files to look at", () => expect(Object.keys(inSrc).length).toBeGreaterThan(300));
test("a type name has one meaning in src", () => expect(ambiguousTypes(inSrc)).toEqual([]));
test("no literal is spread into a literal", () => expect(spreadLiterals(inSrc)).toEqual([]));
test(`comments end by column ${COLUMNS_MAX}`, () => expect(longComments(all)).toEqual([]));

describe("the checks see what they look for", () => {
  test("two types of one name; types in functions and names of functions do not count", () => {
    const sources = {
      "a.ts": "type Plan = string; function Row() {}",
      "b.ts": "export interface Plan {} class Row {}",
    };
    expect(ambiguousTypes(sources)).toEqual(["Plan: a.ts, b.ts"]);
  });

  test("a spread literal; a spread condition is none", () => {
    const source = "const a = { ...{ b: 1, c },\n ...(d && { e: 1 }), ...f };";
    expect(spreadLiterals({ "a.ts": source })).toEqual(["a.ts:1"]);
  });

  test("a long comment; code and drawings are none", () => {
    const long = `${"word ".repeat(29)}word`;
    const source = [`// ${long}`, ` * ${long}`, `/** ${long} */`, `const a = "${long}";`, `// a ─▶ ${long}`].join("\n");
    expect(longComments({ "a.ts": source })).toEqual(["a.ts:1", "a.ts:2", "a.ts:3"]);
  });
});
