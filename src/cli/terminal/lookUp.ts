/** Finds records of the catalogue by the names that users type, and reports the record that a name was resolved to. */

import { isSpoliaError } from "../../base/errors.ts";
import type { Catalogue, Dataset, Model } from "../../catalogue/index.ts";
import { meantDatasets, meantModels } from "../../catalogue/ledger/names.ts";
import type { Output } from "./output.ts";

/**
 * The model of a name, or the only model with a near name: this is for look-ups, where a wrong guess does no harm. A
 * notice names the model.
 *
 * @throws unknown_model
 */
export function lookUpModel(catalogue: Catalogue, name: string, output: Output): Model {
  const model = orNearest(
    () => catalogue.model(name),
    meantModels(catalogue.models, name),
    (id) => catalogue.model(id),
  );
  noticeResolved(name, model.id, output);
  return model;
}

/** As `lookUpModel`, for datasets. @throws unknown_dataset */
export function lookUpDataset(catalogue: Catalogue, name: string, output: Output): Dataset {
  const dataset = orNearest(
    () => catalogue.requireDataset(name),
    meantDatasets(catalogue.datasets, name),
    (id) => catalogue.requireDataset(id),
  );
  noticeResolved(name, dataset.id, output);
  return dataset;
}

/**
 * The name of a model in requests. Near names are only suggested in the error: a result about another model would be
 * wrong.
 *
 * @throws unknown_model
 */
export function targetModel(catalogue: Catalogue, name: string, output: Output): string {
  const { id, provider } = catalogue.model(name);
  noticeResolved(name, id, output);
  // Requests need a provider. The name itself is kept, since an alias may state the size of the model.
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

function noticeResolved(name: string, id: string, output: Output): void {
  if (name !== id) output.notice(`${name}: taken as ${id}.`);
}
