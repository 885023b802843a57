/**
 * What identifies a text? Its id, equal for texts that fold to the same words, and its kept shingles, which can be compared without
 * the text.
 *
 * Bytes: MessagePack of
 *   [ "spolia1", version of this layout, shingleWords, windowShingles, words, distinct shingles, id, kept ]
 *   kept = the distinct kept shingle hashes, ascending by (high, low): u32 high, u32 low each, little-endian
 */
import { decode, encode } from "@msgpack/msgpack";
import { SpoliaError } from "../errors.ts";
import type { Hashes } from "../kernels/kernels.ts";
import { loadKernels } from "../kernels/load.ts";
import { FOLD_VERSION, readText } from "../text/text.ts";
import { PASSAGE, type Profile } from "./profile.ts";
import { sha256 } from "./sha256.ts";
import { distinctHashes, type ShingledText, shingle } from "./shingles.ts";

const LAYOUT_VERSION = 1;
const FIELDS = 8;
/** Bounds of the decoder, which makes room for the length that an array claims: 50 bytes of nested arrays would take gigabytes. */
const DECODE_LIMITS = { maxArrayLength: FIELDS, maxMapLength: 0, maxStrLength: 64, maxExtLength: 0 };
const ID_PATTERN = /^spolia1_[0-9a-f]{32}$/;

export interface Fingerprint {
  /** `spolia1_` and 32 hexadecimal digits. */
  readonly id: string;
  /** Everything below as bytes, to be kept or sent. */
  readonly bytes: Uint8Array;
  readonly profile: Profile;
  readonly lengthWords: number;
  /** Distinct shingles of the text, kept or not. */
  readonly distinctShingles: number;
  /** The distinct kept shingle hashes, ascending. */
  readonly kept: Hashes;
}

/** The id of a text: 128 bits of SHA-256 over its word hashes in order. */
export async function textId({ text }: ShingledText): Promise<string> {
  const words = new Uint8Array(8 * text.lengthWords);
  const view = new DataView(words.buffer);
  for (let i = 0; i < text.lengthWords; i++) {
    view.setUint32(8 * i, text.words.low[i]!, true);
    view.setUint32(8 * i + 4, text.words.high[i]!, true);
  }
  return `${FOLD_VERSION}_${(await sha256(words)).slice(0, 32)}`;
}

/**
 * Fingerprints a text under the default profile.
 *
 * @param content a string, or UTF-8
 * @throws invalid_request where the bytes are not UTF-8
 */
export async function fingerprint(content: string | Uint8Array): Promise<Fingerprint> {
  const kernels = await loadKernels();
  return fingerprintShingled(shingle(kernels, readText(kernels, content), PASSAGE));
}

export async function fingerprintShingled(shingled: ShingledText): Promise<Fingerprint> {
  const print = {
    id: await textId(shingled),
    profile: shingled.profile,
    lengthWords: shingled.text.lengthWords,
    distinctShingles: distinctHashes(shingled.shingles).size,
    kept: keptHashes(shingled),
  };
  return { ...print, bytes: packFingerprint(print) };
}

function keptHashes({ shingles: { low, high }, selected }: ShingledText): Hashes {
  const ascending = Array.from(selected).sort((a, b) => high[a]! - high[b]! || low[a]! - low[b]!);
  const distinct = ascending.filter((at, i) => {
    const before = ascending[i - 1];
    return before === undefined || low[at] !== low[before] || high[at] !== high[before];
  });
  return { low: Uint32Array.from(distinct, (at) => low[at]!), high: Uint32Array.from(distinct, (at) => high[at]!) };
}

function packFingerprint(print: Omit<Fingerprint, "bytes">): Uint8Array {
  const { shingleWords, windowShingles } = print.profile;
  const kept = new Uint8Array(8 * print.kept.low.length);
  const view = new DataView(kept.buffer);
  print.kept.low.forEach((low, i) => {
    view.setUint32(8 * i, print.kept.high[i]!, true);
    view.setUint32(8 * i + 4, low, true);
  });
  const numbers = [LAYOUT_VERSION, shingleWords, windowShingles, print.lengthWords, print.distinctShingles];
  return encode([FOLD_VERSION, ...numbers, print.id, kept]);
}

/**
 * Reads what `bytes` of a fingerprint held.
 *
 * @throws fingerprint_invalid where they are not a fingerprint; incompatible_fingerprints where they are of another version
 */
export function parseFingerprint(bytes: Uint8Array): Fingerprint {
  const fields = unpack(bytes);
  const [fold, layout, shingleWords, windowShingles, lengthWords, distinctShingles, id, kept] = fields;
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
  if (!isCount(lengthWords) || !isCount(distinctShingles) || distinctShingles > lengthWords) throw invalid();
  if (typeof id !== "string" || !ID_PATTERN.test(id) || !(kept instanceof Uint8Array) || kept.length % 8 !== 0) throw invalid();
  const view = new DataView(kept.buffer, kept.byteOffset, kept.byteLength);
  const high = Uint32Array.from({ length: kept.length / 8 }, (_, i) => view.getUint32(8 * i, true));
  const low = Uint32Array.from(high, (_, i) => view.getUint32(8 * i + 4, true));
  const ascends = high.every(
    (value, i) => i === 0 || value > high[i - 1]! || (value === high[i - 1]! && low[i]! > low[i - 1]!),
  );
  if (!ascends || high.length > distinctShingles) throw invalid();
  return { id, bytes, profile: PASSAGE, lengthWords, distinctShingles, kept: { low, high } };
}

function unpack(bytes: Uint8Array): unknown[] {
  try {
    const fields = decode(bytes, DECODE_LIMITS);
    if (Array.isArray(fields) && fields.length === FIELDS) return fields;
  } catch {
    // Falls through to the one error that says what is wrong.
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
