/** `score`: reports each channel of evidence separately, and the tier that follows from the measurements. */
import { toHex } from "../../base/bytes/bytes.ts";
import type { Stage } from "../../base/contract/common.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type {
  ScoreChannel,
  ScoreJurisdiction,
  ScorePropositions,
  ScoreRequest,
  ScoreResult,
} from "../../base/contract/operations/score.ts";
import { scoreRequestSchema } from "../../base/contract/schemas/operations/score.ts";
import { SpoliaError } from "../../base/errors.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { rounded, sum } from "../../base/lists/numbers.ts";
import { remembered } from "../../base/queues/remembered.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { KnownOfText } from "../../catalogue/graph/exclusion.ts";
import type { AppliedJurisdiction } from "../../catalogue/graph/jurisdictions.ts";
import { isNameOf } from "../../catalogue/ledger/names.ts";
import type { Jurisdiction } from "../../catalogue/ledger/references.ts";
import { parseFingerprint } from "../../core/fingerprint/fingerprint.ts";
import type { Uncounted } from "../../core/uncounted/spans.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";
import { fingerprintBytes } from "../compare/compare.ts";
import { type ChannelFacts, scoreChannels } from "../evidence/channels/channels.ts";
import { headlineOf, whatWouldChange } from "../evidence/channels/headline.ts";
import { checkObservations } from "../evidence/channels/observations.ts";
import type { FoundMatch } from "../evidence/channels/provenance.ts";
import { matchRatesByKind } from "../evidence/confidence/errorRates.ts";
import { eventWords } from "../evidence/confidence/event.ts";
import { byDocument } from "../evidence/findings.ts";
import { areDone, stageOf } from "../steps/completeness.ts";
import { calibrationFor, judge } from "../steps/confidence.ts";
import { readContent, readForSearch } from "../steps/content.ts";
import { type EngineContext, methodOf, type OperationCode, resultId } from "../steps/context.ts";
import {
  caveatsOfObservations,
  type Examined,
  examine,
  reproducedIn,
  type ScoredContent,
  withUnverified,
} from "../steps/custody/custody.ts";
import { type ContentLanguage, languageOf, UNKNOWN_LANGUAGE } from "../steps/language.ts";
import { coverageOfFindings, NO_CORPUS, type SearchOutcome, searchCorpora } from "../steps/search.ts";
import { caveatsOfFamily, caveatsOfLabels, caveatsOfScore } from "./caveats.ts";

export const scoreOperation: OperationCode<"score"> = { schema: scoreRequestSchema, answer: score };

async function score(context: EngineContext, request: ScoreRequest, host: HostOptions): Promise<ScoreResult> {
  const catalogue = requireCatalogue(context.catalogue);
  const model = catalogue.model(request.target_model);
  const jurisdiction = catalogue.jurisdiction(request.jurisdiction);

  const { observations = [] } = request;
  checkObservations(observations, (name) => isNameOf(catalogue, name, model.id));
  const contentOf = remembered((one: ScoreRequest) => readContent(context, one));
  const scored = { request, read: () => contentOf(request), signal: host.signal };
  const examined = await examine(context, observations, scored);
  const searched = [...new Set(context.corpora.map(({ info }) => info.dataset))];
  const pathsFor = ({ published, language }: KnownOfText) =>
    searched.flatMap((dataset) => catalogue.trainedOn(dataset, published, language, model.id));
  const datasets = new Set(pathsFor({}).map(({ dataset }) => dataset));
  const { stages, language, parameters, uncounted, ...found } = await lookIntoDatasets(context, scored, datasets, host);
  const published = request.metadata?.published;
  const known = { published, language };
  const paths = pathsFor(known);
  const channels = withUnverified(scoreChannels({ ...found, paths, known, observations: examined.counted }), examined);
  const headline = headlineOf(channels);
  const calibration = isCalibrated(found) ? calibrationFor(context, corporaOf(context, datasets)) : null;
  const method = {
    ...methodOf(context, context.corpora, { parameters, uncounted }),
    calibration: calibration?.name ?? null,
  };
  return {
    score_id: await resultId("sc", method, {
      ...request,
      fingerprint_data: request.fingerprint_data && hex(request.fingerprint_data),
    }),
    ...headline,
    model_id: model.id,
    propositions: propositionsFor(model.name),
    channels,
    observations: examined.listed,
    in_dataset: found.inDataset,
    error_rates: calibration === null ? [] : matchRatesByKind(calibration),
    reproduced: reproducedIn(examined),
    jurisdiction: describe(catalogue, jurisdiction),
    caveats: [
      ...caveatsOfScore(headline, paths, published),
      ...caveatsOfLabels(found.inDataset, method),
      ...caveatsOfFamily(catalogue, model, context),
      ...caveatsOfObservations(examined),
      ...jurisdiction.caveats,
    ],
    what_would_change_this: whatWouldChange(
      channels,
      paths.some(({ evidence }) => evidence === "documented"),
    ),
    method,
    completeness: completenessOf(headline, channels, stages, request.observations && examined),
  };
}

