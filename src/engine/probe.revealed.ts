/**
 * The tests of a probe that are exact by design: canaries and orders that chance made before publication. What is revealed is verified
 * before a model is asked.
 */
import { sum } from "../base/numbers.ts";
import type { CanaryEvidence, CanaryTestResult, OrderEvidence } from "../contract/canary.ts";
import type { HostOptions } from "../contract/engine.ts";
import type { ModelConnector } from "../contract/model.ts";
import type { ChannelObservation } from "../contract/observation.ts";
import type { ProbedCanaries, ProbedOrder, ProbeRequest } from "../contract/probe.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { stringsToAsk, testCanaries } from "../memorisation/canaryTest.ts";
import { orderObservation, ordersToAsk } from "../memorisation/order.ts";
import { batchesOf } from "./ask.ts";
import type { EngineContext } from "./context.ts";
import { askScores, batchOf, scoresFrom, scoringModel } from "./probe.scores.ts";

export interface Revealed {
  canaries: ProbedCanaries | null;
  order: ProbedOrder | null;
  observations: ChannelObservation[];
  /** Hashes of the answers, in the order asked. */
  hashes: string[];
  /** Why strings and orders were not answered. */
  unanswered: string[];
}

/** How the score of a string or an order is told. */
const STATISTIC = "log-probability";

/**
 * What is to be asked of what is revealed.
 *
 * @throws commitment_mismatch; invalid_request for an order that chance did not make; model_not_configured, model_cannot
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

/** @throws observations_invalid, aborted, and what the model throws */
export async function askRevealed(kernels: Kernels, verified: VerifiedReveal | null, host: HostOptions): Promise<Revealed> {
  const found: Revealed = { canaries: null, order: null, observations: [], hashes: [], unanswered: [] };
  if (verified === null) return found;
  const { model, evidence, pools, order, orders } = verified;
  // As given, so that the host cannot tell by the order which of the strings was published.
  const ask = async (stage: string, texts: readonly string[]): Promise<Score[]> => {
    const questions = texts.map((content) => ({ content, from: 0, pointer: `/${stage}` }));
    const batches = batchesOf(questions, batchOf(model));
    const { values, hashes } = await askScores(kernels, stage, batches, scoresFrom(model, host), host);
    found.hashes.push(...hashes);
    found.unanswered.push(...values.flatMap((value) => ("unanswered" in value ? [value.unanswered] : [])));
    return values.map((value) => ("positions" in value ? sum(value.positions, ({ logprob }) => logprob) : null));
  };
  if (evidence !== undefined) {
    const scores = await ask("canaries", pools.flat());
    const starts = pools.map((_, i) => pools.slice(0, i).flat().length);
    const byPool = pools.map((pool, i) => scores.slice(starts[i], starts[i]! + pool.length));
    const { observation, ...told } = await canariesOf(model, evidence, byPool);
    found.canaries = told;
    if (observation !== null) found.observations.push(observation);
  }
  if (order !== undefined) {
    const { observation, ...told } = await orderOf(model, order, await ask("orders", orders));
    found.order = told;
    if (observation !== null) found.observations.push(observation);
  }
  return found;
}

/** ln p of a text, or `null` where it was not answered. */
type Score = number | null;

/** What was not answered counts as more like seen than what was published. */
const againstTheWork = (score: Score): number => score ?? Number.MAX_VALUE;

const answeredOf = (scores: readonly Score[]): { asked: number; answered: number } => ({
  asked: scores.length,
  answered: scores.filter((score) => score !== null).length,
});

async function canariesOf(
  { name, retrieval }: ModelConnector,
  evidence: CanaryEvidence,
  scores: readonly (readonly Score[])[],
): Promise<ProbedCanaries & { observation: ChannelObservation | null }> {
  const counts = answeredOf(scores.flat());
  const open = evidence.canaries.findIndex(({ secret }, i) => scores[i]![secret.index] === null);
  if (open >= 0) {
    const reason = `The model did not answer to the published string of canary ${open + 1}.`;
    return { ...counts, status: "not_measured", reason, test: null, observation: null };
  }
  const asked = { model: name, retrieval, statistic: STATISTIC };
  const { observations, ...test }: CanaryTestResult = await testCanaries({
    ...{ ...evidence, ...asked },
    scores: scores.map((pool) => pool.map(againstTheWork)),
  });
  return { ...counts, status: "measured", reason: openReason(counts), test, observation: observations[0]! };
}

async function orderOf(
  { name, retrieval }: ModelConnector,
  evidence: OrderEvidence,
  scores: readonly Score[],
): Promise<ProbedOrder & { observation: ChannelObservation | null }> {
  const counts = answeredOf(scores);
  const [published = null, ...permuted] = scores;
  if (published === null) {
    const reason = "The model did not answer to the published order.";
    return { ...counts, status: "not_measured", reason, test: null, observation: null };
  }
  const all = { published, permuted: permuted.map(againstTheWork) };
  const observation = await orderObservation(evidence, all, { model: name, retrieval, statistic: STATISTIC });
  const { rank, smallest_p, items } = observation.statistic as Record<"rank" | "smallest_p" | "items", number>;
  const test = { rank, p: observation.p!, smallest_p, items };
  return { ...counts, status: "measured", reason: openReason(counts), test, observation };
}

const openReason = ({ asked, answered }: { asked: number; answered: number }): string | null =>
  answered === asked
    ? null
    : `${asked - answered} of ${asked} were not answered, and count as more like seen than what was published.`;
