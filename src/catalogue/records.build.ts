/**
 * Holds the records to their rules before they are built into the package, and counts them:
 *
 *   node src/catalogue/records.build.ts [folder]
 *
 * Ends with 1 and names file, line and fault where a rule is broken: an edge without a source fails the build. Beside the rules
 * of `validate.ts`, which a user's ledger keeps too, the shipped files keep a form that makes changes readable line by line.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keyOf } from "./ledger.ts";
import { type CatalogueRecords, type CatalogueTable, EVIDENCE_CLASSES, type Source } from "./records.ts";
import { validate } from "./validate.ts";

// biome-ignore format: one list of words
const TABLES = [
  "providers", "models", "edges", "datasets", "indexes", "jurisdictions", "rates", "regimes", "memorisation", "crawlers", "sources",
] as const satisfies readonly CatalogueTable[];

/** How far a source was read, the furthest first. */
const READINGS = ["primary", "excerpt", "secondary"] as const satisfies readonly Source["read"][];

/** The first record of a file stands on its second line. */
const HEAD_LINES = 1;

const fileOf = (table: string) => `${table}.json`;
const placeOf = (table: string, row: number) => `${fileOf(table)}:${row + 1 + HEAD_LINES}`;

/** One record a line, sorted by key, every record with the keys of the first one in their order. */
function formFaults(table: CatalogueTable, text: string, rows: CatalogueRecords[CatalogueTable]): string[] {
  const faults: string[] = [];
  const lines = text.trimEnd().split("\n").slice(HEAD_LINES, -1);
  if (lines.length !== rows.length || !lines.every((line) => /^\{.*\},?$/.test(line)))
    faults.push(`${fileOf(table)}: holds other than one record a line`);
  rows.forEach((row, number) => {
    const previous = rows[number - 1];
    if (previous !== undefined && keyOf(previous) > keyOf(row)) faults.push(`${placeOf(table, number)}: stands out of order`);
    if (Object.keys(row).join() !== Object.keys(rows[0]!).join())
      faults.push(`${placeOf(table, number)}: has keys other than those of the first record, or in another order`);
  });
  return faults;
}

/** A pointer `/edges/3/sources` as a place in a file. */
function placeOfPointer(pointer: string): string {
  const [, table = "", row, ...field] = pointer.split("/");
  const place = row === undefined ? fileOf(table) : placeOf(table, Number(row));
  return field.length === 0 ? place : `${place} ${field.join("/")}`;
}

function unusedSources(records: CatalogueRecords): string[] {
  const used = new Set(TABLES.flatMap((table) => records[table].flatMap((row) => ("sources" in row ? row.sources : []))));
  return records.sources.flatMap(({ id }, row) => (used.has(id) ? [] : [`${placeOf("sources", row)}: is used nowhere`]));
}

/** How far the best of these sources was read. */
function bestReading(records: CatalogueRecords, ids: readonly string[]): Source["read"] | undefined {
  return READINGS.find((reading) => records.sources.some(({ id, read }) => read === reading && ids.includes(id)));
}

/** What the developer documents was read in the developer's words, not in an account of them. */
function unreadEdges(records: CatalogueRecords): string[] {
  return records.edges.flatMap(({ evidence, sources }, row) => {
    const isRead = evidence !== "documented" || bestReading(records, sources) !== "secondary";
    return isRead ? [] : [`${placeOf("edges", row)}: calls documented what was read in an account only`];
  });
}

/** A ledger may replace the dataset below an edge of ours, so this is no rule of `validate.ts`. */
function strangeParts(records: CatalogueRecords): string[] {
  const contains = new Map(records.datasets.map((dataset) => [dataset.id, dataset.contains]));
  return records.edges.flatMap(({ dataset, parts }, row) => {
    const strange = parts?.filter((part) => !contains.get(dataset)?.includes(part)) ?? [];
    return strange.map((part) => `${placeOf("edges", row)} parts: ${part} is not contained in ${dataset}`);
  });
}

/** How much there is, and how far the best source of each edge was read. */
function summary(records: CatalogueRecords): string {
  const tally = <Word extends string>(
    words: readonly Word[],
    of: (edge: CatalogueRecords["edges"][number]) => Word | undefined,
  ) => words.map((word) => `${word} ${records.edges.filter((edge) => of(edge) === word).length}`).join(", ");
  return [
    `models        ${records.models.length}, with an edge ${new Set(records.edges.map(({ model }) => model)).size}`,
    `datasets      ${records.datasets.length}`,
    `edges         ${records.edges.length}: ${tally(EVIDENCE_CLASSES, (edge) => edge.evidence)}`,
    `best source   ${tally(READINGS, (edge) => bestReading(records, edge.sources))}`,
    `sources       ${records.sources.length}`,
  ].join("\n");
}

/** Rules of the records themselves first: what has no shape has no form. */
function faultsOf(texts: ReadonlyMap<CatalogueTable, string>, records: CatalogueRecords): string[] {
  const broken = validate(records).map(({ pointer, detail }) => `${placeOfPointer(pointer)}: ${detail}`);
  if (broken.length > 0) return broken;
  const form = TABLES.flatMap((table) => formFaults(table, texts.get(table)!, records[table]));
  return [...form, ...unusedSources(records), ...unreadEdges(records), ...strangeParts(records)];
}

const folder = process.argv[2] ?? fileURLToPath(new URL("records", import.meta.url));
const texts = new Map(TABLES.map((table) => [table, readFileSync(join(folder, fileOf(table)), "utf8")]));
const records = Object.fromEntries([...texts].map(([table, text]) => [table, JSON.parse(text)])) as unknown as CatalogueRecords;
const faults = faultsOf(texts, records);
if (faults.length === 0) console.log(summary(records));
else {
  console.error(faults.join("\n"));
  process.exitCode = 1;
}
