/**
 * The answers that a search used. Their hash is the revision of the index in `method`, since nobody can tell in which
 * state an index was; from the answers the search can be repeated without it.
 */
import * as v from "valibot";
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { boundedText, closedObject, oneOf, openObject } from "../../base/contract/schemas/primitives.ts";
import { SpoliaError } from "../../base/errors.ts";
import { NO_JOURNAL } from "../../models/connectors/asked.ts";
import type { OpenJournal } from "../../models/connectors/journal.ts";
import type { JsonObject } from "../../models/connectors/protocols/protocol.ts";
import { fieldOf } from "../../models/connectors/protocols/wire.ts";
import type { SearchMode } from "./names.ts";

const FORMAT = "spolia-index-answers-1";
/** The fields of answers that a search uses; a service adds others, such as how long it took. */
const USED_FIELDS = ["count", "cnt", "segment_by_shard", "doc_ix", "doc_len", "disp_len", "spans", "text"];
const ANSWERS_MAX = 1_000_000;

/** The answers of an index that a search used, as a document. */
export interface IndexAnswers {
  format: typeof FORMAT;
  /** `infini-gram:` or `infini-gram-mini:` and the name of the index. */
  index: string;
  /** Where the requests went. */
  address: string;
  /** Id of the dataset of the index, and its words, as the search took them. */
  dataset: string;
  words: number;
  mode: SearchMode;
  /** How the search ended, where that was before its end; else `null`. */
  ended: { status: "bounded" | "failed"; reason: string } | null;
  /** Requests without the name of the index, and what the answers say; by the hash of the request. */
  answers: { request: Record<string, unknown>; answer: Record<string, unknown> }[];
}

const schema = closedObject({
  format: v.literal(FORMAT, `must be "${FORMAT}"`),
  index: boundedText(300),
  address: boundedText(2_048),
  dataset: boundedText(300),
  words: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)),
  mode: oneOf(["full", "private"]),
  ended: v.nullable(closedObject({ status: oneOf(["bounded", "failed"]), reason: boundedText(2_000) })),
  answers: v.pipe(
    v.array(closedObject({ request: openObject({}), answer: openObject({}) })),
    v.maxLength(ANSWERS_MAX, `must have at most ${ANSWERS_MAX} answers`),
  ),
});

/** Notes the answers that one search uses. */
export class AnswerRecord {
  readonly #used = new Map<string, IndexAnswers["answers"][number]>();

  use(id: string, request: JsonObject, response: unknown): void {
    const fields = USED_FIELDS.map((name) => [name, fieldOf(response, name)]);
    const answer = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    if (!this.#used.has(id)) this.#used.set(id, { request, answer });
  }

  /** Number of answers. */
  get size(): number {
    return this.#used.size;
  }

  /** Every string that was asked for, sorted: answers come in any order. */
  strings(): string[] {
    return [...new Set([...this.#used.values()].map(({ request }) => String(request["query"])))].sort();
  }

  document(search: Omit<IndexAnswers, "format" | "answers">): IndexAnswers {
    const sorted = [...this.#used].sort(([one], [other]) => (one < other ? -1 : 1));
    return { format: FORMAT, ...search, answers: sorted.map(([, answer]) => answer) };
  }
}

/** The hash of answers: the same for the same answers, whoever recorded them. */
export async function revisionOfAnswers({ index, answers }: IndexAnswers): Promise<string> {
  return sha256(canonicalJson([FORMAT, index, answers]));
}

/** @throws report_invalid where it is no record of answers; it names the field */
export function parseAnswers(value: unknown): IndexAnswers {
  try {
    return parseRequest(schema, value) as IndexAnswers;
  } catch (error) {
    const { fields = [] } = error as Partial<SpoliaError>;
    throw new SpoliaError("report_invalid", "This is no record of the answers of an index.", {
      hint: "Name a file that `spolia analyze --answers` wrote.",
      fields,
    });
  }
}

/** A journal that holds the recorded answers, and nothing else. */
export async function journalOf({ answers }: IndexAnswers): Promise<OpenJournal> {
  const known = new Map<string, string>();
  for (const { request, answer } of answers) known.set(await sha256(canonicalJson(request)), JSON.stringify(answer));
  return { ...NO_JOURNAL, answerTo: (id) => known.get(id) };
}
