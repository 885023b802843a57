/**
 * What may be changed in a file: every place where one small defect could have been made by hand, with the text that makes it. Places
 * are found in the syntax tree, so that nothing in a comment, a type or an import is touched.
 */
import ts from "typescript";

/** One defect: the characters from `start` up to `end` are replaced. */
export interface Change {
  operator: string;
  start: number;
  end: number;
  replacement: string;
}

const { SyntaxKind } = ts;

const SWAPPED = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
  [SyntaxKind.AmpersandToken, "|"],
  [SyntaxKind.BarToken, "&"],
  [SyntaxKind.LessThanLessThanToken, ">>"],
  [SyntaxKind.GreaterThanGreaterThanGreaterThanToken, "<<"],
]);

/** A plus between texts has no opposite: these need numbers on both sides. */
const ARITHMETIC = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.PlusToken, "-"],
  [SyntaxKind.MinusToken, "+"],
  [SyntaxKind.AsteriskToken, "/"],
  [SyntaxKind.SlashToken, "*"],
  [SyntaxKind.PercentToken, "*"],
  [SyntaxKind.PlusEqualsToken, "-="],
  [SyntaxKind.MinusEqualsToken, "+="],
]);

const OPPOSITE_METHODS = new Map([
  ["min", "max"],
  ["max", "min"],
  ["some", "every"],
  ["every", "some"],
]);

/** A word that a program reads; a sentence for people is judged by eye. */
const WORD = /^[\w-]{2,30}$/;

/** Every change that can be made to `file`, in the order of its text. */
export function changesIn(file: ts.SourceFile, checker: ts.TypeChecker): Change[] {
  const found: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (isErased(node)) return;
    found.push(...changesAt(node, file, checker));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isErased = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node);

function changesAt(node: ts.Node, file: ts.SourceFile, checker: ts.TypeChecker): Change[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node, file, checker);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return ofUnary(node, file);
  if (ts.isNumericLiteral(node) || ts.isStringLiteral(node)) return ofLiteral(node, file);
  if (ts.isPropertyAssignment(node)) return ofProperty(node, file);
  if (ts.isCallExpression(node)) return ofCall(node, file);
  if (ts.isReturnStatement(node)) return ofReturn(node, file, checker);
  return ofFlow(node, file);
}

function ofBinary(
  { left, operatorToken, right }: ts.BinaryExpression,
  file: ts.SourceFile,
  checker: ts.TypeChecker,
): Change[] {
  const { kind } = operatorToken;
  const token = operatorToken.getText(file);
  if (kind === SyntaxKind.QuestionQuestionToken)
    return [{ operator: "?? and its right side removed", start: left.getEnd(), end: right.getEnd(), replacement: "" }];
  const areNumbers = ARITHMETIC.has(kind) && isNumber(left, checker) && isNumber(right, checker);
  const replacement = SWAPPED.get(kind) ?? (areNumbers ? ARITHMETIC.get(kind) : undefined);
  if (replacement === undefined) return [];
  return [
    {
      operator: `${token} to ${replacement}`,
      start: operatorToken.getStart(file),
      end: operatorToken.getEnd(),
      replacement,
    },
  ];
}

function ofUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression, file: ts.SourceFile): Change[] {
  const start = node.getStart(file);
  if (ts.isPostfixUnaryExpression(node)) {
    // A loop that counts down from its first round never ends, which says nothing of its tests.
    if (ts.isForStatement(node.parent)) return [];
    const isIncrement = node.operator === SyntaxKind.PlusPlusToken;
    const operator = isIncrement ? "++ to --" : "-- to ++";
    return [{ operator, start: node.operand.getEnd(), end: node.getEnd(), replacement: isIncrement ? "--" : "++" }];
  }
  const end = node.operand.getStart(file);
  if (node.operator === SyntaxKind.ExclamationToken) return [{ operator: "! removed", start, end, replacement: "" }];
  const isNegation = node.operator === SyntaxKind.MinusToken && !ts.isNumericLiteral(node.operand);
  return isNegation ? [{ operator: "sign removed", start, end, replacement: "" }] : [];
}

function ofLiteral(node: ts.NumericLiteral | ts.StringLiteral, file: ts.SourceFile): Change[] {
  const [start, end] = [node.getStart(file), node.getEnd()];
  if (ts.isStringLiteral(node)) {
    const isRead = WORD.test(node.text) && ts.findAncestor(node, ts.isThrowStatement) === undefined;
    return isRead ? [{ operator: "string changed", start, end, replacement: JSON.stringify(`${node.text}_`) }] : [];
  }
  const value = Number(node.text);
  if (!Number.isFinite(value)) return [];
  if (isSignOfOrder(node)) return [];
  const larger = Number.isInteger(value) ? value + 1 : value * 1.1;
  return [
    { operator: "number raised", start, end, replacement: String(larger) },
    ...(Number.isInteger(value) && value > 0
      ? [{ operator: "number lowered", start, end, replacement: String(value - 1) }]
      : []),
  ];
}

