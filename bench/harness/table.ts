/** Aligned columns for a terminal: numbers to the right, words to the left. */

export type Cell = string | number | null;

/** Lines of a table; a missing figure is a dash. */
export function tableLines(head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const cells = [head, ...rows.map((row) => row.map((cell) => (cell === null ? "–" : String(cell))))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => width(row[column] ?? ""))));
  const isNumber = head.map((_, column) => rows.some((row) => typeof row[column] === "number"));
  const isRight = head.map(
    (_, column) => isNumber[column] || rows.every((row) => /^[–\d(]/.test(String(row[column] ?? "–"))),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => {
        const padding = " ".repeat(widths[column]! - width(cell));
        return isRight[column] ? padding + cell : cell + padding;
      })
      .join("  ")
      .trimEnd(),
  );
}

/** The same as Markdown, for a README. */
export function markdownLines(head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const text = (cell: Cell) => String(cell ?? "–").replaceAll("|", "\\|");
  const line = (cells: readonly Cell[]) => `| ${cells.map(text).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)];
}

/** Columns of a terminal that a text takes: a Han character takes two. */
function width(text: string): number {
  return [...text].reduce((sum, character) => sum + (/\p{Script=Han}/u.test(character) ? 2 : 1), 0);
}
