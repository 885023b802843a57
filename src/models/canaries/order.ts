/**
 * Orders. A list without a natural order is shuffled at random; first a hash of the order is published, then the list.
 * A model that was not trained on the list has no reason to prefer that order to another random order, so p is exact.
 * Source: Oren et al., "Proving test set contamination in black-box language models" (ICLR 2024).
 */
import { checkShown } from "../../base/arguments.ts";
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type {
  AskedModel,
  OrderEvidence,
  OrderRequest,
  OrderScores,
  OrderSecret,
} from "../../base/contract/operations/canary.ts";
import type { ObservationCustody } from "../../base/contract/operations/custody.ts";
import type { ChannelObservation } from "../../base/contract/operations/observation.ts";
import {
  askedModelSchema,
  orderEvidenceSchema,
  orderRequestSchema,
  orderScoresSchema,
} from "../../base/contract/schemas/operations/canary.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { SpoliaError } from "../../base/errors.ts";
import { RandomStream } from "../../core/kernels/numbers/random.ts";
import { rankTest } from "../../core/statistics/ranks.ts";
import { checkCommitment, commitmentTo, derived, derivedStream } from "./commitment.ts";
import { GIVEN_SCORES, resealed, sealed } from "./custody.ts";

const PERMUTATIONS = 999;
/** Maximum of items over all random orders together. */
const PERMUTED_PLACES_MAX = 5_000_000;

/**
 * Puts items into the order to publish. The same seed and items give the same secret, whatever the given order of the
 * items.
 */
export async function createOrder(unchecked: OrderRequest): Promise<OrderSecret> {
  const { seed, items } = parseRequest(orderRequestSchema, unchecked);
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
 * The orders to query a model for: first the published order, then random orders derived from the commitment.
 *
 * @throws invalid_request for an order that was not made at random; commitment_mismatch
 */
export async function ordersToAsk(unchecked: OrderEvidence): Promise<string[][]> {
  const evidence = await verifiedOrder(unchecked);
  return [evidence.secret.items, ...randomOrders(evidence)];
}

/**
 * Tests a published order, and returns the observation that `score` takes.
 *
 * @param uncheckedScores scores of the orders of `ordersToAsk`
 * @param connector who gave the scores, for the custody of the observation
 * @throws invalid_request; commitment_mismatch; observations_invalid where scores and orders differ in number
 */
export async function orderObservation(
  uncheckedEvidence: OrderEvidence,
  uncheckedScores: OrderScores,
  uncheckedModel: AskedModel,
  connector: string = GIVEN_SCORES,
): Promise<ChannelObservation> {
  const evidence = await verifiedOrder(uncheckedEvidence);
  const { secret, permutations } = evidence;
  const { published, permuted } = parseRequest(orderScoresSchema, uncheckedScores);
  const { model, retrieval, statistic, tests = 1 } = parseRequest(askedModelSchema, uncheckedModel);
  if (permuted.length !== permutations) {
    throw new SpoliaError("observations_invalid", "Scores and orders do not belong together.", {
      hint: "Give the statistic at every order of `ordersToAsk`.",
      fields: [{ pointer: "/permuted", detail: `must have ${permutations} numbers, one for each random order` }],
    });
  }
  const { controls, greater, equal, p } = rankTest(published, permuted);
  // With few items, a random order may equal the published one, and no statistic can distinguish them.
  const same = randomOrders(evidence).filter((order) => order.every((item, i) => item === secret.items[i])).length;
  const smallest = Math.min(1, (tests * (1 + same)) / (permutations + 1));
  const observation: ChannelObservation = {
    channel: "order",
    model,
    p: Math.min(1, tests * p),
    exactness: "exact",
    tests,
    controls,
    power: null,
    gate: "not_needed",
    rates: null,
    retrieval,
    statistic: { name: statistic, items: secret.items.length, rank: 1 + greater + equal, smallest_p: smallest },
    reason: null,
  };
  return sealed(observation, {
    connector,
    texts: [],
    controls: [],
    answersSha256: await sha256(canonicalJson([published, permuted])),
    order: { commitment: evidence.commitment, published, permuted },
  });
}

/**
 * The observation as it follows from the revealed secret, and from the commitment and scores in its custody, as made by
 * the same engine and connector: the same one, unless something of it was invented.
 *
 * @throws as `orderObservation`
 */
export async function orderAgain(
  { model, retrieval, tests, statistic }: ChannelObservation,
  custody: ObservationCustody,
  secret: OrderSecret,
): Promise<{ observation: ChannelObservation; published: string[] }> {
  const { commitment, published, permuted } = custody.order!;
  const evidence = { randomisation: "seeded_shuffle", secret, commitment, permutations: permuted.length } as const;
  const asked = { model, retrieval, statistic: String(statistic["name"]), tests };
  const again = await orderObservation(evidence, { published, permuted }, asked, custody.connector);
  const observation = await resealed(again, { ...again.custody!, engine: custody.engine });
  return { observation, published: secret.items };
}

type VerifiedOrder = Pick<Required<OrderEvidence>, "secret" | "commitment"> & { permutations: number };

function randomOrders({ secret, commitment, permutations }: VerifiedOrder): string[][] {
  const random = new RandomStream(`${commitment} permutations`);
  return Array.from({ length: permutations }, () => random.shuffle([...secret.items]));
}

async function verifiedOrder(unchecked: OrderEvidence): Promise<VerifiedOrder> {
  const {
    randomisation,
    secret,
    commitment,
    permutations = PERMUTATIONS,
  } = parseRequest(orderEvidenceSchema, unchecked);
  if (randomisation === "natural") {
    throw new SpoliaError(
      "invalid_request",
      "A natural order proves nothing: the test needs an order that chance made.",
      {
        hint: "A model expects the usual order of chapters and dates even if it never saw the work. Shuffle by a seed, commit, then publish.",
        fields: [{ pointer: "/randomisation", detail: 'must be "seeded_shuffle"' }],
      },
    );
  }
  const { format, seed, items, nonce } = secret;
  if (items.length * permutations > PERMUTED_PLACES_MAX) {
    throw new SpoliaError("invalid_request", "So many orders of so many items are more than one test holds.", {
      hint: "Ask for fewer random orders, or put items together.",
      fields: [
        { pointer: "/permutations", detail: `must not make more than ${PERMUTED_PLACES_MAX} places with these items` },
      ],
    });
  }
  await checkCommitment(commitment, { format, items, nonce }, "", async () => {
    return canonicalJson(await createOrder({ seed, items })) === canonicalJson(secret);
  });
  return { secret, commitment, permutations };
}
