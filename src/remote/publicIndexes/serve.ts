/**
 * The other side of the protocol: answers `count`, `find` and `get_doc_by_rank` over a corpus, as far as its guarantee
 * reaches. A token is a word here: infini-gram's queries are compared as words, whatever their case and punctuation,
 * and infini-gram mini's as characters, from the start of a word to the end of one: a corpus finds whole words, so that
 * of places in the middle of words some would be found and some not. What a service refuses, it answers with `error`.
 */

import type { CorpusInfo } from "../../base/contract/resources/corpus.ts";
import { isSpoliaError } from "../../base/errors.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { PASSAGE, PROFILES } from "../../core/fingerprint/profile.ts";
import { shingle } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { sameWord } from "../../core/kernels/passages/sameWord.ts";
import { indexShingles } from "../../core/passages/shingleIndex.ts";
import { readText, type Text, utf16Spans } from "../../core/text/text.ts";
import { requireAnswered } from "../../corpus/search/answered.ts";
import { guaranteedWords } from "../../corpus/search/candidates.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";
import { fieldOf } from "../../models/connectors/protocols/wire.ts";
import type { IndexKind } from "./names.ts";

/** As the public services have it. */
const QUERY_CHARACTERS_MAX = 1_000;
const SHOWN_MAX = 10_000;
const SHOWN_DEFAULT = 1_000;

/** A query as it was asked, and the corpus that answers it. */
interface ServedQuery {
  kernels: Kernels;
  corpus: Corpus;
  kind: IndexKind;
  request: unknown;
  signal?: PlatformAbortSignal | undefined;
}

/** A text with the query in it. */
interface Holder {
  number: number;
  text: string;
  /** Its words; `null` where characters are compared. */
  folded: Text | null;
  /** Places of the query: words of an index of tokens, UTF-16 units of one of characters. */
  places: number[];
}

interface Found {
  holders: Holder[];
  /** Whether there may be more. */
  isPartial: boolean;
}

class Refused extends Error {}

/** The answer to a request of the protocol. @throws aborted; errors of the corpus */
export async function answerIndexQuery(served: ServedQuery): Promise<object> {
  try {
    return await answerOf(served);
  } catch (error) {
    if (error instanceof Refused) return { error: error.message };
    throw error;
  }
}

async function answerOf(served: ServedQuery): Promise<object> {
  const { corpus, kernels, kind, request } = served;
  const query = fieldOf(request, "query");
  const type = fieldOf(request, "query_type");
  if (typeof query !== "string") throw new Refused("query must be a string; query_ids are not known here.");
  if ([...query].length > QUERY_CHARACTERS_MAX)
    throw new Refused(`query must have at most ${QUERY_CHARACTERS_MAX} characters.`);
  if (type !== "count" && type !== "find" && type !== "get_doc_by_rank")
    throw new Refused("query_type must be count, find or get_doc_by_rank.");
  const folded = readText(kernels, query);
  const beside = { ...(kind === "infini-gram" && tokensOf(folded, query)), latency: 0 };
  if (query === "" && type === "count") {
    const { words, text_bytes } = corpus.info;
    return { count: kind === "infini-gram" ? words : text_bytes, approx: false, ...beside };
  }
  const least = leastWords(corpus);
  if (folded.lengthWords < least)
    throw new Refused(`query must have at least ${least} words: shorter ones may be missed here.`);
  const found = await findAll(served, query, folded);
  const count = found.holders.reduce((sum, { places }) => sum + places.length, 0);
  if (type === "count") return { count, approx: found.isPartial, ...beside };
  if (type === "find") return { cnt: count, segment_by_shard: [[0, count]], approx: found.isPartial, ...beside };
  return { ...documentAt(found.holders, { kind, request, query, folded }), ...beside };
}

/** Words of the shortest string of which every place is found. */
function leastWords({ info, lookups }: Corpus): number {
  const profile = Object.values(PROFILES).find(({ name }) => name === info.profile.name) ?? PROFILES.sparse;
  return guaranteedWords(lookups === "runs" ? "kept" : lookups, profile);
}

async function findAll({ kernels, corpus, kind, signal }: ServedQuery, query: string, folded: Text): Promise<Found> {
  const shingled = indexShingles(shingle(kernels, folded, PASSAGE));
  const searched = requireAnswered(corpus.info.name, await corpus.search(shingled, signal));
  const { carriers, bounded, certainFromWords } = searched;
  const numbers = [...new Set(carriers.map(({ documentNumber }) => documentNumber))].sort((x, y) => x - y);
  const holders: Holder[] = [];
  let isPartial = bounded || certainFromWords > folded.lengthWords;
  for (const number of numbers) {
    const text = await textOf(corpus, number);
    const read = kind === "infini-gram" ? readText(kernels, text) : null;
    const all = read === null ? placesOfCharacters(text, query) : placesOfWords(read, folded);
    const places = read === null ? all.filter((at) => isOfWholeWords(kernels, text, at, query.length)) : all;
    isPartial ||= places.length < all.length;
    if (places.length > 0) holders.push({ number, text, folded: read, places });
  }
  return { holders, isPartial };
}

/** Characters of the texts that are held for the next query: a client asks again and again about the same documents. */
const HELD_CHARACTERS_MAX = 8_000_000;
/** Texts by the state of their corpus and their number, the oldest first. */
const held = new Map<string, string>();
let heldCharacters = 0;
/** States by what a corpus says of itself: a purge numbers documents anew, and leaves name and revision as they are. */
const states = new WeakMap<CorpusInfo, number>();
let lastState = 0;

