/** Answers in lines, each a document, read as they arrive. */
import type { PlatformAbortSignal, PlatformResponse } from "../../../base/platform.ts";
import { APIConnectionError, APIResponseError, APITimeoutError, APIUserAbortError } from "./errors.ts";
import { ApiPromise, type ClientExchange } from "./promise.ts";

interface StreamLimits {
  /** Most milliseconds without a line. */
  readonly silenceMs: number;
  readonly signal: PlatformAbortSignal | undefined;
}

/** The promise of a stream; iterated, it gives the lines. */
export class LinePromise<Line> extends ApiPromise<LineStream<Line>> {
  constructor(exchange: Promise<ClientExchange>, limits: StreamLimits) {
    super(exchange, async (response) => new LineStream(response, limits));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Line, void, undefined> {
    yield* await this;
  }
}

/** Lines of one response. Leaving the loop ends the request. */
export class LineStream<Line> implements AsyncIterable<Line> {
  readonly #response: PlatformResponse;
  readonly #limits: StreamLimits;

  constructor(response: PlatformResponse, limits: StreamLimits) {
    this.#response = response;
    this.#limits = limits;
  }

  /** @throws APIConnectionError where the connection is cut; APIResponseError where a line is no JSON */
  async *[Symbol.asyncIterator](): AsyncGenerator<Line, void, undefined> {
    const reader = this.#response.body?.getReader();
    if (reader === undefined) return;
    const decoder = new TextDecoder();
    let rest = "";
    let count = 0;
    try {
      for (;;) {
        const { done, value } = await beforeSilence(reader.read(), this.#limits, count);
        const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
        rest = lines.pop()!;
        for (const line of lines) {
          if (line.trim() === "") continue;
          yield parsed<Line>(line, count);
          count++;
        }
        if (done) break;
      }
      // The service ends each line: a rest is a line that was cut.
      if (rest.trim() !== "") throw new APIConnectionError(`The answer was cut in its line ${count + 1}.`);
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }
}

async function beforeSilence<Value>(reading: Promise<Value>, limits: StreamLimits, count: number): Promise<Value> {
  const { silenceMs, signal } = limits;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const error = new APITimeoutError(`Nothing came for ${silenceMs} ms after ${count} lines.`);
    timer = setTimeout(() => reject(error), silenceMs);
  });
  try {
    return await Promise.race([reading, silence]);
  } catch (cause) {
    if (cause instanceof APITimeoutError) throw cause;
    if (signal?.aborted) throw new APIUserAbortError("The call was ended by its signal.", { cause });
    throw new APIConnectionError(`The answer was cut after ${count} lines.`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

function parsed<Line>(line: string, count: number): Line {
  try {
    return JSON.parse(line) as Line;
  } catch (cause) {
    throw new APIResponseError(`Line ${count + 1} of the answer is no JSON.`, { cause });
  }
}
