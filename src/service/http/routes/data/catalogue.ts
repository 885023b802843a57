import { SpoliaError } from "../../../../base/errors.ts";
import type { Catalogue } from "../../../../catalogue/catalogue.ts";
import { bare } from "../../../../catalogue/ledger/near.ts";
import { DATASET_KINDS } from "../../../../catalogue/ledger/words.ts";
import { succeeded } from "../../answer/answers.ts";
import type { AnswerDocuments } from "../../openapi/documents.ts";
import { API_ROOT } from "../../paths.ts";
import { pathParameter, textParameter, wordParameter } from "../../request/parameters.ts";
import { PAGE_PARAMETERS, pageOf } from "../../request/query.ts";
import type { Parameters, Route, RouteCall } from "../../route.ts";

const catalogueOf = ({ service }: RouteCall): Catalogue => service.engine.catalogue!;

type RouteParts = Pick<Route, "path" | "operationId" | "summary" | "answer" | "run"> &
  Partial<Pick<Route, "description" | "problems" | "pathParameters" | "queryParameters">>;

const read = ({ path, ...parts }: RouteParts): Route => ({
  method: "GET",
  path: `${API_ROOT}/${path}`,
  tag: "Catalogue",
  description: "With sources; `null` means that no source establishes the fact.",
  access: "read",
  isCacheable: true,
  isServed: ({ engine }) => (engine.catalogue ?? null) !== null,
  ...parts,
});

type Named = { readonly id: string; readonly name: string; readonly aliases?: readonly string[] };

/** Whether a record is among those that a reader looks for: who finds nothing takes it that there is none. */
function isAsked({ id, name, aliases = [] }: Named, wanted: string): boolean {
  const written = bare(wanted);
  return [id, name, ...aliases].some(
    (one) => one.toLowerCase().includes(wanted) || (written !== "" && bare(one).includes(written)),
  );
}

/** A route that lists records sorted by id, in pages; `q` filters by id, name or alias. */
function list<Item extends Named>(
  path: string,
  page: keyof AnswerDocuments,
  rows: (call: RouteCall) => readonly Item[],
  parameters: Parameters = {},
): Route {
  const isOther = (call: RouteCall) => (one: Item) =>
    Object.keys(parameters).every(
      (name) => call.query[name] === undefined || fieldOf(one, name) === call.query[name]?.toString().toLowerCase(),
    );
  return read({
    path,
    operationId: `list${path[0]!.toUpperCase()}${path.slice(1)}`,
    summary: `List the catalogue's ${path}, sorted by id.`,
    queryParameters: {
      ...PAGE_PARAMETERS,
      q: textParameter(
        "Only records whose id, name or alias contains this string; case, spaces and hyphens do not matter.",
      ),
      ...parameters,
    },
    answer: { name: page },
    run(call) {
      const wanted = (call.query["q"] ?? "").toString().toLowerCase();
      const found = rows(call)
        .filter((one) => isAsked(one, wanted))
        .filter(isOther(call))
        .sort((one, other) => (one.id < other.id ? -1 : 1));
      const { page_size: _, page_token: __, ...filters } = call.query;
      return succeeded(
        pageOf(found, ({ id }) => id, call.query, JSON.stringify([path, Object.entries(filters).sort()])),
      );
    },
  });
}

const fieldOf = (row: object, name: string): unknown => (row as Record<string, unknown>)[name];

const MODEL_PARAMETERS = {
  provider: pathParameter("Id of the provider."),
  name: pathParameter("Name or alias of the model."),
};
const DATASET_PARAMETERS = { id: pathParameter("Id of the dataset.") };
const modelOf = (call: RouteCall) => catalogueOf(call).model(`${call.path["provider"]}/${call.path["name"]}`);

