/**
 * A ledger: a user's own records in one JSON file, laid over those that come with the package. A record of the same id (an edge of
 * the same model and dataset) replaces; everything else is added.
 */
import * as v from "valibot";
import { catalogueInvalid, pointerTo, shapeFaults } from "./faults.ts";
import type { CatalogueRecords, Dataset, Edge, Model, Portion, Provider, Source } from "./records.ts";
import { dataset, edge, model, portion, provider, rows, source } from "./schemas.ts";

/** A record whose fields `Neutral` may be left out: they then stand at `null`, an empty list, or what their comment says. */
type Sparse<Shape, Neutral extends keyof Shape> = Omit<Shape, Neutral> & {
  readonly [Field in Neutral]?: Shape[Field] | undefined;
};

export type LedgerProvider = Sparse<Provider, "country" | "crawlers" | "fmti_2025" | "sources">;

export type LedgerModel = Sparse<
  Model,
  // biome-ignore format: one list of fields
  | "aliases"
  | "released"
  | "released_basis"
  | "open_weights"
  | "parameters"
  | "disclosure"
  | "tokens"
  | "cutoff"
  | "base"
  | "note"
  | "sources"
>;

export type LedgerPortion = Sparse<Portion, "epochs" | "tokens" | "share">;

/** Without `portion` it is unknown how much went in; without `contested` the fact is taken as undisputed. */
export type LedgerEdge = Sparse<Omit<Edge, "portion">, "parts" | "contested" | "note"> & {
  readonly portion?: LedgerPortion | undefined;
};

export type LedgerDataset = Sparse<
  Dataset,
  // biome-ignore format: one list of fields
  | "tokens"
  | "bytes"
  | "documents"
  | "languages"
  | "period"
  | "licence"
  | "opt_out"
  | "availability"
  | "contains"
  | "derived_from"
  | "indexes"
  | "note"
>;

/** A user's own records. */
export interface Ledger {
  readonly providers?: readonly LedgerProvider[] | undefined;
  readonly models?: readonly LedgerModel[] | undefined;
  readonly edges?: readonly LedgerEdge[] | undefined;
  readonly datasets?: readonly LedgerDataset[] | undefined;
  readonly sources?: readonly Source[] | undefined;
}

/** A ledger with every field in its place. */
type CompleteLedger = Pick<CatalogueRecords, "providers" | "models" | "edges" | "datasets" | "sources">;

const orNull = <const Schema extends v.GenericSchema>(schema: v.NullableSchema<Schema, undefined>) => v.optional(schema, null);
const orEmpty = <const Item extends v.GenericSchema>(schema: v.ArraySchema<Item, "must be an array">) =>
  v.optional(schema, () => []);

const sparsePortion = v.strictObject(
  { ...portion, epochs: orNull(portion.epochs), tokens: orNull(portion.tokens), share: orNull(portion.share) },
  "must be an object",
);

/** The shape of a ledger as it is written, and what it becomes with every field in its place. */
export const LEDGER_SCHEMA: v.GenericSchema<unknown, CompleteLedger> = v.strictObject(
  {
    providers: orEmpty(
      rows({
        ...provider,
        country: orNull(provider.country),
        crawlers: orEmpty(provider.crawlers),
        fmti_2025: orNull(provider.fmti_2025),
        sources: orEmpty(provider.sources),
      }),
    ),
    models: orEmpty(
      rows({
        ...model,
        aliases: orEmpty(model.aliases),
        released: orNull(model.released),
        released_basis: orNull(model.released_basis),
        open_weights: orNull(model.open_weights),
        parameters: orEmpty(model.parameters),
        disclosure: orNull(model.disclosure),
        tokens: orNull(model.tokens),
        cutoff: orNull(model.cutoff),
        base: orNull(model.base),
        note: orNull(model.note),
        sources: orEmpty(model.sources),
      }),
    ),
    edges: orEmpty(
      rows({
        ...edge,
        portion: v.optional(sparsePortion, { kind: "unknown" }),
        parts: orNull(edge.parts),
        contested: v.optional(edge.contested, false),
        note: orNull(edge.note),
      }),
    ),
    datasets: orEmpty(
      rows({
        ...dataset,
        tokens: orNull(dataset.tokens),
        bytes: orNull(dataset.bytes),
        documents: orNull(dataset.documents),
        languages: orNull(dataset.languages),
        period: orNull(dataset.period),
        licence: orNull(dataset.licence),
        opt_out: orNull(dataset.opt_out),
        availability: orNull(dataset.availability),
        contains: orEmpty(dataset.contains),
        derived_from: orEmpty(dataset.derived_from),
        indexes: orEmpty(dataset.indexes),
        note: orNull(dataset.note),
      }),
    ),
    sources: orEmpty(rows(source)),
  },
  "must be an object",
);

/**
 * A ledger out of anything, for example a parsed JSON file. Only its own shape is looked at; whether its references resolve shows
 * when it is laid over the catalogue.
 *
 * @throws SpoliaError `catalogue_invalid`, whose fields point into `value`
 */
export function parseLedger(value: unknown): Ledger {
  return completeLedger(value, "");
}

/** `parseLedger` with the neutral values filled in, and `at` before every pointer. */
export function completeLedger(value: unknown, at: string): CompleteLedger {
  // An array passes as an object without fields otherwise, and every table may be missing.
  const parsed = v.safeParse(LEDGER_SCHEMA, Array.isArray(value) ? null : value);
  if (parsed.success) return parsed.output;
  throw catalogueInvalid(shapeFaults(parsed.issues).map((fault) => ({ ...fault, pointer: at + fault.pointer })));
}

/** What makes two records of a table the same one. A space stands in no id. */
export function keyOf(record: { readonly id: string } | Edge): string {
  return "id" in record ? record.id : `${record.model} ${record.dataset}`;
}

/** Records after ledgers were laid over them, and where each record of a ledger stands: `/<ledger>/<table>/<row>`. */
interface MergedRecords {
  readonly records: CatalogueRecords;
  readonly origins: ReadonlyMap<object, string>;
}

/** Lays ledgers over records, in order. A key that one ledger holds twice stays twice, for `validate` to find. */
export function layOver(records: CatalogueRecords, ledgers: readonly CompleteLedger[]): MergedRecords {
  const origins = new Map<object, string>();
  const merged: { -readonly [Name in keyof CatalogueRecords]: CatalogueRecords[Name] } = { ...records };
  ledgers.forEach((ledger, position) => {
    const over = <Row extends { readonly id: string } | Edge>(
      name: keyof CompleteLedger,
      below: readonly Row[],
      own: readonly Row[],
    ) => {
      own.forEach((row, number) => {
        origins.set(row, pointerTo(position, name, number));
      });
      const replaced = new Set(own.map(keyOf));
      return [...below.filter((row) => !replaced.has(keyOf(row))), ...own].sort(byKey);
    };
    merged.providers = over("providers", merged.providers, ledger.providers);
    merged.models = over("models", merged.models, ledger.models);
    merged.edges = over("edges", merged.edges, ledger.edges);
    merged.datasets = over("datasets", merged.datasets, ledger.datasets);
    merged.sources = over("sources", merged.sources, ledger.sources);
  });
  return { records: merged, origins };
}

function byKey(left: { readonly id: string } | Edge, right: { readonly id: string } | Edge): number {
  const [one, other] = [keyOf(left), keyOf(right)];
  return one < other ? -1 : Number(one > other);
}
