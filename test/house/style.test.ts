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
      if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(withoutCasts(node.expression))) {
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
        found.push(`${file}:${line + 1}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return found;
}

/** What stands in parentheses, or before `as` and `satisfies`. */
function withoutCasts(node: ts.Expression): ts.Expression {
  const isAround = ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node);
  return isAround ? withoutCasts(node.expression) : node;
}

/** Lines of comments beyond `COLUMNS_MAX`; the formatter wraps code and leaves comments as they are. */
function longComments(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([file, source]) => {
    const isSuspect = (line: string): boolean =>
      line.length > COLUMNS_MAX && /\/[/*]|^\s*\*/.test(line) && !DRAWN.test(line.trim());
    const suspects = source.split("\n").flatMap((line, i) => (isSuspect(line) ? [i] : []));
    if (suspects.length === 0) return [];
    const commented = commentedLines(file, source);
    return suspects.filter((i) => commented.has(i)).map((i) => `${file}:${i + 1}`);
  });
}

/** Indices of the lines on which a comment is, behind code too. */
function commentedLines(file: string, source: string): Set<number> {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  const lines = new Set<number>();
  const add = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) {
      const [first, last] = [pos, end].map((at) => tree.getLineAndCharacterOfPosition(at).line) as [number, number];
      for (let line = first; line <= last; line++) lines.add(line);
    }
  };
  const visit = (node: ts.Node): void => {
    add(ts.getLeadingCommentRanges(source, node.getFullStart()));
    add(ts.getTrailingCommentRanges(source, node.getEnd()));
    for (const child of node.getChildren(tree)) visit(child);
  };
  visit(tree);
  return lines;
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const files = globSync(["src/**/*.{ts,tsx}", "assembly/**/*.ts"], { cwd: root }).filter(
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
    const source = "const a = { ...{ b: 1, c },\n ...(d && { e: 1 }), ...f,\n ...({ g: 1 } as const) };";
    expect(spreadLiterals({ "a.ts": source })).toEqual(["a.ts:1", "a.ts:3"]);
  });

  test("a long comment, behind code too; code and drawings are none", () => {
    const long = `${"word ".repeat(29)}word`;
    const source = [
      `// ${long}`,
      `/**\n * ${long}\n */`,
      `/** ${long} */`,
      `const a = "${long}";`,
      `// a ─▶ ${long}`,
      `f(b); // ${long}`,
      `const c = "// ${long}";`,
    ].join("\n");
    expect(longComments({ "a.ts": source })).toEqual(["a.ts:1", "a.ts:3", "a.ts:5", "a.ts:8"]);
  });
});
