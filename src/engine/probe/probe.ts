/** `probe`: tests a model's log-probabilities of suspect texts against those of matched controls. */
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { Completeness, Method, Stage } from "../../base/contract/common.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type {
  BlindGate,
  DatasetInference,
  MembershipStatistic,
  MembershipTest,
  ProbedCanaries,
  ProbedOrder,
  ProbeRequest,
  ProbeResult,
  ProbeText,
} from "../../base/contract/operations/probe.ts";
import { probeRequestSchema } from "../../base/contract/schemas/operations/probe.ts";
import { SpoliaError, throwIfAborted } from "../../base/errors.ts";
import { counted, plural } from "../../base/plural.ts";
import { DEFLATE_VERSION } from "../../base/version.ts";
import { sealed } from "../../models/canaries/custody.ts";
import { isWithoutVariance } from "../../models/membership/bounded.ts";
import { PERMUTATIONS } from "../../models/membership/controls.ts";
import { datasetInference } from "../../models/membership/datasetInference.ts";
import { blindGate, GATE_CLUSTERS_MIN, GATE_LIMIT } from "../../models/membership/gate.ts";
import { compressedBytes, MEMBERSHIP, type Views } from "../../models/membership/membership.ts";
import { CONTROLS_MIN, membership, type ScoredDocument } from "../../models/membership/membershipTest.ts";
import { observationsOf } from "../../models/membership/observations.ts";
import { caveatsWhere, completenessOf, stageOf } from "../steps/completeness.ts";
import { type EngineContext, methodOf, type OperationCode, resultId } from "../steps/context.ts";
import { askTexts, type ProbeReplies, type TextsRequest } from "./ask.ts";
import { askRevealed, type Revealed, verifyRevealed } from "./revealed.ts";

export const probeOperation: OperationCode<"probe"> = { schema: probeRequestSchema, answer: probe };

async function probe(context: EngineContext, valid: ProbeRequest, host: HostOptions): Promise<ProbeResult> {
  const given: TextsRequest = { ...valid, suspects: valid.suspects ?? [], controls: valid.controls ?? [] };
  const request = sorted(given);
  const { kernels } = context;
  const statistics = statisticsFor(request);
  const verified = await verifyRevealed(context, request);
  const revealed = await askRevealed(kernels, verified, host);
  const observed = await askTexts(context, request, { statistics, pointers: pointersTo(given) }, host);
  const texts = textsOf(request, observed);
  requireAnswers(texts, revealed, request.observations !== undefined);

  const seed = `probe/${await sha256(canonicalJson([request.suspects, request.controls].map(plain)))}`;
  const { texts: probed, test } = membership(kernels, texts, statistics, `${seed}/membership`);
  throwIfAborted(host.signal);
  const gate = gateOf(context, request, `${seed}/gate`);
  throwIfAborted(host.signal);
  const answered = texts.flatMap(({ cluster, side, views }) =>
    "unanswered" in views ? [] : { cluster, isSuspect: side === "suspect", views },
  );
  const exactness = request.split === undefined ? ("conditional" as const) : ("exact" as const);
  const inference = { exactness, ...datasetInference(kernels, answered, `${seed}/inference`) };
  const { model, connector, retrieval, referenceModel } = observed;
  const observedSha256 =
    verified === null ? observed.sha256 : await sha256(canonicalJson([observed.sha256, ...revealed.hashes]));
  const method = probeMethod(context);
  const [suspects, controls] = [request.suspects, request.controls].map((side) => side.map(({ text }) => text));
  const ofTexts = observationsOf({ model, retrieval, test, gate, inference });
  const asked = { connector, texts: suspects!, controls: controls!, answersSha256: observed.sha256 };
  const places = new Map([...given.suspects, ...given.controls].map(({ id }, i) => [id, i]));
  return {
    probe_id: await resultId("pr", method, { ...request, observations: undefined, observed: observedSha256 }),
    model,
    reference_model: referenceModel,
    texts: probed.sort((a, b) => places.get(a.id)! - places.get(b.id)!),
    membership: test,
    gate,
    dataset_inference: inference,
    split: request.split ?? null,
    canaries: revealed.canaries,
    order: revealed.order,
    observations: [...(await Promise.all(ofTexts.map((one) => sealed(one, asked)))), ...revealed.observations],
    observed_sha256: observedSha256,
    seed,
    caveats: caveatsOf(request, observed),
    method,
    completeness: completenessOfProbe(observed, { test, gate, inference }, revealed),
  };
}

