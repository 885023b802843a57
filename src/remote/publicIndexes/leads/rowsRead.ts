/** Reads answers of the dataset viewer: `/splits`, `/search`, `/rows`. One of another form is refused as a whole. */
import { fieldOf, malformed, objectAt, textAt } from "../../../models/connectors/protocols/wire.ts";

export interface Split {
  config: string;
  split: string;
}

export interface FoundRows {
  /** Whether the viewer has indexed a part only. */
  isPartial: boolean;
  rows: ViewedRow[];
}

interface ViewedRow {
  /** Number of the row, from 0. */
  row: number;
  /** The texts of the row, by the way to them. */
  cells: Map<string, string>;
  /** Columns that are shown in part. */
  cut: ReadonlySet<string>;
}

const CELL_UNITS_MAX = 4_000_000;
/** Depth of a cell with parts. */
const PARTS_DEPTH_MAX = 8;
const ROW_CELLS_MAX = 1_000;

/** @throws Unusable */
export function readSplits(answer: unknown): Split[] {
  return anyListAt(fieldOf(answer, "splits"), "splits").map((one) => ({
    config: textAt(fieldOf(one, "config"), "config"),
    split: textAt(fieldOf(one, "split"), "split"),
  }));
}

/** @throws Unusable */
export function readFoundRows(answer: unknown): FoundRows {
  const rows = anyListAt(fieldOf(answer, "rows"), "rows").map((one): ViewedRow => {
    const row = fieldOf(one, "row_idx");
    if (!Number.isSafeInteger(row) || (row as number) < 0) throw malformed("row_idx is not a whole number");
    const cut = anyListAt(fieldOf(one, "truncated_cells") ?? [], "truncated_cells").map((name) =>
      textAt(name, "a column"),
    );
    return { row: row as number, cells: cellsOf(objectAt(fieldOf(one, "row"), "row")), cut: new Set(cut) };
  });
  return { isPartial: fieldOf(answer, "partial") === true, rows };
}

/** The texts in a row, and in lists and objects of it. */
function cellsOf(row: object): Map<string, string> {
  const cells = new Map<string, string>();
  const add = (way: string, value: unknown, depth: number): void => {
    if (cells.size >= ROW_CELLS_MAX || depth > PARTS_DEPTH_MAX) return;
    if (typeof value === "string") {
      if (value !== "") cells.set(way, value.slice(0, CELL_UNITS_MAX));
    } else if (typeof value === "object" && value !== null) {
      for (const [name, part] of Object.entries(value)) add(`${way}/${name}`, part, depth + 1);
    }
  };
  for (const [name, value] of Object.entries(row)) add(name, value, 1);
  return cells;
}

/** A list, which may be empty: no row has the words, no cell was cut. */
function anyListAt(value: unknown, place: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw malformed(`${place} is not a list`);
}
