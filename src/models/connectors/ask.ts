/**
 * Sends queries to a host: looks in the journal first, then sends the request within the budget, and retries transient
 * failures.
 */
import { throwIfAborted } from "../../base/errors.ts";
import type { Fetch, PlatformAbortSignal } from "../../base/platform.ts";
import { RandomStream } from "../../core/kernels/numbers/random.ts";
import type { Budget } from "./budget.ts";
import { exchange, type Fault } from "./exchange.ts";
import type { JournalEntry, OpenJournal } from "./journal.ts";
import type { JsonObject, Protocol } from "./protocols/protocol.ts";
import { fieldOf, parsed } from "./protocols/wire.ts";

export interface Question {
  /** Hash of all that is sent. */
  id: string;
  body: JsonObject;
  /** Estimated tokens of request and answer. */
  estimate: number;
  /** Why JSON with status 200 is no answer to it, and whether that may pass; `null` where it is one. */
  flawOf?: (answer: unknown) => Flaw | null;
}

export interface Flaw {
  detail: string;
  mayPass: boolean;
}

/** How fast a host may be asked. */
export interface Pace {
  /** Resolves when the next request may be sent, or when the signal fires. */
  turn(signal: PlatformAbortSignal | undefined): Promise<void>;
  /** To be called with the status of every response. */
  told(status: number): void;
}

export type Unanswered = {
  status: "unanswered";
  reason: "budget" | "refused" | "failed" | "malformed";
  detail: string;
};
export type HostReply = { status: "answered"; response: unknown } | Unanswered;

/** Settings and dependencies on the environment. */
export interface AskOptions {
  protocol: Pick<Protocol, "path" | "headers" | "tokensUsed">;
  url: string;
  key: string | undefined;
  timeoutMs: number;
  retriesMax: number;
  budget: Budget;
  fetch: Fetch;
  /** Default: as fast as questions come. */
  pace?: Pace | undefined;
  /** Statuses of failures that may pass, besides the usual ones. */
  passingStatus?: ReadonlySet<number> | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  sleep: (ms: number, signal: PlatformAbortSignal | undefined) => Promise<void>;
}

const FIRST_WAIT_MS = 500;
const WAIT_MS_MAX = 60_000;
/** Maximum `Retry-After` that is waited for; with a longer one the query fails, and its reason states it. */
const MODEL_RETRY_AFTER_MS_MAX = 10 * 60_000;
const PASSING_STATUS = new Set([408, 409, 425, 429]);
/** Status codes of configuration errors, which affect every query until the configuration or the host is corrected. */
const FINAL_STATUS = new Set([401, 404]);
const CLOSED_MS = 60_000;
const REFUSALS = new Set(["content_filter", "content_policy_violation"]);
/** Shorter keys are placeholders; removing them would damage the texts that contain them by chance. */
const KEY_LENGTH_MIN = 8;
const KEY_REMOVED = "[key removed]";

/**
 * Exponential backoff: a random wait from half of each step to the whole step, seeded by query and attempt, and never
 * shorter than the host's `Retry-After`.
 */
export function waitBeforeMs(id: string, attempt: number, retryAfterMs: number | undefined): number {
  const stepMs = Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** attempt);
  const ownMs = Math.round(stepMs * (0.5 + new RandomStream(`${id}:${attempt}`).fraction() / 2));
  return Math.max(ownMs, retryAfterMs ?? 0);
}

/** Removes a key from a text, in all forms in which JSON may write it. */
export function withoutKey(text: string, key: string | undefined): string {
  if (key === undefined || key.length < KEY_LENGTH_MIN) return text;
  return text.replaceAll(key, KEY_REMOVED).replaceAll(JSON.stringify(key).slice(1, -1), KEY_REMOVED);
}

interface QuestionOutcome {
  entry: JournalEntry;
  /** The host's answer, where there is one and it is JSON. */
  answer: unknown;
  flaw: Flaw | null;
  retryAfterMs: number | undefined;
}

export class Asker {
  readonly #options: AskOptions;
  readonly #journal: OpenJournal;
  #closed: { by: string; untilMs: number; isSilence: boolean } | undefined;
  /** Whether the host has ever said anything. */
  #isThere = false;

  constructor(options: AskOptions, journal: OpenJournal) {
    this.#options = options;
    this.#journal = journal;
  }

