/**
 * A protocol: builds the requests to a model's host and reads its answers. Protocols are pure, so tests need no
 * network.
 */
import type { Continuation, ModelConnector, Sampling, ScoredText } from "../../../base/contract/resources/model.ts";

export type JsonObject = Record<string, unknown>;

/** The continuations of one prefix that one request samples. */
export interface Draw {
  count: number;
  seed: number | undefined;
}

export interface Protocol {
  readonly scores: ModelConnector["scores"];
  readonly continues: NonNullable<ModelConnector["continues"]>;
  /** Path relative to the configured address. */
  readonly path: string;
  /** Headers, which contain the key and are never stored. */
  headers(key: string | undefined): Record<string, string>;
  /** Absent where the host cannot score a given text. */
  readonly scoring?: {
    body(text: string): JsonObject;
    /** @throws Unusable */
    read(text: string, response: unknown): ScoredText;
  };
  /** Maximum of continuations in one request. */
  readonly drawsMax: number;
  /** The part of a sampling that the protocol does not support, in a few words; `null` where it supports all. */
  cannot(sampling: Sampling): string | null;
  body(prefix: string, sampling: Sampling, draw: Draw): JsonObject;
  /** Reads one or more continuations. @throws Unusable */
  read(prefix: string, response: unknown): Continuation[];
  /** Tokens of prompt and answer as the host counted them; `null` where it states none. */
  tokensUsed(response: unknown): number | null;
}

/**
 * Thrown for an answer that cannot be used. Its message contains fixed words only, never text of the host or the
 * caller.
 */
export class Unusable extends Error {
  readonly reason: "refused" | "malformed";
  constructor(reason: "refused" | "malformed", message: string) {
    super(message);
    this.reason = reason;
  }
}
