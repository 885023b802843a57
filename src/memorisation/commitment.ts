/**
 * Chance that was fixed before anybody could know what it would be good for: all of it follows from a secret seed, and a hash of what
 * followed was published. Who reveals the seed lets everybody draw again; who changes a byte is refused.
 */
import { canonicalJson } from "../base/canonicalJson.ts";
import { sha256 } from "../base/sha256.ts";
import { SpoliaError } from "../errors.ts";
import { RandomStream } from "../kernels/numbers/random.ts";

/** 64 hexadecimal digits that follow from the seed for one use, and say nothing of it or of other uses. */
export function derived(seed: string, use: string): Promise<string> {
  return sha256(`${seed} ${use}`);
}

/** Chance of that kind as numbers. A generator for each use: from what it gave, others cannot be told. */
export async function derivedStream(seed: string, use: string): Promise<RandomStream> {
  return new RandomStream(await derived(seed, use));
}

/** `sha256:` and the SHA-256 of the canonical JSON. Whoever commits has a nonce in it, so that nobody tries out what it may hold. */
export async function commitmentTo(committed: object): Promise<string> {
  return `sha256:${await sha256(canonicalJson(committed))}`;
}

/**
 * @param pointer to the evidence in the request
 * @throws commitment_mismatch where what was revealed is not what was committed to, or does not follow from its seed
 */
export async function checkCommitment(
  published: string,
  committed: object,
  pointer: string,
  followsFromSeed: () => Promise<boolean>,
): Promise<void> {
  const refuse = (field: string, detail: string): never => {
    throw new SpoliaError("commitment_mismatch", "What was revealed is not what was committed to.", {
      hint: "Take the secret as it was written when the commitment was made, every byte of it.",
      fields: [{ pointer: `${pointer}/${field}`, detail }],
    });
  };
  if ((await commitmentTo(committed)) !== published) refuse("commitment", "is the hash of something else");
  if (!(await followsFromSeed())) refuse("secret/seed", "does not make what was committed to");
}
