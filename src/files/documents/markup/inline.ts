/** Finds the ends of links and pairs emphasis marks in Markdown. */

/** A replacement text for `[start, end)` of the document. */
export interface MarkdownEdit {
  start: number;
  end: number;
  text: string;
}

/** A run of `*` or `_` that may open or close emphasis. Its edit is empty until the run is paired. */
export interface EmphasisRun {
  readonly edit: MarkdownEdit;
  readonly mark: string;
  readonly opens: boolean;
  readonly closes: boolean;
  /** Number of marks not yet paired. */
  left: number;
}

/**
 * Pairs each closing run with the nearest opening runs of the same mark, and extends the edits of both over the paired
 * marks. CommonMark's rule of three and crossing marks are not implemented: they affect marks, never words.
 */
export function pairEmphasis(runs: readonly EmphasisRun[]): void {
  const open: Record<string, EmphasisRun[]> = { "*": [], _: [] };
  for (const run of runs) {
    const opened = open[run.mark]!;
    while (run.closes && run.left > 0 && opened.length > 0) {
      const opening = opened.at(-1)!;
      const paired = Math.min(run.left, opening.left);
      for (const side of [run, opening]) {
        side.left -= paired;
        side.edit.end += paired;
      }
      if (opening.left === 0) opened.pop();
    }
    if (run.opens && run.left > 0) opened.push(run);
  }
}

/**
 * Most nested parentheses in a link's address. CommonMark requires at least three levels; the limit keeps time linear.
 */
const ADDRESS_DEPTH_MAX = 32;

/** Index after the `(address "title")` that begins at `position`, or -1 where none ends before `limit`. */
export function linkEnd(content: string, position: number, limit: number): number {
  if (content[position] !== "(") return -1;
  let at = skipSpace(content, position + 1, limit);
  at = content[at] === "<" ? bracketedAddressEnd(content, at, limit) : addressEnd(content, at, limit);
  if (at === -1) return -1;
  const titleStart = skipSpace(content, at, limit);
  const quote = content[titleStart];
  if (titleStart > at && (quote === '"' || quote === "'" || quote === "(")) {
    at = titleEnd(content, titleStart, limit, quote === "(" ? ")" : quote);
    if (at === -1) return -1;
  }
  at = skipSpace(content, at, limit);
  return at < limit && content[at] === ")" ? at + 1 : -1;
}

function skipSpace(content: string, position: number, limit: number): number {
  let at = position;
  while (at < limit && /\s/.test(content[at]!)) at += 1;
  return at;
}

function bracketedAddressEnd(content: string, position: number, limit: number): number {
  for (let at = position + 1; at < limit; at += 1) {
    const character = content[at];
    if (character === ">") return at + 1;
    if (character === "<" || character === "\n") return -1;
    if (character === "\\") at += 1;
  }
  return -1;
}

function addressEnd(content: string, position: number, limit: number): number {
  let depth = 0;
  let at = position;
  for (; at < limit; at += 1) {
    const character = content[at]!;
    if (character === "\\") at += 1;
    else if (character === "(") {
      depth += 1;
      if (depth > ADDRESS_DEPTH_MAX) return -1;
    } else if (character === ")") {
      if (depth === 0) break;
      depth -= 1;
    } else if (/\s/.test(character)) break;
  }
  return depth === 0 ? Math.min(at, limit) : -1;
}

function titleEnd(content: string, position: number, limit: number, closing: string): number {
  for (let at = position + 1; at < limit; at += 1) {
    const character = content[at];
    if (character === closing) return at + 1;
    if (character === "(" && closing === ")") return -1;
    if (character === "\\") at += 1;
  }
  return -1;
}

/** The kind of character beside a run of marks. The ends of the document count as white space. */
export function sideOf(character: string | undefined): "space" | "mark" | "word" {
  if (character === undefined || /\s/.test(character)) return "space";
  return /[\p{P}\p{S}]/u.test(character) ? "mark" : "word";
}

/** Positions of the backtick runs in `[from, to)` by their length, in descending order. */
export function tickRuns(content: string, from: number, to: number): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  const pattern = /`+/g;
  pattern.lastIndex = from;
  for (let match = pattern.exec(content); match !== null && match.index < to; match = pattern.exec(content)) {
    const positions = runs.get(match[0].length) ?? [];
    positions.push(match.index);
    runs.set(match[0].length, positions);
  }
  for (const positions of runs.values()) positions.reverse();
  return runs;
}
