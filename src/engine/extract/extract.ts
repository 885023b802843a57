/**
 * `extract`: chooses windows, queries the model, measures what it recites, and claims no more than the controls
 * support.
 */
import type { HostOptions } from "../../base/contract/engine.ts";
import type {
  ControlOutcome,
  ExtractProtocol,
  ExtractRequest,
  ExtractResult,
} from "../../base/contract/operations/extract.ts";
import type { ModelConnector } from "../../base/contract/resources/model.ts";
import { extractRequestSchema } from "../../base/contract/schemas/operations/extract.ts";
import { SpoliaError } from "../../base/errors.ts";
import { sealed } from "../../models/canaries/custody.ts";
import { claimsOf, extractionObservation, propositionsOf } from "../../models/extraction/claims.ts";
import { nearVerbatim, rates, strongestWindows } from "../../models/extraction/measures.ts";
import { answersOf } from "../../models/extraction/readings.ts";
import { caveatsWhere, completenessOf, stageOf } from "../steps/completeness.ts";
import { type EngineContext, methodOf, modelNamed, type OperationCode, resultId } from "../steps/context.ts";
import { askedOf, observedModel } from "./ask.ts";
import { extractIterated } from "./iterated.ts";
import { continuesOf, type Extraction, extractWindows } from "./windows.ts";

export const extractOperation: OperationCode<"extract"> = { schema: extractRequestSchema, answer: extract };

async function extract(context: EngineContext, request: ExtractRequest, host: HostOptions): Promise<ExtractResult> {
  const { observations, controls: given = [] } = request;
  const model = observations === undefined ? modelNamed(context, request.model, "/model") : observedModel(observations);
  const protocol = protocolOf(model, request.protocol);
  const found =
    protocol === "iterated"
      ? await extractIterated(context, request, model, host)
      : await extractWindows(context, request, model, protocol, host);

  const { plan, readings, test, event, recited } = found;
  const claims = claimsOf(test, model.retrieval);
  const method = { ...methodOf(context, []), parameters: found.parameters };
  const statistic = { protocol, event, ...found.statistic };
  // Answers to an instruction are not what the model would go on with by itself.
  const isPlain = protocol === "iterated" || continuesOf(model) !== "instruction";
  return {
    extract_id: await resultId("ex", method, request),
    model: model.name,
    retrieval: model.retrieval,
    protocol,
    work: { id: request.work.id ?? null, words: plan.work.lengthWords },
    propositions: propositionsOf(model.name),
    claims,
    windows: found.windows,
    rates: { event, ...recited },
    extraction: {
      discoverable: rates(readings, ({ isDiscoverable }) => isDiscoverable),
      n_p: found.n_p,
      sampled: found.sampled,
    },
    near_verbatim: protocol === "scores" ? null : nearVerbatim(readings),
    longest_run: found.longest_run,
    strongest: strongestWindows(readings, isPlain, plan.work.content.placedSpans),
    map: found.map,
    ...(found.iterated !== undefined && { iterated: found.iterated }),
    controls: {
      given: given.length,
      used: plan.controls.length,
      windows_each: test.windowsEach,
      p_min: test.pMin,
      all_windows: test.allWindows,
      documents: controlOutcomes(found),
    },
    observations: [
      await sealed(
        extractionObservation(model.name, model.retrieval, claims.trained_on, test, recited, statistic),
        askedOf(model, request, found),
      ),
    ],
    caveats: [...generalCaveats(model, plan.controls.length), ...found.caveats],
    offset_unit: "utf16",
    method,
    completeness: completenessOf([
      ...found.stages,
      stageOf("controls", "skipped", plan.controls.length === 0 ? NO_CONTROLS : null),
    ]),
  };
}

const NO_CONTROLS = "No control texts were given, so nothing is claimed.";

/** @throws model_cannot */
function protocolOf({ scores, completes }: ModelConnector, asked: ExtractProtocol | undefined): ExtractProtocol {
  const protocol = asked ?? (scores === "none" ? "continuations" : "scores");
  if (protocol === "scores" ? scores !== "none" : completes) return protocol;
  const [lacks, other] = protocol === "scores" ? ["log-probabilities", "continuations"] : ["continuations", "scores"];
  const hasOther = protocol === "scores" ? completes : scores !== "none";
  throw new SpoliaError("model_cannot", `This model gives no ${lacks}.`, {
    hint: hasOther
      ? `Request the protocol "${other}".`
      : "It gives neither log-probabilities nor continuations: use another model.",
    fields: [{ pointer: "/protocol", detail: "must be one that the model can answer" }],
  });
}

function controlOutcomes({ plan: { unused }, readings, recitedOfControls }: Extraction): ControlOutcome[] {
  const used = readings.controls.map(({ id, words, windows }, i) => ({
    id,
    words,
    windows: answersOf(windows).length,
    recited: recitedOfControls[i]!,
    reason: null,
  }));
  return [...used, ...unused.map(({ id, words, reason }) => ({ id, words, windows: 0, recited: 0, reason }))];
}

/** What limits an extraction under every protocol. */
function generalCaveats(model: ModelConnector, controls: number): string[] {
  return caveatsWhere([
    [true, "A model may not recite a text that it was trained on: a rate of 0 is no evidence against training."],
    [
      controls > 0,
      "The rate has a meaning only beside the controls: they must be texts of the same kind, length and time that the model cannot have seen.",
    ],
    [
      true,
      "A model may know passages that occur in many other texts (quotations, licences, scripture) without the work: check their places in the map.",
    ],
    [model.retrieval === "possible", "The model may look texts up, so its recitations say nothing about its training."],
  ]);
}
