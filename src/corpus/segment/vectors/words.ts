/**
 * The vectors of some words of a corpus, in the order in which they were encoded: the most frequent are in the first
 * part. A part that is full is never written again.
 *
 *   vectors/….words   0  "SPOLIAVW"   8  u32 dimensions   12 u32 components   16 u32 words   20 u32 number of the part
 *   24 f64 mean of all words, then each component   u32 key, lower half, of each word   u32 key, upper half
 *      u32 hash of the form that was encoded   u16 weight   i8 vector   u32 xxHash32 of all before it
 *
 * Keys are 53 bits of the hash of a word.
 */
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { PART_WORDS_MAX, type WordPart } from "../../../core/vectors/vocabulary.ts";
import type { CommonPart } from "../../../core/vectors/wordVectors.ts";
import { corrupt } from "../../format/layout.ts";
import { CHECKSUM_BYTES, checkSealed, packHead, parseHead, reading, sealed, VECTORS_HEAD_BYTES } from "./sealed.ts";

const MAGIC = "SPOLIAVW";
const COMPONENTS_MAX = 16;
const KEY_UPPER = 0x20_0000;

export interface PackedPart {
  part: WordPart;
  common: CommonPart;
}

/** What a part is of. */
export interface PartOf {
  dimensions: number;
  /** From 0. */
  number: number;
}

export function packWords(
  kernels: Kernels,
  { dimensions, number, common }: PartOf & Pick<PackedPart, "common">,
  { keys, forms, weights, vectors }: WordPart,
): Uint8Array {
  const parts = [
    packHead(MAGIC, [dimensions, common.components.length, keys.length, number]),
    common.mean,
    ...common.components,
    Uint32Array.from(keys, (key) => Math.floor(key / KEY_UPPER)),
    Uint32Array.from(keys, (key) => key % KEY_UPPER),
    forms,
    weights,
    vectors,
  ];
  return sealed(kernels, parts, 0);
}

/** @throws corpus_corrupt */
export function parseWords(kernels: Kernels, bytes: Uint8Array, { dimensions, number }: PartOf): PackedPart {
  const [ofHead, components, count, ofCorpus] = parseHead(MAGIC, bytes) as [number, number, number, number];
  const isOfThese = ofHead === dimensions && ofCorpus === number;
  if (!isOfThese || components > COMPONENTS_MAX || count > PART_WORDS_MAX) throw corrupt("A file of vectors");
  const vectorsBytes = (14 + dimensions) * count;
  const lengthBytes = VECTORS_HEAD_BYTES + 8 * dimensions * (1 + components) + vectorsBytes + CHECKSUM_BYTES;
  checkSealed(kernels, bytes, lengthBytes, 0);
  const read = reading(bytes, VECTORS_HEAD_BYTES);
  const mean = new Float64Array(read(8 * dimensions));
  const common = { mean, components: Array.from({ length: components }, () => new Float64Array(read(8 * dimensions))) };
  const low = new Uint32Array(read(4 * count));
  const high = new Uint32Array(read(4 * count));
  return {
    common,
    part: {
      keys: Float64Array.from(low, (value, i) => value * KEY_UPPER + high[i]!),
      forms: new Uint32Array(read(4 * count)),
      weights: new Uint16Array(read(2 * count)),
      vectors: new Int8Array(read(dimensions * count)),
    },
  };
}

/** The words of both, in this order. */
export function joinedParts(one: WordPart, other: WordPart): WordPart {
  return {
    keys: joined(Float64Array, one.keys, other.keys),
    forms: joined(Uint32Array, one.forms, other.forms),
    weights: joined(Uint16Array, one.weights, other.weights),
    vectors: joined(Int8Array, one.vectors, other.vectors),
  };
}

function joined<Of extends Float64Array | Uint32Array | Uint16Array | Int8Array>(
  of: new (length: number) => Of,
  one: Of,
  other: Of,
): Of {
  const both = new of(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
