/** A protocol: what is sent to a model's host and how its answer is read. Pure, so that each is tested without a network. */
import type { Continuation, ModelConnector, Sampling, ScoredText } from "../contract/model.ts";

export type JsonObject = Record<string, unknown>;

/** So many continuations of one prefix as one request draws. */
export interface Draw {
  count: number;
  seed: number | undefined;
}

export interface Protocol {
  readonly scores: ModelConnector["scores"];
  readonly continues: NonNullable<ModelConnector["continues"]>;
  /** Behind the configured address. */
  readonly path: string;
  /** Headers with the key in them: these are never kept. */
  headers(key: string | undefined): Record<string, string>;
  /** Absent where the host scores no text that it was given. */
  readonly scoring?: {
    body(text: string): JsonObject;
    /** @throws Unusable */
    read(text: string, response: unknown): ScoredText;
  };
  /** How many continuations one request may draw. */
  readonly drawsMax: number;
  /** What the protocol cannot do of a sampling, in a few words. */
  cannot(sampling: Sampling): string | null;
  body(prefix: string, sampling: Sampling, draw: Draw): JsonObject;
  /** One continuation or more. @throws Unusable */
  read(prefix: string, response: unknown): Continuation[];
  /** Tokens of prompt and answer as the host counted them, or `null` where it does not say. */
  tokensUsed(response: unknown): number | null;
}

/** An answer that is none. Its message says why in words of ours, never in those of the host or the caller. */
export class Unusable extends Error {
  readonly reason: "refused" | "malformed";
  constructor(reason: "refused" | "malformed", message: string) {
    super(message);
    this.reason = reason;
  }
}
