/**
 * The catalogue's rules: no claim without a source, no unresolved reference, no cycle, and no contradiction that a
 * reader of a result could not see, such as a contested fact called documented, an alias of two models, or a period
 * that ends before it begins.
 */
import * as v from "valibot";
import type { FieldError } from "../../base/errors.ts";
import { pointerTo, shapeFaults } from "./faults.ts";
import { nodeOnCircle } from "./graph.ts";
import { keyOf } from "./ledger.ts";
import { FAMILY } from "./names.ts";
import type { CatalogueRecords, CatalogueTable, Dataset, DomainList, Edge, Model, Source } from "./records.ts";
import { RECORDS_SCHEMA } from "./schemas.ts";

const NO_ORIGINS: ReadonlyMap<object, string> = new Map();

/** Sources round passes and tokens: 1.5 passes of 207B tokens are stated for 300B tokens. */
const PASSES_TOLERANCE = 0.1;

/** Collects faults; `row` identifies the record. */
interface Check {
  readonly records: CatalogueRecords;
  fault(row: object, detail: string, ...keys: (string | number)[]): void;
}

/**
 * All broken rules, each with a JSON pointer: into the ledger of the record, if `origins` contains it, and
 * `/<table>/<row>` otherwise. Rules about several records are checked only if all records have a valid form.
 */
export function validate(records: CatalogueRecords, origins: ReadonlyMap<object, string> = NO_ORIGINS): FieldError[] {
  const shape = v.safeParse(RECORDS_SCHEMA, records);
  if (!shape.success) return shapeFaults(shape.issues, RECORDS_SCHEMA);
  const places = new Map<object, string>();
  for (const table of Object.keys(records) as CatalogueTable[]) {
    records[table].forEach((row, number) => {
      places.set(row, origins.get(row) ?? pointerTo(table, number));
    });
  }
  const faults: FieldError[] = [];
  const check: Check = {
    records,
    fault: (row, detail, ...keys) => faults.push({ pointer: places.get(row) + pointerTo(...keys), detail }),
  };
  checkKeys(check);
  checkSources(check);
  checkReferences(check);
  checkAliases(check);
  const models = new Map(records.models.map((model) => [model.id, model]));
  for (const model of records.models) checkModel(check, model, models);
  for (const dataset of records.datasets) checkPeriod(check, dataset);
  for (const one of records.domains) checkDomains(check, one);
  const sources = new Map(records.sources.map((source) => [source.id, source]));
  for (const edge of records.edges) checkEdge(check, edge, sources);
  for (const rate of records.rates) {
    if (rate.low !== null && rate.high !== null && rate.low > rate.high) check.fault(rate, "lies above `high`", "low");
  }
  checkCircles(check);
  return faults;
}

function checkKeys({ records, fault }: Check): void {
  for (const table of Object.keys(records) as CatalogueTable[]) {
    const seen = new Set<string>();
    for (const row of records[table]) {
      if (seen.has(keyOf(row))) fault(row, "occurs twice", ...("id" in row ? ["id"] : []));
      seen.add(keyOf(row));
    }
  }
}

/** Whether a record states no more than a name, so that it needs no source. */
function claimsNothing(table: CatalogueTable, row: CatalogueRecords[CatalogueTable][number]): boolean {
  if (table === "models") {
    const { disclosure, tokens, cutoff, base, released_basis } = row as Model;
    return disclosure === null && tokens === null && cutoff === null && base === null && released_basis !== "source";
  }
  if (table === "providers") {
    const { fmti_2025, crawlers } = row as CatalogueRecords["providers"][number];
    return fmti_2025 === null && crawlers.length === 0;
  }
  return false;
}

