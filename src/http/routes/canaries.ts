/** Canaries whose commitment the service keeps, and so dates: made once, told once, tested when they are revealed. */
import * as v from "valibot";
import { toHex } from "../../base/bytes.ts";
import { canaryPoolRequestSchema, canarySecretSchema, canaryTestRequestSchema } from "../../contract/schemas/canary.ts";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { closedObject, workHash } from "../../contract/schemas/primitives.ts";
import { commitToCanary, createCanary, testCanaries } from "../../engine/canaries.ts";
import { isSpoliaError, SpoliaError } from "../../errors.ts";
import { newId } from "../../registry/host.ts";
import { succeeded } from "../answers.ts";
import * as examples from "../examples.ts";
import { BODY_VALUES_OBSERVED_MAX } from "../limits.ts";
import { API_ROOT } from "../paths.ts";
import { hasRegistry, type Route } from "../route.ts";
import { workIdOf } from "../storedResults.ts";

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
  summary: "Draw a pool of random strings and the one to publish.",
  description:
    "`secret` is shown this once; what is kept, and with `work_hash` noted in the work's history, is the commitment alone. Publish `publish` in the work, keep the secret until the test.",
  access: "write",
  request: { name: "NewCanaryRequest", schema: newCanarySchema, example: examples.canaryRequest },
  answer: {
    isSecret: true,
    name: "NewCanary",
    status: 201,
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
  summary: "Where does the published string stand among those that might as well have been published?",
  description:
    "Verifies what is revealed against the commitment that is kept, and tests scores of a model that was asked elsewhere. `probe` asks a model that the operator configured.",
  access: "analyze",
  pathParameters: { id: "Id of the canary." },
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

/** The test is one of several canaries; here there is one, and places are told accordingly. */
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
  new SpoliaError("unknown_work", "No work of this hash is registered here.", {
    hint: "Register it first, or leave work_hash out.",
    fields: [{ pointer: "/work_hash", detail: "must be the hash of a registered work" }],
  });

export const CANARIES: readonly Route[] = [create, test];
