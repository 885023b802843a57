/** How a language model is asked. Implemented in `connectors/`, or by whoever has a model of their own. */
import type { Continuation, ScoredText, TokenScore } from "./answer.ts";
import type { HostOptions } from "./host.ts";

export type { Continuation, ScoredText, TokenScore };

/** How continuations are drawn. */
export interface Sampling {
  /** Continuations of each prefix. */
  continuations: number;
  max_tokens: number;
  /** 0 takes the likeliest token each time. */
  temperature: number;
  top_k?: number | undefined;
  top_p?: number | undefined;
  seed?: number | undefined;
}

/** An answer, or why there is none. What was answered before a budget ran out stays. */
export type ModelAnswer<Answer> =
  | { status: "answered"; answer: Answer }
  | { status: "unanswered"; reason: "budget" | "refused" | "failed" | "malformed"; detail: string };

export interface ModelConnector {
  /** As results name it: `provider/model` where the catalogue knows it. */
  readonly name: string;
  /** Which scores it gives: of the whole vocabulary, of the likeliest tokens too, of the text's own tokens, or none. */
  readonly scores: "rows" | "top" | "chosen" | "none";
  /** Whether it continues prefixes. */
  readonly completes: boolean;
  /**
   * How a prefix reaches the model; absent means `prefix`. `prefix`: as the model's very input. `prefill`: as the
   * beginning of its own answer in a conversation. `instruction`: in a message that asks to continue it, so that what
   * comes back is an answer about the text, not what the language model would have put next.
   */
  readonly continues?: "prefix" | "prefill" | "instruction" | undefined;
  /**
   * What whoever configured the model attests: `absent` when it answers from its weights alone, without search, tools
   * or retrieval.
   */
  readonly retrieval: "absent" | "possible";
  /** An answer for each text, in order. */
  logprobs(texts: readonly string[], host?: HostOptions): Promise<ModelAnswer<ScoredText>[]>;
  /**
   * An answer for each prefix, in order. It holds fewer continuations than asked for where the rest could not be had,
   * never none.
   */
  complete(prefixes: readonly string[], sampling: Sampling, host?: HostOptions): Promise<ModelAnswer<Continuation[]>[]>;
}
