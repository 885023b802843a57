/** Records of the catalogue by the names that people type; what a name was taken for is said. */
import type { Catalogue, Dataset, Model } from "../catalogue/index.ts";
import { nearDatasets, nearModels } from "../catalogue/names.ts";
import { isSpoliaError } from "../errors.ts";
import type { Output } from "./output.ts";

/** The model of a name, or the only one that lies near it: a look-up costs nothing, and a line says what was taken. @throws unknown_model */
export function lookUpModel(catalogue: Catalogue, name: string, output: Output): Model {
  const model = orNearest(
    () => catalogue.model(name),
    nearModels(catalogue.models, name),
    (id) => catalogue.model(id),
  );
  tellTaken(name, model.id, output);
  return model;
}

/** As `lookUpModel`, of datasets. @throws unknown_dataset */
export function lookUpDataset(catalogue: Catalogue, name: string, output: Output): Dataset {
  const dataset = orNearest(
    () => catalogue.requireDataset(name),
    nearDatasets(catalogue.datasets, name),
    (id) => catalogue.requireDataset(id),
  );
  tellTaken(name, dataset.id, output);
  return dataset;
}

/**
 * The name that a request is to carry for a model. Near names are only offered here: an answer about another model would be a wrong one.
 *
 * @throws unknown_model
 */
export function targetModel(catalogue: Catalogue, name: string, output: Output): string {
  const { id, provider } = catalogue.model(name);
  tellTaken(name, id, output);
  // Requests write a provider; the name itself stays, since an alias may say which size is meant.
  return name.includes("/") ? name : `${provider}/${name}`;
}

function orNearest<Row>(exact: () => Row, near: readonly string[], byId: (id: string) => Row): Row {
  try {
    return exact();
  } catch (error) {
    const [only, ...others] = near;
    if (!isSpoliaError(error) || only === undefined || others.length > 0) throw error;
    return byId(only);
  }
}

function tellTaken(name: string, id: string, output: Output): void {
  if (name !== id) output.notice(`${name}: taken as ${id}.`);
}
