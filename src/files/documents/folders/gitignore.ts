/** What the files `.gitignore` of a folder leave out (gitignore(5)): of each place the last rule that fits counts. */
import { bytesAsText, type IgnoreToken, patternFits, patternOf } from "./ignorePattern.ts";

/** A rule, and the folder that it is of, with `/` at its end. */
interface IgnoreRule {
  folder: string;
  pattern: readonly IgnoreToken[];
  isKept: boolean;
  isOfFolders: boolean;
  /** Whether it is about the path below its folder, and not a name alone. */
  isOfPaths: boolean;
}

export type IgnoreRules = readonly IgnoreRule[];

/** @param folder of the file, with `/` at its end; empty for the outermost */
export function rulesIn(text: string, folder: string): IgnoreRule[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  return lines.flatMap((line): IgnoreRule[] => {
    const written = withoutSpaces(line);
    if (written === "" || written.startsWith("#")) return [];
    const isKept = written.startsWith("!");
    const isOfFolders = written.endsWith("/");
    const body = written.slice(Number(isKept), isOfFolders ? -1 : undefined);
    const isOfPaths = body.includes("/");
    const pattern = patternOf(bytesAsText(body.replace(/^\//, "")));
    return pattern === undefined ? [] : [{ folder, pattern, isKept, isOfFolders, isOfPaths }];
  });
}

/** Whether a place below the folder is left out. @param name without `/` at its end */
export function isIgnored(rules: IgnoreRules, name: string, isFolder: boolean): boolean {
  const last = bytesAsText(name.slice(name.lastIndexOf("/") + 1));
  const rule = rules.findLast(({ folder, pattern, isOfFolders, isOfPaths }) => {
    if ((isOfFolders && !isFolder) || !name.startsWith(folder)) return false;
    return patternFits(pattern, isOfPaths ? bytesAsText(name.slice(folder.length)) : last);
  });
  return rule !== undefined && !rule.isKept;
}

/** Spaces at the end count only behind `\`. */
function withoutSpaces(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    const isEscape = line[at] === "\\";
    if (isEscape) at += 1;
    if (isEscape || line[at] !== " ") end = at + 1;
  }
  return line.slice(0, end);
}
