/**
 * Source code with one name for all identifiers, one for all numbers and one for all strings, each sign a word, and
 * without comments: what a copy keeps when its names are changed. Words that languages reserve stay. No language is
 * asked for, so that what only some reserve counts as reserved everywhere.
 */
import { type RespelledText, Respelling } from "./respelled.ts";

const words = (...lines: string[]): ReadonlySet<string> => new Set(lines.join(" ").split(" "));

const RESERVED = words(
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
);

/** Words of shells, which other languages use for names. */
const OF_SHELL = words("done echo esac exit fi local printf set shift source test unset");

/** Words of queries, the same. */
const OF_SQL = words(
  "add all alter asc avg between by cascade check column commit constraint count create cross current date decimal delete",
  "desc distinct drop exists fetch first foreign full group having index inner insert integer intersect interval into join",
  "key left like limit max min numeric offset on order outer over partition primary recursive references replace returning",
  "right rollback row rows set sum table temporary text timestamp top trigger truncate unique update values varchar view",
);

const NAME = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/uy;
const NUMBER = /\p{N}[\p{N}\p{L}_.]*/uy;

/** Fewest different reserved words of code: what has fewer is data, rules of style, a list of names, or prose. */
const RESERVED_MIN = 6;

/** The code so, or `null` where it has no token. */
export function withOneName(code: string): RespelledText | null {
  const respelling = new Respelling(code);
  const language = { mark: lineCommentOf(code), reserved: reservedIn(code), isShell: SHELL.test(code) };
  for (let at = 0; at < code.length; ) {
    const { end, text } = tokenAt(code, at, language);
    if (text !== null) respelling.replace(at, end, text);
    at = end;
  }
  return respelling.finish();
}

/** Whether a text has the words that programs are built of. */
export function isProgram(text: string): boolean {
  const reserved = reservedIn(text);
  const met = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    if (reserved.has(word.toLowerCase())) met.add(word.toLowerCase());
    if (met.size >= RESERVED_MIN) return true;
  }
  return false;
}

const WORD = /[a-z]+/gi;

/** The words that the language of a code reserves; of most languages, what any of them does. */
function reservedIn(code: string): ReadonlySet<string> {
  if (!code.includes("{") && SQL.test(code)) return new Set([...RESERVED, ...OF_SQL]);
  return SHELL.test(code) ? new Set([...RESERVED, ...OF_SHELL]) : RESERVED;
}

const SQL =
  /^[ \t]*(?:select|insert\s+into|create\s+(?:or\s+replace\s+)?\w+|update|delete\s+from|with|alter\s+table)\s/im;
const SHELL = /^#!.{0,100}sh\b|^[ \t]*(?:fi|done|esac)\b/m;

type LineComment = "//" | "#" | "--";

interface CodeLanguage {
  readonly mark: LineComment;
  readonly reserved: ReadonlySet<string>;
  /** In a shell a name of files may have the mark that begins a comment of several lines elsewhere. */
  readonly isShell: boolean;
}

const LINE_COMMENTS: readonly (readonly [mark: LineComment, beginning: RegExp])[] = [
  ["//", /^[ \t]*\/\//m],
  ["#", /^[ \t]*#[ !]/m],
  ["--", /^[ \t]*--[ [-]/m],
];

/** What begins comments: what lines begin with, else `//` where lines end as in languages with braces. */
function lineCommentOf(code: string): LineComment {
  const begun = LINE_COMMENTS.filter(([, beginning]) => beginning.test(code));
  if (begun.length === 1) return begun[0]![0];
  return /[;{][ \t]*$/m.test(code) ? "//" : "#";
}

interface CodeToken {
  end: number;
  /** What it is read as; `null` for white space, which stays. */
  text: string | null;
}

function tokenAt(code: string, at: number, { mark, reserved, isShell }: CodeLanguage): CodeToken {
  const sign = code[at]!;
  if (sign <= " ") return { end: at + 1, text: null };
  const comment = !isShell && code.startsWith("/*", at) ? endBehind(code, "*/", at + 2) : endOfLine(code, at, mark);
  if (comment !== null) return { end: comment, text: " " };
  if (sign === '"' || sign === "'" || sign === "`") return { end: endOfString(code, at), text: " text " };
  const number = endOf(NUMBER, code, at);
  if (number !== null) return { end: number, text: " number " };
  const name = endOf(NAME, code, at);
  if (name !== null) {
    const word = code.slice(at, name);
    return { end: name, text: reserved.has(word.toLowerCase()) ? ` ${word} ` : " name " };
  }
  const point = code.codePointAt(at)!;
  return { end: at + (point > 0xffff ? 2 : 1), text: ` sign${point.toString(36)} ` };
}

function endOf(pattern: RegExp, code: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(code) ? pattern.lastIndex : null;
}

/** The end of a comment to the end of its line; `#include` begins none. */
function endOfLine(code: string, at: number, mark: LineComment): number | null {
  const begins = code.startsWith(mark, at) && (mark !== "#" || /^[ !\n]?$/.test(code[at + 1] ?? ""));
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