/** A comparison for sorting may return any positive number where it returns 1. */
function isSignOfOrder(node: ts.NumericLiteral): boolean {
  const compare = ts.findAncestor(node, ts.isArrowFunction);
  if (compare === undefined || !ts.isCallExpression(compare.parent)) return false;
  const { expression } = compare.parent;
  return (
    node.text === "1" && ts.isPropertyAccessExpression(expression) && /^(sort|toSorted)$/.test(expression.name.text)
  );
}

function ofProperty({ name }: ts.PropertyAssignment, file: ts.SourceFile): Change[] {
  if (!ts.isIdentifier(name)) return [];
  return [
    { operator: "property renamed", start: name.getStart(file), end: name.getEnd(), replacement: `${name.text}_` },
  ];
}

function ofCall(node: ts.CallExpression, file: ts.SourceFile): Change[] {
  if (!ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression: subject, name } = node.expression;
  const [start, end] = [name.getStart(file), node.getEnd()];
  const opposite = OPPOSITE_METHODS.get(name.text);
  const isOfMath = subject.getText(file) === "Math";
  if (opposite !== undefined && isOfMath === /^m/.test(name.text))
    return [{ operator: `${name.text} to ${opposite}`, start, end: name.getEnd(), replacement: opposite }];
  if (["slice", "subarray", "substring"].includes(name.text))
    return node.arguments.flatMap((argument) => {
      const place = { start: argument.getStart(file), end: argument.getEnd() };
      return [
        { operator: `${name.text} from or to one later`, ...place, replacement: `(${argument.getText(file)}) + 1` },
      ];
    });
  if (["sort", "toSorted", "filter"].includes(name.text))
    return [{ operator: `${name.text} removed`, start, end, replacement: "slice()" }];
  return [];
}

function ofReturn({ expression }: ts.ReturnStatement, file: ts.SourceFile, checker: ts.TypeChecker): Change[] {
  if (expression === undefined) return [];
  const [start, end, text] = [expression.getStart(file), expression.getEnd(), expression.getText(file)];
  const returned = (replacement: string): Change[] => [{ operator: "returned value changed", start, end, replacement }];
  const { flags } = checker.getTypeAtLocation(expression);
  if (flags & ts.TypeFlags.BooleanLike) return returned(`!(${text})`);
  if (flags & ts.TypeFlags.NumberLike) return returned(`(${text}) + 1`);
  if (flags & ts.TypeFlags.StringLike) return returned('""');
  return ts.isArrayLiteralExpression(expression) && expression.elements.length > 0 ? returned("[]") : [];
}

/** Branches, statements and `await`. */
function ofFlow(node: ts.Node, file: ts.SourceFile): Change[] {
  const [start, end] = [node.getStart(file), node.getEnd()];
  if (ts.isIfStatement(node)) {
    const { expression, elseStatement } = node;
    const replacement = `!(${expression.getText(file)})`;
    const negated = {
      operator: "condition negated",
      start: expression.getStart(file),
      end: expression.getEnd(),
      replacement,
    };
    return [
      negated,
      ...(elseStatement === undefined ? [{ operator: "if removed", start, end, replacement: ";" }] : []),
    ];
  }
  if (ts.isConditionalExpression(node)) {
    const { whenTrue, whenFalse } = node;
    const replacement = `(${whenFalse.getText(file)}) : (${whenTrue.getText(file)})`;
    return [{ operator: "branches exchanged", start: whenTrue.getStart(file), end: whenFalse.getEnd(), replacement }];
  }
  if (ts.isContinueStatement(node)) return [{ operator: "continue removed", start, end, replacement: ";" }];
  if (ts.isExpressionStatement(node)) {
    const isSuper = ts.isCallExpression(node.expression) && node.expression.expression.kind === SyntaxKind.SuperKeyword;
    return isSuper ? [] : [{ operator: "statement removed", start, end, replacement: ";" }];
  }
  if (ts.isAwaitExpression(node))
    return [{ operator: "await removed", start, end: node.expression.getStart(file), replacement: "" }];
  return [];
}

function isNumber(node: ts.Expression, checker: ts.TypeChecker): boolean {
  const type = checker.getTypeAtLocation(node);
  const parts = type.isUnion() ? type.types : [type];
  return parts.every(({ flags }) => (flags & ts.TypeFlags.NumberLike) !== 0);
}
