/**
 * Which cells of a row with too many are one: separators in a cell without quotation marks part it. Other readers
 * refuse such rows (pandas, DuckDB), or shift what follows. Here the cells are joined where it costs least.
 */
import { type CsvCell, type CsvRow, cellText } from "./csvCells.ts";

/** A row, and what was made of too many cells. */
export interface FittedRow extends CsvRow {
  told?: { reason: string; partly?: true; note?: true };
}

/** What of a table tells how its rows are cut. */
export interface CsvShape {
  columns: readonly string[];
  /** Columns that hold the text. */
  texts: ReadonlySet<string>;
  /** Whether separators have a blank behind them everywhere: elsewhere it shows that a comma is one of a sentence. */
  isSpaced: boolean;
}

/** Columns or cells too many, the fewer of both, for which ways are compared: it takes time for each cell. */
const COMPARED_MAX = 64;
/** What a way costs that has no certain sign. */
const UNCERTAIN = 1;
/** What stands in quotation marks is whole. */
const FORBIDDEN = 8;

const isBlank = (text: string, { start, end, isQuoted }: CsvCell): boolean =>
  !isQuoted && end > start && text[start] === " ";

/** Whether most cells behind a separator begin with a blank. */
export function isSpaced(text: string, rows: readonly CsvRow[]): boolean {
  const cells = rows.flatMap(({ cells }) => cells.slice(1)).filter(({ start, end }) => end > start);
  return 2 * cells.filter((cell) => isBlank(text, cell)).length > cells.length;
}

/** The row with as many cells as the table has columns, or fewer; of more that cannot be joined, those beyond stay. */
export function fitted(text: string, row: CsvRow, shape: CsvShape): FittedRow {
  const { columns, texts } = shape;
  // Programs end rows with separators that part nothing.
  const filled = row.cells.findLastIndex(({ start, end }, i) => i < columns.length || end > start);
  const cells = row.cells.slice(0, filled + 1);
  const beyond = cells.length - columns.length;
  if (beyond <= 0) return { ...row, cells };
  const has = `it has ${cells.length} cells, and the table ${columns.length} columns`;
  const apart = { reason: `${has}: the others are not read`, partly: true } as const;
  const way = Math.min(beyond, columns.length) > COMPARED_MAX ? undefined : leastWay(text, cells, shape);
  if (way === undefined || way.cost >= FORBIDDEN) return { ...row, cells, told: apart };
  const { firsts, cost } = way;
  // Behind the text, what is too much may be cells of columns without a name: they stay apart.
  const lastText = columns.findLastIndex((column) => texts.has(column));
  if (cost >= UNCERTAIN && firsts.findIndex((first, i) => (firsts[i + 1] ?? cells.length) > first + 1) > lastText)
    return { ...row, cells, told: apart };
  const joined = firsts.map((first, i): CsvCell => {
    const last = cells[(firsts[i + 1] ?? cells.length) - 1]!;
    if (last === cells[first]) return last;
    return { start: outer(cells[first]!).start, end: outer(last).end, isQuoted: false };
  });
  const read = firsts.flatMap((first, i) => {
    const end = firsts[i + 1] ?? cells.length;
    return end - first === 1 ? [] : [`those from ${first + 1} to ${end} are read as ${columns[i]}`];
  });
  const unsure = cost < UNCERTAIN ? "" : ", which is not certain: quotation marks around a cell tell where it ends";
  return { ...row, cells: joined, told: { reason: `${has}: ${read.join(", ")}${unsure}`, note: true } };
}

/** A cell with its marks. */
const outer = ({ start, end, isQuoted }: CsvCell) => ({
  start: start - Number(isQuoted),
  end: end + Number(isQuoted),
});

/** The cell that each column begins with, in the way that costs least. */
function leastWay(
  text: string,
  cells: readonly CsvCell[],
  { columns, texts, isSpaced }: CsvShape,
): { firsts: number[]; cost: number } {
  const isOfSentence = (i: number) => !isSpaced && isBlank(text, cells[i]!);
  const joinCost = (i: number, column: number): number => {
    const isText = texts.has(columns[column]!);
    if (cells[i - 1]!.isQuoted) return FORBIDDEN;
    if (cells[i]!.isQuoted) return isText ? 3 : FORBIDDEN;
    // A number stands by itself, but for one with thousands, which more digits follow.
    const isNumber = /^\s*\d+$/.test(cellText(text, cells[i - 1]!)) && !/^\d/.test(cellText(text, cells[i]!));
    if (isText) return isOfSentence(i) ? 0 : 1;
    return (isOfSentence(i) ? 0.5 : 2) + (isNumber ? 2 : 0);
  };
  // Of each cell the columns that it may be of: few where either is few.
  const fromOf = (i: number) => Math.max(0, columns.length - (cells.length - i));
  const toOf = (i: number) => Math.min(i, columns.length - 1);
  const begins: boolean[][] = [];
  let before: number[] = [];
  for (let i = 0; i < cells.length; i++) {
    const costs: number[] = [];
    const began: boolean[] = [];
    const [from, to, shift] = [fromOf(i), toOf(i), fromOf(i) - fromOf(i - 1)];
    for (let column = from; column <= to; column++) {
      const at = column - from + shift;
      const parted = i === 0 ? 0 : (before[at - 1] ?? Infinity) + (isOfSentence(i) ? 1 : 0);
      const joined = before[at] === undefined ? Infinity : before[at] + joinCost(i, column);
      costs.push(Math.min(parted, joined));
      began.push(parted < joined);
    }
    before = costs;
    begins.push(began);
  }
  const firsts: number[] = [];
  for (let [i, column] = [cells.length - 1, columns.length - 1]; i >= 0; i--)
    if (begins[i]![column - fromOf(i)]) {
      firsts.push(i);
      column -= 1;
    }
  return { firsts: firsts.reverse(), cost: before.at(-1)! };
}