function checkSources({ records, fault }: Check): void {
  const known = new Set(records.sources.map((source) => source.id));
  for (const table of Object.keys(records) as CatalogueTable[]) {
    for (const row of records[table]) {
      if (!("sources" in row)) continue;
      if (row.sources.length === 0 && !claimsNothing(table, row)) fault(row, "names no source", "sources");
      if (new Set(row.sources).size !== row.sources.length) fault(row, "names a source twice", "sources");
      row.sources.forEach((id, number) => {
        if (!known.has(id)) fault(row, "names a source that the catalogue does not have", "sources", number);
      });
    }
  }
}

function checkReferences({ records, fault }: Check): void {
  const ids = (table: Exclude<CatalogueTable, "edges">) => new Set(records[table].map((row) => row.id));
  const [providers, models, datasets] = [ids("providers"), ids("models"), ids("datasets")];
  const [crawlers, jurisdictions] = [ids("crawlers"), ids("jurisdictions")];
  const indexes = new Set(records.indexes.map((index) => `${index.kind} ${index.name}`));
  const refer = (
    row: object,
    known: ReadonlySet<string>,
    kind: string,
    id: string | null,
    ...keys: (string | number)[]
  ) => {
    if (id !== null && !known.has(id)) fault(row, `names a ${kind} that the catalogue does not have`, ...keys);
  };
  const referAll = (
    row: object,
    known: ReadonlySet<string>,
    kind: string,
    listed: readonly string[],
    field: string,
  ) => {
    for (const [number, id] of listed.entries()) refer(row, known, kind, id, field, number);
  };
  for (const row of records.providers) referAll(row, crawlers, "crawler", row.crawlers, "crawlers");
  for (const row of records.models) {
    refer(row, providers, "provider", row.provider, "provider");
    refer(row, models, "model", row.base, "base");
    refer(row, models, "model", row.series, "series");
  }
  for (const row of records.edges) {
    refer(row, models, "model", row.model, "model");
    refer(row, datasets, "dataset", row.dataset, "dataset");
    referAll(row, datasets, "dataset", row.parts ?? [], "parts");
  }
  for (const row of records.datasets) {
    referAll(row, datasets, "dataset", row.contains, "contains");
    referAll(row, datasets, "dataset", row.derived_from, "derived_from");
    referAll(
      row,
      indexes,
      "index",
      row.indexes.map(({ kind, name }) => `${kind} ${name}`),
      "indexes",
    );
  }
  for (const row of records.domains) {
    refer(row, datasets, "dataset", row.dataset, "dataset");
    referAll(row, models, "model", row.models, "models");
  }
  for (const row of records.indexes) refer(row, datasets, "dataset", row.dataset, "dataset");
  for (const row of records.jurisdictions) refer(row, jurisdictions, "jurisdiction", row.parent, "parent");
  for (const row of records.memorisation) referAll(row, models, "model", row.models, "models");
}

/**
 * Aliases must be unique. The part of a model's id after the slash counts as a name too; every provider may have
 * `family`.
 */
function checkAliases({ records, fault }: Check): void {
  const owners = new Map<string, string>();
  const claim = (model: Model, alias: string, ...keys: (string | number)[]) => {
    const owner = owners.get(alias);
    if (owner !== undefined && owner !== model.id) fault(model, "belongs to another model too", ...keys);
    owners.set(alias, owner ?? model.id);
  };
  for (const model of records.models) {
    const own = model.id.slice(model.id.indexOf("/") + 1);
    if (own !== FAMILY) claim(model, own, "id");
    for (const [number, alias] of model.aliases.entries()) {
      if (alias === FAMILY) fault(model, "names the family that every provider may have", "aliases", number);
      else claim(model, alias, "aliases", number);
    }
  }
}

function checkModel({ fault }: Check, model: Model, models: ReadonlyMap<string, Model>): void {
  if (!model.id.startsWith(`${model.provider}/`)) fault(model, "differs from the provider in the id", "provider");
  if ((model.released === null) !== (model.released_basis === null))
    fault(model, "must be given with `released`, and not without it", "released_basis");
  if (model.cutoff !== null && model.released !== null && model.cutoff > model.released)
    fault(model, "is later than the release", "cutoff");
  if (model.series === null) return;
  const series = models.get(model.series);
  if (series !== undefined && series.scope !== "series") fault(model, "names a model that is no series", "series");
  if (model.scope !== "release") fault(model, "is only for a release", "series");
  if (model.base !== null) fault(model, "is given with `base`, which belongs to the series", "series");
}