export const CATALOGUE: readonly Route[] = [
  list("providers", "ProviderPage", (call) => catalogueOf(call).providers),
  list("models", "ModelPage", (call) => catalogueOf(call).models, {
    provider: textParameter("Only models of this provider."),
  }),
  list("datasets", "DatasetPage", (call) => catalogueOf(call).datasets, {
    kind: wordParameter("Only datasets of this kind.", DATASET_KINDS),
  }),
  list("jurisdictions", "JurisdictionPage", (call) => catalogueOf(call).jurisdictions),
  read({
    path: "models/{provider}/{name}",
    operationId: "getModel",
    summary: "Get the record of a model.",
    pathParameters: MODEL_PARAMETERS,
    answer: { name: "ModelAnswer" },
    problems: ["unknown_model"],
    run: (call) => succeeded({ model: modelOf(call) }),
  }),
  read({
    path: "models/{provider}/{name}/lineage",
    operationId: "getModelLineage",
    summary: "List the datasets on which a model was trained, with sources.",
    description:
      "Edges of the model, and those inherited from its base models. `upstream` is for display only: it allows no conclusion about a given document.",
    pathParameters: MODEL_PARAMETERS,
    answer: {
      name: "ModelLineage",
    },
    problems: ["unknown_model"],
    run(call) {
      const { id } = modelOf(call);
      const datasets = catalogueOf(call)
        .lineageOf(id)
        .map(({ inheritedFrom, ...trained }) => ({ ...trained, inherited_from: inheritedFrom }));
      return succeeded({ model_id: id, catalogue: catalogueOf(call).revision, datasets });
    },
  }),
  read({
    path: "datasets/{id}",
    operationId: "getDataset",
    summary: "Get the record of a dataset.",
    pathParameters: DATASET_PARAMETERS,
    answer: { name: "DatasetAnswer" },
    problems: ["unknown_dataset"],
    run: (call) => succeeded({ dataset: catalogueOf(call).requireDataset(call.path["id"]!) }),
  }),
  read({
    path: "datasets/{id}/models",
    operationId: "listDatasetModels",
    summary: "List the models that were trained on a dataset, with sources, strongest evidence first.",
    pathParameters: DATASET_PARAMETERS,
    answer: {
      name: "DatasetModels",
    },
    problems: ["unknown_dataset"],
    run(call) {
      const { id } = catalogueOf(call).requireDataset(call.path["id"]!);
      const models = catalogueOf(call)
        .trainedOn(id)
        .map(({ dataset: _, trainedDataset, datasetEnd, releasedBasis, ...path }) => ({
          ...path,
          trained_dataset: trainedDataset,
          dataset_end: datasetEnd,
          released_basis: releasedBasis,
        }));
      return succeeded({ dataset: id, catalogue: catalogueOf(call).revision, models });
    },
  }),
  read({
    path: "domains/{domain}",
    operationId: "getDomain",
    summary: "Find the lists of domains that name a website, and the models that trained on what they describe.",
    description:
      "A list shows which domains were taken from, not which pages; some have none in it. A domain that is in no list may have been used: most developers publish none.",
    pathParameters: {
      domain: pathParameter("A host, or a part of one such as github.com/python/peps, with the slashes encoded."),
    },
    answer: { name: "DomainLists" },
    problems: ["invalid_request"],
    run(call) {
      const catalogue = catalogueOf(call);
      return succeeded({ catalogue: catalogue.revision, ...catalogue.domain(call.path["domain"]!) });
    },
  }),
  read({
    path: "jurisdictions/{code}",
    operationId: "getJurisdiction",
    summary: "Get the legal rule of a jurisdiction or regime.",
    description:
      "A subdivision without its own record has the rule of the larger jurisdiction, and `caveats` states this. Not legal advice.",
    pathParameters: { code: pathParameter("ISO 3166 code, or a regime such as EU-DSM.") },
    answer: {
      name: "JurisdictionAnswer",
    },
    problems: ["unknown_jurisdiction"],
    run: (call) => succeeded({ ...catalogueOf(call).jurisdiction(call.path["code"]!) }),
  }),
  read({
    path: "sources/{id}",
    operationId: "getSource",
    summary: "Get a source with its citation.",
    pathParameters: { id: pathParameter("Id of the source.") },
    answer: {
      name: "SourceAnswer",
    },
    problems: ["not_found"],
    run(call) {
      const [source] = catalogueOf(call).citations([call.path["id"]!]);
      if (source !== undefined) return succeeded({ source });
      throw new SpoliaError("not_found", "The catalogue has no source with this id.", {
        hint: "`sources` of records and results contain ids.",
      });
    },
  }),
  {
    ...read({
      path: "catalogue/feed",
      operationId: "getCatalogueFeed",
      summary: "Get all records of the catalogue as one signed document.",
      description:
        "`spolia catalogue update` takes it, and `openFeed` of the library. Of two feeds of one key the later is the newer.",
      answer: { name: "CatalogueFeedAnswer" },
      problems: ["registry_failed"],
      run: async (call) => succeeded({ feed: await call.service.registry!.catalogueFeed(catalogueOf(call)) }),
    }),
    isServed: ({ engine, registry }) => (engine.catalogue ?? null) !== null && registry !== null,
  },
  {
    ...read({
      path: "calibrations/{id}",
      operationId: "getCalibration",
      summary: "Get a calibration: the coefficients and steps behind a confidence, and how they were obtained.",
      description:
        "`method.calibration` of a result contains the name. The calibration allows to recompute a confidence.",
      pathParameters: { id: pathParameter("Name of the calibration.") },
      answer: {
        name: "CalibrationAnswer",
      },
      problems: ["not_found"],
      async run({ service, path }) {
        const all = await service.engine.calibrations!();
        const calibration = all.find(({ name }) => name === path["id"]);
        if (calibration !== undefined) return succeeded({ calibration });
        throw new SpoliaError("not_found", "This service has no calibration with this name.", {
          hint: "`method.calibration` of a result contains the name.",
        });
      },
    }),
    isServed: ({ engine }) => engine.calibrations !== undefined,
  },
];
