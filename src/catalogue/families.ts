/** Family records: claims about a provider's models that name no version. They are never applied to a version. */
import type { Model } from "./records.ts";

/** The family record of a model's provider; `undefined` for the family record itself, and where there is none. */
export function familyOf(models: readonly Model[], { provider, scope }: Model): Model | undefined {
  return scope === "family" ? undefined : models.find((one) => one.scope === "family" && one.provider === provider);
}

/** The models that a family record may refer to: those of its provider. Empty for a model that is not a family. */
export function versionsOf(models: readonly Model[], { provider, scope }: Model): Model[] {
  return scope === "family" ? models.filter((one) => one.scope !== "family" && one.provider === provider) : [];
}