function checkPeriod({ fault }: Check, row: Dataset | DomainList): void {
  const { from = null, to = null } = row.period ?? {};
  if (from !== null && to !== null && from > to) fault(row, "runs backwards", "period");
}

/** A list is of one dataset or of models, and names domains unless its source names none. */
function checkDomains(check: Check, one: DomainList): void {
  const { fault } = check;
  const { dataset, models, coverage, measure, domains } = one;
  checkPeriod(check, one);
  if ((dataset === null) !== models.length > 0)
    fault(one, "must be given where there is no dataset, and only there", "models");
  if ((coverage === "none") !== (domains.length === 0))
    fault(one, "must be empty for coverage none, and only there", "domains");
  if ((coverage === "largest") !== (measure !== null))
    fault(one, "must be given for coverage largest, and only there", "measure");
  if (new Set(domains).size !== domains.length) fault(one, "names a domain twice", "domains");
}

function checkEdge(check: Check, edge: Edge, sources: ReadonlyMap<string, Source>): void {
  const { fault } = check;
  if (edge.contested && edge.note === null) fault(edge, "is missing: a contested fact needs its wording", "note");
  if (edge.parts !== null && edge.portion.kind === "all")
    fault(edge, "names parts of what went in as a whole", "parts");
  checkLookup(check, edge, sources);
  const { epochs, size_tokens, seen_tokens } = edge.portion;
  if (epochs !== null && size_tokens !== null && seen_tokens !== null) {
    const passes = seen_tokens / size_tokens;
    if (Math.abs(passes - epochs) > PASSES_TOLERANCE * epochs)
      fault(edge, "does not fit `seen_tokens` / `size_tokens`", "portion", "epochs");
  }
  if (edge.evidence !== "documented") return;
  if (edge.contested) fault(edge, "calls a documented fact contested", "contested");
  const secondHand = (id: string) => {
    const source = sources.get(id);
    return source !== undefined && (source.kind === "court" || source.kind === "press") && source.read === "secondary";
  };
  if (edge.sources.length > 0 && edge.sources.every(secondHand)) {
    fault(edge, "calls documented what rests on second-hand press or court notes only", "evidence");
  }
}

/** A lookup is of a whole dataset that the developer documents, and in a document that was read itself. */
function checkLookup({ fault }: Check, edge: Edge, sources: ReadonlyMap<string, Source>): void {
  const { lookup, portion, evidence } = edge;
  if (lookup === null) return;
  if (portion.kind !== "all" || evidence !== "documented")
    fault(edge, "is only for a dataset that is documented to have gone in as a whole", "lookup");
  if (lookup.missing > lookup.documents) fault(edge, "lies above `documents`", "lookup", "missing");
  if (!edge.sources.includes(lookup.source)) fault(edge, "is not among the edge's sources", "lookup", "source");
  else if (sources.get(lookup.source)?.read !== "primary")
    fault(edge, "names a source that was not read itself", "lookup", "source");
}

/** Containment and derivation together form no cycle, and tuning and series together form none. */
function checkCircles({ records, fault }: Check): void {
  const wholes = nodeOnCircle(new Map(records.datasets.map((row) => [row.id, [...row.contains, ...row.derived_from]])));
  const dataset = records.datasets.find((row) => row.id === wholes);
  if (dataset !== undefined) fault(dataset, "contains or derives from itself, directly or through others");
  const tuned = nodeOnCircle(
    new Map(records.models.map((row) => [row.id, [row.series, row.base].filter((id) => id !== null)])),
  );
  const model = records.models.find((row) => row.id === tuned);
  if (model !== undefined) fault(model, "was tuned from itself, directly or through others", "base");
}
