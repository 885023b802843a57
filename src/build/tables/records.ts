/**
 * Validates the records before they are built into the package, and counts them:
 *
 *   node src/build/tables/records.ts [folder]
 *
 * Exits with 1 and prints file, line and fault where a rule is broken: an edge without a source fails the build.
 * Besides the rules of
 * `validate.ts`, which also apply to ledgers, the shipped files keep a form that makes changes readable line by line.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CATALOGUE_TABLES } from "../../catalogue/feed/sign.ts";
import { keyOf } from "../../catalogue/ledger/ledger.ts";
import type { CatalogueRecords, CatalogueTable, Source } from "../../catalogue/ledger/records.ts";
import { validate } from "../../catalogue/ledger/validate.ts";
import { EVIDENCE_CLASSES } from "../../catalogue/ledger/words.ts";

/** Kinds of reading, the most thorough first. */
const READINGS = ["primary", "excerpt", "secondary"] as const satisfies readonly Source["read"][];

/** Lines before the first record of a file. */
const HEAD_LINES = 1;

const fileOf = (table: string) => `${table}.json`;
const placeOf = (table: string, row: number) => `${fileOf(table)}:${row + 1 + HEAD_LINES}`;

/** Faults of form: one record per line, sorted by key, each with the keys of the first record in their order. */
function formFaults(table: CatalogueTable, text: string, rows: CatalogueRecords[CatalogueTable]): string[] {
  const faults: string[] = [];
  const lines = text.trimEnd().split("\n").slice(HEAD_LINES, -1);
  if (lines.length !== rows.length || !lines.every((line) => /^\{.*\},?$/.test(line)))
    faults.push(`${fileOf(table)}: holds other than one record a line`);
  rows.forEach((row, number) => {
    const previous = rows[number - 1];
    if (previous !== undefined && keyOf(previous) > keyOf(row))
      faults.push(`${placeOf(table, number)}: stands out of order`);
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
  const used = new Set(
    CATALOGUE_TABLES.flatMap((table) => records[table].flatMap((row) => ("sources" in row ? row.sources : []))),
  );
  return records.sources.flatMap(({ id }, row) =>
    used.has(id) ? [] : [`${placeOf("sources", row)}: is used nowhere`],
  );
}

/** The most thorough reading among these sources. */
function bestReading(records: CatalogueRecords, ids: readonly string[]): Source["read"] | undefined {
  return READINGS.find((reading) => records.sources.some(({ id, read }) => read === reading && ids.includes(id)));
}

/** Documented edges of which only an account was read, not the developer's own words. */
function unreadEdges(records: CatalogueRecords): string[] {
  return records.edges.flatMap(({ evidence, sources }, row) => {
    const isRead = evidence !== "documented" || bestReading(records, sources) !== "secondary";
    return isRead ? [] : [`${placeOf("edges", row)}: calls documented what was read in an account only`];
  });
}

/**
 * Edges with parts that their dataset does not contain. Not a rule of `validate.ts`, since a ledger may replace the
 * dataset of an edge.
 */
function strangeParts(records: CatalogueRecords): string[] {
  const contains = new Map(records.datasets.map((dataset) => [dataset.id, dataset.contains]));
  return records.edges.flatMap(({ dataset, parts }, row) => {
    const strange = parts?.filter((part) => !contains.get(dataset)?.includes(part)) ?? [];
    return strange.map((part) => `${placeOf("edges", row)} parts: ${part} is not contained in ${dataset}`);
  });
}

/** The number of records, and the most thorough reading of each edge. */
function summary(records: CatalogueRecords): string {
  const tally = <Word extends string>(
    words: readonly Word[],
    of: (edge: CatalogueRecords["edges"][number]) => Word | undefined,
  ) => words.map((word) => `${word} ${records.edges.filter((edge) => of(edge) === word).length}`).join(", ");
  return [
    `models        ${records.models.length}, with an edge ${new Set(records.edges.map(({ model }) => model)).size}`,
    `datasets      ${records.datasets.length}`,
    `domains       ${new Set(records.domains.flatMap(({ domains }) => domains)).size} in ${records.domains.length} lists`,
    `edges         ${records.edges.length}: ${tally(EVIDENCE_CLASSES, (edge) => edge.evidence)}`,
    `best source   ${tally(READINGS, (edge) => bestReading(records, edge.sources))}`,
    `sources       ${records.sources.length}`,
  ].join("\n");
}

/** All faults. The rules of the records come first: the form is checked only for valid records. */
function faultsOf(texts: ReadonlyMap<CatalogueTable, string>, records: CatalogueRecords): string[] {
  const broken = validate(records).map(({ pointer, detail }) => `${placeOfPointer(pointer)}: ${detail}`);
  if (broken.length > 0) return broken;
  const form = CATALOGUE_TABLES.flatMap((table) => formFaults(table, texts.get(table)!, records[table]));
  return [...form, ...unusedSources(records), ...unreadEdges(records), ...strangeParts(records)];
}

const folder = process.argv[2] ?? fileURLToPath(new URL("../../catalogue/records", import.meta.url));
const texts = new Map(CATALOGUE_TABLES.map((table) => [table, readFileSync(join(folder, fileOf(table)), "utf8")]));
const records = Object.fromEntries(
  [...texts].map(([table, text]) => [table, JSON.parse(text)]),
) as unknown as CatalogueRecords;
const faults = faultsOf(texts, records);
if (faults.length === 0) console.log(summary(records));
else {
  console.error(faults.join("\n"));
  process.exitCode = 1;
}
