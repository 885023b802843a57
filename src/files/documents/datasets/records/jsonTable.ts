/** Tables in JSON, as pandas and other programs write them column by column: each row is a record. */
import { isRecord } from "../../../../base/arguments.ts";
import { KNOWN_FIELDS } from "../fields.ts";
import { isNameOfText, isSentence } from "../recordText.ts";

/** The rows of a document that is a table; `undefined` where it is none. */
export function rowsOfTable(value: unknown): Record<string, unknown>[] | undefined {
  const [head] = Array.isArray(value) ? (value as unknown[]) : [];
  const isRow = (row: unknown) =>
    Array.isArray(row) && row.length > 1 && row.length === (head as unknown[]).length && row.every(isScalar);
  if (Array.isArray(head) && (value as unknown[]).every(isRow))
    return (value as unknown[][]).map((row) => Object.fromEntries(row.map((one, i) => [String(i), one])));
  if (!isRecord(value)) return undefined;
  const { columns, data } = value;
  if (Array.isArray(columns) && Array.isArray(data) && data.length > 0 && data.every(Array.isArray))
    return data.map((row: unknown[]) =>
      Object.fromEntries(row.slice(0, columns.length).map((one, i) => [String(columns[i]), one])),
    );
  const all = Object.values(value);
  const isOfLists = all.length > 1 && all.every((one) => isColumn(one) && one.length === (all[0] as unknown[]).length);
  if (!isOfLists && !isOfNumbered(value)) return undefined;
  const rows = new Map<string, [string, unknown][]>();
  for (const [name, column] of Object.entries(value))
    for (const [row, one] of Object.entries(column as object)) {
      const cells = rows.get(row);
      if (cells === undefined) rows.set(row, [[name, one]]);
      else cells.push([name, one]);
    }
  return [...rows.values()].map((cells) => Object.fromEntries(cells));
}

/** Of one value a row: texts of a document may be a list too, and turns of two speakers two lists. */
const isColumn = (one: unknown): one is unknown[] => Array.isArray(one) && one.length > 1 && one.every(isScalar);

const isScalar = (one: unknown): boolean => typeof one !== "object" || one === null;

const areNumbers = (names: readonly string[]): boolean => names.length > 0 && names.every((name) => /^\d+$/.test(name));

/**
 * Whether an object is of columns whose rows are numbered. Books of chapters and chapters of verses are so too: they
 * are told by rows that columns do not share, by numbers from 1 on with prose in all of them, and by objects in all.
 */
function isOfNumbered(value: Record<string, unknown>): value is Record<string, Record<string, unknown>> {
  const names = Object.keys(value);
  const columns = Object.values(value);
  if (names.length === 0 || names.some((name) => /^\d+$/.test(name))) return false;
  if (!columns.every((one): one is Record<string, unknown> => isRecord(one) && areNumbers(Object.keys(one))))
    return false;
  const rows = columns.map((one) => Object.keys(one));
  const all = [...new Set(rows.flat())];
  if (names.some((name) => name === "id" || isNameOfText(name) || KNOWN_FIELDS.includes(name)))
    return 2 * rows.flat().length >= all.length * names.length;
  const ofValues = columns.map((one) => Object.values(one)).filter((cells) => cells.every(isScalar));
  const isProse = (cells: readonly unknown[]) => cells.some((one) => typeof one === "string" && isSentence(one));
  const isFromOne = all.every((row, i) => row === String(i + 1));
  return (
    rows.every((one) => one.length === all.length) &&
    (isFromOne ? ofValues.some((cells) => !isProse(cells)) : ofValues.length > 0)
  );
}
