/**
 * What identifies a text? Its id, which is equal for texts that fold to the same words, and two sets of its shingles,
 * which can be compared without the text: those that winnowing keeps, so that every common run of 12 words is seen, and
 * a fair sample of all, from which shares are estimated. The kept shingles are no fair sample: winnowing keeps a
 * shingle because of its neighbours.
 *
 * Bytes: MessagePack of
 *   [ "spolia1", version of this layout, shingleWords, windowShingles, words, id, shingles ]
 *   id       = 16 bytes, as `assembly/text/identity.ts` makes them
 *   shingles = the distinct hashes of both sets, ascending by (high, low): u32 high, u32 low each, little-endian
 *              the lowest bit of low is 1 where winnowing kept the shingle; it is not part of the hash
 *              bits of high tell whether it is in the sample (`kernels/text/sample.ts`)
 * "spolia1" names the folding and the hashes together: a change of either changes the name.
 */

import { decode, Encoder } from "@msgpack/msgpack";
import { checkArguments, isText, optionsChecks } from "../../base/arguments.ts";
import { fromBase64, toHex } from "../../base/bytes/bytes.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../kernels/load.ts";
import { isKept, isSampled, sampleBits } from "../kernels/text/sample.ts";
import { FOLD_VERSION, utf8Of } from "../text/text.ts";
import { PASSAGE, type Profile } from "./profile.ts";

const LAYOUT_VERSION = 3;
const FIELDS = 7;
/** More fields than any version of the layout has. */
const FINGERPRINT_FIELDS_MAX = 16;
const ID_BYTES = 16;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
/** Shared: creating an encoder costs more than encoding a short fingerprint. */
const encoder = new Encoder();
/**
 * Limits of the decoder, which allocates the length that an array claims: 50 bytes of nested arrays would take
 * gigabytes.
 */
const DECODE_LIMITS = { maxArrayLength: FINGERPRINT_FIELDS_MAX, maxMapLength: 0, maxStrLength: 64, maxExtLength: 0 };

export interface Fingerprint {
  /** `spolia1_` and 32 hexadecimal digits. */
  readonly id: string;
  /** All of the fingerprint as bytes, to store or send. */
  readonly bytes: Uint8Array;
  readonly profile: Profile;
  readonly lengthWords: number;
  /**
   * Distinct shingle hashes, ascending: those that winnowing keeps, marked by the lowest bit of `low`, and a sample of
   * all: every shingle up to 512 words, and never less than one in 32.
   */
  readonly shingles: Hashes;
}

/**
 * Fingerprints a text under the default profile.
 *
 * @param content a string, or UTF-8
 * @throws invalid_request where it is neither; kernels_unavailable
 */
export async function fingerprint(content: string | Uint8Array, options: KernelOptions = {}): Promise<Fingerprint> {
  checkArguments("fingerprint", [
    ["/content", isText(content), TEXT],
    ...optionsChecks<KernelOptions>(options, { wasm: true }),
  ]);
  return fingerprintWith(await loadKernels(options.wasm), [content])[0]!;
}

/**
 * Fingerprints many texts and keeps their order; for small texts much faster than one call for each.
 *
 * @throws the errors of `fingerprint`
 */
export async function fingerprintAll(
  contents: readonly (string | Uint8Array)[],
  options: KernelOptions = {},
): Promise<Fingerprint[]> {
  const wrong = Array.isArray(contents) ? contents.findIndex((content) => !isText(content)) : -1;
  checkArguments("fingerprintAll", [
    ["/contents", Array.isArray(contents), "an array of texts"],
    [`/contents/${wrong}`, wrong < 0, TEXT],
    ...optionsChecks<KernelOptions>(options, { wasm: true }),
  ]);
  return fingerprintWith(await loadKernels(options.wasm), contents);
}

const TEXT = "a string, or a Uint8Array of UTF-8";

