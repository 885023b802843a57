/** Routes of the operations, made in one loop from the table of operations and the texts below. */
import type { GenericSchema } from "valibot";
import type { HostOptions } from "../../../../base/contract/engine.ts";
import type { RequestOf } from "../../../../base/contract/operations.ts";
import { analyzeRequestSchema } from "../../../../base/contract/schemas/operations/analyze.ts";
import { assessRequestSchema } from "../../../../base/contract/schemas/operations/assess.ts";
import { compareRequestSchema } from "../../../../base/contract/schemas/operations/compare.ts";
import { compareAllRequestSchema } from "../../../../base/contract/schemas/operations/compareAll.ts";
import { extractRequestSchema } from "../../../../base/contract/schemas/operations/extract.ts";
import { probeRequestSchema } from "../../../../base/contract/schemas/operations/probe.ts";
import { scoreRequestSchema } from "../../../../base/contract/schemas/operations/score.ts";
import type { ErrorCode } from "../../../../base/errors.ts";
import { OPERATIONS } from "../../../../engine/operations.ts";
import { textsOf, validated } from "../../../../engine/requests.ts";
import { succeeded } from "../../answer/answers.ts";
import { KEEP_PARAMETER, storeResult, workIdOf } from "../../answer/storedResults.ts";
import type { ServedName } from "../../openapi/documents.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT, nextSteps } from "../../paths.ts";
import { ASK_TIMEOUT_MS, BODY_VALUES_OBSERVED_MAX, BODY_VALUES_PLACED_MAX } from "../../request/limits.ts";
import { DECISIONS_PARAMETER, withRegisteredDecisions } from "../../request/registeredDecisions.ts";
import type { Parameters, Route, RouteCall } from "../../route.ts";

interface OperationTexts<Name extends ServedName> {
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly request: GenericSchema<unknown, RequestOf<Name>>;
  readonly example: RequestOf<Name>;
  readonly problems: readonly ErrorCode[];
  /** Query parameters besides `keep`. */
  readonly parameters?: Parameters;
  /** The request that the engine is asked, of the valid one of the caller. */
  readonly completed?: (call: RouteCall, request: RequestOf<Name>) => Promise<RequestOf<Name>>;
  readonly isEncoded?: true | undefined;
  /** Further fields of the response. */
  readonly beside?: (call: RouteCall) => object;
}

const MODEL_WORDS =
  "`model` is the name of a model that the operator configured; requests cannot contain an address. Alternatively, `observations` contain recorded answers of a model. Stops querying before the request timeout; items not queried are listed in `completeness`.";

const MODEL_PROBLEMS = [
  ...(["model_not_configured", "model_cannot", "model_failed", "observations_invalid"] as const),
  ...(["too_few_controls", "budget_exhausted"] as const),
];

