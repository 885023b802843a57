/**
 * Records of more than one model: families, whose claims name no version and are never applied to one, and series,
 * whose training data are those of each member.
 */
import type { Model } from "../ledger/records.ts";

/**
 * Ids whose measurements are of this model: its own, and its series, since a record names a series only where all of it
 * was measured. Never that of another member.
 */
export function measuredAs({ id, series }: Model): string[] {
  return series === null ? [id] : [id, series];
}

/** The family record of a model's provider; `undefined` for the family record itself, and where there is none. */
export function familyOf(models: readonly Model[], { provider, scope }: Model): Model | undefined {
  return scope === "family" ? undefined : models.find((one) => one.scope === "family" && one.provider === provider);
}

/**
 * The models that a family record may refer to, those of its provider, a series instead of its members; the members of
 * a series. Empty for a single release.
 */
export function versionsOf(models: readonly Model[], { id, provider, scope }: Model): Model[] {
  if (scope === "series") return models.filter((one) => one.series === id);
  const isOne = (one: Model) => one.scope !== "family" && one.provider === provider && one.series === null;
  return scope === "family" ? models.filter(isOne) : [];
}
