/** Tables in JSON, as pandas and other programs write them column by column: each row is a record. */
import { isRecord } from "../../../../base/arguments.ts";

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
    return data.map((row: unknown[]) => Object.fromEntries(columns.map((name, i) => [String(name), row[i]])));
  const all = Object.values(value);
  const isOfLists = all.length > 1 && all.every((one) => isColumn(one) && one.length === (all[0] as unknown[]).length);
  const isOfNumbered = all.length > 0 && all.every((one) => isRecord(one) && areNumbers(Object.keys(one)));
  if (!isOfLists && !isOfNumbered) return undefined;
  const names = new Set(all.flatMap((one) => Object.keys(one as object)));
  return [...names].map((row) =>
    Object.fromEntries(Object.entries(value).map(([name, one]) => [name, (one as Record<string, unknown>)[row]])),
  );
}

/** Of one value a row: texts of a document may be a list too, and turns of two speakers two lists. */
const isColumn = (one: unknown): one is unknown[] => Array.isArray(one) && one.length > 1 && one.every(isScalar);

const isScalar = (one: unknown): boolean => typeof one !== "object" || one === null;

/** The names of rows that have none: 0, 1, 2, without a beginning where some were left out. */
const areNumbers = (names: readonly string[]): boolean => names.length > 0 && names.every((name) => /^\d+$/.test(name));