export function requireCatalogue(catalogue: Catalogue | null): Catalogue {
  if (catalogue !== null) return catalogue;
  throw new SpoliaError("unknown_model", "This engine has no catalogue, so it knows no model.", {
    hint: 'Pass one: createEngine({ catalogue: await loadCatalogue() }), from "spolia/catalogue".',
  });
}

const corporaOf = ({ corpora }: EngineContext, datasets: ReadonlySet<string>) =>
  corpora.filter(({ info }) => datasets.has(info.dataset));

type FoundInDatasets = Pick<ChannelFacts, "inDataset" | "match" | "matches">;

/**
 * Tests H_D (the text is in the dataset) for the datasets that the model is documented, reported or inferred to have
 * trained on.
 */
async function lookIntoDatasets(
  context: EngineContext,
  { request, read }: ScoredContent,
  datasets: ReadonlySet<string>,
  host: HostOptions,
): Promise<FoundInDatasets & ContentLanguage & { stages: Stage[]; uncounted: Uncounted | null }> {
  const corpora = corporaOf(context, datasets);
  const notMeasured = (reason: string) => ({
    inDataset: { status: "not_measured" as const, datasets: [], reason },
    match: null,
    matches: new Map<string, FoundMatch>(),
    stages: [stageOf("search", "skipped", reason)],
    ...UNKNOWN_LANGUAGE,
    uncounted: null,
  });
  if (request.fingerprint_data !== undefined) {
    parseFingerprint(fingerprintBytes(request.fingerprint_data));
    return notMeasured("Fingerprint data carries no text, so passages cannot be verified; send the content.");
  }
  if (context.corpora.length === 0) return notMeasured(NO_CORPUS);
  if (corpora.length === 0)
    return notMeasured("No searched corpus holds a dataset that this model is known to have trained on.");
  const content = readForSearch(context, corpora, read());
  const language = await languageOf(context, content, request);
  const outcome = await searchCorpora(context, corpora, content, host, request.options);
  const lengthWords = outcome.coverage.words;
  const found = corpora.map((corpus) => {
    const own = outcome.ofCorpora([corpus]);
    const { significant } = own;
    const { matched_words, share, longest_run_words } = coverageOfFindings(lengthWords, significant);
    const measured = {
      matched_words,
      share: rounded(share),
      longest_run_words,
      documents: byDocument(significant).length,
    };
    return {
      dataset: corpus.info.dataset,
      corpus: corpus.info.name,
      ...measured,
      verdict: judge(context, own, [corpus]).verdict,
    };
  });
  const byDataset = groupBy(corpora, ({ info }) => info.dataset);
  return {
    inDataset: { status: "measured", datasets: found, reason: null },
    match: matchOver(context, outcome, corpora),
    matches: new Map([...byDataset].map(([dataset, own]) => [dataset, matchOver(context, outcome, own)])),
    stages: [...outcome.stages],
    ...language,
    uncounted: outcome.uncounted,
  };
}

