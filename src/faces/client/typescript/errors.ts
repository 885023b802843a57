/** What a call can fail with. All are `SpoliaClientError`; those that the service answered are `APIStatusError`. */

import type { PlatformHeaders } from "../../../base/platform.ts";
import type { Problem } from "../../../service/http/answer/problems.ts";

/** The base of all errors of the client. Thrown itself where an argument or an option is not usable. */
export class SpoliaClientError extends Error {
  override readonly name: string = "SpoliaClientError";
}

/** No answer came: the connection failed or was cut. The request may have been carried out. */
export class APIConnectionError extends SpoliaClientError {
  override readonly name: string = "APIConnectionError";
}

/** No answer came within `timeoutMs`. */
export class APITimeoutError extends APIConnectionError {
  override readonly name = "APITimeoutError";
}

/** The caller's signal ended the call. */
export class APIUserAbortError extends SpoliaClientError {
  override readonly name = "APIUserAbortError";
}

/** The answer is not what the service documents. */
export class APIResponseError extends SpoliaClientError {
  override readonly name = "APIResponseError";
}

/** The service answered with an error. */
export class APIStatusError extends SpoliaClientError {
  override readonly name: string = "APIStatusError";
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** Error code for programs, such as `quota_exceeded`; `null` if the answer is no problem document. */
  readonly code: string | null;
  /** Id of the exchange, for the operator of the service; `null` if the answer has none. */
  readonly requestId: string | null;
  readonly headers: PlatformHeaders;
  /** The whole answer: a problem document (RFC 9457), or what else came, as JSON or as text. */
  readonly body: unknown;

  constructor(status: number, headers: PlatformHeaders, body: unknown) {
    const problem: Partial<Problem> = typeof body === "object" && body !== null ? body : {};
    super(messageOf(status, problem));
    this.status = status;
    this.code = typeof problem.code === "string" ? problem.code : null;
    this.requestId = headers.get("x-request-id");
    this.headers = headers;
    this.body = body;
  }

  /** The fields that are not valid: where each stands, and what it must be. */
  get errors(): Problem["errors"] {
    const { errors } = (this.body ?? {}) as Partial<Problem>;
    return Array.isArray(errors) ? errors : [];
  }
}

/** 400 */
export class BadRequestError extends APIStatusError {
  override readonly name = "BadRequestError";
}
/** 401 */
export class AuthenticationError extends APIStatusError {
  override readonly name = "AuthenticationError";
}
/** 403 */
export class PermissionDeniedError extends APIStatusError {
  override readonly name = "PermissionDeniedError";
}
/** 404 */
export class NotFoundError extends APIStatusError {
  override readonly name = "NotFoundError";
}
/** 409 */
export class ConflictError extends APIStatusError {
  override readonly name = "ConflictError";
}
/** 422 */
export class UnprocessableEntityError extends APIStatusError {
  override readonly name = "UnprocessableEntityError";
}
/** 429 */
export class RateLimitError extends APIStatusError {
  override readonly name = "RateLimitError";
}
/** 500 to 599 */
export class InternalServerError extends APIStatusError {
  override readonly name = "InternalServerError";
}

const CLASSES: Readonly<Record<number, typeof APIStatusError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
  429: RateLimitError,
};

/** The error of an answer whose status is none of success. */
export function statusError(status: number, headers: PlatformHeaders, body: unknown): APIStatusError {
  const Class = CLASSES[status] ?? (status >= 500 ? InternalServerError : APIStatusError);
  return new Class(status, headers, body);
}

function messageOf(status: number, { title, detail, hint, errors }: Partial<Problem>): string {
  const fields = Array.isArray(errors) ? errors.map(({ pointer, detail: what }) => `${pointer} ${what}`) : [];
  const parts = [detail ?? title, ...fields, hint].filter((part) => typeof part === "string" && part !== "");
  return [`${status}`, ...parts].join(" ");
}
