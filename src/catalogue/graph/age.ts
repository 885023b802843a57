/** Which records were last checked against their sources before a given month? */
import { checkArguments } from "../../base/arguments.ts";
import { keyOf } from "../ledger/ledger.ts";
import type { CatalogueRecords } from "../ledger/records.ts";
import { MONTH } from "../ledger/schemas.ts";

/** Tables of what is said about models and datasets. */
const TABLES = ["models", "edges", "datasets", "domains"] as const satisfies readonly (keyof CatalogueRecords)[];

/** A record with a source that was last checked before a given month, or of which no check is noted. */
export interface AgedRecord {
  /** Its table. */
  readonly table: (typeof TABLES)[number];
  /** Its id; `<model> <dataset>` of an edge. */
  readonly id: string;
  /** The earliest month of a check among its sources, `YYYY-MM`; `null` where one has none. */
  readonly checked: string | null;
  /** Ids of its sources that were last checked before that month, or of which no check is noted. */
  readonly sources: readonly string[];
}

/** Records that were last checked before a month. */
export interface AgedRecords {
  /** The month, `YYYY-MM`. */
  readonly before: string;
  /** The longest ago first. */
  readonly records: readonly AgedRecord[];
}

/**
 * Records with a source that was last checked so many months before a month, or earlier. A record is as old as its
 * oldest source, since that may be the only one for a part of it.
 *
 * @param month `YYYY-MM`
 * @param months whole months, from 0 on
 */
export function checkedBefore(records: CatalogueRecords, month: string, months: number): AgedRecords {
  checkArguments("checkedBefore", [
    ["/month", typeof month === "string" && MONTH.test(month), "a month, YYYY-MM"],
    ["/months", Number.isSafeInteger(months) && months >= 0 && months <= MONTHS_MAX, "a whole number from 0 to 12000"],
  ]);
  const before = earlier(month, months);
  const checks = new Map(records.sources.map(({ id, checked }) => [id, checked]));
  const isAged = (id: string) => (checks.get(id) ?? "") < before;
  const aged = TABLES.flatMap((table) =>
    records[table].flatMap((row): AgedRecord[] => {
      const sources = row.sources.filter(isAged);
      if (sources.length === 0) return [];
      const checked = sources.map((id) => checks.get(id) ?? null).reduce(earliest);
      return [{ table, id: keyOf(row), checked, sources }];
    }),
  );
  return { before, records: aged.sort((one, other) => compare(one.checked ?? "", other.checked ?? "")) };
}

/** A thousand years, so that the year stays above 0. */
const MONTHS_MAX = 12_000;

function earlier(month: string, months: number): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const count = year * 12 + number - 1 - months;
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`;
}

function earliest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null;
  return one < other ? one : other;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
