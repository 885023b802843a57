/** What the files `.gitignore` of a folder leave out (gitignore(5)): of each place the last rule that fits counts. */
import { fits } from "../datasets/card.ts";

/** A rule, and the folder that it is of, with `/` at its end. */
interface IgnoreRule {
  folder: string;
  glob: string;
  isKept: boolean;
  isOfFolders: boolean;
  /** Whether it is about the path below its folder, and not a name alone. */
  isOfPaths: boolean;
}

export type IgnoreRules = readonly IgnoreRule[];

/** @param folder of the file, with `/` at its end; empty for the outermost */
export function rulesIn(text: string, folder: string): IgnoreRule[] {
  return text.split(/\r?\n/).flatMap((line): IgnoreRule[] => {
    const written = line.replace(/(?<![\\ ])[ \t]+$/, "");
    if (written === "" || written.startsWith("#")) return [];
    const isKept = written.startsWith("!");
    const pattern = written.slice(Number(isKept)).replace(/^\\(?=[#!])/, "");
    const isOfFolders = pattern.endsWith("/");
    const body = pattern.replace(/\/+$/, "");
    const isOfPaths = body.includes("/");
    const globs = alternatives(body.replace(/^\//, ""));
    return globs.map((glob) => ({ folder, glob, isKept, isOfFolders, isOfPaths }));
  });
}

/** Whether a place below the folder is left out. @param name without `/` at its end */
export function isIgnored(rules: IgnoreRules, name: string, isFolder: boolean): boolean {
  const rule = rules.findLast(({ folder, glob, isOfFolders, isOfPaths }) => {
    if ((isOfFolders && !isFolder) || !name.startsWith(folder)) return false;
    return fits(glob, isOfPaths ? name.slice(folder.length) : name.slice(name.lastIndexOf("/") + 1));
  });
  return rule !== undefined && !rule.isKept;
}

/** A pattern for each sign of a set in brackets, `*.py[co]`. */
function alternatives(pattern: string): string[] {
  const [whole, before, signs, after] = /^([^[]*)\[([^\]!^-]{1,16})\](.*)$/.exec(pattern) ?? [];
  if (whole === undefined) return [pattern];
  return [...signs!].map((sign) => `${before}${sign}${after}`);
}
