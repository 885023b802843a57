/**
 * Commitments: all random values are derived from a secret seed, and a hash of the derived values is published
 * beforehand. Once the seed is revealed, everybody can derive the values again; a change of a single byte is detected.
 */
import { digestOf } from "../../base/bytes/digest.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import { SpoliaError } from "../../base/errors.ts";
import { RandomStream } from "../../core/kernels/numbers/random.ts";

/** 64 hexadecimal digits derived from the seed for one use. They reveal nothing about the seed or about other uses. */
export function derived(seed: string, use: string): Promise<string> {
  return sha256(`${seed} ${use}`);
}

/** A random generator derived for one use. Its numbers reveal nothing about the generators of other uses. */
export async function derivedStream(seed: string, use: string): Promise<RandomStream> {
  return new RandomStream(await derived(seed, use));
}

/**
 * `sha256:` and the SHA-256 of the canonical JSON. The object must contain a nonce, so that nobody can guess its
 * content by trial.
 */
export const commitmentTo = (committed: object): Promise<string> => digestOf(committed);

/**
 * @param pointer to the evidence in the request
 * @throws commitment_mismatch where the revealed secret differs from the committed one, or does not follow from its
 *   seed
 */
export async function checkCommitment(
  published: string,
  committed: object,
  pointer: string,
  followsFromSeed: () => Promise<boolean>,
): Promise<void> {
  const refuse = (field: string, detail: string): never => {
    throw new SpoliaError("commitment_mismatch", "The revealed secret does not match the commitment.", {
      hint: "Take the secret as it was written when the commitment was made, every byte of it.",
      fields: [{ pointer: `${pointer}/${field}`, detail }],
    });
  };
  if ((await commitmentTo(committed)) !== published) refuse("commitment", "is not the hash of the revealed secret");
  if (!(await followsFromSeed())) refuse("secret/seed", "does not give the committed values");
}
