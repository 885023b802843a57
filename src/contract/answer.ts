/** What a language model answers: scores of a text, or how it goes on. */

/** One token of a text that a model scored. */
export interface TokenScore {
  /** Index of the first UTF-16 unit in the text that was scored. */
  start: number;
  /** Index behind the last UTF-16 unit. */
  end: number;
  /**
   * ln p of this token after what stands before it, at most 0; `null` where the model gives none, as for the first
   * token.
   */
  logprob: number | null;
  /** The likeliest tokens at this place, greatest first, where the model gives them. */
  top?:
    | {
        /** The token. */
        token: string;
        /** ln p of this token. */
        logprob: number;
      }[]
    | undefined;
}

/** What a model says of a text. A plain document but for `rows`, which only models in this process can give. */
export interface ScoredText {
  /** The tokens of the text, in order. */
  tokens: TokenScore[];
  /** How many tokens the model chooses from, or `null` where that is not known. */
  vocabulary_size: number | null;
  /**
   * Scores of the whole vocabulary at each token, `tokens.length` × `vocabulary_size`; any constant may have been added
   * to a row.
   */
  rows?: Float32Array | Float64Array | undefined;
  /** Place of each token in its row. */
  ids?: Uint32Array | undefined;
}

export interface Continuation {
  /** What the model answered. */
  text: string;
  /** `stop`: the model ended by itself; `length`: it was cut; `filtered`: its host withheld the rest. */
  finish: "stop" | "length" | "filtered" | "unknown";
}
