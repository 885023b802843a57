/** The test of revealed canaries: how does each published string rank among all strings of its pool? */
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type {
  AskedModel,
  CanaryEvidence,
  CanaryRank,
  CanarySecret,
  CanaryTestRequest,
  CanaryTestResult,
} from "../../base/contract/operations/canary.ts";
import type { ObservationCustody } from "../../base/contract/operations/custody.ts";
import type { ChannelObservation, ObservedRate } from "../../base/contract/operations/observation.ts";
import { canaryEvidenceSchema, canaryTestRequestSchema } from "../../base/contract/schemas/operations/canary.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { SpoliaError } from "../../base/errors.ts";
import { exp } from "../../core/kernels/numbers/exp.reference.ts";
import { RandomStream } from "../../core/kernels/numbers/random.ts";
import { clopperPearson } from "../../core/statistics/binomial.ts";
import { logEValue, logProductOfEValues, pOfEValue } from "../../core/statistics/evalues.ts";
import { likelihoodRatioOfRank, randomisedP, rankSumP, rankTest } from "../../core/statistics/ranks.ts";
import { commitToCanary, entropyBits, verifyCanary } from "./canary.ts";
import { GIVEN_SCORES, resealed, sealed } from "./custody.ts";

/**
 * Verifies the revealed secrets and tests the canaries.
 *
 * @param connector who gave the scores, for the custody of the observation
 * @throws invalid_request; commitment_mismatch; observations_invalid where scores and strings differ in number
 */
export async function testCanaries(
  unchecked: CanaryTestRequest,
  connector: string = GIVEN_SCORES,
): Promise<CanaryTestResult> {
  const request = parseRequest(canaryTestRequestSchema, unchecked);
  const { canaries: revealed, scores, tests = 1 } = request;
  checkShape(revealed, scores);
  await verifyAll(revealed);
  const canaries = revealed.map(({ secret, commitment }, i) =>
    rankOf(secret, commitment, scores[i]!, request.statistic),
  );
  const combined = { ...combine(canaries, tests), tests };
  const power = powerOf(canaries, request.positive_ranks);
  return {
    canaries,
    combined,
    power,
    likelihood_ratio: ratioOf(canaries, power, tests),
    observations: [await sealed(observationOf(request, canaries, combined, power), await askedOf(request, connector))],
  };
}

/**
 * The observation as it follows from the revealed secrets, and from the commitments and scores in its custody, made by
 * the same engine and connector: the same one, unless something of it was invented.
 *
 * @returns `null` where a secret is missing
 * @throws as `testCanaries`
 */
export async function canariesAgain(
  { model, retrieval, tests, statistic }: ChannelObservation,
  custody: ObservationCustody,
  revealed: readonly CanarySecret[],
): Promise<{ observation: ChannelObservation; published: string[] } | null> {
  const { tested, positive_ranks } = custody.canaries!;
  const secrets = new Map<string, CanarySecret>();
  for (const secret of revealed) secrets.set((await commitToCanary(secret)).commitment, secret);
  const canaries = tested.flatMap(({ commitment }) => {
    const secret = secrets.get(commitment);
    return secret === undefined ? [] : { secret, commitment };
  });
  if (canaries.length < tested.length) return null;
  const scores = tested.map((one) => one.scores);
  const asked = { model, retrieval, statistic: String(statistic["name"]), tests };
  const request = { ...asked, canaries, scores, positive_ranks: positive_ranks ?? undefined };
  const [again] = (await testCanaries(request, custody.connector)).observations;
  return {
    observation: await resealed(again!, { ...again!.custody!, engine: custody.engine }),
    published: canaries.map(({ secret: { strings, index } }) => strings[index]!),
  };
}

// The texts are not named by hashes: a string of few words could be guessed from one. The commitments have a nonce.
async function askedOf({ canaries, scores, positive_ranks }: CanaryTestRequest, connector: string) {
  return {
    connector,
    texts: [],
    controls: [],
    answersSha256: await sha256(canonicalJson(scores)),
    canaries: {
      tested: canaries.map(({ commitment }, i) => ({ commitment, scores: scores[i]! })),
      positive_ranks: positive_ranks ?? null,
    },
  };
}

/**
 * The strings of each pool to query a model for. The evidence is verified first, so that no query is paid for in vain.
 *
 * @throws invalid_request; commitment_mismatch
 */
export async function stringsToAsk(unchecked: CanaryEvidence): Promise<string[][]> {
  const { canaries } = parseRequest(canaryEvidenceSchema, unchecked);
  await verifyAll(canaries);
  return canaries.map(({ secret }) => secret.strings);
}

async function verifyAll(canaries: CanaryEvidence["canaries"]): Promise<void> {
  for (const [i, { secret, commitment }] of canaries.entries())
    await verifyCanary(secret, commitment, `/canaries/${i}`);
}

