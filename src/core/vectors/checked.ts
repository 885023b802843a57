/** An encoder of whoever calls: what it gives is checked, since what is no vector would find nothing in silence. */
import type { Encoder, EncoderIdentity } from "../../base/contract/resources/encoder.ts";
import { SpoliaError } from "../../base/errors.ts";

/** How far the length of a vector may be from 1. */
const LENGTH_ERROR_MAX = 0.01;

/** The encoder; its `encode` throws model_failed where a text gets no vector of length 1 in its dimensions. */
export function checkedEncoder(encoder: Encoder): Encoder {
  const { name, weights, implementation, dimensions, languages } = encoder;
  const isDirection = (vector: unknown): vector is Float32Array => {
    if (!(vector instanceof Float32Array) || vector.length !== dimensions) return false;
    const length = Math.sqrt(vector.reduce((squares, value) => squares + value * value, 0));
    return Math.abs(length - 1) <= LENGTH_ERROR_MAX;
  };
  return {
    name,
    weights,
    implementation,
    dimensions,
    languages,
    async encode(texts, options) {
      const vectors = await encoder.encode(texts, options);
      if (Array.isArray(vectors) && vectors.length === texts.length && vectors.every(isDirection)) return vectors;
      throw new SpoliaError("model_failed", `The encoder ${name} did not give a vector of length 1 for each text.`, {
        hint: `Each is a Float32Array of ${dimensions} numbers, as its \`dimensions\` say.`,
      });
    },
  };
}

/** An encoder without what it does, as results and corpora name it. */
export function identityOf({ name, weights, implementation, dimensions, languages }: EncoderIdentity) {
  return { name, weights, implementation, dimensions, languages: [...languages] };
}

/** Whether vectors of both may be compared. */
export const isSameEncoder = (one: EncoderIdentity, other: EncoderIdentity): boolean =>
  one.name === other.name &&
  one.weights === other.weights &&
  one.implementation === other.implementation &&
  one.dimensions === other.dimensions;
