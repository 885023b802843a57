/** How a language model is asked. Implemented in `connectors/`, or by whoever has a model of their own. */
import type { HostOptions } from "./host.ts";

/** One token of a text that a model scored. */
export interface TokenScore {
  /** UTF-16 range in the text that was scored. */
  start: number;
  end: number;
  /** ln p of this token after what stands before it, at most 0; `null` where the model gives none, as for the first token. */
  logprob: number | null;
  /** The likeliest tokens at this place, greatest first, where the model gives them. */
  top?: { token: string; logprob: number }[] | undefined;
}

/** What a model says of a text. A plain document but for `rows`, which only models in this process can give. */
export interface ScoredText {
  tokens: TokenScore[];
  /** How many tokens the model chooses from, or `null` where that is not known. */
  vocabulary_size: number | null;
  /** Scores of the whole vocabulary at each token, `tokens.length` × `vocabulary_size`; any constant may have been added to a row. */
  rows?: Float32Array | Float64Array | undefined;
  /** Place of each token in its row. */
  ids?: Uint32Array | undefined;
}

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

export interface Continuation {
  text: string;
  /** `stop`: the model ended by itself; `length`: it was cut; `filtered`: its host withheld the rest. */
  finish: "stop" | "length" | "filtered" | "unknown";
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
  /** What whoever configured the model attests: `absent` when it answers from its weights alone, without search, tools or retrieval. */
  readonly retrieval: "absent" | "possible";
  /** An answer for each text, in order. */
  logprobs(texts: readonly string[], host?: HostOptions): Promise<ModelAnswer<ScoredText>[]>;
  /** An answer for each prefix, in order. */
  complete(prefixes: readonly string[], sampling: Sampling, host?: HostOptions): Promise<ModelAnswer<Continuation[]>[]>;
}
