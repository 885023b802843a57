/** How far each exhibit of a bundle was checked: its results, and the observations that its scores were given. */
import type { RevealedSecrets } from "../../base/contract/operations/canary.ts";
import type { ChannelObservation } from "../../base/contract/operations/observation.ts";
import type { ProbeRequest } from "../../base/contract/operations/probe.ts";
import type { ScoredObservation } from "../../base/contract/operations/score.ts";
import type { EvidenceExhibit, EvidenceResult } from "../../base/contract/resources/report.ts";
import { checkCustody } from "../../models/canaries/custodyCheck.ts";
import { hashesIn } from "./requests.ts";

/** From the least that is known of an exhibit to the most. */
export const CUSTODIES = ["received", "verified", "recomputed"] as const;

/** Computed from the results alone, so that `spolia evidence verify` repeats it. */
export async function exhibitsOf(results: readonly EvidenceResult[]): Promise<EvidenceExhibit[]> {
  const exhibits: EvidenceExhibit[] = [];
  for (const one of results) {
    const { id, kind } = one;
    exhibits.push({ result: id, observation: null, ...(await custodyOf(one)) });
    const { observations = [], secrets } = (kind === "score" ? (one.request ?? {}) : {}) as ScoredWith;
    const { observations: listed = [] } = one.result as unknown as { observations?: ScoredObservation[] };
    for (const [i, observation] of observations.entries())
      exhibits.push({ result: id, observation: i, ...(await custodyIn(observation, secrets, listed[i])) });
  }
  return exhibits;
}

/** The fields of the request of a score that observations stand in. */
interface ScoredWith {
  observations?: ChannelObservation[];
  secrets?: RevealedSecrets;
}
type Checked = Pick<EvidenceExhibit, "custody" | "reason">;

async function custodyOf({ kind, request, result }: EvidenceResult): Promise<Checked> {
  if (request === null)
    return { custody: "received", reason: "The request was not stored, so nothing can be repeated." };
  if (kind === "analysis" || kind === "score") return { custody: "received", reason: COMPUTED };
  if ("observations" in request)
    return { custody: "received", reason: "The answers of the model are as somebody handed them in." };
  const { observations } = result as unknown as { observations: ChannelObservation[] };
  const asked = new Set(hashesIn(request));
  for (const one of observations) {
    const { custody, reason } = await checkCustody(one, secretsIn(request));
    if (custody === "unverified") return { custody: "received", reason };
    if (one.custody!.texts.some(({ sha256 }) => !asked.has(sha256)))
      return { custody: "received", reason: "An observation is of texts that its request does not hold." };
  }
  return { custody: "verified", reason: ASKED };
}

/** The secrets that the request of a probe revealed. */
function secretsIn({ canaries, order }: Pick<ProbeRequest, "canaries" | "order">): RevealedSecrets {
  return { canaries: canaries?.map(({ secret }) => secret), order: order?.secret };
}

const COMPUTED =
  "Whoever signed the report states that the engine computed it from the text with this hash; `spolia evidence verify --replay` computes it again.";
const ASKED =
  "The hashes of texts and answers fit. That the engine asked the model, whoever signed the report states; the answers themselves are not in it.";

/** An observation that a score was given: what the engine said of it, and what can be repeated without the text. */
async function custodyIn(
  observation: ChannelObservation,
  secrets: RevealedSecrets | undefined,
  listed: ScoredObservation | undefined,
): Promise<Checked> {
  if (listed === undefined)
    return {
      custody: "received",
      reason: "The score took it as it was handed in: versions before 0.2.0 checked none.",
    };
  const checked = listed.custody === "unverified" ? listed : await checkCustody(observation, secrets);
  const { custody, reason } = checked;
  return { custody: custody === "unverified" ? "received" : custody, reason };
}
