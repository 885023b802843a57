/**
 * What the verdict of a test rests on. A loop over nothing passes and proves nothing, so a loop with `expect` goes through a literal or
 * `notEmpty`. A limit of time fails where the machine is busy, so tests have only the one of `vitest.config.ts`, which none comes near.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";

/** Methods of arrays, maps and objects that give as many items as they get. */
const SAME_LENGTH = new Set(["entries", "keys", "values", "map", "toSorted", "sort", "toReversed", "reverse"]);
/** A constant of another file: its name says that it is a table. */
const TABLE = /^[A-Z][A-Z0-9_]+$/;
/** Literals are rarely bound through more names than this; a circle of names ends here. */
const STEPS_MAX = 8;

type Bindings = ReadonlyMap<string, ts.Expression>;

/** Places, as `file:line`, of loops that contain `expect` and that may go through nothing. */
function loopsOverNothing(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const bindings = constantsOf(tree);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isForOfStatement(node) && hasExpect(node.statement) && !hasItems(node.expression, bindings))
      found.push(`${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function constantsOf(tree: ts.SourceFile): Bindings {
  const bindings = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
      if ((node.parent.flags & ts.NodeFlags.Const) !== 0) bindings.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return bindings;
}

const hasExpect = (node: ts.Node): boolean =>
  (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "expect") ||
  (ts.forEachChild(node, (child) => hasExpect(child) || undefined) ?? false);

/** Whether an expression has items whatever happens, as far as the text of one file tells. */
function hasItems(node: ts.Expression, bindings: Bindings, steps = 0): boolean {
  if (steps > STEPS_MAX) return false;
  const inner = (one: ts.Expression | undefined) => one !== undefined && hasItems(one, bindings, steps + 1);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return inner(node.expression);
  if (ts.isArrayLiteralExpression(node))
    return node.elements.some((element) => !ts.isSpreadElement(element) || inner(element.expression));
  if (ts.isObjectLiteralExpression(node)) return node.properties.some((one) => !ts.isSpreadAssignment(one));
  if (ts.isStringLiteralLike(node)) return node.text !== "";
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].some(({ text }) => text !== "");
  if (ts.isIdentifier(node)) {
    const bound = bindings.get(node.text);
    return bound === undefined ? TABLE.test(node.text) : inner(bound);
  }
  if (ts.isNewExpression(node)) return inner(node.arguments?.[0]);
  return ts.isCallExpression(node) && callHasItems(node, inner);
}

function callHasItems(
  { expression: callee, arguments: [first] }: ts.CallExpression,
  inner: (one: ts.Expression | undefined) => boolean,
): boolean {
  if (ts.isIdentifier(callee)) return /^not(?:Always)?Empty$/.test(callee.text);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const object = ts.isIdentifier(callee.expression) ? callee.expression.text : "";
  if (object === "Object") return inner(first);
  if (object === "Array")
    return first !== undefined && (ts.isObjectLiteralExpression(first) ? isLength(first) : inner(first));
  return SAME_LENGTH.has(callee.name.text) && inner(callee.expression);
}

/** `{ length: 5 }` or `{ length: ROUNDS }`, as `Array.from` takes it. */
function isLength({ properties: [length] }: ts.ObjectLiteralExpression): boolean {
  if (length === undefined || !ts.isPropertyAssignment(length)) return false;
  const { initializer } = length;
  return ts.isNumericLiteral(initializer)
    ? Number(initializer.text) > 0
    : ts.isIdentifier(initializer) && TABLE.test(initializer.text);
}

/** Places, as `file:line`, of tests that set a limit of time of their own. */
function ownTimeLimits(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      /^(?:test|it|describe|(?:before|after)(?:Each|All))\b/.test(node.expression.getText(tree))
    )
      for (const argument of node.arguments.slice(1))
        if (ts.isNumericLiteral(argument) || (ts.isObjectLiteralExpression(argument) && hasTimeout(argument)))
          found.push(`${file}:${tree.getLineAndCharacterOfPosition(argument.getStart(tree)).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const hasTimeout = ({ properties }: ts.ObjectLiteralExpression): boolean =>
  properties.some(({ name }) => name !== undefined && ts.isIdentifier(name) && name.text === "timeout");

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const files = globSync("test/**/*.ts", { cwd: root, exclude: (name) => name.includes("node_modules") });

const sources = files.map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
const inTests = sources.filter(([file]) => file.endsWith(".test.ts") && !file.endsWith(".slow.test.ts"));

test("there are files to look at", () => {
  expect(files.length).toBeGreaterThan(300);
  expect(inTests.length).toBeGreaterThan(200);
});
test("no loop of a test may go through nothing", () =>
  expect(sources.flatMap(([file, source]) => loopsOverNothing(file, source))).toEqual([]));
test("no test has a limit of time of its own", () =>
  expect(inTests.flatMap(([file, source]) => ownTimeLimits(file, source))).toEqual([]));

describe("the checks see what they look for", () => {
  test.each([
    'test("a", () => {}, 60_000);',
    'it.each([1])("a", { timeout: 5 }, () => {});',
    "beforeAll(open, 9_000);",
  ])("%s", (source) => expect(ownTimeLimits("a.ts", source)).toEqual(["a.ts:1"]));

  test.each([
    ["a call", "for (const a of list()) expect(a).toBe(1);"],
    ["a filter of a literal", "for (const a of [1, 2].filter(isOdd)) expect(a).toBe(1);"],
    ["a spread", "for (const a of [...list]) { if (a) expect(a).toBe(1); }"],
    ["no length", "for (const a of Array.from({ length: 0 })) expect(a).toBe(1);"],
    ["a name in a circle", "const a = b; const b = a; for (const c of a) expect(c).toBe(1);"],
  ])("%s", (_, source) => expect(loopsOverNothing("a.ts", source)).toEqual(["a.ts:1"]));

  test.each([
    ["a literal", "for (const a of [1]) expect(a).toBe(1);"],
    ["notEmpty", "for (const a of notEmpty(list())) expect(a).toBe(1);"],
    [
      "a name of a literal, mapped",
      "const all = [1, 2]; for (const a of all.map(String).entries()) expect(a).toBe(1);",
    ],
    ["fields of a literal", "const all = { a: 1 } as const; for (const a of Object.keys(all)) expect(a).toBe(1);"],
    ["a table of another file", "for (const a of ERROR_CODES) expect(a).toBe(1);"],
    ["a loop that expects nothing", "for (const a of list()) all.push(a);"],
  ])("%s is none", (_, source) => expect(loopsOverNothing("a.ts", source)).toEqual([]));
});
