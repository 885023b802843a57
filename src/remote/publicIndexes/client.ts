/**
 * Asks an index, one string at a time: answers that are already known come from the journal, the others from the
 * service, within its pace and the budget of the search.
 */
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { Asker, type AskOptions, type Flaw, type HostReply, type Unanswered } from "../../models/connectors/ask.ts";
import { Budget } from "../../models/connectors/budget.ts";
import type { OpenJournal } from "../../models/connectors/journal.ts";
import { type JsonObject, Unusable } from "../../models/connectors/protocols/protocol.ts";
import { type IndexName, spellingsOf } from "./names.ts";
import { type AddressGate, gateOf } from "./pace.ts";
import {
  countBody,
  documentBody,
  errorIn,
  findBody,
  type IndexPlace,
  type Places,
  readCount,
  readDocumentText,
  readPlaces,
  type ShownText,
} from "./protocol.ts";
import type { AnswerRecord } from "./record.ts";

export type Reply<Answer> = { status: "answered"; answer: Answer } | Unanswered;

/** How a service is asked. */
export interface AskSettings {
  name: IndexName;
  address: string;
  /** Infinity for a service of one's own. */
  requestsPerSecond: number;
  /** Most requests in flight. */
  atOnce: number;
  timeoutMs: number;
  retriesMax: number;
  /** Most requests of one search, repeated ones included; 0 to send nothing. */
  requestsMax: number;
  fetch: AskOptions["fetch"];
  now: AskOptions["now"];
  sleep: AskOptions["sleep"];
}

/** A service that limits its callers answers 403. */
const PASSING_STATUS: ReadonlySet<number> = new Set([403]);
/** Errors of a service that may have another answer a moment later. */
const PASSING_ERROR = /internal|time.?out|busy|overload|unavailable|again|connection/i;
const UNKNOWN_INDEX = /answered: .{0,500}index/i;

/** Asks during one search, with a budget of its own, and notes every answer that it uses. */
export class IndexClient {
  readonly #settings: AskSettings;
  readonly #gate: AddressGate;
  readonly #asker: Asker;
  readonly #record: AnswerRecord;
  readonly #budget: Budget;
  /** The name of the index at the service, first that of the settings. */
  #spellings: string[];

  constructor(settings: AskSettings, journal: OpenJournal, record: AnswerRecord) {
    const { address, timeoutMs, retriesMax, requestsMax, fetch, now, sleep } = settings;
    this.#settings = settings;
    this.#gate = gateOf(settings);
    this.#record = record;
    this.#spellings = spellingsOf(settings.name);
    this.#budget = new Budget({ requests: requestsMax });
    const protocol = { path: "", headers: () => ({}), tokensUsed: () => 0 };
    const asked = { protocol, url: address, key: undefined, timeoutMs, retriesMax, fetch, now, sleep };
    const options = { ...asked, budget: this.#budget, pace: this.#gate.pace, passingStatus: PASSING_STATUS };
    this.#asker = new Asker(options, journal);
  }

  /** Requests sent in this search, repeated ones included. */
  get sent(): number {
    return this.#budget.spent.requests;
  }

  count(query: string, signal: PlatformAbortSignal | undefined): Promise<Reply<number>> {
    return this.#ask(countBody(query), readCount, signal);
  }

  find(query: string, signal: PlatformAbortSignal | undefined): Promise<Reply<Places>> {
    return this.#ask(findBody(query), readPlaces, signal);
  }

  document(
    query: string,
    place: IndexPlace,
    around: number,
    signal: PlatformAbortSignal | undefined,
  ): Promise<Reply<ShownText>> {
    const { kind } = this.#settings.name;
    return this.#ask(documentBody(kind, query, place, around), (answer) => readDocumentText(kind, answer), signal);
  }

  async #ask<Answer>(
    own: JsonObject,
    read: (answer: unknown) => Answer,
    signal: PlatformAbortSignal | undefined,
  ): Promise<Reply<Answer>> {
    const [spelling] = this.#spellings;
    const id = await sha256(canonicalJson(own));
    const flawOf = (answer: unknown) => this.#flawOf(answer, read);
    const body = { index: spelling!, ...own };
    const reply: HostReply = await this.#gate.queued(() => this.#asker.ask({ id, body, estimate: 0, flawOf }, signal));
    if (reply.status === "answered") {
      this.#record.use(id, own, reply.response);
      return { status: "answered", answer: read(reply.response) };
    }
    if (!UNKNOWN_INDEX.test(reply.detail)) return reply;
    const isFirst = this.#spellings[0] === spelling;
    if (isFirst && this.#spellings.length > 1) this.#spellings = this.#spellings.slice(1);
    return this.#spellings[0] === spelling ? reply : this.#ask(own, read, signal);
  }

  #flawOf(answer: unknown, read: (answer: unknown) => unknown): Flaw | null {
    try {
      const error = errorIn(answer);
      if (error !== null) return { detail: `the index answered: ${error}`, mayPass: PASSING_ERROR.test(error) };
      read(answer);
      return null;
    } catch (error) {
      if (error instanceof Unusable)
        return { detail: `the index answered in another form: ${error.message}`, mayPass: true };
      throw error;
    }
  }
}
