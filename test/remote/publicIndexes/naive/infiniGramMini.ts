import type { Answer } from "./infiniGram.ts";
import { Suffixes } from "./suffixes.ts";

const SHARDS = 2;

/** An index by characters, case-sensitive: `count`, `find` and `get_doc_by_rank` of a string. */
export class NaiveInfiniGramMini {
  readonly #documents: string[][];
  readonly #shards: Suffixes[];

  constructor(documents: readonly string[]) {
    this.#documents = documents.map((text) => [...text]);
    this.#shards = Array.from({ length: SHARDS }, (_, shard) => {
      const own = this.#documents.filter((_, at) => at % SHARDS === shard);
      return new Suffixes(own.map((document) => document.map((character) => character.codePointAt(0)!)));
    });
  }

  answer(request: Record<string, unknown>): Answer {
    const { query } = request;
    if (typeof query !== "string") return "query must be a string";
    const characters = [...query].map((character) => character.codePointAt(0)!);
    const segments = this.#shards.map((shard) => shard.find(characters));
    const count = segments.reduce((sum, [start, end]) => sum + end - start, 0);
    switch (request["query_type"]) {
      case "count":
        return { count, latency: 2.5 };
      case "find":
        return { cnt: count, segment_by_shard: segments, latency: 2.5 };
      case "get_doc_by_rank":
        return this.#document(request, characters.length);
      default:
        return "query_type must be one of count, find, get_doc_by_rank";
    }
  }

  #document(request: Record<string, unknown>, length: number): Answer {
    const { s: shard, rank, max_ctx_len: around = 1000 } = request;
    if (typeof shard !== "number" || typeof rank !== "number") return "s and rank must be integers";
    if (typeof around !== "number" || around < 1 || around > 10_000) return "max_ctx_len must be between 1 and 10000";
    const at = this.#shards[shard]?.at(rank);
    if (at === undefined) return "s or rank is out of range";
    const document = this.#documents[at.document * SHARDS + shard]!;
    const first = Math.max(0, at.offset - around);
    const displayed = document.slice(first, at.offset + length + around);
    return {
      doc_ix: at.document * SHARDS + shard,
      doc_len: document.length,
      disp_len: displayed.length,
      needle_offset: at.offset - first,
      text: displayed.join(""),
      latency: 2.5,
    };
  }
}
