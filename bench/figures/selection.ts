/** A table for a README: rows and columns of a table that a program prints, with the record that they come from. */

import { markdownLines } from "../harness/table.ts";
import type { Answer } from "../quality/question.ts";
import type { Recorded } from "./records.ts";

export type Table = Pick<Answer["tables"][number], "head" | "rows">;

export interface Selection {
  /** Heads of the columns to keep, in this order; all of them by default. */
  columns?: readonly string[];
  /** Other heads for a README, which has no title above the table. */
  heads?: Readonly<Record<string, string>>;
  /** By the cells of a row, under the heads of the program. */
  rows?: (cellOf: (head: string) => Table["rows"][number][number]) => boolean;
}

export function selected({ head, rows }: Table, { columns = head, heads = {}, rows: isWanted }: Selection): Table {
  const places = columns.map((column) => {
    const place = head.indexOf(column);
    if (place === -1 || place !== head.lastIndexOf(column)) throw new Error(`The table has not one column ${column}.`);
    return place;
  });
  const cellsOf = (row: Table["rows"][number]) => (column: string) => row[head.indexOf(column)]!;
  const wanted = isWanted === undefined ? rows : rows.filter((row) => isWanted(cellsOf(row)));
  return {
    head: columns.map((column) => heads[column] ?? column),
    rows: wanted.map((row) => places.map((place) => row[place]!)),
  };
}

/** A table for each machine. The line above it names the record. */
export function tablesFrom<Result>(
  records: readonly Recorded<Result>[],
  tableOf: (result: Result) => Table,
  selection: Selection = {},
): string[] {
  return records.flatMap(({ file, result }) => {
    const { head, rows } = selected(tableOf(result), selection);
    return [`Record \`${file}\`:`, "", ...markdownLines(head, rows.map(readable)), ""];
  });
}

/** With separators between thousands. */
const readable = (row: Table["rows"][number]): Table["rows"][number] =>
  row.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en", { maximumFractionDigits: 20 }) : cell));