export function fingerprintWith(kernels: Kernels, contents: readonly (string | Uint8Array)[]): Fingerprint[] {
  const texts = contents.map((content) => (typeof content === "string" ? content : utf8Of(content)));
  const { shingleWords, windowShingles } = PASSAGE;
  const { identities, lengthsWords, selected, packed } = kernels.select(texts, shingleWords, windowShingles);
  return selected.map((shingles, i) => {
    const [identity, lengthWords] = [littleEndian(identities[i]!), lengthsWords[i]!];
    const head = [FOLD_VERSION, LAYOUT_VERSION, shingleWords, windowShingles, lengthWords];
    const bytes = encoder.encode([...head, identity, packed[i]!]);
    return { id: idOf(identity), bytes, profile: PASSAGE, lengthWords, shingles };
  });
}

/** The id of a text: 128 bits over the hashes of its words in order. */
export function textId(kernels: Kernels, words: Hashes): string {
  return idOf(littleEndian(kernels.identity(words)));
}

const idOf = (identity: Uint8Array): string => `${FOLD_VERSION}_${toHex(identity)}`;

/** The bytes of 32-bit values, lowest first; on nearly every machine without a copy. */
function littleEndian(values: Uint32Array): Uint8Array {
  if (IS_LITTLE_ENDIAN) return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => {
    view.setUint32(4 * i, value, true);
  });
  return bytes;
}

/**
 * Parses the `bytes` of a fingerprint.
 *
 * @throws fingerprint_invalid where they are not a fingerprint; incompatible_fingerprints where they have another
 *   version
 */
export function parseFingerprint(bytes: Uint8Array): Fingerprint {
  const fields = unpack(bytes);
  const [fold, layout, shingleWords, windowShingles, lengthWords, identity, shingles] = fields;
  if (
    fold !== FOLD_VERSION ||
    layout !== LAYOUT_VERSION ||
    shingleWords !== PASSAGE.shingleWords ||
    windowShingles !== PASSAGE.windowShingles
  ) {
    throw new SpoliaError(
      "incompatible_fingerprints",
      "The fingerprint was made by another version or with other parameters.",
      {
        hint: "Make it again from the text with this version.",
      },
    );
  }
  if (
    fields.length !== FIELDS ||
    !isCount(lengthWords) ||
    !(identity instanceof Uint8Array) ||
    identity.length !== ID_BYTES
  )
    throw invalid();
  return { id: idOf(identity), bytes, profile: PASSAGE, lengthWords, shingles: parseHashes(shingles, lengthWords) };
}

/**
 * Parses a fingerprint as requests hold it.
 *
 * @throws as `parseFingerprint`, and fingerprint_invalid where a text is not base64
 */
export function sentFingerprint(data: string | Uint8Array): Fingerprint {
  return parseFingerprint(typeof data === "string" ? bytesOfBase64(data) : data);
}

function bytesOfBase64(data: string): Uint8Array {
  try {
    return fromBase64(data);
  } catch (cause) {
    throw new SpoliaError("fingerprint_invalid", "The fingerprint data is not base64.", {
      hint: "In JSON, send the bytes of fingerprint() as base64.",
      cause,
    });
  }
}

function parseHashes(bytes: unknown, lengthWords: number): Hashes {
  if (!(bytes instanceof Uint8Array) || bytes.length % 8 !== 0) throw invalid();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const high = Uint32Array.from({ length: bytes.length / 8 }, (_, i) => view.getUint32(8 * i, true));
  const low = Uint32Array.from(high, (_, i) => view.getUint32(8 * i + 4, true));
  const bits = sampleBits(lengthWords);
  const isSound = high.every((value, i) => {
    const ascends = i === 0 || value > high[i - 1]! || (value === high[i - 1]! && low[i]! >>> 1 > low[i - 1]! >>> 1);
    return ascends && (isKept(low[i]!) || isSampled(value, bits));
  });
  if (!isSound || high.length > lengthWords) throw invalid();
  return { low, high };
}

function unpack(bytes: Uint8Array): unknown[] {
  try {
    const fields = decode(bytes, DECODE_LIMITS);
    if (Array.isArray(fields) && typeof fields[0] === "string") return fields;
  } catch {
    // Falls through to the same error.
  }
  throw invalid();
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function invalid(): SpoliaError {
  return new SpoliaError("fingerprint_invalid", "The bytes are not a spolia fingerprint.", {
    hint: "Pass the bytes of fingerprint(), or their base64 in JSON.",
  });
}