  /** @throws aborted; errors of the journal */
  async ask(question: Question, signal: AbortSignal | undefined): Promise<HostReply> {
    const known = this.#journal.answerTo(question.id);
    if (known !== undefined) return { status: "answered", response: JSON.parse(known) };
    for (let attempt = 0; ; attempt++) {
      throwIfAborted(signal);
      if (this.#closed !== undefined && this.#options.now() < this.#closed.untilMs)
        return unanswered("failed", `not asked, since before ${this.#closed.by}`);
      if (!(await this.#options.budget.take(question.estimate))) return unanswered("budget", "the budget is used up");
      const { entry, answer, flaw, retryAfterMs } = await this.#askOnce(question, signal);
      this.#isThere ||= entry.fault !== "connection" && entry.fault !== "timeout";
      if (this.#isThere && this.#closed?.isSilence) this.#closed = undefined;
      if (answer !== undefined) return { status: "answered", response: answer };
      const failure = failureOf(entry, flaw, this.#options);
      const waitMs = waitBeforeMs(question.id, attempt, retryAfterMs);
      // Minutes in which nobody has ever said anything are not spent five times.
      const isSilent = !this.#isThere && entry.fault === "timeout" && attempt > 0;
      const isEnough = attempt === this.#options.retriesMax || isSilent;
      const isLast = !failure.mayPass || isEnough || waitMs > MODEL_RETRY_AFTER_MS_MAX;
      // One question has found out what all others would: that the key is wrong, or that nobody is there.
      const isFinal = FINAL_STATUS.has(entry.response?.status ?? 0);
      if (isFinal || (isLast && !this.#isThere)) {
        const untilMs = this.#options.now() + CLOSED_MS;
        this.#closed = { by: failure.unanswered.detail, untilMs, isSilence: !isFinal };
      }
      if (isLast) return failure.unanswered;
      await this.#options.sleep(waitMs, signal);
    }
  }

  /** Sends one request, and writes it to the journal before its answer is used. */
  async #askOnce(question: Question, signal: AbortSignal | undefined): Promise<QuestionOutcome> {
    const { protocol, url, key, timeoutMs, budget, fetch, now, pace } = this.#options;
    let tokens = question.estimate; // a request that broke off may be charged
    try {
      await pace?.turn(signal);
      throwIfAborted(signal);
      const headers = protocol.headers(key);
      const body = JSON.stringify(question.body);
      const outcome = await exchange(fetch, { url: url + protocol.path, headers, body }, timeoutMs, signal);
      const asked = {
        id: question.id,
        at: new Date(now()).toISOString(),
        request: { path: protocol.path, body: JSON.parse(withoutKey(body, key)) as unknown },
      };
      if (typeof outcome === "string") {
        if (outcome === "redirect") tokens = 0;
        const entry = { ...asked, fault: outcome };
        await this.#journal.write(entry, false);
        return { entry, answer: undefined, flaw: null, retryAfterMs: undefined };
      }
      const { status, retryAfterMs } = outcome;
      pace?.told(status);
      const response = { status, headers: cleaned(outcome.headers, key), body: withoutKey(outcome.body, key) };
      const json = status === 200 ? parsed(response.body) : undefined;
      tokens = status === 200 ? (protocol.tokensUsed(json) ?? question.estimate) : 0;
      const flaw = json === undefined ? null : (question.flawOf?.(json) ?? null);
      const answer = flaw === null ? json : undefined;
      const entry = { ...asked, response, ...(flaw !== null && { flaw: flaw.detail }) };
      await this.#journal.write(entry, answer !== undefined);
      return { entry, answer, flaw, retryAfterMs };
    } finally {
      budget.settle(question.estimate, tokens);
    }
  }
}

function cleaned(headers: Record<string, string>, key: string | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withoutKey(value, key)]));
}

export function unanswered(reason: Unanswered["reason"], detail: string): Unanswered {
  return { status: "unanswered", reason, detail };
}

interface AskFailure {
  mayPass: boolean;
  unanswered: Unanswered;
}

function faultOf(fault: Fault, { url, timeoutMs }: Pick<AskOptions, "url" | "timeoutMs">): AskFailure {
  // Where the host is, without its path: some have secrets in it.
  const { origin } = new URL(url);
  const told: Readonly<Record<Fault, AskFailure>> = {
    timeout: {
      mayPass: true,
      unanswered: unanswered("failed", `${origin} did not answer within ${Math.round(timeoutMs / 1000)} s`),
    },
    connection: {
      mayPass: true,
      unanswered: unanswered("failed", `${origin} could not be reached, or the connection broke`),
    },
    too_large: { mayPass: false, unanswered: unanswered("malformed", "the answer is larger than 64 MiB") },
    redirect: {
      mayPass: false,
      unanswered: unanswered("failed", `${origin} answered with a redirect, which is not followed`),
    },
  };
  return told[fault];
}

function failureOf(
  { fault, response }: JournalEntry,
  flaw: Flaw | null,
  { passingStatus: passing = PASSING_STATUS, ...host }: Pick<AskOptions, "passingStatus" | "url" | "timeoutMs">,
): AskFailure {
  if (fault !== undefined) return faultOf(fault, host);
  if (flaw !== null) return { mayPass: flaw.mayPass, unanswered: unanswered("malformed", flaw.detail) };
  const { status, body } = response!;
  if (status === 200) return { mayPass: true, unanswered: unanswered("malformed", "the answer is not JSON") };
  const word = hostsWord(body);
  const detail = `the host answered with status ${status}${word === "" ? "" : ` (${word})`}`;
  const mayPass = PASSING_STATUS.has(status) || passing.has(status) || status >= 500;
  return { mayPass, unanswered: unanswered(REFUSALS.has(word) ? "refused" : "failed", detail) };
}

/** The host's name for an error, where it has the form of a name: any other text might repeat the request. */
function hostsWord(body: string): string {
  const error = fieldOf(parsed(body), "error");
  const words = [fieldOf(error, "code"), fieldOf(error, "type"), fieldOf(error, "status")];
  return words.find((word): word is string => typeof word === "string" && /^[A-Za-z_]{1,60}$/.test(word)) ?? "";
}
