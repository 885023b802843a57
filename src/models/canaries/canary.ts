/**
 * Canaries. Before publication, one string is drawn from a pool of random strings, and a hash of pool and draw is
 * published. Later a model is queried for a statistic of every string. A model that was not trained on the published
 * string has no reason to prefer it, so the rank of that string is uniform for any model and any statistic: the p-value
 * is exact.
 *
 * Sources: Carlini et al., "The secret sharer" (USENIX Security 2019), for canaries and exposure; Zhang et al.,
 * "Membership inference attacks cannot prove that a model was trained on your data" (SaTML 2025), for the rank test
 * among random counterfactuals; Wilkerson, "A proposal for proquints" (arXiv 0901.4016), for pronounceable random
 * words.
 */
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import type { CanaryCommitment, CanaryPoolRequest, CanarySecret } from "../../base/contract/operations/canary.ts";
import { canaryPoolRequestSchema, canarySecretSchema } from "../../base/contract/schemas/operations/canary.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { SpoliaError } from "../../base/errors.ts";
import { rounded } from "../../base/lists/numbers.ts";
import { log2 } from "../../core/kernels/numbers/log.reference.ts";
import { checkCommitment, commitmentTo, derived, derivedStream } from "./commitment.ts";

const STRINGS = 1_000;
const LENGTH = 8;
/** The state of a random generator has no more bits. */
const ENTROPY_BITS_MAX = 128;
/** With fewer bits, a string could occur elsewhere by chance, or twice in a pool. */
const ENTROPY_BITS_MIN = 64;

/**
 * Generates a pool of strings, draws the string to publish, and a nonce. The same request gives the same secret.
 *
 * @throws invalid_request where the strings would have fewer than 64 random bits
 */
export async function createCanary(unchecked: CanaryPoolRequest): Promise<CanarySecret> {
  const request = parseRequest(canaryPoolRequestSchema, unchecked);
  const { seed, strings = STRINGS, length = LENGTH, vocabulary = null } = request;
  if (entropyBits(length, vocabulary) < ENTROPY_BITS_MIN) {
    throw new SpoliaError(
      "invalid_request",
      `Strings of fewer than ${ENTROPY_BITS_MIN} bits of chance prove nothing.`,
      {
        hint: "Make them longer, or draw them from more words: bits are the length times log2 of the number of words.",
        fields: [{ pointer: "/length", detail: `must make ${ENTROPY_BITS_MIN} bits at least` }],
      },
    );
  }
  const pool = await Promise.all(Array.from({ length: strings }, (_, i) => drawnString(seed, i, length, vocabulary)));
  const index = (await derivedStream(seed, "index")).below(strings);
  const nonce = await derived(seed, "nonce");
  return { format: "spolia-canary-1", seed, length, vocabulary, strings: pool, index, nonce };
}

/** The commitment, which may be published at once: the hash, and figures that reveal nothing about the strings. */
export async function commitToCanary(unchecked: CanarySecret): Promise<CanaryCommitment> {
  const secret = parseRequest(canarySecretSchema, unchecked);
  const commitment = await commitmentTo(committedPart(secret));
  const { length, vocabulary, strings } = secret;
  return {
    format: secret.format,
    commitment,
    strings: strings.length,
    entropy_bits: entropyBits(length, vocabulary),
    smallest_p: 1 / strings.length,
  };
}

/** @throws commitment_mismatch */
export async function verifyCanary(secret: CanarySecret, commitment: string, pointer: string): Promise<void> {
  await checkCommitment(commitment, committedPart(secret), pointer, async () => {
    const { seed, strings, length, vocabulary } = secret;
    const drawn = await createCanary({ seed, strings: strings.length, length, vocabulary: vocabulary ?? undefined });
    return canonicalJson(drawn) === canonicalJson(secret);
  });
}

/** Random bits of a string of so many words, at most 128. */
export function entropyBits(length: number, vocabulary: readonly string[] | null): number {
  const bits = vocabulary === null ? PROQUINT_BITS : log2(vocabulary.length);
  return Math.min(ENTROPY_BITS_MAX, rounded(length * bits));
}

function committedPart({ format, strings, index, nonce }: CanarySecret): object {
  return { format, strings, index, nonce };
}

async function drawnString(
  seed: string,
  place: number,
  length: number,
  vocabulary: readonly string[] | null,
): Promise<string> {
  const random = await derivedStream(seed, `string ${place}`);
  const word = () =>
    vocabulary === null ? proquint(random.below(1 << PROQUINT_BITS)) : vocabulary[random.below(vocabulary.length)]!;
  return Array.from({ length }, word).join(" ");
}

const PROQUINT_BITS = 16;
const CONSONANTS = "bdfghjklmnprstvz";
const VOWELS = "aiou";

/** A word for 16 bits: consonant, vowel, consonant, vowel, consonant. */
function proquint(bits: number): string {
  const consonant = (shift: number) => CONSONANTS[(bits >>> shift) & 15]!;
  const vowel = (shift: number) => VOWELS[(bits >>> shift) & 3]!;
  return consonant(12) + vowel(10) + consonant(6) + vowel(4) + consonant(0);
}
