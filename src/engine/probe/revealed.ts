/**
 * The tests of a probe that are exact by design: canaries and orders that were drawn at random before publication.
 * Revealed secrets are verified before a model is queried.
 */

import type { HostOptions } from "../../base/contract/engine.ts";
import type { CanaryEvidence, CanaryTestResult, OrderEvidence } from "../../base/contract/operations/canary.ts";
import type { ChannelObservation } from "../../base/contract/operations/observation.ts";
import type { ProbedCanaries, ProbedOrder, ProbeRequest } from "../../base/contract/operations/probe.ts";
import type { ModelConnector } from "../../base/contract/resources/model.ts";
import { sum } from "../../base/lists/numbers.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { stringsToAsk, testCanaries } from "../../models/canaries/canaryTest.ts";
import { OWN_CONNECTOR } from "../../models/canaries/custody.ts";
import { orderObservation, ordersToAsk } from "../../models/canaries/order.ts";
import { batchesOf } from "../steps/ask.ts";
import type { EngineContext } from "../steps/context.ts";
import { askScores, batchOf, scoresFrom, scoringModel } from "./scores.ts";

export interface Revealed {
  canaries: ProbedCanaries | null;
  order: ProbedOrder | null;
  observations: ChannelObservation[];
  /** Hashes of the replies, in the order of the questions. */
  hashes: string[];
  /** The reasons why strings and orders have no reply. */
  unanswered: string[];
}

/** Name of the statistic that scores a string or an order. */
const STATISTIC = "log-probability";

/**
 * Verifies the revealed secrets and gives the strings and orders to query.
 *
 * @throws commitment_mismatch; invalid_request if the order was not drawn at random; model_not_configured, model_cannot
 */
export async function verifyRevealed(context: EngineContext, request: ProbeRequest) {
  const { canaries, positive_ranks, order, model: name } = request;
  if (canaries === undefined && order === undefined) return null;
  const model = scoringModel(context, name, "/model");
  const evidence: CanaryEvidence | undefined = canaries && { canaries, positive_ranks };
  return {
    model,
    evidence,
    pools: evidence === undefined ? [] : await stringsToAsk(evidence),
    order,
    orders: order === undefined ? [] : (await ordersToAsk(order)).map((items) => items.join("\n")),
  };
}

type VerifiedReveal = NonNullable<Awaited<ReturnType<typeof verifyRevealed>>>;

/** @throws observations_invalid, aborted, and the errors of the model */
export async function askRevealed(
  kernels: Kernels,
  verified: VerifiedReveal | null,
  host: HostOptions,
): Promise<Revealed> {
  const revealed: Revealed = { canaries: null, order: null, observations: [], hashes: [], unanswered: [] };
  if (verified === null) return revealed;
  const { model, evidence, pools, order, orders } = verified;
  // The strings keep their order in the pool, so that the model's host cannot tell from the order which one was
  // published.
  const ask = async (stage: string, texts: readonly string[]): Promise<Score[]> => {
    const questions = texts.map((content) => ({ content, from: 0, pointer: `/${stage}` }));
    const batches = batchesOf(questions, batchOf(model));
    const { values, hashes } = await askScores(kernels, stage, batches, scoresFrom(model, host), host);
    revealed.hashes.push(...hashes);
    revealed.unanswered.push(...values.flatMap((value) => ("unanswered" in value ? [value.unanswered] : [])));
    return values.map((value) => ("positions" in value ? sum(value.positions, ({ logprob }) => logprob) : null));
  };
  if (evidence !== undefined) {
    const scores = await ask("canaries", pools.flat());
    const starts = pools.map((_, i) => pools.slice(0, i).flat().length);
    const byPool = pools.map((pool, i) => scores.slice(starts[i], starts[i]! + pool.length));
    const { observation, ...tested } = await canariesOf(model, evidence, byPool);
    revealed.canaries = tested;
    if (observation !== null) revealed.observations.push(observation);
  }
  if (order !== undefined) {
    const { observation, ...tested } = await orderOf(model, order, await ask("orders", orders));
    revealed.order = tested;
    if (observation !== null) revealed.observations.push(observation);
  }
  return revealed;
}

/** ln p of a text, or `null` if there is no reply. */
type Score = number | null;

/** Conservative: a string without a reply counts as scored above the published one. */
const againstTheWork = (score: Score): number => score ?? Number.MAX_VALUE;

const answeredOf = (scores: readonly Score[]): { asked: number; answered: number } => ({
  asked: scores.length,
  answered: scores.filter((score) => score !== null).length,
});

async function canariesOf(
  { name, retrieval, connector = OWN_CONNECTOR }: ModelConnector,
  evidence: CanaryEvidence,
  scores: readonly (readonly Score[])[],
): Promise<ProbedCanaries & { observation: ChannelObservation | null }> {
  const counts = answeredOf(scores.flat());
  const open = evidence.canaries.findIndex(({ secret }, i) => scores[i]![secret.index] === null);
  if (open >= 0) {
    const reason = `The model gave no reply to the published string of canary ${open + 1}.`;
    return { ...counts, status: "not_measured", reason, test: null, observation: null };
  }
  const asked = { model: name, retrieval, statistic: STATISTIC };
  const request = { ...evidence, ...asked, scores: scores.map((pool) => pool.map(againstTheWork)) };
  const { observations, ...test }: CanaryTestResult = await testCanaries(request, connector);
  return { ...counts, status: "measured", reason: openReason(counts), test, observation: observations[0]! };
}

async function orderOf(
  { name, retrieval, connector = OWN_CONNECTOR }: ModelConnector,
  evidence: OrderEvidence,
  scores: readonly Score[],
): Promise<ProbedOrder & { observation: ChannelObservation | null }> {
  const counts = answeredOf(scores);
  const [published = null, ...permuted] = scores;
  if (published === null) {
    const reason = "The model gave no reply to the published order.";
    return { ...counts, status: "not_measured", reason, test: null, observation: null };
  }
  const all = { published, permuted: permuted.map(againstTheWork) };
  const asked = { model: name, retrieval, statistic: STATISTIC };
  const observation = await orderObservation(evidence, all, asked, connector);
  const { rank, smallest_p, items } = observation.statistic as Record<"rank" | "smallest_p" | "items", number>;
  const test = { rank, p: observation.p!, smallest_p, items };
  return { ...counts, status: "measured", reason: openReason(counts), test, observation };
}

const openReason = ({ asked, answered }: { asked: number; answered: number }): string | null =>
  answered === asked
    ? null
    : `${asked - answered} of ${asked} have no reply; each counts as scored above the published one.`;
