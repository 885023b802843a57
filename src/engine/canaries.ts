/**
 * Canaries and orders for publishers who plant them. The code is loaded on first use, since most callers never need it.
 */
import type {
  AskedModel,
  CanaryCommitment,
  CanaryPoolRequest,
  CanarySecret,
  CanaryTestRequest,
  CanaryTestResult,
  OrderEvidence,
  OrderRequest,
  OrderScores,
  OrderSecret,
} from "../base/contract/operations/canary.ts";
import type { ChannelObservation } from "../base/contract/operations/observation.ts";

const canary = () => import("../models/canaries/canary.ts");
const order = () => import("../models/canaries/order.ts");

/**
 * Makes a pool of random strings and draws the one to publish. The same seed makes the same secret.
 *
 * @throws invalid_request if a string would have less than 64 bits of entropy
 */
export async function createCanary(request: CanaryPoolRequest): Promise<CanarySecret> {
  return (await canary()).createCanary(request);
}

/** The part of a secret that may be published at once; have a third party date it. */
export async function commitToCanary(secret: CanarySecret): Promise<CanaryCommitment> {
  return (await canary()).commitToCanary(secret);
}

/**
 * Verifies revealed canaries against their commitments, and tests the ranks of the published strings among the others.
 *
 * @throws invalid_request; commitment_mismatch; observations_invalid if scores and strings differ in number
 */
export async function testCanaries(request: CanaryTestRequest): Promise<CanaryTestResult> {
  return (await import("../models/canaries/canaryTest.ts")).testCanaries(request);
}

/** Puts items into a random order to publish. The order depends on the seed alone. */
export async function createOrder(request: OrderRequest): Promise<OrderSecret> {
  return (await order()).createOrder(request);
}

/** `sha256:` and the hash to publish before the items. */
export async function commitToOrder(secret: OrderSecret): Promise<string> {
  return (await order()).commitToOrder(secret);
}

/**
 * The orders to query a model with: first the published one, then random ones.
 *
 * @throws invalid_request if the order was not drawn at random; commitment_mismatch
 */
export async function ordersToAsk(evidence: OrderEvidence): Promise<string[][]> {
  return (await order()).ordersToAsk(evidence);
}

/**
 * Tests a published order. `score` accepts the observation.
 *
 * @param scores of the orders of `ordersToAsk`
 * @throws invalid_request; commitment_mismatch; observations_invalid if scores and orders differ in number
 */
export async function orderObservation(
  evidence: OrderEvidence,
  scores: OrderScores,
  model: AskedModel,
): Promise<ChannelObservation> {
  return (await order()).orderObservation(evidence, scores, model);
}
