/**
 * Patterns as git has them: `?` and `*` within a name, `**` across folders, sets in brackets, `\` before a sign that
 * stands for itself. Signs are bytes of UTF-8, as they are to git.
 */

/** Bytes from the first to the last of each range, or all others; never `/`. */
interface ByteSet {
  isNot: boolean;
  ranges: readonly (readonly [first: number, last: number])[];
}

/** A byte, a wildcard, a set; `skip` may pass over the two tokens behind it, which are `**` and `/`. */
export type IgnoreToken = number | "?" | "*" | "**" | "skip" | ByteSet;

const SLASH = 47;

/** Bytes of UTF-8, each as a character. */
export function bytesAsText(text: string): string {
  return /^[\0-\x7f]*$/.test(text)
    ? text
    : Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** The tokens of a pattern without `/` at its ends; `undefined` where no name can fit it. */
export function patternOf(pattern: string): IgnoreToken[] | undefined {
  const tokens: IgnoreToken[] = [];
  /** Git compares what is before the first wildcard by itself: a pattern begins behind it. */
  const begin = pattern.search(/[*?[\\]/);
  const sets = new SetReader(pattern);
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at]!;
    if (sign === "[") {
      const read = sets.at(at);
      if (read === undefined) return undefined;
      tokens.push(read.set);
      at = read.end;
    } else if (sign === "*") {
      let end = at;
      while (pattern[end] === "*") end += 1;
      tokens.push(...starsOf(pattern, at, end, at === begin || pattern[at - 1] === "/"));
      at = tokens.at(-1) === SLASH ? end : end - 1;
    } else if (sign === "?") tokens.push("?");
    else if (sign === "\\") {
      at += 1;
      if (at === pattern.length) return undefined;
      tokens.push(pattern.charCodeAt(at));
    } else tokens.push(pattern.charCodeAt(at));
  }
  return tokens;
}

/** Two stars are across folders where they are the whole of a name; with `/` behind them they may be no folder. */
function starsOf(pattern: string, start: number, end: number, isBegin: boolean): IgnoreToken[] {
  const behind = pattern[end];
  const isEnd = behind === undefined || behind === "/" || (behind === "\\" && pattern[end + 1] === "/");
  if (end - start < 2 || !isBegin || !isEnd) return ["*"];
  return behind === "/" ? ["skip", "**", SLASH] : ["**"];
}

/** Whether a pattern fits a name, in time of their product. */
export function patternFits(tokens: readonly IgnoreToken[], name: string): boolean {
  let places = withSkipped(tokens, new Set([0]));
  for (let i = 0; i < name.length && places.size > 0; i++) {
    const byte = name.charCodeAt(i);
    const next = new Set<number>();
    for (const at of places) {
      const token = tokens[at];
      if (token === "**" || (token === "*" && byte !== SLASH)) next.add(at);
      else if (token === byte || (token === "?" && byte !== SLASH)) next.add(at + 1);
      else if (typeof token === "object" && byte !== SLASH && isIn(token, byte)) next.add(at + 1);
    }
    places = withSkipped(tokens, next);
  }
  return places.has(tokens.length);
}

/** Adds the places that are reached without a byte. */
function withSkipped(tokens: readonly IgnoreToken[], places: Set<number>): Set<number> {
  for (const at of places) {
    const token = tokens[at];
    if (token === "*" || token === "**" || token === "skip") places.add(at + 1);
    if (token === "skip") places.add(at + 3);
  }
  return places;
}

function isIn({ isNot, ranges }: ByteSet, byte: number): boolean {
  return ranges.some(([first, last]) => first <= byte && byte <= last) !== isNot;
}

/** Ranges of the classes `[:alpha:]`, in ASCII. */
const CLASSES: Readonly<Record<string, string>> = {
  alnum: "09AZaz",
  alpha: "AZaz",
  blank: "  \t\t",
  cntrl: "\0\x1f\x7f\x7f",
  digit: "09",
  graph: "!~",
  lower: "az",
  print: " ~",
  punct: "!/:@[`{~",
  space: "\t\r  ",
  upper: "AZ",
  xdigit: "09AFaf",
};

/** Reads sets in brackets. Where the next `]` stands is kept, so that hostile brackets take linear time. */
class SetReader {
  readonly #pattern: string;
  #close = -1;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** The set that begins at a place, and the place of its `]`; `undefined` where it has no end or no such class. */
  at(start: number): { set: ByteSet; end: number } | undefined {
    const pattern = this.#pattern;
    const isNot = pattern[start + 1] === "!" || pattern[start + 1] === "^";
    const ranges: [number, number][] = [];
    const first = start + 1 + Number(isNot);
    /** The byte with which a range may begin. */
    let before: number | undefined;
    for (let at = first; at < pattern.length; at++) {
      if (pattern[at] === "]" && at > first) return { set: { isNot, ranges }, end: at };
      const isRange = pattern[at] === "-" && before !== undefined && at + 1 < pattern.length && pattern[at + 1] !== "]";
      const close = pattern.startsWith("[:", at) ? this.#closeFrom(at + 2) : undefined;
      if (close === -1) return undefined;
      if (!isRange && close !== undefined && close > at + 2 && pattern[close - 1] === ":") {
        const named = CLASSES[pattern.slice(at + 2, close - 1)];
        if (named === undefined) return undefined;
        for (let i = 0; i < named.length; i += 2) ranges.push([named.charCodeAt(i), named.charCodeAt(i + 1)]);
        [before, at] = [undefined, close];
        continue;
      }
      if (isRange) at += 1;
      if (pattern[at] === "\\") at += 1;
      if (at >= pattern.length) return undefined;
      const byte = pattern.charCodeAt(at);
      ranges.push([isRange ? before! : byte, byte]);
      before = isRange ? undefined : byte;
    }
    return undefined;
  }

  #closeFrom(at: number): number {
    if (this.#close < at) this.#close = this.#pattern.indexOf("]", at);
    return this.#close;
  }
}
