/** The regular expressions of the sources, with what a worst input of each is made of. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A regular expression, and where it stands. */
export interface FoundPattern {
  file: string;
  line: number;
  pattern: RegExp;
}

/** Sources that people write, in their order. */
export const filesUnder = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes(".generated."))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .sort();

/** Literals, and those that are built of what is constant in their file. */
export function patternsIn(root: string, file: string): FoundPattern[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const found: FoundPattern[] = [];
  const constants = new Map<string, string>();
  const look = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
      const text = constantText(node.initializer, constants);
      if (text !== null) constants.set(node.name.getText(), text);
    }
    const built = ts.isRegularExpressionLiteral(node) ? literal(node.text) : constructed(node, constants);
    if (built !== null)
      found.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, pattern: built });
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

function literal(text: string): RegExp {
  const end = text.lastIndexOf("/");
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/** `new RegExp` of what is constant in its file; `null` for everything else. */
function constructed(node: ts.Node, constants: ReadonlyMap<string, string>): RegExp | null {
  if (!ts.isNewExpression(node) || node.expression.getText() !== "RegExp") return null;
  const [source, flags] = node.arguments ?? [];
  const text = source === undefined ? null : constantText(source, constants);
  return text === null ? null : new RegExp(text, flags === undefined ? "" : (constantText(flags, constants) ?? ""));
}

function constantText(node: ts.Expression, constants: ReadonlyMap<string, string>): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) return constants.get(node.text) ?? null;
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [constantText(node.left, constants), constantText(node.right, constants)];
    if (left === null || right === null) return null;
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return left + right;
    return node.operatorToken.kind === ts.SyntaxKind.MinusToken ? String(Number(left) - Number(right)) : null;
  }
  if (!ts.isTemplateExpression(node)) return null;
  let text = node.head.text;
  for (const { expression, literal: after } of node.templateSpans) {
    const part = constantText(expression, constants);
    if (part === null) return null;
    text += part + after.text;
  }
  return text;
}
