/**
 * Canaries: the service creates them, stores and dates only their commitment, and tests them when they are revealed.
 */
import * as v from "valibot";
import { toHex } from "../../../../base/bytes/bytes.ts";
import {
  canaryPoolRequestSchema,
  canarySecretSchema,
  canaryTestRequestSchema,
} from "../../../../base/contract/schemas/operations/canary.ts";
import { parseRequest } from "../../../../base/contract/schemas/parse.ts";
import { closedObject, workHash } from "../../../../base/contract/schemas/primitives.ts";
import { isSpoliaError, SpoliaError } from "../../../../base/errors.ts";
import { commitToCanary, createCanary, testCanaries } from "../../../../engine/canaries.ts";
import { newId } from "../../../history/host.ts";
import { succeeded } from "../../answer/answers.ts";
import { workIdOf } from "../../answer/storedResults.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import { BODY_VALUES_OBSERVED_MAX } from "../../request/limits.ts";
import { idParameter } from "../../request/parameters.ts";
import { hasRegistry, type Route } from "../../route.ts";

const SEED_BYTES = 32;

const { strings, length, vocabulary } = canaryPoolRequestSchema.entries;
const newCanarySchema = closedObject({ strings, length, vocabulary, work_hash: v.optional(workHash) });

const { model, retrieval, statistic, tests, positive_ranks, scores } = canaryTestRequestSchema.entries;
const canaryTestSchema = closedObject({
  secret: canarySecretSchema,
  model,
  retrieval,
  statistic,
  tests,
  positive_ranks,
  scores: scores.item,
});

const create: Route = {
  method: "POST",
  path: `${API_ROOT}/canaries`,
  operationId: "createCanary",
  tag: "Canaries",
  summary: "Create a canary: a pool of random strings, one of which you publish.",
  description:
    "Only this response contains `publish` and `secret`. The service stores only the commitment and, with `work_hash`, records it in the work's history. Publish the string `publish` in the work, and keep the secret until the test.",
  access: "write",
  request: { name: "NewCanaryRequest", schema: newCanarySchema, example: examples.canaryRequest },
  answer: {
    name: "NewCanary",
    status: 201,
    secrets: [["publish"], ["secret"]],
  },
  problems: ["unknown_work"],
  isServed: hasRegistry,
  async run(call) {
    const { work_hash, ...pool } = parseRequest(newCanarySchema, call.document);
    const workId = await workIdOf(call, work_hash);
    if (work_hash !== undefined && workId === null) throw unknownWork();
    const registry = call.service.registry!;
    const secret = await createCanary({ ...pool, seed: toHex(registry.host.random(SEED_BYTES)) });
    const commitment = await commitToCanary(secret);
    const canary_id = newId(registry.host.random, "ca");
    await registry.works.keep(call.caller.tenant, "canary", { id: canary_id, result: commitment, work_id: workId });
    return succeeded({ canary_id, ...commitment, publish: secret.strings[secret.index]!, secret });
  },
};

const test: Route = {
  method: "POST",
  path: `${API_ROOT}/canaries/{id}/test`,
  operationId: "testCanary",
  tag: "Canaries",
  summary: "Test a canary: the rank of the published string among the strings of its pool.",
  description:
    "Verifies the revealed secret against the stored commitment, and tests scores that you obtained from a model. To query a model that the operator configured, use `probe`.",
  access: "analyze",
  pathParameters: { id: idParameter("Id of the canary.", "ca") },
  request: {
    name: "CanaryTestRequest",
    schema: canaryTestSchema,
    example: examples.canaryTestRequest,
    valuesMax: BODY_VALUES_OBSERVED_MAX,
  },
  answer: {
    name: "CanaryTestAnswer",
  },
  problems: ["not_found", "commitment_mismatch", "observations_invalid"],
  isServed: hasRegistry,
  async run({ service, caller: { tenant }, path, document }) {
    const { secret, scores: ofStrings, ...asked } = parseRequest(canaryTestSchema, document);
    const { result } = await service.registry!.works.result(tenant, "canary", path["id"]!);
    const { commitment } = result as { commitment: string };
    try {
      return succeeded(await testCanaries({ ...asked, canaries: [{ secret, commitment }], scores: [ofStrings] }));
    } catch (error) {
      throw ofOne(error);
    }
  },
};

/** The engine's test takes several canaries, the route takes one: adjusts the pointers of errors. */
function ofOne(error: unknown): unknown {
  if (!isSpoliaError(error)) return error;
  const fields = error.fields.map(({ pointer, detail }) => ({
    pointer: pointer.replace(/^\/canaries\/0/, "").replace(/^\/scores\/0/, "/scores"),
    detail,
  }));
  const message = fields.length > 0 ? "The request is invalid." : error.message;
  return new SpoliaError(error.code, message, { ...(error.hint && { hint: error.hint }), fields, cause: error });
}

const unknownWork = (): SpoliaError =>
  new SpoliaError("unknown_work", "No work with this hash is registered.", {
    hint: "Register it first, or omit work_hash.",
    fields: [{ pointer: "/work_hash", detail: "must be the hash of a registered work" }],
  });

export const CANARIES: readonly Route[] = [create, test];
