/** Which record does a name of Hugging Face mean? */
import type { Catalogue } from "../catalogue.ts";
import { nearDatasets, nearModels } from "../ledger/names.ts";

/** What a name was taken for. */
export interface ResolvedName {
  /** Id of the record; `null` where the name is only near to others, or means none. */
  readonly id: string | null;
  /**
   * `exact`: its id or name; `alias`: another name of it, or the address of its card; `near`: no more than similar;
   * `none`: nothing is similar.
   */
  readonly by: "exact" | "alias" | "near" | "none";
  /** Ids of records with similar names, the nearest first; empty for a name that was found. */
  readonly near: readonly string[];
}

/** @param name `owner/name` */
export function resolveModel(catalogue: Catalogue, name: string): ResolvedName {
  const own = ownName(name);
  const exact = catalogue.models.find(({ id }) => id === name.toLowerCase());
  if (exact !== undefined) return { id: exact.id, by: "exact", near: [] };
  // A family is told of no version, so the card of a release is none of it.
  const carded = byCard(
    catalogue,
    catalogue.models.filter(({ scope }) => scope === "release"),
    name,
  );
  if (carded !== null) return { id: carded, by: "alias", near: [] };
  const slug = slugOf(own);
  const others = catalogue.models.filter(({ id, aliases }) => ownName(id) === slug || aliases.includes(slug));
  if (others.length === 1) return { id: others[0]!.id, by: "alias", near: [] };
  return unresolved(nearModels(catalogue.models, own));
}

/** @param name `owner/name`, or a bare name */
export function resolveDataset(catalogue: Catalogue, name: string): ResolvedName {
  const own = ownName(name);
  const slug = slugOf(own);
  const same = catalogue.datasets.filter((one) => one.id === slug || slugOf(one.name) === slug);
  if (same.length === 1) return { id: same[0]!.id, by: "exact", near: [] };
  const carded = byCard(catalogue, catalogue.datasets, `datasets/${name}`);
  if (carded !== null) return { id: carded, by: "alias", near: [] };
  return unresolved(nearDatasets(catalogue.datasets, own));
}

const unresolved = (near: readonly string[]): ResolvedName => ({
  id: null,
  by: near.length > 0 ? "near" : "none",
  near,
});

/** The only record that rests on the card of this name alone, or on it first. */
function byCard(
  { sources }: Catalogue,
  rows: readonly { readonly id: string; readonly sources: readonly string[] }[],
  name: string,
): string | null {
  const locator = `hf:${name}`.toLowerCase();
  const cards = new Set(sources.filter((one) => one.locator.toLowerCase() === locator).map(({ id }) => id));
  const found = rows.filter(({ sources: own }) => own[0] !== undefined && cards.has(own[0]));
  return found.length === 1 ? found[0]!.id : null;
}

export const ownName = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** As ids of records are written. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[-._]+/, "");
