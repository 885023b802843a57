import { analyzeRequestSchema } from "../../../../base/contract/schemas/operations/analyze.ts";
import { parseRequest } from "../../../../base/contract/schemas/parse.ts";
import { closedObject } from "../../../../base/contract/schemas/primitives.ts";
import { registerRequestSchema } from "../../../../base/contract/schemas/resources/work.ts";
import { unreadWords, withEncoder } from "../../../jobs/words.ts";
import { storeResult } from "../../answer/storedResults.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import { BODY_VALUES_PLACED_MAX } from "../../request/limits.ts";
import { idParameter, textParameter } from "../../request/parameters.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../../request/query.ts";
import { DECISIONS_PARAMETER, withRegisteredDecisions } from "../../request/registeredDecisions.ts";
import { hasRegistry, type Route } from "../../route.ts";
import { filterOf, fromRegistry, removal } from "./records.ts";

const parts = { tag: "Works", isServed: hasRegistry } as const;
const one = {
  ...parts,
  path: `${API_ROOT}/works/{id}`,
  pathParameters: { id: idParameter("Id of the work.", "wk") },
} as const;

const register: Route = {
  ...parts,
  method: "POST",
  path: `${API_ROOT}/content/register`,
  operationId: "registerContent",
  summary: "Register a work.",
  description:
    "Registering the same content again returns the existing work unchanged. Other tenants cannot see the work.",
  access: "write",
  request: {
    name: "RegisterRequest",
    schema: registerRequestSchema,
    example: examples.registerRequest,
    valuesMax: BODY_VALUES_PLACED_MAX,
  },
  answer: { name: "RegisterAnswer", status: 201 },
  problems: ["plan_limit"],
  run: fromRegistry(({ works }, { tenant, call }) => works.register(tenant, call.document as never)),
};

const { options, decisions } = analyzeRequestSchema.entries;
const analyzeWorkSchema = closedObject({ options, decisions });

export const WORKS: readonly Route[] = [
  register,
  { ...register, path: `${API_ROOT}/register-work`, operationId: "registerWork" },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/works`,
    operationId: "listWorks",
    summary: "List registered works, the newest first.",
    description: "The works of the caller's tenant.",
    access: "read",
    queryParameters: {
      ...PAGE_PARAMETERS,
      fingerprint: textParameter("Only works with this fingerprint, that is, with the same words."),
    },
    answer: { name: "WorkPage" },
    run: fromRegistry(({ works }, { tenant, query }) =>
      works.list(tenant, pageRequestOf(query), filterOf(query, "fingerprint")),
    ),
  },
  {
    ...one,
    method: "GET",
    operationId: "getWork",
    summary: "Get a registered work.",
    description: "Without its content, which the service never returns.",
    access: "read",
    answer: { name: "WorkAnswer" },
    problems: ["not_found"],
    run: fromRegistry(({ works }, { tenant, id }) => works.find(tenant, id)),
  },
  {
    ...one,
    ...removal(({ works }, tenant, id) => works.remove(tenant, id)),
    operationId: "deleteWork",
    problems: ["not_found", "conflict"],
    summary: "Delete a work with all that belongs to it.",
    description: "Content, history, results, monitors, offers; ended deals stay. Refused while a licence is in force.",
  },
  {
    ...one,
    method: "GET",
    path: `${one.path}/history`,
    operationId: "getWorkHistory",
    summary: "Get the signed history of a work, in order.",
    description:
      "Append-only. Each entry contains the hash of the previous entry and the digest of the content or result that it records.",
    access: "read",
    answer: { name: "WorkHistory" },
    problems: ["not_found"],
    run: fromRegistry(async ({ works }, { tenant, id }) => ({ history: await works.history(tenant, id) })),
  },
  {
    ...one,
    method: "POST",
    path: `${one.path}/analyze`,
    operationId: "analyzeWork",
    summary: "Analyse a registered work.",
    description:
      "As `attribution/analyze` with its hash, and its words count as they do there. The service stores the result and records it in the work's history.",
    access: "analyze",
    queryParameters: DECISIONS_PARAMETER,
    request: {
      name: "AnalyzeWorkRequest",
      schema: analyzeWorkSchema,
      example: { options: { max_matches: 10 } },
    },
    answer: { name: "AnalyzeWorkAnswer" },
    problems: ["not_found", "corpus_not_found"],
    run: fromRegistry(async ({ works, quota }, { tenant, id, call }) => {
      const { options, decisions } = parseRequest(analyzeWorkSchema, call.document);
      const { work_id, work_hash, words } = await works.find(tenant, id);
      const counted = withEncoder(words, options?.reworded === false ? 0 : quota.ofEncoder(words));
      await call.admit(counted);
      const own = {
        work_hash,
        ...(decisions !== undefined && { decisions }),
        ...(options !== undefined && { options }),
      };
      const request = await withRegisteredDecisions(call, own);
      const result = await call.service.engine.analyze(request, call.host);
      await call.giveBack(unreadWords(counted, result)).catch(() => {});
      return storeResult(call, "analyze", result, { request, workId: work_id });
    }),
  },
];
