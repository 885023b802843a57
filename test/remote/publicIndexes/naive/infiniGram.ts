import { Suffixes } from "./suffixes.ts";
import { NaiveTokenizer } from "./tokenizer.ts";

/** What a service answers: JSON, or the text of an error. */
export type Answer = Record<string, unknown> | string;

const SHARDS = 2;

/** An index by tokens: `count`, `find` and `get_doc_by_rank` of a query as a string or as `query_ids`. */
export class NaiveInfiniGram {
  readonly #tokenizer = new NaiveTokenizer();
  readonly #documents;
  readonly #shards: Suffixes[];

  constructor(documents: readonly string[]) {
    this.#documents = documents.map((text) => this.#tokenizer.tokens(text));
    this.#shards = Array.from({ length: SHARDS }, (_, shard) => {
      const own = this.#documents.filter((_, at) => at % SHARDS === shard);
      return new Suffixes(own.map((document) => document.map(({ id }) => id)));
    });
  }

  answer(request: Record<string, unknown>): Answer {
    const { query, query_ids: queryIds } = request;
    if (typeof query !== "string" && !Array.isArray(queryIds)) return "query must be a string";
    if (typeof query === "string" && query.length > 1000) return "query is too long (max 1000 characters)";
    const tokens = typeof query === "string" ? this.#tokenizer.tokens(query) : [];
    const ids = Array.isArray(queryIds) ? (queryIds as number[]) : tokens.map(({ id }) => id);
    if (ids.length > 500) return "query has too many tokens (max 500)";
    const said = this.#said(request, ids);
    if (typeof said === "string") return said;
    return { token_ids: ids, tokens: tokens.map(({ text }) => text.replace(" ", "▁")), latency: 1.5, ...said };
  }

  #said(request: Record<string, unknown>, ids: number[]): Answer {
    const segments = this.#shards.map((shard) => shard.find(ids));
    const count = segments.reduce((sum, [start, end]) => sum + end - start, 0);
    switch (request["query_type"]) {
      case "count":
        return { count, approx: false };
      case "find":
        return { cnt: count, segment_by_shard: segments };
      case "get_doc_by_rank":
        return this.#document(request, ids.length);
      default:
        return "query_type must be one of count, find, get_doc_by_rank";
    }
  }

  #document(request: Record<string, unknown>, length: number): Answer {
    const { s: shard, rank, max_disp_len: shown = 1000 } = request;
    if (typeof shard !== "number" || typeof rank !== "number") return "s and rank must be integers";
    if (typeof shown !== "number" || shown < 1 || shown > 10_000) return "max_disp_len must be between 1 and 10000";
    const at = this.#shards[shard]?.at(rank);
    if (at === undefined) return "s or rank is out of range";
    const document = this.#documents[at.document * SHARDS + shard]!;
    const around = Math.max(0, Math.floor((shown - length) / 2));
    const first = Math.max(0, at.offset - around);
    const displayed = document.slice(first, Math.min(document.length, at.offset + length + around));
    const text = (from: number, to?: number) =>
      displayed.slice(from, to).map((token) => token.text).join(""); // biome-ignore format: one step
    const needle = at.offset - first;
    return {
      doc_ix: at.document * SHARDS + shard,
      doc_len: document.length,
      disp_len: displayed.length,
      token_ids: displayed.map(({ id }) => id),
      spans: [
        [text(0, needle), null],
        [text(needle, needle + length), "0"],
        [text(needle + length), null],
      ],
    };
  }
}
