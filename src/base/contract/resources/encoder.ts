/** The interface to an encoder: `models/encoders/` implements it; users can implement it for their own. */
import type { PlatformAbortSignal } from "../../platform.ts";

/** What an encoder is. Vectors of encoders that differ in any of it are never compared. */
export interface EncoderIdentity {
  /** Name in results, as `all-MiniLM-L6-v2`. */
  readonly name: string;
  /** SHA-256 of its weights in hexadecimal; `null` where a host has them and the operator has not stated it. */
  readonly weights: string | null;
  /** What computes it, with its version, as `onnxruntime-web 1.30.0`. */
  readonly implementation: string;
  /** Numbers in a vector. */
  readonly dimensions: number;
  /** Languages that it was made for, as BCP 47 tags; empty where nobody has stated them. */
  readonly languages: readonly string[];
}

/** Turns texts into vectors that are near each other where the texts say the same. */
export interface Encoder extends EncoderIdentity {
  /**
   * A vector of length 1 for each text, in order. The vector of a text does not depend on the texts beside it.
   *
   * @throws model_failed where a text gets no vector; aborted
   */
  encode(texts: readonly string[], options?: EncodeOptions): Promise<Float32Array[]>;
}

export interface EncodeOptions {
  /** Stops the work between batches. */
  signal?: PlatformAbortSignal | undefined;
}
