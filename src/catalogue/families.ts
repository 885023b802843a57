/** What is said of a provider's models without naming a version stands in a record of its own, and is handed on to none of them. */
import type { Model } from "./records.ts";

/** The record of what names no version of this model's provider; `undefined` for that record itself, and where there is none. */
export function familyOf(models: readonly Model[], { provider, scope }: Model): Model | undefined {
  return scope === "family" ? undefined : models.find((one) => one.scope === "family" && one.provider === provider);
}

/** The models that a family's record may speak of: those of its provider. Empty for a model that is no family. */
export function versionsOf(models: readonly Model[], { provider, scope }: Model): Model[] {
  return scope === "family" ? models.filter((one) => one.scope !== "family" && one.provider === provider) : [];
}
