import { analyzeRequestSchema } from "../../contract/schemas/analyze.ts";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { closedObject } from "../../contract/schemas/primitives.ts";
import { registerRequestSchema } from "../../contract/schemas/work.ts";
import type { Registry } from "../../registry/registry.ts";
import { succeeded } from "../answers.ts";
import * as examples from "../examples.ts";
import { API_ROOT } from "../paths.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../query.ts";
import { hasRegistry, type Route, type RouteCall } from "../route.ts";
import { storeResult } from "../storedResults.ts";

const registryOf = ({ service }: RouteCall): Registry => service.registry!;
const ID = { id: "Id of the work." };

const register: Route = {
  method: "POST",
  path: `${API_ROOT}/content/register`,
  operationId: "registerContent",
  tag: "Works",
  summary: "Remember a work.",
  description:
    "The same content again is the same work, answered as it was registered first. Other tenants cannot see it.",
  access: "write",
  request: { name: "RegisterRequest", schema: registerRequestSchema, example: examples.registerRequest },
  answer: { name: "RegisterAnswer", status: 201 },
  problems: [],
  isServed: hasRegistry,
  run: async (call) => succeeded(await registryOf(call).works.register(call.caller.tenant, call.document as never)),
};

const analyzeWorkSchema = closedObject({ options: analyzeRequestSchema.entries.options });

export const WORKS: readonly Route[] = [
  register,
  { ...register, path: `${API_ROOT}/register-work`, operationId: "registerWork" },
  {
    method: "GET",
    path: `${API_ROOT}/works`,
    operationId: "listWorks",
    tag: "Works",
    summary: "Registered works, the newest first.",
    description: "Those of the caller's tenant.",
    access: "read",
    queryParameters: { ...PAGE_PARAMETERS, fingerprint: "Only works of the same words." },
    answer: { name: "WorkPage" },
    problems: [],
    isServed: hasRegistry,
    async run(call) {
      const { fingerprint } = call.query;
      const filter = fingerprint === undefined ? {} : { fingerprint };
      return succeeded(await registryOf(call).works.list(call.caller.tenant, pageRequestOf(call.query), filter));
    },
  },
  {
    method: "GET",
    path: `${API_ROOT}/works/{id}`,
    operationId: "getWork",
    tag: "Works",
    summary: "A registered work.",
    description: "Without its content, which is not given back.",
    access: "read",
    pathParameters: ID,
    answer: { name: "WorkAnswer" },
    problems: ["not_found"],
    isServed: hasRegistry,
    run: async (call) => succeeded(await registryOf(call).works.find(call.caller.tenant, call.path["id"]!)),
  },
  {
    method: "DELETE",
    path: `${API_ROOT}/works/{id}`,
    operationId: "deleteWork",
    tag: "Works",
    summary: "Forget a work, with its content, history, results and monitors.",
    description: "Only what was exported remains.",
    access: "write",
    pathParameters: ID,
    answer: { name: "Removed" },
    problems: ["not_found"],
    isServed: hasRegistry,
    async run(call) {
      await registryOf(call).works.remove(call.caller.tenant, call.path["id"]!);
      return succeeded({ deleted: true });
    },
  },
  {
    method: "GET",
    path: `${API_ROOT}/works/{id}/history`,
    operationId: "getWorkHistory",
    tag: "Works",
    summary: "What was said of a work, signed and in order.",
    description:
      "Append-only. Each entry holds the hash of the one before and the digest of the content or result that it is about.",
    access: "read",
    pathParameters: ID,
    answer: { name: "WorkHistory" },
    problems: ["not_found"],
    isServed: hasRegistry,
    run: async (call) =>
      succeeded({ history: await registryOf(call).works.history(call.caller.tenant, call.path["id"]!) }),
  },
  {
    method: "POST",
    path: `${API_ROOT}/works/{id}/analyze`,
    operationId: "analyzeWork",
    tag: "Works",
    summary: "Where was a registered work met?",
    description: "As `attribution/analyze` with its hash. The result is kept, and noted in the work's history.",
    access: "analyze",
    pathParameters: ID,
    request: { name: "AnalyzeWorkRequest", schema: analyzeWorkSchema, example: { options: { max_matches: 10 } } },
    answer: { name: "AnalyzeWorkAnswer" },
    problems: ["not_found", "corpus_not_found"],
    isServed: hasRegistry,
    async run(call) {
      const { options } = parseRequest(analyzeWorkSchema, call.document);
      const { work_id, work_hash } = await registryOf(call).works.find(call.caller.tenant, call.path["id"]!);
      const request = { work_hash, ...(options === undefined ? {} : { options }) };
      const result = await call.service.engine.analyze(request, call.host);
      return succeeded(await storeResult(call, "analyze", result, { request, workId: work_id }));
    },
  },
];
