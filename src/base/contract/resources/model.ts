/** The interface to a language model. `connectors/` implements it; users can implement it for their own models. */
import type { Continuation, ScoredText, TokenScore } from "../answer.ts";
import type { HostOptions } from "./host.ts";

export type { Continuation, ScoredText, TokenScore };

/** How to sample continuations. */
export interface Sampling {
  /** Number of continuations per prefix. */
  continuations: number;
  max_tokens: number;
  /** 0 always takes the most likely token. */
  temperature: number;
  top_k?: number | undefined;
  top_p?: number | undefined;
  seed?: number | undefined;
}

/** An answer, or the reason why there is none. Answers received before a budget ran out are kept. */
export type ModelAnswer<Answer> =
  | { status: "answered"; answer: Answer }
  | { status: "unanswered"; reason: "budget" | "refused" | "failed" | "malformed"; detail: string };

export interface ModelConnector {
  /** Name in results: `provider/model` if the catalogue contains the model. */
  readonly name: string;
  /**
   * Which scores it gives: `rows`: of the whole vocabulary; `top`: of the most likely tokens too; `chosen`: of the
   * text's own tokens; `none`.
   */
  readonly scores: "rows" | "top" | "chosen" | "none";
  /** Whether it continues prefixes. */
  readonly completes: boolean;
  /**
   * How the model receives a prefix; default `prefix`. `prefix`: as its direct input. `prefill`: as the beginning of
   * its own reply in a conversation. `instruction`: in a message that asks to continue it; the reply is then an answer
   * to that message, not the most likely continuation.
   */
  readonly continues?: "prefix" | "prefill" | "instruction" | undefined;
  /**
   * Statement of the person who configured the model: `absent` if it answers from its weights alone, without search,
   * tools or retrieval.
   */
  readonly retrieval: "absent" | "possible";
  /** Kind of the connector, which observations name; default `own`, a connector of the calling program. */
  readonly connector?: string | undefined;
  /**
   * Whether the model's host can be reached: asked without a question and without a key, so that it costs nothing.
   * Absent: it is always there. Never rejects.
   *
   * @since 0.2.0
   */
  reach?(): Promise<boolean>;
  /** Returns an answer for each text, in order. */
  logprobs(texts: readonly string[], host?: HostOptions): Promise<ModelAnswer<ScoredText>[]>;
  /**
   * Returns an answer for each prefix, in order. An answer has at least one continuation, and fewer than requested if
   * the others failed.
   */
  complete(prefixes: readonly string[], sampling: Sampling, host?: HostOptions): Promise<ModelAnswer<Continuation[]>[]>;
}
