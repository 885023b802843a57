/** The connector of a model behind a host: turns texts and prefixes into queries, and reads the answers. */
import { isRecord } from "../../base/arguments.ts";
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type {
  Continuation,
  ModelAnswer,
  ModelConnector,
  Sampling,
  ScoredText,
} from "../../base/contract/resources/model.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { createQueue } from "../../base/queues/queue.ts";
import { wait } from "../../base/queues/within.ts";
import { Asker, type AskOptions, type HostReply, type Question, unanswered } from "./ask.ts";
import { Budget, type BudgetLimits, estimatedTokens, type Spent } from "./budget.ts";
import { isReached } from "./exchange.ts";
import { type Journal, type OpenJournal, openJournal } from "./journal.ts";
import { INSTRUCTION } from "./protocols/instruction.ts";
import { type JsonObject, type Protocol, Unusable } from "./protocols/protocol.ts";
import { checkedSampling } from "./protocols/sampling.ts";

/** The configuration of a model behind a host. */
interface AskedSettings extends Omit<AskOptions, "budget" | "fetch" | "now" | "sleep"> {
  protocol: Protocol;
  name: string;
  /** Kind of the configuration. */
  connector: string;
  retrieval: ModelConnector["retrieval"];
  /** Maximum of simultaneous requests. */
  concurrency: number;
  /** Fields added to every request. */
  extra: JsonObject;
}

/** Dependencies that the calling program may supply; each has a default. */
export interface AskHost extends Partial<Pick<AskOptions, "fetch" | "now" | "sleep">> {
  budget?: BudgetLimits | undefined;
  journal?: Journal | undefined;
  /** Hash of the request that the journal belongs to, besides the model: another request cannot resume from it. */
  question?: string | undefined;
}

export interface Questions {
  texts?: readonly string[] | undefined;
  prefixes?: readonly string[] | undefined;
  sampling?: Sampling | undefined;
}

/** The result of a dry run: the requests that would be sent, without those that the journal answers. */
export interface AskPlan {
  requests: number;
  /** Estimated tokens: three bytes per token, and every answer of maximum length. */
  tokens: number;
}

export interface PlannedConnector extends ModelConnector {
  /** @throws model_cannot, invalid_request, journal_mismatch */
  plan(questions: Questions): Promise<AskPlan>;
  /** Requests sent, including retries, and their tokens. */
  readonly spent: Spent;
}

/** A request for several continuations of one prefix. */
interface Batch extends Question {
  prefix: number;
}

export function askedConnector(settings: AskedSettings, host: AskHost = {}): PlannedConnector {
  const { protocol, name, connector, retrieval } = settings;
  const budget = new Budget(host.budget);
  const queued = createQueue(settings.concurrency);
  let opening: Promise<{ asker: Asker; journal: OpenJournal }> | undefined;
  const open = () => {
    opening ??= opened(settings, host, budget);
    return opening;
  };

  const askAll = async (questions: readonly Question[], stage: string, options: HostOptions) => {
    const { asker } = await open();
    return repliesTo(questions, (question, signal) => queued(() => asker.ask(question, signal)), stage, options);
  };

  const scoring = (): NonNullable<Protocol["scoring"]> => {
    if (protocol.scoring !== undefined) return protocol.scoring;
    throw new SpoliaError("model_cannot", `${name} gives no log-probabilities of a text.`, {
      hint: "Its protocol samples only: extraction by sampling works, probing does not.",
    });
  };

  const textQuestions = (texts: readonly string[]) =>
    Promise.all(texts.map((text) => questionOf(settings, scoring().body(text), 0, estimatedTokens([text]) + 1)));

  return {
    name,
    connector,
    retrieval,
    scores: protocol.scores,
    completes: true,
    continues: protocol.continues,
    get spent() {
      return budget.spent;
    },
    reach: () => isReached(fetchOf(host), settings.url),
    async plan({ texts = [], prefixes = [], sampling }) {
      const { journal } = await open();
      const scores = texts.length === 0 ? [] : await textQuestions(texts.filter((text) => text !== ""));
      const draws =
        prefixes.length === 0 ? [] : await batchesOf(settings, prefixes, checkedSampling(sampling, protocol, name));
      const wanted = new Map([...scores, ...draws].map((question) => [question.id, question]));
      const left = [...wanted.values()].filter(({ id }) => journal.answerTo(id) === undefined);
      return { requests: left.length, tokens: left.reduce((sum, { estimate }) => sum + estimate, 0) };
    },
    async logprobs(texts, options = {}) {
      const { read } = scoring();
      const asked = texts.filter((text) => text !== "");
      const answers = await askAll(await textQuestions(asked), "scores", options);
      let next = 0;
      // An empty text has no tokens, and most hosts refuse it.
      return texts.map((text) =>
        text === "" ? EMPTY : readAnswer(answers[next++]!, (response) => read(text, response)),
      );
    },
    async complete(prefixes, sampling, options = {}) {
      const batches = await batchesOf(settings, prefixes, checkedSampling(sampling, protocol, name));
      const answers = await askAll(batches, "continuations", options);
      const own = prefixes.map((): ModelAnswer<Continuation[]>[] => []);
      batches.forEach(({ prefix }, i) => {
        own[prefix]!.push(readAnswer(answers[i]!, (response) => protocol.read(prefixes[prefix]!, response)));
      });
      return own.map((read) => together(read, sampling));
    },
  };
}

