/**
 * Ledgers outlive the records they were written against: a model may have become a series, and its names those of its
 * members. A ledger still loads, and each of its names means the same model or a more exact one.
 */
import { FAMILY } from "./names.ts";
import type { Edge, Model } from "./records.ts";

/** The models of a ledger, its edges, and the models below it, each fitted to the others. */
interface Fitted {
  readonly below: readonly Model[];
  readonly models: readonly Model[];
  readonly edges: readonly Edge[];
}

/** A copy of a record with changed fields. */
export type RowChange = <Row extends object>(row: Row, changes: Partial<Row>) => Row;

/**
 * Fits a ledger's models and edges to the models below it. An id of the ledger takes precedence over an alias below.
 * References by an alias lead to its model.
 */
export function fitted(
  below: readonly Model[],
  ledger: { readonly models: readonly Model[]; readonly edges: readonly Edge[] },
  change: RowChange,
): Fitted {
  const own = new Set(ledger.models.map(({ id }) => id));
  const kept = below.map((model) =>
    change(model, { aliases: model.aliases.filter((one) => !own.has(at(model, one))) }),
  );
  const taken = new Set(kept.filter(({ id }) => !own.has(id)).flatMap(namesOf));
  const before = new Map(below.flatMap((model) => namesOf(model).map((name) => [name, model])));
  const models = ledger.models.map((model) => change(model, replacing(model, before.get(model.id), taken)));
  const staying = kept.filter(({ id }) => !own.has(id));
  const ids = new Map([...staying, ...models].flatMap((model) => namesOf(model).map((name) => [name, model.id])));
  const idOf = (name: string) => (own.has(name) ? name : (ids.get(name) ?? name));
  return {
    below: kept,
    models: models.map((model) => change(model, { base: model.base === null ? null : idOf(model.base) })),
    edges: ledger.edges.map((edge) => change(edge, { model: idOf(edge.model) })),
  };
}

/**
 * What differs in a model of a ledger because it takes the place of `before`: a series stays one for its members, a
 * member stays in its series, and aliases that are `taken` by other models of the provider are theirs.
 */
function replacing(model: Model, before: Model | undefined, taken: ReadonlySet<string>): Partial<Model> {
  if (before === undefined) return {};
  const aliases = model.aliases.filter((alias) => alias === FAMILY || !taken.has(at(model, alias)));
  if (before.id !== model.id || model.scope !== "release") return { aliases };
  if (before.scope === "series") return { aliases, scope: "series" };
  return model.series === null && model.base === null ? { aliases, series: before.series } : { aliases };
}

const at = ({ provider }: Model, name: string): string => `${provider}/${name}`;

const namesOf = (model: Model): string[] => [model.id, ...model.aliases.map((alias) => at(model, alias))];
