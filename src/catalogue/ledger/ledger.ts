/**
 * A ledger: a user's own records in one JSON file, combined with the shipped records. A record with the id of a shipped
 * one (an edge with its model and dataset) replaces it; all others are added.
 */
import * as v from "valibot";
import { catalogueInvalid, pointerTo, shapeFaults } from "./faults.ts";
import type { CatalogueRecords, Dataset, Edge, Model, Portion, Provider, Source } from "./records.ts";
import { fitted, type RowChange } from "./replacement.ts";
import { dataset, edge, model, portion, provider, rows, source } from "./schemas.ts";

/**
 * A record whose fields `Neutral` may be omitted: they are then `null`, an empty list, or the value that their comment
 * states.
 */
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
  | "series"
  | "note"
  | "sources"
>;

export type LedgerPortion = Sparse<Portion, "epochs" | "size_tokens" | "seen_tokens" | "share"> & {
  /** As ledgers of 0.1.0 write `size_tokens`. */
  readonly tokens?: Portion["size_tokens"] | undefined;
};

/** Without `portion`, the used share is unknown; without `contested`, the fact counts as undisputed. */
export type LedgerEdge = Sparse<
  Omit<Edge, "portion">,
  "parts" | "languages" | "lookup" | "contested" | "note" | "place" | "confirmed"
> & {
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

export type LedgerSource = Sparse<Source, "checked" | "sha256">;

/** A user's own records. */
export interface Ledger {
  readonly providers?: readonly LedgerProvider[] | undefined;
  readonly models?: readonly LedgerModel[] | undefined;
  readonly edges?: readonly LedgerEdge[] | undefined;
  readonly datasets?: readonly LedgerDataset[] | undefined;
  readonly sources?: readonly LedgerSource[] | undefined;
}

/** A ledger with all fields filled in. */
type CompleteLedger = Pick<CatalogueRecords, "providers" | "models" | "edges" | "datasets" | "sources">;

const orNull = <const Schema extends v.GenericSchema>(schema: v.NullableSchema<Schema, undefined>) =>
  v.optional(schema, null);
const orEmpty = <const Item extends v.GenericSchema>(schema: v.ArraySchema<Item, "must be an array">) =>
  v.optional(schema, () => []);

const sparsePortion = v.pipe(
  v.strictObject(
    {
      kind: portion.kind,
      epochs: orNull(portion.epochs),
      size_tokens: orNull(portion.size_tokens),
      seen_tokens: orNull(portion.seen_tokens),
      share: orNull(portion.share),
      tokens: orNull(portion.size_tokens),
    },
    "must be an object",
  ),
  v.forward(
    v.check(
      ({ size_tokens, tokens }) => size_tokens === null || tokens === null,
      "is the former name of `size_tokens`",
    ),
    ["tokens"],
  ),
  v.transform(({ kind, epochs, size_tokens, seen_tokens, share, tokens }): Portion => {
    return { kind, epochs, size_tokens: size_tokens ?? tokens, seen_tokens, share };
  }),
);

/** The schema of a ledger: reads its written form, and fills in all fields. */
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
        series: orNull(model.series),
        note: orNull(model.note),
        sources: orEmpty(model.sources),
      }),
    ),
    edges: orEmpty(
      rows({
        ...edge,
        portion: v.optional(sparsePortion, { kind: "unknown" }),
        parts: orNull(edge.parts),
        languages: orNull(edge.languages),
        lookup: orNull(edge.lookup),
        contested: v.optional(edge.contested, false),
        note: orNull(edge.note),
        place: orNull(edge.place),
        confirmed: orNull(edge.confirmed),
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
    sources: orEmpty(rows({ ...source, checked: orNull(source.checked), sha256: orNull(source.sha256) })),
  },
  "must be an object",
);

/**
 * Reads a ledger from any value, for example a parsed JSON file. It checks the form only; references are checked when
 * the ledger is loaded into a catalogue.
 *
 * @throws SpoliaError `catalogue_invalid`, whose fields point into `value`
 */
export function parseLedger(value: unknown): Ledger {
  if (typeof value === "string")
    throw catalogueInvalid([{ pointer: "", detail: "must be a ledger, not its text or path: JSON.parse(…)" }]);
  return completeLedger(value, "");
}

/** `parseLedger` with the neutral values filled in, and `at` before every pointer. */
export function completeLedger(value: unknown, at: string): CompleteLedger {
  // An array passes as an object without fields otherwise, and every table may be missing.
  const parsed = v.safeParse(LEDGER_SCHEMA, Array.isArray(value) ? null : value);
  if (parsed.success) return parsed.output;
  throw catalogueInvalid(
    shapeFaults(parsed.issues, LEDGER_SCHEMA).map((fault) => ({ ...fault, pointer: at + fault.pointer })),
  );
}

/** The key of a record in its table. Ids contain no space. */
export function keyOf(record: { readonly id: string } | Edge): string {
  return "id" in record ? record.id : `${record.model} ${record.dataset}`;
}

/** Records combined with ledgers, and the position of each record in its ledger: `/<ledger>/<table>/<row>`. */
interface MergedRecords {
  readonly records: CatalogueRecords;
  readonly origins: ReadonlyMap<object, string>;
}

/**
 * Combines records with ledgers, in order. If a ledger contains a key twice, both records stay, so that `validate`
 * finds them.
 */
export function layOver(records: CatalogueRecords, ledgers: readonly CompleteLedger[]): MergedRecords {
  const origins = new Map<object, string>();
  const merged: { -readonly [Name in keyof CatalogueRecords]: CatalogueRecords[Name] } = { ...records };
  const change: RowChange = (row, changes) => {
    const changed = { ...row, ...changes };
    // A changed record keeps its place, so that its faults point into its ledger.
    const origin = origins.get(row);
    if (origin !== undefined) origins.set(changed, origin);
    return changed;
  };
  ledgers.forEach((ledger, position) => {
    for (const name of Object.keys(ledger) as (keyof CompleteLedger)[]) {
      ledger[name].forEach((row, number) => {
        origins.set(row, pointerTo(position, name, number));
      });
    }
    const over = <Row extends { readonly id: string } | Edge>(below: readonly Row[], own: readonly Row[]) => {
      const replaced = new Set(own.map(keyOf));
      return [...below.filter((row) => !replaced.has(keyOf(row))), ...own].sort(byKey);
    };
    merged.providers = over(merged.providers, ledger.providers);
    const { below, models, edges } = fitted(merged.models, ledger, change);
    merged.models = over(below, models);
    merged.edges = over(merged.edges, edges);
    merged.datasets = over(merged.datasets, ledger.datasets);
    merged.sources = over(merged.sources, ledger.sources);
  });
  return { records: merged, origins };
}

function byKey(left: { readonly id: string } | Edge, right: { readonly id: string } | Edge): number {
  const [one, other] = [keyOf(left), keyOf(right)];
  return one < other ? -1 : Number(one > other);
}