function stateOf({ info }: Corpus): number {
  const known = states.get(info);
  if (known !== undefined) return known;
  lastState += 1;
  states.set(info, lastState);
  return lastState;
}

async function textOf(corpus: Corpus, number: number): Promise<string> {
  const keyNow = () => `${stateOf(corpus)} ${number}`;
  const key = keyNow();
  const known = held.get(key);
  if (known !== undefined) return known;
  const text = await readTextOf(corpus, number);
  // A corpus that changed meanwhile has other numbers.
  if (held.has(key) || key !== keyNow()) return text;
  heldCharacters += text.length;
  held.set(key, text);
  for (const [oldest, { length }] of held) {
    if (heldCharacters <= HELD_CHARACTERS_MAX) break;
    held.delete(oldest);
    heldCharacters -= length;
  }
  return text;
}

async function readTextOf(corpus: Corpus, number: number): Promise<string> {
  if (corpus.textOf === undefined) throw new Refused("This corpus does not hold its texts.");
  try {
    return await corpus.textOf(number);
  } catch (error) {
    if (isSpoliaError(error) && error.code === "unknown_document") throw new Refused("The corpus changed: ask again.");
    if (isSpoliaError(error) && error.code === "corpus_without_text") throw new Refused(error.message);
    throw error;
  }
}

function placesOfWords(text: Text, query: Text): number[] {
  const places: number[] = [];
  for (let at = 0; at + query.lengthWords <= text.lengthWords; at++) {
    let same = 0;
    while (same < query.lengthWords && sameWord(text, at + same, query, same)) same++;
    if (same === query.lengthWords) places.push(at);
  }
  return places;
}

function placesOfCharacters(text: string, query: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + 1)) places.push(at);
  return places;
}

/** Characters on each side of a place that decide whether it lies in a word: more than of a mark or a line end. */
const AROUND_CHARACTERS = 64;

function isOfWholeWords(kernels: Kernels, text: string, start: number, length: number): boolean {
  return [start, start + length].every((at) => {
    const from = Math.max(0, at - AROUND_CHARACTERS);
    const around = readText(kernels, text.slice(from, at + AROUND_CHARACTERS));
    const words = Array.from({ length: around.lengthWords }, (_, word) => ({ start: word, end: word + 1 }));
    return utf16Spans(around, words).every((word) => from + word.start >= at || from + word.end <= at);
  });
}

interface ShownDocument {
  kind: IndexKind;
  request: unknown;
  query: string;
  folded: Text;
}

function documentAt(holders: readonly Holder[], shown: ShownDocument): object {
  const { request, kind } = shown;
  const [shard, rank] = [fieldOf(request, "s"), fieldOf(request, "rank")];
  const size = fieldOf(request, kind === "infini-gram" ? "max_disp_len" : "max_ctx_len") ?? SHOWN_DEFAULT;
  if (shard !== 0) throw new Refused("s must be 0: a corpus is one shard here.");
  if (!Number.isSafeInteger(size) || (size as number) < 1 || (size as number) > SHOWN_MAX)
    throw new Refused(`max_disp_len and max_ctx_len must be from 1 to ${SHOWN_MAX}.`);
  let before = 0;
  for (const holder of holders) {
    const place = holder.places[Number(rank) - before];
    if (Number.isSafeInteger(rank) && (rank as number) >= before && place !== undefined)
      return holder.folded !== null
        ? shownWords({ ...holder, folded: holder.folded }, place, shown.folded.lengthWords, size as number)
        : shownCharacters(holder, place, shown.query.length, size as number);
    before += holder.places.length;
  }
  throw new Refused("rank must lie in the segment that find gives for this query.");
}

function shownWords(
  { number, text, folded }: Holder & { folded: Text },
  place: number,
  words: number,
  most: number,
): object {
  const around = Math.max(0, Math.floor((most - words) / 2));
  const [first, last] = [Math.max(0, place - around), Math.min(folded.lengthWords, place + words + around)];
  const [before, needle, after] = utf16Spans(folded, [
    { start: first, end: Math.max(first + 1, place) },
    { start: place, end: place + words },
    { start: Math.min(place + words, last - 1), end: last },
  ]);
  return {
    doc_ix: number,
    doc_len: folded.lengthWords,
    disp_len: last - first,
    spans: [
      [text.slice(before!.start, needle!.start), null],
      [text.slice(needle!.start, needle!.end), "0"],
      [text.slice(needle!.end, Math.max(needle!.end, after!.end)), null],
    ],
  };
}

function shownCharacters({ number, text }: Holder, place: number, length: number, around: number): object {
  const start = wholeCharacter(text, Math.max(0, place - around));
  const end = wholeCharacter(text, Math.min(text.length, place + length + around));
  const characters = (from: number, to: number) => [...text.slice(from, to)].length;
  return {
    doc_ix: number,
    doc_len: characters(0, text.length),
    disp_len: characters(start, end),
    needle_offset: characters(start, place),
    text: text.slice(start, end),
  };
}

/** The place, or the one before it where it would divide a character. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

function tokensOf(folded: Text, query: string): { token_ids: number[]; tokens: string[] } {
  const ranges = Array.from({ length: folded.lengthWords }, (_, start) => ({ start, end: start + 1 }));
  return {
    token_ids: [...folded.words.low],
    tokens: utf16Spans(folded, ranges).map(({ start, end }) => query.slice(start, end)),
  };
}
