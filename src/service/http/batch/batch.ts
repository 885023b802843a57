/**
 * Many analyses in one exchange, processed in order, one at a time. Each counts towards the plan. A failed request gets
 * a problem as its answer, and the others continue.
 */
import type { AnalyzeRequest, AnalyzeResult } from "../../../base/contract/operations/analyze.ts";
import { analyzeRequestSchema } from "../../../base/contract/schemas/operations/analyze.ts";
import { isSpoliaError, throwIfAborted } from "../../../base/errors.ts";
import { wait } from "../../../base/queues/within.ts";
import { markValid, validated } from "../../../engine/requests.ts";
import { isUsed, type Use } from "../../accounts/quota.ts";
import type { AnalysisWishes } from "../../jobs/batchState.ts";
import { countedWords, unreadWords } from "../../jobs/words.ts";
import { analyzeForTenant } from "../../runs/analysis.ts";
import { HttpError } from "../answer/httpError.ts";
import { NDJSON } from "../answer/negotiate.ts";
import { type Problem, problemOf } from "../answer/problems.ts";
import { parseJson } from "../request/json.ts";
import { ANSWER_TIMEOUT_MS, BODY_BYTES_MAX } from "../request/limits.ts";
import { lineTooLong, readLines, writeLines } from "../request/lines.ts";
import { withRegisteredDecisions } from "../request/registeredDecisions.ts";
import type { RouteCall } from "../route.ts";
import { deadline } from "../serve/deadline.ts";

type BatchLine = { index: number } & ({ success: true; result: AnalyzeResult } | { success: false; problem: Problem });

/** Returns a request, or rejects if it is refused. */
type PendingRequest = () => AnalyzeRequest | Promise<never>;

/** Streams the answers. @param requests the valid, counted requests of a complete body; `null` to read lines */
export function answerBatch(call: RouteCall, requests: readonly AnalyzeRequest[] | null): Response {
  const gone = new AbortController();
  const release = call.hold();
  const signal = AbortSignal.any([gone.signal, ...(call.host.signal === undefined ? [] : [call.host.signal])]);
  const own: RouteCall = { ...call, host: { ...call.host, signal } };
  const asked = requests === null ? askedInLines(own, signal) : listed(requests);
  const body = writeLines(answers(own, asked, signal), () => {
    gone.abort();
    release();
    call.room?.release();
  });
  return new Response(body, { headers: { "content-type": NDJSON } });
}

async function* listed(requests: readonly AnalyzeRequest[]): AsyncGenerator<PendingRequest, void, undefined> {
  for (const request of requests) yield () => markValid(analyzeRequestSchema, request);
}

/**
 * The first line is already counted with the exchange. Lines come for as long as their sender likes, so each is read
 * for a key that has not ended.
 */
async function* askedInLines(call: RouteCall, signal: AbortSignal): AsyncGenerator<PendingRequest, void, undefined> {
  let isFirst = true;
  for await (const line of readLines(call.lines!, BODY_BYTES_MAX, signal, call.room!)) {
    const ended = await call.confirm().catch((error: unknown) => ({ error }));
    if (ended !== undefined) {
      yield () => Promise.reject(ended.error);
      // Others, such as a store that does not answer, are no reason to end.
      if (isSpoliaError(ended.error) && ended.error.code === "unauthorized") return;
      continue;
    }
    const read = readRequest(line);
    if ("error" in read) yield () => Promise.reject(read.error);
    else {
      const use = await useOf(call, read.request);
      const refused = await refusedBy(call, isFirst ? { ...use, calls: 0 } : use, signal);
      isFirst = false;
      yield () => (refused === null ? read.request : Promise.reject(refused));
    }
  }
}

/** What a line counts for. */
const useOf = async ({ service: { registry }, caller }: RouteCall, request: AnalyzeRequest): Promise<Use> => ({
  calls: 1,
  ...(await countedWords(registry, caller.tenant, request, true)),
});

/** A line as a request, or why it is none. */
export function readRequest(line: Uint8Array | null): { request: AnalyzeRequest } | { error: unknown } {
  try {
    if (line === null) throw lineTooLong(BODY_BYTES_MAX);
    return { request: validated(analyzeRequestSchema, parseJson(line)) };
  } catch (error) {
    return { error };
  }
}

/** Counts a valid line. Waits on a rate limit; returns the error if the daily quota is used up. */
async function refusedBy(call: RouteCall, use: Use, signal: AbortSignal): Promise<unknown> {
  for (;;) {
    throwIfAborted(signal);
    try {
      await call.admit(use);
      return null;
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== "rate_limited") return error;
      await wait(1000 * Number(error.headers["retry-after"] ?? 1), signal);
    }
  }
}

async function* answers(
  call: RouteCall,
  requests: AsyncGenerator<PendingRequest>,
  signal: AbortSignal,
): AsyncGenerator<BatchLine> {
  let index = 0;
  for await (const asked of requests) {
    yield await answered(call, asked, index++, signal);
  }
}

async function answered(
  call: RouteCall,
  asked: PendingRequest,
  index: number,
  signal: AbortSignal,
): Promise<BatchLine> {
  const limit = deadline(ANSWER_TIMEOUT_MS, signal);
  let request: AnalyzeRequest | undefined;
  try {
    request = await asked();
    const result = await analyzed(call, request, limit.signal);
    await returned(call, request, (use) => unreadWords(use, result));
    return lineOf(call, index, { result });
  } catch (error) {
    // A caller that disconnected gets no answer.
    throwIfAborted(signal);
    if (request !== undefined && !(isSpoliaError(error) && isUsed(error.code)))
      await returned(call, request, (use) => use);
    return lineOf(call, index, { error });
  } finally {
    limit.clear();
  }
}

/** Takes back what was counted for a line and not used. A store that fails keeps the line from nobody. */
async function returned(call: RouteCall, request: AnalyzeRequest, unused: (counted: Use) => Use): Promise<void> {
  try {
    await call.giveBack(unused(await useOf(call, request)));
  } catch {}
}

async function analyzed(call: RouteCall, asked: AnalyzeRequest, signal: AbortSignal): Promise<AnalyzeResult> {
  const {
    service: { registry, engine },
    caller: { tenant },
  } = call;
  if (registry !== null)
    return analyzeForTenant(registry, engine, tenant, { request: asked, signal, ...wishesOf(call) });
  return engine.analyze(await withRegisteredDecisions(call, asked), { tenant, signal });
}

/** What the query asks for beside each analysis. */
export const wishesOf = ({ query }: RouteCall): AnalysisWishes => ({
  keep: query["keep"] === true,
  decisions: query["decisions"] !== undefined,
});

/** One line of the response, which is the same whether the batch was a job or not. */
export function lineOf(
  { requestId, service: { basePath } }: RouteCall,
  index: number,
  outcome: { result: AnalyzeResult } | { error: unknown },
): BatchLine {
  if ("result" in outcome) return { index, success: true, result: outcome.result };
  return { index, success: false, problem: problemOf(outcome.error, requestId, basePath) };
}
