/**
 * Kernels of `assembly/` as C, line by line, so that what is compared is the compiler and the target and nothing else. AssemblyScript
 * of the kind used there, numbers, addresses and vectors, differs from C in spelling only; `prelude.h` has the words that are left.
 */
import { readFileSync } from "node:fs";

const assembly = new URL("../../../assembly/", import.meta.url);
const TYPES = "usize|isize|u64|i64|u32|i32|u16|u8|i8|bool";

/** One unit of C from some files, in an order in which each knows the ones before it. */
export function translated(files: readonly string[]): string {
  const body = files.map((file) => spelled(declared(readFileSync(new URL(`${file}.ts`, assembly), "utf8")))).join("\n");
  const prototypes = [...body.matchAll(/^((?:static|INLINE) \w+ \w+\([^)]*\)) \{/gm)].map(([, head]) => `${head};`);
  return [...prototypes, body].join("\n");
}

/** Declarations: constants, tables in memory, variables, functions. */
function declared(source: string): string {
  return source
    .replace(/import \{[^}]*\} from "[^"]*";\n/g, "")
    .replace(
      /\/\/ @ts-ignore: decorator\n@inline\n(?:export )?const (\w+): (\w+) = (.*?);(.*)$/gm,
      "#define $1 (($2)($3))$4",
    )
    .replace(/\/\/ @ts-ignore: decorator\n@inline\n(?:export )?function /g, "INLINE function ")
    .replace(/^export /gm, "")
    .replace(/^function /gm, "static function ")
    .replace(
      /(INLINE|static) function (\w+)\(([^)]*)\): (\w+)/g,
      (_, kind, name, list, type) => `${kind} ${type} ${name}(${args(list)})`,
    )
    .replace(
      /^const (\w+): usize = memory\.data<(\w+)>\(\[([^\]]*)\](?:, 16)?\);/gm,
      "static const $2 $1_DATA[] __attribute__((aligned(16))) = {$3};\n#define $1 ((usize)$1_DATA)",
    )
    .replace(
      /^const (\w+): usize = memory\.data\(([^,;]*?)(?:, 16)?\);/gm,
      "static u8 $1_DATA[$2] __attribute__((aligned(16)));\n#define $1 ((usize)$1_DATA)",
    )
    .replace(/^let (\w+): (\w+) = /gm, "static $2 $1 = ")
    .replace(/^const (\w+): (\w+) = (.*?);(.*)$/gm, "#define $1 (($2)($3))$4")
    .replace(/\b(?:let|const) (\w+): (\w+)( = |;)/g, "$2 $1$3")
    .replace(/for \((?:let|const) /g, "for (usize ")
    .replace(/\b(?:let|const) (\w+) = /g, "__auto_type $1 = ");
}

function args(list: string): string {
  const each = list.split(",").map((one) => one.trim());
  return each.flatMap((one) => (one === "" ? [] : [one.replace(/(\w+): (\w+)/, "$2 $1")])).join(", ") || "void";
}

/** Expressions: casts, typed calls, methods of vectors, numbers. */
function spelled(source: string): string {
  const calls = source
    .replace(/,(\s*\))/g, "$1")
    .replace(/\b\d\w*\b/g, (number) => number.replaceAll("_", ""))
    .replace(
      /\b(v128|i8x16|i16x8|i32x4|i64x2|memory)\.(\w+)(?:<(\w+)>)?\(/g,
      (_, on, name, type) => `${on}_${name}${type ? `_${type}` : ""}(`,
    )
    .replace(/\b(load|store|rotl|min|max|clz|popcnt|ctz)<(\w+)>\(/g, "$1_$2(")
    .replace(new RegExp(`(?<![\\w.<])(${TYPES})\\(`, "g"), "($1)(");
  return withOffsets(withCasts(calls));
}

/** `<u32>x` becomes `((u32)x)`, whatever x is: a name, a number, a call, something in parentheses. */
function withCasts(source: string): string {
  const cast = new RegExp(`(?<!\\w)<(${TYPES})>`);
  let text = source;
  for (let found = cast.exec(text); found !== null; found = cast.exec(text)) {
    const start = found.index + found[0].length;
    let end = start;
    if (text[end] === "-" || text[end] === "~") end++;
    // A cast of a cast: the inner one first.
    const inner = cast.exec(text.slice(end));
    if (inner?.index === 0) {
      const rest = withFirstCast(text.slice(end), cast);
      text = text.slice(0, end) + rest;
      continue;
    }
    end = endOfPrimary(text, end);
    text = `${text.slice(0, found.index)}((${found[1]})${text.slice(start, end)})${text.slice(end)}`;
  }
  return text;
}

function withFirstCast(text: string, cast: RegExp): string {
  const [whole, type] = cast.exec(text)!;
  const end = endOfPrimary(text, whole.length);
  return `((${type})${text.slice(whole.length, end)})${text.slice(end)}`;
}

/** Where a name, a number, a call or a parenthesis that begins at `at` ends. */
function endOfPrimary(text: string, at: number): number {
  let end = at;
  while (/[\w.]/.test(text[end] ?? "")) end++;
  return text[end] === "(" ? closing(text, end) + 1 : end;
}

/** Place of the parenthesis that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; ; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
  }
}

/** `load_u32(a, 4)` reads at a + 4, `store_u32(a, value, 4)` writes there. */
function withOffsets(source: string): string {
  const access = /\b(load|store)_(u8|u16|u32|u64)\(|\bv128_(load|store)(64_zero|32_splat)?\(/g;
  let text = "";
  let from = 0;
  for (let found = access.exec(source); found !== null; found = access.exec(source)) {
    const open = found.index + found[0].length - 1;
    const end = closing(source, open);
    const parts = split(source.slice(open + 1, end)).map(withOffsets);
    const isLoad = (found[1] ?? found[3]) === "load";
    const [address, value] = parts as [string, string];
    const offset = parts[isLoad ? 1 : 2];
    const at = offset === undefined ? address : `${address} + ${offset}`;
    text += `${source.slice(from, open + 1)}${isLoad ? at : `${at}, ${value}`})`;
    from = end + 1;
    access.lastIndex = from;
  }
  return text + source.slice(from);
}

/** Arguments of a call, at its own commas. */
function split(list: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of list) {
    if (sign === "(") depth++;
    if (sign === ")") depth--;
    if (sign === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}
