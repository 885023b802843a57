/** Answers of a language model: scores of a text, or continuations. */

/** One token of a text that a model scored. */
export interface TokenScore {
  /** Index of the first UTF-16 unit in the scored text. */
  start: number;
  /** Index after the last UTF-16 unit. */
  end: number;
  /** ln p of this token given the text before it, at most 0; `null` if the model gives none, as for the first token. */
  logprob: number | null;
  /** The most likely tokens at this place, most likely first, if the model gives them. */
  top?:
    | {
        /** The token. */
        token: string;
        /** ln p of this token. */
        logprob: number;
      }[]
    | undefined;
}

/** A model's scores of a text. Plain JSON except `rows` and `ids`, which only models in this process can give. */
export interface ScoredText {
  /** The tokens of the text, in order. */
  tokens: TokenScore[];
  /** Size of the model's vocabulary, or `null` if it is unknown. */
  vocabulary_size: number | null;
  /**
   * Scores of the whole vocabulary at each token, `tokens.length` × `vocabulary_size`. A row may be shifted by a
   * constant.
   */
  rows?: Float32Array | Float64Array | undefined;
  /** Index of each token in its row. */
  ids?: Uint32Array | undefined;
}

export interface Continuation {
  /** Text of the continuation. */
  text: string;
  /** `stop`: the model ended by itself; `length`: cut at the maximum length; `filtered`: the host withheld the rest. */
  finish: "stop" | "length" | "filtered" | "unknown";
}