/** In an order of its own, so that the order in which texts are given changes nothing. */
function sorted(request: TextsRequest): TextsRequest {
  const byId = (texts: readonly ProbeText[]) => [...texts].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ...request, suspects: byId(request.suspects), controls: byId(request.controls) };
}

/** Where each text stands in the request as it was sent. */
function pointersTo(request: TextsRequest): Map<string, string> {
  return new Map(
    (["suspects", "controls"] as const).flatMap((side) => request[side].map(({ id }, i) => [id, `/${side}/${i}`])),
  );
}

const plain = (texts: readonly ProbeText[]) => texts.map(({ id, text, cluster }) => [id, text, cluster ?? id]);

/** @throws invalid_request where a statistic was asked for whose input is absent */
function statisticsFor(request: TextsRequest): MembershipStatistic[] {
  const all = [...request.suspects, ...request.controls];
  const needs: Partial<Record<MembershipStatistic, [isThere: boolean, field: string]>> = {
    reference_difference: [request.reference_model !== undefined, "reference_model"],
    reference_ratio: [request.reference_model !== undefined, "reference_model"],
    recall: [request.recall_prefix !== undefined, "recall_prefix"],
    dc_pdd: [request.token_counts !== undefined, "token_counts"],
    neighbourhood: [all.some(({ neighbours = [] }) => neighbours.length > 0), "suspects/0/neighbours"],
  };
  if (request.statistics === undefined) {
    return [...WITHOUT_FURTHER_QUESTIONS, ...WITH_INPUTS.filter((name) => needs[name]![0])];
  }
  const missing = request.statistics.flatMap((name) => (needs[name]?.[0] === false ? needs[name][1] : []));
  if (missing.length === 0) return [...request.statistics];
  throw new SpoliaError("invalid_request", "The input of a requested statistic is missing.", {
    hint: "`fields` lists every field that is needed.",
    fields: [...new Set(missing)].map((field) => ({ pointer: `/${field}`, detail: "is required by a statistic" })),
  });
}

const WITHOUT_FURTHER_QUESTIONS = ["loss", "zlib", "min_k", "max_k", "gap_k", "min_k_plus_plus", "surp"] as const;
const WITH_INPUTS = ["reference_difference", "reference_ratio", "recall", "dc_pdd", "neighbourhood"] as const;

function textsOf(request: TextsRequest, { answers }: ProbeReplies): ScoredDocument[] {
  const given = request.token_counts;
  const counts = given && { ...given, counts: new Map(Object.entries(given.counts)) };
  return (["suspects", "controls"] as const).flatMap((side) =>
    request[side].map(({ id, text, cluster = id }): ScoredDocument => {
      const { positions, unanswered } = answers.get(id)!;
      const bytes = compressedBytes(text);
      const own = positions.text?.[0] ?? [];
      const { lowercase, reference, prefixed, neighbours } = positions;
      const views: Views = {
        text: own,
        lowercase: lowercase?.[0],
        reference: reference?.[0],
        prefixed: prefixed?.[0],
        neighbours,
        counts,
        compressedBytes: bytes,
      };
      return {
        id,
        cluster,
        side: side === "suspects" ? "suspect" : "control",
        views: unanswered === null ? views : { unanswered },
        compressedBytes: bytes,
        positionsLeftOut: own.filter(isWithoutVariance).length,
      };
    }),
  );
}

