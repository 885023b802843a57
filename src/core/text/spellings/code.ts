/**
 * Source code with one name for all identifiers, one for all numbers and one for all strings, each sign a word, and
 * without comments: what a copy keeps when its names are changed. Words that languages reserve stay. No language is
 * asked for, so that what only some reserve counts as reserved everywhere.
 */
import { type RespelledText, Respelling } from "./respelled.ts";

const RESERVED: ReadonlySet<string> = new Set(
  [
    "abstract and as assert async await begin bool boolean break byte case catch char class const",
    "continue def default defer del delete do double elif else elsif end ensure enum except export",
    "extends extern false final finally float fn for foreach from func function global go goto if",
    "implementation implements import in include inline instanceof int interface internal is lambda let",
    "long loop match mod module mut namespace native new nil none nonlocal not null object of operator or",
    "override package pass private protected protocol pub public raise range readonly register repeat",
    "require rescue return sealed select self short signed sizeof static string struct super switch",
    "synchronized template then this throw throws trait transient true try type typedef typename typeof",
    "union unless unsafe unsigned until use using val var virtual void volatile when where while with",
    "yield",
  ]
    .join(" ")
    .split(" "),
);

const NAME = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/uy;
const NUMBER = /\p{N}[\p{N}\p{L}_.]*/uy;

/** Fewest different reserved words of code: what has fewer is data, rules of style, a list of names, or prose. */
const RESERVED_MIN = 6;

/** The code so, or `null` where it has no token. */
export function withOneName(code: string): RespelledText | null {
  const respelling = new Respelling(code);
  const mark = lineCommentOf(code);
  for (let at = 0; at < code.length; ) {
    const { end, text } = tokenAt(code, at, mark);
    if (text !== null) respelling.replace(at, end, text);
    at = end;
  }
  return respelling.finish();
}

/** Whether a text has the words that programs are built of. */
export function isProgram(text: string): boolean {
  const met = new Set<string>();
  for (const [word] of text.matchAll(/[a-z]+/g)) {
    if (RESERVED.has(word)) met.add(word);
    if (met.size >= RESERVED_MIN) return true;
  }
  return false;
}

type LineComment = "//" | "#";

/** What begins comments: what lines begin with, else `//` where lines end as in languages with braces. */
function lineCommentOf(code: string): LineComment {
  const [slashes, hashes] = [/^[ \t]*\/\//m.test(code), /^[ \t]*#[ !]/m.test(code)];
  if (slashes !== hashes) return slashes ? "//" : "#";
  return /[;{][ \t]*$/m.test(code) ? "//" : "#";
}

interface CodeToken {
  end: number;
  /** What it is read as; `null` for white space, which stays. */
  text: string | null;
}

function tokenAt(code: string, at: number, mark: LineComment): CodeToken {
  const sign = code[at]!;
  if (sign <= " ") return { end: at + 1, text: null };
  const comment = endOfComment(code, at, mark);
  if (comment !== null) return { end: comment, text: " " };
  if (sign === '"' || sign === "'" || sign === "`") return { end: endOfString(code, at), text: " text " };
  const number = endOf(NUMBER, code, at);
  if (number !== null) return { end: number, text: " number " };
  const name = endOf(NAME, code, at);
  if (name !== null) {
    const word = code.slice(at, name);
    return { end: name, text: RESERVED.has(word.toLowerCase()) ? ` ${word} ` : " name " };
  }
  const point = code.codePointAt(at)!;
  return { end: at + (point > 0xffff ? 2 : 1), text: ` sign${point.toString(36)} ` };
}

function endOf(pattern: RegExp, code: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(code) ? pattern.lastIndex : null;
}

/** The end of a comment to the end of its line, or between marks; `#include` begins none. */
function endOfComment(code: string, at: number, mark: LineComment): number | null {
  if (code.startsWith("/*", at)) return endBehind(code, "*/", at + 2);
  const begins = code.startsWith(mark, at) && (mark === "//" || /^[ !\n]?$/.test(code[at + 1] ?? ""));
  if (!begins) return null;
  const end = code.indexOf("\n", at);
  return end === -1 ? code.length : end;
}

/** The end of a string; one between single marks ends with its line at the latest. */
function endOfString(code: string, at: number): number {
  const mark = code[at]!;
  if (mark !== "`" && code.startsWith(mark.repeat(3), at)) return endBehind(code, mark.repeat(3), at + 3);
  for (let i = at + 1; i < code.length; i++) {
    if (code[i] === "\\") i += 1;
    else if (code[i] === mark) return i + 1;
    else if (code[i] === "\n" && mark !== "`") return i;
  }
  return code.length;
}

function endBehind(code: string, mark: string, from: number): number {
  const at = code.indexOf(mark, from);
  return at === -1 ? code.length : at + mark.length;
}