/** The match over some of the searched corpora, with the ratio that `analyze` states over them. */
function matchOver(context: EngineContext, searched: SearchOutcome, corpora: readonly Corpus[]): FoundMatch {
  const outcome = searched.ofCorpora(corpora);
  const { verdict, confidence, stage } = judge(context, outcome, corpora);
  const copies = outcome.shared().filter(({ words }) => words >= eventWords(outcome.content.lengthWords));
  return {
    verdict,
    ratio: confidence.log10_lr ?? stage.reason ?? "",
    copies: sum(copies, ({ hits: [{ passage }] }) => passage.document.copies),
  };
}

function isCalibrated({ match, matches }: FoundInDatasets): boolean {
  return [match, ...matches.values()].some((one) => one !== null && typeof one.ratio !== "string");
}

/**
 * A score is complete if the search and a channel with a likelihood ratio are. Querying the model is optional evidence.
 */
function completenessOf(
  { basis }: Pick<ScoreResult, "basis">,
  channels: readonly ScoreChannel[],
  searched: readonly Stage[],
  examined: Examined | undefined,
) {
  const reason = channels.find(({ name }) => name === "provenance")?.reason ?? "";
  const needed = [...searched, stageOf("likelihood_ratio", "skipped", basis === null ? reason : null)];
  const isProbed = examined !== undefined && examined.counted.length > 0;
  const whyNot =
    examined === undefined
      ? "No model was asked."
      : examined.listed.length === 0
        ? "The observations of the model hold nothing that a score can use."
        : "No observation of the model is verified.";
  const probing = stageOf("model_probing", "skipped", isProbed ? null : whyNot);
  return { complete: areDone(needed), stages: [...needed, probing] };
}

function propositionsFor(model: string): ScorePropositions {
  return {
    in_corpus: "A passage of this text, or of a text it derives from, stands in a dataset that was searched.",
    reproduced: `${model} emits this text under a stated protocol, without retrieval.`,
    trained_on: `${model} was trained on a copy of the work that contains the tested passages.`,
    alternative: `${model} was not trained on it, but may have met quotations, reviews and other works, and had no retrieval when asked.`,
  };
}

function describe(catalogue: Catalogue, { code, applied, record, caveats }: AppliedJurisdiction): ScoreJurisdiction {
  const notes = [
    `Commercial text and data mining: ${record.commercial_tdm.replaceAll("-", " ")}.`,
    `Form of a reservation: ${record.opt_out_format}.`,
    record.proof_basis === "general"
      ? "The standard of proof is general procedure; no listed source carries it."
      : null,
    ...record.cases.map(({ name, ref, state }) => `${name}, ${ref}: ${state}.`),
    record.transparency,
    record.status,
    record.note,
    `The listed sources speak up to ${record.as_of}. Not legal advice.`,
    ...caveats,
  ];
  return {
    code,
    applied,
    name: record.name,
    rule: record.rule,
    standard_of_proof: ofWhole(catalogue, record.standard_of_proof, (row) => row.standard_of_proof),
    opt_out: ofWhole(catalogue, record.opt_out, (row) => row.opt_out),
    notes: notes.filter((note) => note !== null),
    sources: [...record.sources],
  };
}

/** Resolves a reference: a row that says "as DE" has the text of the row of DE. */
function ofWhole(catalogue: Catalogue, text: string, field: (row: Jurisdiction) => string): string {
  const whole = /^as ([A-Z]{2}(?:-[A-Z]+)?)\.?$/i.exec(text)?.[1];
  const row = catalogue.jurisdictions.find(({ id }) => id === whole);
  return row === undefined ? text : field(row);
}

function hex(data: string | Uint8Array): string {
  return typeof data === "string" ? data : toHex(data);
}
