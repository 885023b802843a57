/** Finds records of the catalogue by the names that users type, and reports the record that a name was resolved to. */

import { isSpoliaError } from "../../base/errors.ts";
import type { Catalogue, Dataset, Model } from "../../catalogue/index.ts";
import { meantDataset, meantModel } from "../../catalogue/ledger/meant.ts";
import type { Output } from "./output.ts";

/**
 * The model of a name, or the only one that can be meant where it is written in another way. A notice names the model.
 *
 * @throws unknown_model
 */
export function lookUpModel(catalogue: Catalogue, name: string, output: Output): Model {
  const model = orMeant(
    () => catalogue.model(name),
    () => meantModel(catalogue, name),
    (id) => catalogue.model(id),
  );
  noticeResolved(name, model.id, output);
  return model;
}

/** As `lookUpModel`, for datasets. @throws unknown_dataset */
export function lookUpDataset(catalogue: Catalogue, name: string, output: Output): Dataset {
  const dataset = orMeant(
    () => catalogue.requireDataset(name),
    () => meantDataset(catalogue, name),
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

function orMeant<Row>(exact: () => Row, meant: () => string | undefined, byId: (id: string) => Row): Row {
  try {
    return exact();
  } catch (error) {
    const id = isSpoliaError(error) ? meant() : undefined;
    if (id === undefined) throw error;
    return byId(id);
  }
}

function noticeResolved(name: string, id: string, output: Output): void {
  if (name !== id) output.notice(`${name}: taken as ${id}.`);
}