/** Replies in the order of the questions; equal questions are asked once, and none after a reply that failed. */
async function repliesTo(
  questions: readonly Question[],
  ask: (question: Question, signal: AbortSignal) => Promise<HostReply>,
  stage: string,
  { signal, onProgress }: HostOptions,
): Promise<HostReply[]> {
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const replies = new Map<string, Promise<HostReply>>();
  const total = new Set(questions.map(({ id }) => id)).size;
  let done = 0;
  for (const question of questions) {
    if (replies.has(question.id)) continue;
    const reply = ask(question, either).then((reply) => {
      done++;
      onProgress?.({ stage, done, total, unit: "requests" });
      return reply;
    });
    reply.catch(() => stop.abort()); // sends no further paid requests once an answer cannot be stored
    replies.set(question.id, reply);
  }
  const settled = await Promise.allSettled(replies.values());
  const errors = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  const first = errors.find((error) => !(isSpoliaError(error) && error.code === "aborted")) ?? errors[0];
  if (first !== undefined) throw first;
  return Promise.all(questions.map(({ id }) => replies.get(id)!));
}

const EMPTY: ModelAnswer<ScoredText> = { status: "answered", answer: { tokens: [], vocabulary_size: null } };

async function opened(settings: AskedSettings, host: AskHost, budget: Budget) {
  const { name, url, protocol, extra } = settings;
  const identity = await sha256(
    canonicalJson({ name, url, path: protocol.path, extra, question: host.question ?? null }),
  );
  const journal = host.journal === undefined ? NO_JOURNAL : await openJournal(host.journal, identity, name);
  const { now = Date.now, sleep = wait } = host;
  return { journal, asker: new Asker({ ...settings, budget, fetch: fetchOf(host), now, sleep }, journal) };
}

const fetchOf = ({ fetch = (url, init) => globalThis.fetch(url, init) }: AskHost): AskOptions["fetch"] => fetch;

export const NO_JOURNAL: OpenJournal = { answerTo: () => undefined, write: async () => {} };

async function questionOf(settings: AskedSettings, own: JsonObject, draw: number, estimate: number): Promise<Question> {
  const body = merged(settings.extra, own);
  return { id: await sha256(canonicalJson([settings.protocol.path, body, draw])), body, estimate };
}

/**
 * Fields of the query take precedence over configured ones; one level of objects, such as Gemini's `generationConfig`,
 * is merged.
 */
function merged(extra: JsonObject, own: JsonObject): JsonObject {
  const both = Object.keys(own).filter((key) => isRecord(own[key]) && isRecord(extra[key]));
  return {
    ...extra,
    ...own,
    ...Object.fromEntries(both.map((key) => [key, { ...(extra[key] as object), ...(own[key] as object) }])),
  };
}

/**
 * The requests for all prefixes, in order. A repeated prefix is sampled again, with the next seeds. At temperature 0
 * one continuation is enough, since all would be equal.
 */
function batchesOf(settings: AskedSettings, prefixes: readonly string[], sampling: Sampling): Promise<Batch[]> {
  const { protocol } = settings;
  const draws = sampling.temperature === 0 ? 1 : sampling.continuations;
  const drawn = new Map<string, number>();
  const batches = prefixes.flatMap((prefix, index) => {
    const before = sampling.temperature === 0 ? 0 : (drawn.get(prefix) ?? 0);
    drawn.set(prefix, before + draws);
    const starts = Array.from({ length: Math.ceil(draws / protocol.drawsMax) }, (_, i) => i * protocol.drawsMax);
    return starts.map(async (start): Promise<Batch> => {
      const count = Math.min(protocol.drawsMax, draws - start);
      const seed = sampling.seed === undefined ? undefined : (sampling.seed + before + start) % 2 ** 31;
      const frame = protocol.continues === "prefix" ? [prefix] : [prefix, INSTRUCTION];
      const estimate = estimatedTokens(frame) + count * sampling.max_tokens;
      const body = protocol.body(prefix, sampling, { count, seed });
      return { ...(await questionOf(settings, body, before + start, estimate)), prefix: index };
    });
  });
  return Promise.all(batches);
}

function readAnswer<Answer>(asked: HostReply, read: (response: unknown) => Answer): ModelAnswer<Answer> {
  if (asked.status === "unanswered") return asked;
  try {
    return { status: "answered", answer: read(asked.response) };
  } catch (error) {
    if (error instanceof Unusable) return unanswered(error.reason, error.message);
    throw error;
  }
}

/** All continuations of one prefix, or the reason why there are none. */
function together(batches: readonly ModelAnswer<Continuation[]>[], { temperature, continuations }: Sampling) {
  const answered = batches.flatMap((batch) => (batch.status === "answered" ? batch.answer : []));
  if (answered.length === 0) return batches[0]!;
  const answer = temperature === 0 ? Array.from({ length: continuations }, () => answered[0]!) : answered;
  return { status: "answered" as const, answer: answer.slice(0, continuations) };
}
