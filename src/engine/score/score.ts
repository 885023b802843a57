/** `score`: reports each channel of evidence separately, and the tier that follows from the measurements. */
import { toHex } from "../../base/bytes/bytes.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type { ScoreRequest, ScoreResult } from "../../base/contract/operations/score.ts";
import { scoreRequestSchema } from "../../base/contract/schemas/operations/score.ts";
import { remembered } from "../../base/queues/remembered.ts";
import type { KnownOfText } from "../../catalogue/graph/exclusion.ts";
import { isNameOf } from "../../catalogue/ledger/names.ts";
import { scoreChannels } from "../evidence/channels/channels.ts";
import { headlineOf, whatWouldChange } from "../evidence/channels/headline.ts";
import { checkObservations } from "../evidence/channels/observations.ts";
import { matchRatesByKind } from "../evidence/confidence/errorRates.ts";
import { readContent } from "../steps/content.ts";
import { catalogueOf, type EngineContext, methodOf, type OperationCode, resultId } from "../steps/context.ts";
import { caveatsOfObservations, examine, reproducedIn, withUnverified } from "../steps/custody/custody.ts";
import { lookIntoDatasets } from "./datasets.ts";
import {
  caveatsOfFamily,
  caveatsOfLabels,
  caveatsOfScore,
  completenessOfScore,
  jurisdictionOf,
  propositionsFor,
} from "./words.ts";

export const scoreOperation: OperationCode<"score"> = { schema: scoreRequestSchema, answer: score };

async function score(context: EngineContext, request: ScoreRequest, host: HostOptions): Promise<ScoreResult> {
  const catalogue = catalogueOf(context);
  const model = catalogue.model(request.target_model);
  const jurisdiction = catalogue.jurisdiction(request.jurisdiction);
  const { observations = [], fingerprint_data: print } = request;
  checkObservations(observations, (name) => isNameOf(catalogue, name, model.id));
  const contentOf = remembered((one: ScoreRequest) => readContent(context, one));
  const scored = { request, read: () => contentOf(request), signal: host.signal };
  const examined = await examine(context, observations, scored);

  const searched = [...new Set(context.corpora.map(({ info }) => info.dataset))];
  const pathsFor = ({ published, language }: KnownOfText) =>
    searched.flatMap((dataset) => catalogue.trainedOn(dataset, published, language, model.id));
  const datasets = new Set(pathsFor({}).map(({ dataset }) => dataset));
  const found = await lookIntoDatasets(context, scored, datasets, host);

  const known = { published: request.metadata?.published, language: found.language };
  const paths = pathsFor(known);
  const channels = withUnverified(scoreChannels({ ...found, paths, known, observations: examined.counted }), examined);
  const headline = headlineOf(channels);
  const { calibration } = found;
  const method = { ...methodOf(context, context.corpora, found), calibration: calibration?.name ?? null };
  const sent = { ...request, fingerprint_data: print instanceof Uint8Array ? toHex(print) : print };
  const isDocumented = paths.some(({ evidence }) => evidence === "documented");
  return {
    score_id: await resultId("sc", method, sent),
    ...headline,
    model_id: model.id,
    propositions: propositionsFor(model.name),
    channels,
    observations: examined.listed,
    in_dataset: found.inDataset,
    error_rates: calibration === null ? [] : matchRatesByKind(calibration),
    reproduced: reproducedIn(examined),
    jurisdiction: jurisdictionOf(catalogue, jurisdiction),
    caveats: [
      ...caveatsOfScore(headline, paths, known.published),
      ...caveatsOfLabels(found.inDataset, method),
      ...caveatsOfFamily(catalogue, model, context),
      ...caveatsOfObservations(examined),
      ...jurisdiction.caveats,
    ],
    what_would_change_this: whatWouldChange(channels, isDocumented),
    method,
    completeness: completenessOfScore(headline, channels, found.stages, request.observations && examined),
  };
}