/** @throws budget_exhausted, observations_invalid or model_failed if there is no reply at all */
function requireAnswers(
  texts: readonly ScoredDocument[],
  { canaries, order, unanswered }: Revealed,
  isObserved: boolean,
): void {
  const ofTexts = texts.flatMap(({ views }) => ("unanswered" in views ? [views.unanswered] : []));
  if (ofTexts.length < texts.length || (canaries?.answered ?? 0) + (order?.answered ?? 0) > 0) return;
  if ([...ofTexts, ...unanswered].every((reason) => reason.startsWith("budget"))) {
    throw new SpoliaError("budget_exhausted", "The budget does not allow a single question.", {
      hint: "Raise it, or ask about fewer texts.",
    });
  }
  if (isObserved) {
    throw new SpoliaError("observations_invalid", "The observations hold no scores of the texts.", {
      hint: "Give the scores under the texts' ids, with at least one token each.",
      fields: [{ pointer: "/observations/texts", detail: "must hold scores of at least one text" }],
    });
  }
  const [first] = [...ofTexts, ...unanswered];
  throw new SpoliaError("model_failed", "The model gave no reply about any text.", {
    hint: `First question: ${first}. Check that the model's host can be reached, and check the configuration of the model.`,
  });
}

function gateOf({ kernels }: EngineContext, { suspects, controls }: TextsRequest, stream: string): BlindGate {
  const of = (isSuspect: boolean) => (one: ProbeText) => ({
    text: one.text,
    cluster: one.cluster ?? one.id,
    isSuspect,
  });
  return blindGate(kernels, [...suspects.map(of(true)), ...controls.map(of(false))], stream);
}

function probeMethod(context: EngineContext): Method {
  return {
    ...methodOf(context, []),
    parameters: {
      k: MEMBERSHIP.share,
      surp_k: MEMBERSHIP.surpShare,
      surp_entropy_nats: MEMBERSHIP.surpEntropyNats,
      dc_pdd_cap: MEMBERSHIP.dcPddCap,
      deflate: `${DEFLATE_VERSION}, level ${MEMBERSHIP.zlibLevel}`,
      permutations: PERMUTATIONS,
      controls_min: CONTROLS_MIN,
      gate_limit: GATE_LIMIT,
      gate_clusters_min: GATE_CLUSTERS_MIN,
      correction: "holm",
    },
  };
}

function caveatsOf({ reference_model, suspects }: TextsRequest, { retrieval }: ProbeReplies): string[] {
  return caveatsWhere([
    [
      suspects.length > 0,
      "Membership statistics of single texts are exploratory: texts of unlike kinds differ in them whether or not a model was trained on them, and paraphrase hides training from them.",
    ],
    [
      suspects.length > 0,
      "The p-value of a text is corrected for the statistics that were tried on it, not for the number of suspects.",
    ],
    [
      suspects.length > 0,
      "Compressed sizes are those of the deflate of this package; other implementations give other sizes.",
    ],
    [reference_model !== undefined, "The reference model is assumed not to have been trained on the suspects."],
    [retrieval === "possible", "Nobody attests that the model answered without search, tools or retrieval."],
  ]);
}

function completenessOfProbe(
  { questions, answered }: ProbeReplies,
  { test, gate, inference }: { test: MembershipTest; gate: BlindGate; inference: DatasetInference },
  { canaries, order }: Revealed,
): Completeness {
  const stage = (name: string, isDone: boolean, status: "skipped" | "bounded", reason: string | null): Stage =>
    stageOf(name, status, isDone ? null : (reason ?? ""));
  const wasAsked = (name: string, { asked, answered, reason }: ProbedCanaries | ProbedOrder) =>
    stage(name, asked === answered, "bounded", reason);
  const needed = [
    ...(canaries === null ? [] : [wasAsked("canaries", canaries)]),
    ...(order === null ? [] : [wasAsked("order", order)]),
    ...(questions === 0
      ? []
      : [
          stage(
            "ask",
            answered === questions,
            "bounded",
            `${questions - answered} of ${counted(questions, "question")} ${plural(questions - answered, "was", "were")} not answered.`,
          ),
          stage("membership", test.status === "measured", "skipped", test.reason),
        ]),
  ];
  const further = [
    ...(questions === 0 ? [stage("membership", false, "skipped", "No suspects were given.")] : []),
    stage("gate", gate.auc !== null, "skipped", gate.reason),
    stage("dataset_inference", inference.status === "measured", "skipped", inference.reason),
  ];
  return completenessOf(needed, further);
}