const TEXTS: { readonly [Name in ServedName]: OperationTexts<Name> } = {
  analyze: {
    path: "/attribution/analyze",
    tag: "Attribution",
    summary: "Find a text in corpora, and the models that are documented to have trained on them, with a confidence.",
    description:
      "Send the text as `content` (with `content_type` unless it is plain text), or refer to a registered work by `work_hash`. Any string is valid. `completeness` lists what was not searched: the verdict is `none_found` only after a complete search. Where a corpus, or a part of one, does not answer, the response is 503 and counts nothing, unless `options.partial` asks for an answer over the rest. Where the service has an encoder and a corpus vectors of it, `reworded` says what documents say in other words; each of the first 24,000 words then counts as 100 for the plan, or as one where the encoder read nothing, since no corpus searched has such vectors or the text has too few sentences to judge, and where `options.reworded` is `false`.",
    request: analyzeRequestSchema,
    example: examples.analyzeRequest,
    problems: ["corpus_not_found", "unknown_work"],
    isEncoded: true,
    parameters: DECISIONS_PARAMETER,
    completed: withRegisteredDecisions,
    beside: ({ service }) => ({ next_steps: nextSteps(service.basePath) }),
  },
  score: {
    path: "/attribution/score",
    tag: "Attribution",
    summary: "Score how strongly the known evidence supports that a model was trained on a work.",
    description:
      "Identify the work by exactly one of `work_hash`, `content` and `fingerprint_data`. A score is support, not a probability.",
    request: scoreRequestSchema,
    example: examples.scoreRequest,
    problems: [
      "unknown_model",
      "unknown_jurisdiction",
      "unknown_work",
      "fingerprint_invalid",
      "incompatible_fingerprints",
    ],
  },
  compare: {
    path: "/compare",
    tag: "Attribution",
    summary: "Find what two texts share.",
    description:
      "Identify each side by exactly one of `content`, `fingerprint_data` and `work_hash`. Passages and a definite relation need the content of both sides; with fingerprint data, shares are estimates with 95 % intervals. Where the service has an encoder, `reworded` says what both say in other words; each of the first 24,000 words of each side then counts as 100 for the plan, or as one where the encoder read nothing, since a side is fingerprint data or has too few sentences to judge, and where `options.reworded` is `false`.",
    isEncoded: true,
    request: compareRequestSchema,
    example: examples.compareRequest,
    problems: ["unknown_work", "fingerprint_invalid", "incompatible_fingerprints"],
  },
  compareAll: {
    path: "/compare/all",
    tag: "Attribution",
    summary: "Find which of many texts share something, and what each such pair shares.",
    description:
      "Send the texts, each with an `id`; `references` are compared with them, and not with each other. Of each pair that shares something the response has what `compare` says of the two, the pairs first of which one text is most in the other.",
    request: compareAllRequestSchema,
    example: examples.compareAllRequest,
    problems: ["unsupported_content_type"],
  },
  assess: {
    path: "/assess",
    tag: "Memorisation",
    summary: "Assess how likely a model has memorised a work.",
    description:
      "Does not query the model. The factors are copies in the searched corpora, length, rarity, size of the model and published findings, each with its source.",
    request: assessRequestSchema,
    example: examples.assessRequest,
    problems: ["unknown_model", "unknown_work", "unsupported_content_type"],
  },
  extract: {
    path: "/extract",
    tag: "Memorisation",
    summary: "Measure how much of a work a model recites, and where.",
    description: `${MODEL_WORDS} Without control texts, the result makes no claim. For models that give no log-probabilities, protocol \`iterated\` measures how much of the whole work they give back.`,
    request: extractRequestSchema,
    example: examples.extractRequest,
    problems: [...MODEL_PROBLEMS, "unknown_work", "unsupported_content_type"],
  },
  probe: {
    path: "/probe",
    tag: "Memorisation",
    summary: "Test from a model's log-probabilities whether it was trained on texts, canaries or an order.",
    description: `${MODEL_WORDS} Canaries and an order are verified before the model is queried, and give exact p-values.`,
    request: probeRequestSchema,
    example: examples.probeRequest,
    problems: [...MODEL_PROBLEMS, "commitment_mismatch"],
  },
};

function routeOf<Name extends ServedName>(name: Name): Route {
  const { path, request, example, parameters, completed, beside, ...texts } = TEXTS[name];
  const { keptAs, scope, asksModel } = OPERATIONS[name];
  const component = `${name[0]!.toUpperCase()}${name.slice(1)}` as Capitalize<ServedName>;
  return {
    ...texts,
    method: "POST",
    path: `${API_ROOT}${path}`,
    operationId: name,
    access: scope,
    ...(keptAs !== null && { queryParameters: { ...KEEP_PARAMETER, ...parameters } }),
    request: {
      name: `${component}Request`,
      schema: request,
      example,
      // A score takes observations with their scores and secrets.
      ...(OPERATIONS[name].isPlaced && { valuesMax: BODY_VALUES_PLACED_MAX }),
      ...((asksModel || name === "score") && { valuesMax: BODY_VALUES_OBSERVED_MAX }),
    },
    answer: { name: `${component}Answer` },
    async run(call) {
      const sent = validated(request, call.document);
      const valid = (await completed?.(call, sent)) ?? sent;
      const ask = call.service.engine[name] as (request: RequestOf<Name>, host: HostOptions) => Promise<object>;
      const result = await ask(valid, asksModel ? asking(call) : call.host);
      const [workHash] = textsOf(name, valid).map(({ work_hash }) => work_hash);
      const stored =
        keptAs === null
          ? result
          : await storeResult(call, name, result, { request: valid, workId: await workIdOf(call, workHash) });
      return succeeded({ ...stored, ...beside?.(call) });
    },
  };
}

/** Adds the time limit for queries, which leaves time to respond with the answers so far. */
const asking = ({ host }: RouteCall): HostOptions => ({ ...host, askUntil: AbortSignal.timeout(ASK_TIMEOUT_MS) });

export const OPERATION_ROUTES: readonly Route[] = (Object.keys(TEXTS) as ServedName[]).map(routeOf);
