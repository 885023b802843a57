/** Canaries and orders for whoever plants them: loaded when they are asked for, since most callers never do. */
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
} from "../contract/canary.ts";
import type { ChannelObservation } from "../contract/observation.ts";

const canary = () => import("../memorisation/canary.ts");
const order = () => import("../memorisation/order.ts");

/**
 * Makes a pool of random strings and draws the one to publish. The same seed makes the same secret.
 *
 * @throws invalid_request where the strings would have less than 64 bits of chance
 */
export async function createCanary(request: CanaryPoolRequest): Promise<CanarySecret> {
  return (await canary()).createCanary(request);
}

/** What may be published of a secret at once, and is to be dated by somebody else. */
export async function commitToCanary(secret: CanarySecret): Promise<CanaryCommitment> {
  return (await canary()).commitToCanary(secret);
}

/**
 * Verifies revealed canaries against their commitments, and tests where the published strings stand among the others.
 *
 * @throws invalid_request; commitment_mismatch; observations_invalid where scores and strings differ in number
 */
export async function testCanaries(request: CanaryTestRequest): Promise<CanaryTestResult> {
  return (await import("../memorisation/canaryTest.ts")).testCanaries(request);
}

/** Puts items into a random order to publish, which follows from the seed alone. */
export async function createOrder(request: OrderRequest): Promise<OrderSecret> {
  return (await order()).createOrder(request);
}

/** `sha256:` and the hash to publish before the items. */
export async function commitToOrder(secret: OrderSecret): Promise<string> {
  return (await order()).commitToOrder(secret);
}

/**
 * The orders to ask a model about: first the published one, then random ones.
 *
 * @throws invalid_request for an order that chance did not make; commitment_mismatch
 */
export async function ordersToAsk(evidence: OrderEvidence): Promise<string[][]> {
  return (await order()).ordersToAsk(evidence);
}

/**
 * The test of a published order, as `score` takes it.
 *
 * @param scores of the orders of `ordersToAsk`
 * @throws invalid_request; commitment_mismatch; observations_invalid where scores and orders differ in number
 */
export async function orderObservation(
  evidence: OrderEvidence,
  scores: OrderScores,
  asked: AskedModel,
): Promise<ChannelObservation> {
  return (await order()).orderObservation(evidence, scores, asked);
}
