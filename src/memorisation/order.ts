/**
 * Orders. A list without an order of its own is put into one by chance, a hash is published, then the list. A model that was not
 * trained on it has no reason to prefer that order to another random one; p is exact. Source: Oren et al., "Proving test set
 * contamination in black-box language models" (ICLR 2024).
 */
import { checkShown } from "../arguments.ts";
import { canonicalJson } from "../base/canonicalJson.ts";
import type { AskedModel, OrderEvidence, OrderRequest, OrderScores, OrderSecret } from "../contract/canary.ts";
import type { ChannelObservation } from "../contract/observation.ts";
import { askedModelSchema, orderEvidenceSchema, orderRequestSchema, orderScoresSchema } from "../contract/schemas/canary.ts";
import { parseRequest } from "../contract/schemas/parse.ts";
import { SpoliaError } from "../errors.ts";
import { RandomStream } from "../kernels/numbers/random.ts";
import { rankTest } from "../statistics/ranks.ts";
import { checkCommitment, commitmentTo, derived, derivedStream } from "./commitment.ts";

const PERMUTATIONS = 999;
/** Items of all random orders together. */
const PERMUTED_PLACES_MAX = 5_000_000;

/** Puts items into the order to publish. The same request makes the same secret, in whatever order the items were given. */
export async function createOrder(asked: OrderRequest): Promise<OrderSecret> {
  const { seed, items } = parseRequest(orderRequestSchema, asked);
  const shuffled = (await derivedStream(seed, "order")).shuffle([...items].sort());
  return { format: "spolia-order-1", seed, items: shuffled, nonce: await derived(seed, "nonce") };
}

/** `sha256:` and the hash to publish before the items. */
export function commitToOrder(secret: OrderSecret): Promise<string> {
  checkShown("commitToOrder", secret, "items");
  const { format, items, nonce } = secret;
  return commitmentTo({ format, items, nonce });
}

/**
 * The orders to ask a model about: first the published one, then random ones that follow from the commitment.
 *
 * @throws invalid_request for an order that chance did not make; commitment_mismatch
 */
export async function ordersToAsk(asked: OrderEvidence): Promise<string[][]> {
  const evidence = await verifiedOrder(asked);
  return [evidence.secret.items, ...randomOrders(evidence)];
}

/**
 * The test of a published order, as `score` takes it.
 *
 * @param askedScores of the orders of `ordersToAsk`
 * @throws invalid_request; commitment_mismatch; observations_invalid where scores and orders differ in number
 */
export async function orderObservation(
  askedEvidence: OrderEvidence,
  askedScores: OrderScores,
  askedModel: AskedModel,
): Promise<ChannelObservation> {
  const evidence = await verifiedOrder(askedEvidence);
  const { secret, permutations } = evidence;
  const { published, permuted } = parseRequest(orderScoresSchema, askedScores);
  const { model, retrieval, statistic, tests = 1 } = parseRequest(askedModelSchema, askedModel);
  if (permuted.length !== permutations) {
    throw new SpoliaError("observations_invalid", "Scores and orders do not belong together.", {
      hint: "Give the statistic at every order of `ordersToAsk`.",
      fields: [{ pointer: "/permuted", detail: `must have ${permutations} numbers, one for each random order` }],
    });
  }
  const { controls, greater, equal, p } = rankTest(published, permuted);
  // Of a few items chance makes the published order again, and no statistic tells it from itself.
  const same = randomOrders(evidence).filter((order) => order.every((item, i) => item === secret.items[i])).length;
  const smallest = Math.min(1, (tests * (1 + same)) / (permutations + 1));
  return {
    ...{ channel: "order", model, p: Math.min(1, tests * p), exactness: "exact", tests, controls },
    ...{ power: null, gate: "not_needed", rates: null, retrieval },
    statistic: { name: statistic, items: secret.items.length, rank: 1 + greater + equal, smallest_p: smallest },
    reason: null,
  };
}

type VerifiedOrder = Pick<Required<OrderEvidence>, "secret" | "commitment"> & { permutations: number };

function randomOrders({ secret, commitment, permutations }: VerifiedOrder): string[][] {
  const random = new RandomStream(`${commitment} permutations`);
  return Array.from({ length: permutations }, () => random.shuffle([...secret.items]));
}

async function verifiedOrder(asked: OrderEvidence): Promise<VerifiedOrder> {
  const { randomisation, secret, commitment, permutations = PERMUTATIONS } = parseRequest(orderEvidenceSchema, asked);
  if (randomisation === "natural") {
    throw new SpoliaError("invalid_request", "A natural order proves nothing: the test needs an order that chance made.", {
      hint: "Chapters and dates stand as every reader expects them, and so as a model expects them that never saw the work. Shuffle by a seed, commit, then publish.",
      fields: [{ pointer: "/randomisation", detail: 'must be "seeded_shuffle"' }],
    });
  }
  const { format, seed, items, nonce } = secret;
  if (items.length * permutations > PERMUTED_PLACES_MAX) {
    throw new SpoliaError("invalid_request", "So many orders of so many items are more than one test holds.", {
      hint: "Ask for fewer random orders, or put items together.",
      fields: [{ pointer: "/permutations", detail: `must not make more than ${PERMUTED_PLACES_MAX} places with these items` }],
    });
  }
  await checkCommitment(commitment, { format, items, nonce }, "", async () => {
    return canonicalJson(await createOrder({ seed, items })) === canonicalJson(secret);
  });
  return { secret, commitment, permutations };
}
