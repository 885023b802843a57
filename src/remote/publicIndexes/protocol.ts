/**
 * The requests to infini-gram and infini-gram mini, and how their answers are read. An answer of another form than the
 * documented one is refused as a whole.
 */
import type { JsonObject } from "../../models/connectors/protocols/protocol.ts";
import { fieldOf, listAt, malformed, objectAt, textAt } from "../../models/connectors/protocols/wire.ts";
import type { IndexKind } from "./names.ts";

/** Most shards of an index, and most documents around which text is shown: beyond, an answer is not believed. */
const SHARDS_MAX = 10_000;
const TEXT_UNITS_MAX = 4_000_000;

/** Where a string stands: as many places as the ranks of all shards together. */
export interface Places {
  count: number;
  /** Ranks of the places in each shard, half-open. */
  shards: readonly (readonly [start: number, end: number])[];
}

/** A place in an index: the rank in its shard. */
export interface IndexPlace {
  shard: number;
  rank: number;
}

/** Text of a document around a place. */
export interface ShownText {
  /** Number of the document in its shard. */
  number: number;
  text: string;
  /** Share of the document that the text is, above 0 to 1. */
  share: number;
}

export const countBody = (query: string): JsonObject => ({ query_type: "count", query });
export const findBody = (query: string): JsonObject => ({ query_type: "find", query });

/** @param around least number of characters to show before and after the query */
export function documentBody(kind: IndexKind, query: string, { shard, rank }: IndexPlace, around: number): JsonObject {
  const size =
    kind === "infini-gram"
      ? { max_disp_len: Math.min(10_000, Math.ceil((2 * around + query.length) / CHARACTERS_PER_TOKEN)) }
      : { max_ctx_len: Math.min(10_000, around) };
  return { query_type: "get_doc_by_rank", query, s: shard, rank, ...size };
}

/** Of English in Llama's tokens, rather too few than too many. */
const CHARACTERS_PER_TOKEN = 3;

/** @throws Unusable */
export function readCount(answer: unknown): number {
  return wholeAt(fieldOf(answer, "count"), "count");
}

/** @throws Unusable */
export function readPlaces(answer: unknown): Places {
  const count = wholeAt(fieldOf(answer, "cnt"), "cnt");
  const listed = fieldOf(answer, "segment_by_shard");
  if (count === 0 && Array.isArray(listed) && listed.length === 0) return { count, shards: [] };
  const shards = listAt(listed, "segment_by_shard").map((segment): [number, number] => {
    const [start, end] = listAt(segment, "a segment").map((rank) => wholeAt(rank, "a rank"));
    if (start === undefined || end === undefined || end < start) throw malformed("a segment is no range");
    return [start, end];
  });
  const inShards = shards.reduce((sum, [start, end]) => sum + end - start, 0);
  if (shards.length > SHARDS_MAX || inShards !== count) throw malformed("the segments do not add up to cnt");
  return { count, shards };
}

/** @throws Unusable */
export function readDocumentText(kind: IndexKind, answer: unknown): ShownText {
  const number = wholeAt(fieldOf(answer, "doc_ix"), "doc_ix");
  const [length, shown] = ["doc_len", "disp_len"].map((name) => wholeAt(fieldOf(answer, name), name));
  const text = kind === "infini-gram" ? textOfSpans(fieldOf(answer, "spans")) : textAt(fieldOf(answer, "text"), "text");
  if (text.length > TEXT_UNITS_MAX) throw malformed("the text is too long");
  if (length! === 0 || shown! === 0 || shown! > length!) throw malformed("disp_len is not within doc_len");
  return { number, text, share: shown! / length! };
}

/** Spans are texts, or pairs of a text and the clause of the query that it belongs to. */
function textOfSpans(spans: unknown): string {
  return listAt(spans, "spans")
    .map((span) => textAt(Array.isArray(span) ? span[0] : span, "a span"))
    .join("");
}

function wholeAt(value: unknown, place: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw malformed(`${place} is not a whole number`);
}

/** The service's own words for why it did not answer, which may come with status 200; `null` where it answered. */
export function errorIn(answer: unknown): string | null {
  const error = fieldOf(objectAt(answer, "the answer"), "error");
  return error === undefined || error === null ? null : String(error).slice(0, ERROR_CHARACTERS_MAX);
}

const ERROR_CHARACTERS_MAX = 200;
