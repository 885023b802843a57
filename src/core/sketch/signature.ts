/**
 * MinHash signatures: the least hash of a set of shingles in each of many random orders. The probability that two sets
 * have the same least element in an order is their Jaccard similarity, so the share of equal places estimates it.
 *
 * A signature is a `Uint32Array` with one value per place, the same in every runtime. Signatures are comparable only if
 * they were made with the same number of places, shingle length and seed, and under the same folding (`spolia1`).
 */
import { type ArgumentCheck, checkArguments, isText, optionsChecks } from "../../base/arguments.ts";
import { SpoliaError } from "../../base/errors.ts";
import { type KernelOptions, loadKernels } from "../kernels/load.ts";
import { readText } from "../text/text.ts";

/** One unsigned 32-bit number per place. */
export type Signature = Uint32Array;

export interface SignatureOptions extends KernelOptions {
  /**
   * Length of the signature: a multiple of 16 from 16 to 4,096; default 256. The standard error of the estimate is at
   * most ½ / √places: .031 for 256.
   */
  places?: number | undefined;
  /** Words per shingle, 1 to 16; default 5. Ignored if the content is hashes. */
  shingleWords?: number | undefined;
  /**
   * Selects the orders: 0 (the default) to 2^32 - 1. Signatures of different seeds give independent estimates and are
   * not comparable with each other.
   */
  seed?: number | undefined;
}

/** The near-duplicate search of a corpus uses these too. */
export const SIGNATURE_PLACES = 256;
export const SIGNATURE_SHINGLE_WORDS = 5;
const PLACES_MAX = 4096;
const PLACES_STEP = 16;
const SHINGLE_WORDS_MAX = 16;

/**
 * Computes the signature of a text, or of a set of hashes.
 *
 * @param content a string, UTF-8 bytes, or well-mixed unsigned 32-bit hashes of your own shingles, whose order and
 *   duplicates do not matter
 * @throws invalid_request if an argument is invalid, or the content has no shingle
 */
export async function signatureOf(
  content: string | Uint8Array | Uint32Array,
  options: SignatureOptions = {},
): Promise<Signature> {
  const isHashes = content instanceof Uint32Array;
  checkArguments("signatureOf", [
    ["/content", isHashes || isText(content), "a string, UTF-8 in a Uint8Array, or hashes in a Uint32Array"],
    ...optionsChecks<SignatureOptions>(options, { wasm: true, places: true, shingleWords: true, seed: true }),
  ]);
  const { places = SIGNATURE_PLACES, shingleWords = SIGNATURE_SHINGLE_WORDS, seed = 0, wasm } = options;
  checkArguments("signatureOf", [
    placesCheck(places),
    [
      "/shingleWords",
      isWholeBetween(shingleWords, 1, SHINGLE_WORDS_MAX),
      `a whole number from 1 to ${SHINGLE_WORDS_MAX}`,
    ],
    ["/seed", isWholeBetween(seed, 0, 0xffffffff), "a whole number from 0 to 4294967295"],
  ]);
  const kernels = await loadKernels(wasm);
  const hashes = isHashes ? content : kernels.hashShingles(readText(kernels, content).words, shingleWords).low;
  if (hashes.length === 0) throw withoutShingles(isHashes, shingleWords);
  return kernels.minhash(seed === 0 ? hashes : hashes.map((hash) => mixed(hash ^ seed)), places);
}

export function placesCheck(places: unknown): ArgumentCheck {
  const isRight = isWholeBetween(places, PLACES_STEP, PLACES_MAX) && places % PLACES_STEP === 0;
  return ["/places", isRight, `a multiple of ${PLACES_STEP} from ${PLACES_STEP} to ${PLACES_MAX}`];
}

export function isWholeBetween(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function withoutShingles(isHashes: boolean, shingleWords: number): SpoliaError {
  const detail = isHashes ? "must hold at least one hash" : `must have at least ${shingleWords} words, one shingle`;
  return new SpoliaError("invalid_request", "A set without shingles has no signature.", {
    hint: "Leave such texts out, or choose a smaller `shingleWords`.",
    fields: [{ pointer: "/content", detail }],
  });
}

/**
 * A permutation of 32-bit numbers in which every bit depends on all others: the last steps of MurmurHash3 (Austin
 * Appleby).
 */
function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
