/** Which record does a name refer to? Only names in the records count; `near.ts` suggests similar names. */
import { SpoliaError } from "../../base/errors.ts";
import { nearNames, nearNamesHint, type Spelling } from "./near.ts";
import type { Dataset, Model, Provider } from "./records.ts";

/** Id part of the record that every provider may have for models without a named version. */
export const FAMILY = "family";

/**
 * Models by their names, ignoring case: `<provider>/<model>`, an alias in place of the model, model or alias alone, and
 * provider and model as results write them ("EleutherAI/GPT-J-6B").
 *
 * @returns a function that throws `unknown_model` for an unknown name, and for a name that several models have
 */
export function modelsByName(models: readonly Model[], providers: readonly Provider[]): (name: string) => Model {
  const ids = new Map(models.flatMap((model) => idsOf(model).map((name) => [name, model])));
  const providerNames = new Map(providers.map(({ id, name }) => [id, name]));
  const written = new Map<string, Set<Model>>();
  for (const model of models) {
    for (const name of writtenNames(model, providerNames.get(model.provider) ?? model.provider)) {
      const key = name.toLowerCase();
      written.set(key, (written.get(key) ?? new Set()).add(model));
    }
  }
  return (asked) => {
    const key = asked.toLowerCase();
    // Ids and aliases are unique, so they take precedence: display names of a ledger cannot hide them.
    const found = ids.get(key);
    if (found !== undefined) return found;
    const [only, ...others] = written.get(key) ?? [];
    if (only === undefined) return unknownModel(models, asked);
    return others.length === 0 ? only : ambiguousModel([only, ...others]);
  };
}

/** Slugs of a model: with its provider and, except for a family, without it. */
function idsOf({ id, provider, aliases }: Model): string[] {
  const own = ownName(id);
  return [id, ...(own === FAMILY ? [] : [own]), ...aliases.flatMap((alias) => [`${provider}/${alias}`, alias])];
}

const ownName = (id: string): string => id.slice(id.indexOf("/") + 1);

function writtenNames({ id, provider, name, aliases }: Model, providerName: string): string[] {
  const slugs = [ownName(id), ...aliases].map((slug) => `${providerName}/${slug}`);
  return [`${providerName}/${name}`, `${provider}/${name}`, name, ...slugs];
}

/** Whether a name refers to the model of this id. */
export function isNameOf({ model }: { model(name: string): Model }, name: string, id: string): boolean {
  try {
    return model(name).id === id;
  } catch {
    return false;
  }
}

/** Ids of models with similar names, nearest first. */
export function nearModels(models: readonly Model[], asked: string): string[] {
  return nearNames(asked, modelSpellings(models));
}

/** Ids of datasets with similar names, nearest first. */
export function nearDatasets(datasets: readonly Dataset[], asked: string): string[] {
  return nearNames(asked, datasetSpellings(datasets));
}

function modelSpellings(models: readonly Model[]): Spelling[] {
  return models.flatMap((model) => idsOf(model).map((name): Spelling => [model.id, name]));
}

/** Models as people write them: with the names of model and provider as well as their ids. */
export function writtenSpellings(models: readonly Model[], providers: readonly Provider[]): Spelling[] {
  const providerNames = new Map(providers.map(({ id, name }) => [id, name]));
  return models.flatMap((model) =>
    [...idsOf(model), ...writtenNames(model, providerNames.get(model.provider) ?? model.provider)].map(
      (name): Spelling => [model.id, name],
    ),
  );
}

export function datasetSpellings(datasets: readonly Dataset[]): Spelling[] {
  return datasets.flatMap(({ id, name }): Spelling[] => [
    [id, id],
    [id, name],
  ]);
}

function unknownModel(models: readonly Model[], asked: string): never {
  throw new SpoliaError("unknown_model", "The catalogue has no model of this name.", {
    hint: nearNamesHint(
      asked,
      modelSpellings(models),
      "Write <provider>/<model>; the catalogue's `models` lists all names, and a ledger can add one.",
    ),
  });
}

function ambiguousModel(models: readonly Model[]): never {
  throw new SpoliaError("unknown_model", `${models.length} models of the catalogue have this name.`, {
    hint: `Write one of their ids: ${models
      .map(({ id }) => id)
      .sort()
      .join(", ")}.`,
  });
}

export function unknownDataset(datasets: readonly Dataset[], asked: string): never {
  throw new SpoliaError("unknown_dataset", "The catalogue has no dataset of this id.", {
    hint: nearNamesHint(
      asked,
      datasetSpellings(datasets),
      "The catalogue's `datasets` lists all ids, and a ledger can add one.",
    ),
  });
}
