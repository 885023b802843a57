/** Is an observation as it was made? Exact ones are computed again from secret, commitment and scores. */
import { contentDigest } from "../../base/bytes/digest.ts";
import type { RevealedSecrets } from "../../base/contract/operations/canary.ts";
import type { ObservationCustody } from "../../base/contract/operations/custody.ts";
import type { ChannelObservation } from "../../base/contract/operations/observation.ts";
import { isSpoliaError } from "../../base/errors.ts";
import { canariesAgain } from "./canaryTest.ts";
import { sealOf } from "./custody.ts";
import { orderAgain } from "./order.ts";

/** What is known of an observation without a text to compare with. */
export interface CheckedCustody {
  custody: "recomputed" | "verified" | "unverified";
  /** Why it is unverified, or what the check leaves open. */
  reason: string;
  /** Strings or items that were published, in their order; only of exact tests. */
  published: string[];
}

/** Channels whose p-values are exact by a draw that was committed to. */
const COMMITTED: readonly string[] = ["canary", "order"];

/** Checks the hashes of an observation, and computes an exact one again. */
export async function checkCustody(one: ChannelObservation, secrets: RevealedSecrets = {}): Promise<CheckedCustody> {
  const unverified = (reason: string): CheckedCustody => ({ custody: "unverified", reason, published: [] });
  const { channel, custody, model } = one;
  if (custody === undefined) return unverified(NO_CUSTODY);
  if ((await contentDigest(model)) !== custody.model_sha256)
    return unverified("It names another model than the one that answered.");
  if ((await sealOf(one)) !== custody.seal_sha256)
    return unverified("It was changed after it was made: the seal is not that of its fields.");
  if (COMMITTED.includes(channel)) return recomputed(one, custody, secrets);
  if (custody.canaries !== null || custody.order !== null)
    return unverified("It carries the scores of a test of another channel.");
  if (one.exactness === "exact" && channel !== "dataset_inference")
    return unverified("No test of this channel is exact, so no version of the engine made it.");
  const reason = one.exactness === "exact" ? `${SEALED} ${SPLIT}` : SEALED;
  return { custody: "verified", reason, published: [] };
}

const NO_CUSTODY =
  "It carries no hashes of what was asked: typed by hand, or made before version 0.2.0. It may be of other texts.";
const SEALED =
  "Its hashes fit. They are no signature: they do not show who made it, nor that the model gave these answers.";
const SPLIT = "That the texts were divided by chance is documented by whoever asked, and was not checked.";
const COMPUTED =
  "The p-value follows from secret, commitment and scores. That the model gave these scores, and when the commitment was published, it does not show.";

const POWER = "The ranks of positive controls, from which the likelihood ratio comes, are as they were handed in.";

const NO_SECRET =
  "An exact test counts only if it can be computed again: the secret of its commitment was not given with the score (`secrets`).";

async function recomputed(
  one: ChannelObservation,
  custody: ObservationCustody,
  secrets: RevealedSecrets,
): Promise<CheckedCustody> {
  const unverified = (reason: string): CheckedCustody => ({ custody: "unverified", reason, published: [] });
  if ((one.channel === "canary" ? custody.canaries : custody.order) === null)
    return unverified("An exact test needs commitment and scores; it carries none.");
  try {
    const again = await (one.channel === "canary"
      ? canariesAgain(one, custody, secrets.canaries ?? [])
      : secrets.order && orderAgain(one, custody, secrets.order));
    if (again == null) return unverified(NO_SECRET);
    const { observation, published } = again;
    if (observation.custody!.seal_sha256 === custody.seal_sha256)
      return {
        custody: "recomputed",
        reason: (custody.canaries?.positive_ranks ?? null) === null ? COMPUTED : `${COMPUTED} ${POWER}`,
        published,
      };
    return unverified(
      observation.p === one.p
        ? "Computed again from secret, commitment and scores, it is another observation."
        : `Computed again from secret, commitment and scores, p is ${observation.p}, not ${one.p}.`,
    );
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    return unverified(`It cannot be computed again: ${error.message}`);
  }
}
