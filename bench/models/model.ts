/** A trained model: scores of texts, continuations, and both as a connector. */

import type { ModelConnector, ScoredText } from "../../src/base/contract/resources/model.ts";
import { loadKernels } from "../../src/core/kernels/load.ts";
import type { Network } from "./network.ts";
import { continuations, ranked } from "./sampling.ts";
import { BOUNDARY, type Tokenizer } from "./tokenizer.ts";

const { momentsRows, logSumExpRows } = await loadKernels();

/** What is kept of each token of a text, in nats. */
export interface TokenStatistics {
  /** ln p of the token. */
  logprobs: Float32Array;
  /** Mean and variance of ln p over the vocabulary, and its greatest. */
  means: Float32Array;
  variances: Float32Array;
  tops: Float32Array;
}

export class TinyModel {
  readonly network: Network;
  readonly tokenizer: Tokenizer;
  /** Mean loss of each epoch of training, in nats a token. */
  readonly losses: readonly number[];

  constructor(network: Network, tokenizer: Tokenizer, losses: readonly number[]) {
    this.network = network;
    this.tokenizer = tokenizer;
    this.losses = losses;
  }

  /** Scores of the whole vocabulary at each token, after the boundary and what stands before it. */
  rows(ids: Uint32Array): Float32Array {
    const { context, vocabulary } = this.network.shape;
    const rows = new Float32Array(ids.length * vocabulary);
    const padded = withBoundaries(ids, context);
    const contexts = new Uint32Array(this.network.batch * context);
    for (let start = 0; start < ids.length; start += this.network.batch) {
      const count = Math.min(this.network.batch, ids.length - start);
      for (let i = 0; i < count; i++) contexts.set(padded.subarray(start + i, start + i + context), i * context);
      rows.set(this.network.scores(contexts.subarray(0, count * context)), start * vocabulary);
    }
    return rows;
  }

  statistics(ids: Uint32Array): TokenStatistics {
    const { vocabulary } = this.network.shape;
    const rows = this.rows(ids);
    const { greatest, logSums, means, variances } = momentsRows(rows, vocabulary);
    const logSumExps = greatest.map((most, row) => most + logSums[row]!);
    return {
      logprobs: Float32Array.from(ids, (id, row) => Math.min(0, rows[row * vocabulary + id]! - logSumExps[row]!)),
      means: Float32Array.from(means),
      variances: Float32Array.from(variances),
      tops: Float32Array.from(greatest, (most, row) => Math.min(0, most - logSumExps[row]!)),
    };
  }

  /** ln p of each token. */
  logprobs(ids: Uint32Array): Float32Array {
    const { vocabulary } = this.network.shape;
    const rows = this.rows(ids);
    const logSums = logSumExpRows(rows, vocabulary);
    return Float32Array.from(ids, (id, row) => Math.min(0, rows[row * vocabulary + id]! - logSums[row]!));
  }

  /**
   * The model as the engine asks any other.
   *
   * @param name as results are to name it
   * @param top  how many of the likeliest tokens are told at each place, beside the rows
   */
  asConnector(name: string, top = 0): ModelConnector {
    return {
      ...{ name, scores: "rows", completes: true, retrieval: "absent" },
      logprobs: async (texts) => texts.map((text) => ({ status: "answered", answer: this.#scored(text, top) })),
      complete: async (prefixes, sampling) =>
        prefixes.map((prefix) => ({ status: "answered", answer: continuations(this, prefix, sampling) })),
    };
  }

  #scored(text: string, top: number): ScoredText {
    const { ids, starts } = this.tokenizer.encode(text);
    const { vocabulary } = this.network.shape;
    const rows = this.rows(ids);
    const logSums = logSumExpRows(rows, vocabulary);
    const tokens = [...ids].map((id, i) => {
      const row = rows.subarray(i * vocabulary, (i + 1) * vocabulary);
      const logprob = (token: number): number => Math.min(0, row[token]! - logSums[i]!);
      const place = { start: starts[i]!, end: starts[i + 1]!, logprob: logprob(id) };
      if (top === 0) return place;
      const likeliest = ranked(row).slice(0, top);
      return {
        ...place,
        top: likeliest.map((token) => ({ token: this.tokenizer.name(token), logprob: logprob(token) })),
      };
    });
    return { tokens, vocabulary_size: vocabulary, rows, ids };
  }
}

function withBoundaries(ids: Uint32Array, context: number): Uint32Array {
  const padded = new Uint32Array(context + ids.length).fill(BOUNDARY);
  padded.set(ids, context);
  return padded;
}
