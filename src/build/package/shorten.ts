/** Leaves out of built files what tells nothing: indentation, comments, spaces beside signs. */
import { readFileSync, writeFileSync } from "node:fs";
import ts from "typescript";

/** The package has a limit of size, and its lines and names are to be read in stacks. */
export function shorten(path: string): void {
  writeFileSync(path, bare(readFileSync(path, "utf8")));
}

/** A line that is a comment, but for licences. */
const COMMENT_LINE = /^\/\//;
/** A line with which a comment begins that is all there is on its lines. */
const COMMENT_BEGIN = /^\/\*(?!!)(?!.*\*\/.*\S)/;

/**
 * The same program without empty lines, comments of whole lines, spaces where lines begin or beside signs, and ends of
 * lines that tell nothing, but for those in strings and templates.
 */
function bare(code: string): string {
  const file = ts.createSourceFile("built.js", code, ts.ScriptTarget.ES2022, true);
  const lineAt = (place: number) => file.getLineAndCharacterOfPosition(place).line;
  const kept = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node))
      for (let line = lineAt(node.getStart(file)) + 1; line <= lineAt(node.end); line++) kept.add(line);
    ts.forEachChild(node, visit);
  };
  visit(file);
  let isInComment = false;
  const bareLine = (line: string): string => {
    if (!isInComment && !COMMENT_BEGIN.test(line)) return COMMENT_LINE.test(line) ? "" : line;
    isInComment = !line.includes("*/");
    return "";
  };
  const lines = withoutGaps(code, file).split("\n");
  const bared = lines.map((line, i) => (kept.has(i) ? line : bareLine(line.replace(/^[ \t]+/, ""))));
  let isInLicence = false;
  const isKept = (line: string, i: number): boolean => {
    isInLicence = (isInLicence || line.startsWith("/*!")) && !line.includes("*/");
    return line !== "" || isInLicence || kept.has(i) || i === lines.length - 1;
  };
  const left = bared.flatMap((line, i) => (isKept(line, i) ? [{ line, isWhole: kept.has(i) }] : []));
  const joined: string[] = [];
  for (const [i, { line, isWhole }] of left.entries()) {
    const last = joined.at(-1);
    const mayJoin = last !== undefined && line !== "" && !isWhole && joins(line, left[i - 1]!.line);
    if (mayJoin && last.length + line.length <= LINE_UNITS) joined[joined.length - 1] = last + line;
    else joined.push(line);
  }
  return joined.join("\n");
}

/** Node prints the line in which something was thrown. */
const LINE_UNITS = 280;

/** Whether a line may stand at the end of the one before, which ends a statement or opens a block; or closes one. */
const joins = (line: string, before: string): boolean => closes(line, before) || /^(?!.*\/[/*]).*[;,{]$/.test(before);

/** Whether a line has closing signs alone, and may stand at the end of the one before. */
const closes = (line: string, before: string): boolean => /^[\])}]{1,99}[;,]?$/.test(line) && !before.includes("//");

/** Beside one of these a space tells nothing, but where two of them would become another sign, or a comment. */
const SIGN = /[,;:(){}[\]=<>?&|!*%^~+-]/;
const OTHER_SIGN = /^(?:\+\+|--|->|<!|\?\.)$/;

function withoutGaps(code: string, file: ts.SourceFile): string {
  /** Before the end of a block a semicolon tells nothing, but where it is all that a loop does. */
  const isLast = ({ end, parent }: ts.Node) =>
    parent.kind !== ts.SyntaxKind.EmptyStatement && /^\s{0,9}\}/.test(code.slice(end, end + 10));
  const parts: string[] = [];
  let [done, last] = [0, 0];
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(file);
    for (const child of children) visit(child);
    if (children.length > 0 || node.end === node.pos) return;
    const start = node.getStart(file);
    const [before, after] = [code.charAt(last - 1), code.charAt(start)];
    if (node.kind === ts.SyntaxKind.SemicolonToken && isLast(node)) {
      parts.push(code.slice(done, start));
      done = last = node.end;
      return;
    }
    const isGap = start > last && code.slice(last, start).trim() === "" && !code.slice(last, start).includes("\n");
    if (isGap && (SIGN.test(before) || SIGN.test(after)) && !OTHER_SIGN.test(before + after)) {
      parts.push(code.slice(done, last));
      done = start;
    }
    last = node.end;
  };
  visit(file);
  return parts.join("") + code.slice(done);
}