function checkShape(canaries: CanaryTestRequest["canaries"], scores: readonly (readonly number[])[]): void {
  const fault = (pointer: string, detail: string): never => {
    throw new SpoliaError("observations_invalid", "Scores and strings do not belong together.", {
      hint: "Give the statistic at every string of every pool, in the order of the pools.",
      fields: [{ pointer, detail }],
    });
  };
  if (scores.length !== canaries.length) fault("/scores", `must have ${canaries.length} items, one for each canary`);
  canaries.forEach(({ secret }, i) => {
    const strings = secret.strings.length;
    if (scores[i]!.length !== strings) fault(`/scores/${i}`, `must have ${strings} numbers, one for each string`);
    if (secret.index >= strings) fault(`/canaries/${i}/secret/index`, "must be a place of the pool");
  });
  // One draw counts once, even if the request repeats it.
  const commitments = canaries.map(({ commitment }) => commitment);
  const again = commitments.findIndex((commitment, i) => commitments.indexOf(commitment) < i);
  if (again >= 0) fault(`/canaries/${again}/commitment`, "must not be one that was given before");
}

/** The rank of the published string by a statistic. This function verifies nothing. */
export function rankOf(
  secret: CanarySecret,
  commitment: string,
  scores: readonly number[],
  statistic: string,
): CanaryRank {
  const test = rankTest(
    scores[secret.index]!,
    scores.filter((_, i) => i !== secret.index),
  );
  const { controls, greater, equal, p, exposureBits } = test;
  const randomisedBy = `${commitment} ties of ${statistic}`;
  const draw = new RandomStream(randomisedBy).below(equal + 1);
  return {
    commitment,
    entropy_bits: entropyBits(secret.length, secret.vocabulary),
    controls,
    greater,
    equal,
    rank: 1 + greater + equal,
    p,
    p_randomised: randomisedP(test, draw),
    randomised_by: randomisedBy,
    exposure_bits: exposureBits,
    e_value: exp(logEValue(p)),
    smallest_p: 1 / (controls + 1),
  };
}

/**
 * Combines ranks of independent draws: by their sum where all have the same number of controls, otherwise by the
 * product of e-values.
 */
function combine(canaries: readonly CanaryRank[], tests: number) {
  const corrected = (p: number) => Math.min(1, tests * p);
  const [{ controls, p }] = canaries as [CanaryRank];
  const withP = (by: CanaryTestResult["combined"]["by"], value: number, smallest: number) => {
    const final = corrected(value);
    return { by, p: final, smallest_p: corrected(smallest), e_value: exp(logEValue(final)) };
  };
  if (canaries.length === 1) return withP("single", p, 1 / (controls + 1));
  const isAlike = canaries.every((one) => one.controls === controls);
  if (isAlike) {
    const best = canaries.map(() => 1);
    const ranks = canaries.map(({ rank }) => rank);
    return withP("rank_sum", rankSumP(ranks, controls), rankSumP(best, controls));
  }
  const product = (es: readonly number[]) => pOfEValue(exp(logProductOfEValues(es)));
  const most = canaries.map(({ smallest_p }) => exp(logEValue(smallest_p)));
  return withP("e_values", product(canaries.map(({ e_value }) => e_value)), product(most));
}

/** The power of the test. Only defined for a single canary, since several canaries have no common rank. */
function powerOf(canaries: readonly CanaryRank[], positiveRanks: readonly number[] | undefined): ObservedRate | null {
  if (positiveRanks === undefined || canaries.length > 1) return null;
  const { rank } = canaries[0]!;
  const [hits, of] = [positiveRanks.filter((positive) => positive <= rank).length, positiveRanks.length];
  return { value: hits / of, ci_95: clopperPearson(hits, of), hits, of };
}

function ratioOf(canaries: readonly CanaryRank[], power: ObservedRate | null, tests: number) {
  if (power === null) return null;
  const { rank, controls } = canaries[0]!;
  const ratio = (rate: number) => likelihoodRatioOfRank(rate, rank, controls) / tests;
  return { estimate: ratio(power.value), ci_95: power.ci_95.map(ratio) as [number, number] };
}

function observationOf(
  { model, retrieval, statistic }: AskedModel,
  canaries: readonly CanaryRank[],
  { by, p, smallest_p, tests }: CanaryTestResult["combined"],
  power: ObservedRate | null,
): ChannelObservation {
  const [first] = canaries as [CanaryRank];
  const single = canaries.length === 1 ? { rank: first.rank, exposure_bits: first.exposure_bits } : {};
  return {
    channel: "canary",
    model,
    p,
    exactness: "exact",
    tests,
    controls: canaries.reduce((sum, { controls }) => sum + controls, 0),
    power: power && { rank: first.rank, rate: power },
    gate: "not_needed",
    rates: null,
    retrieval,
    statistic: { name: statistic, canaries: canaries.length, combined_by: by, smallest_p, ...single },
    reason: null,
  };
}
