import type { ErrorCode } from "../../../base/errors.ts";
import type { WithinSpan } from "../../../base/lists/spans.ts";
import { isNdjson } from "../answer/negotiate.ts";
import { watchedToEnd } from "../request/lines.ts";

/**
 * One request and its response for an operator's log: never a text, a key or a name that a caller chose, except in the
 * message of `error`.
 */
export interface Exchange {
  requestId: string;
  method: string;
  /** Path of the route with `{name}` for parameters; `null` if no route matched. */
  path: string | null;
  /** Tenant of the caller; `null` if the caller was not authenticated. */
  tenant: string | null;
  /**
   * IP address of the client, behind trusted proxies the one that they state; `null` if unknown.
   *
   * @since 0.2.0
   */
  address: string | null;
  /**
   * Id of the trace of its span or, without spans, of the one that the caller states (`traceparent`): 32 hexadecimal
   * digits; `null` where there is none.
   *
   * @since 0.2.0
   */
  traceId: string | null;
  /** HTTP status of the response; 499 if the caller has left before its end. */
  status: number;
  /**
   * Error code of the response, or of what went wrong after its beginning; `null` where nothing did.
   *
   * @since 0.2.0
   */
  code: ErrorCode | null;
  /** From the request to the response or, where it is sent line by line, to its end. */
  durationMs: number;
  /**
   * What was thrown, where the status is 500 or more; otherwise absent. Its message may quote the request.
   *
   * @since 0.2.0
   */
  error?: unknown;
}

export type Observer = (exchange: Exchange) => void;

/** Status of an exchange whose caller has left before its end, as servers log it. It is never sent. */
const CALLER_LEFT = 499;

interface Telling {
  readonly asked: { readonly error?: unknown };
  readonly tell: (status: number, error: unknown) => void;
  /** Runs the making of each piece of a response that is sent line by line. */
  readonly within: WithinSpan;
}

/** Calls `tell` with the status of the exchange: now or, where the response is sent line by line, at its end. */
export function toldAtEnd(request: Request, response: Response, { asked, tell, within }: Telling): Response {
  const { body, status, headers } = response;
  if (body === null || !isNdjson(headers.get("content-type"))) {
    tell(request.signal.aborted ? CALLER_LEFT : status, asked.error);
    return response;
  }
  const watched = watchedToEnd(body, within, (end) => {
    if (end === undefined) tell(status, asked.error);
    else tell(end === "left" || request.signal.aborted ? CALLER_LEFT : 500, end);
  });
  return new Response(watched, response);
}
