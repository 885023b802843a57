/** Errors of the adapter itself. */
import { type ErrorCode, type ErrorDetails, isSpoliaError, SpoliaError } from "../../../base/errors.ts";

type Headers = Readonly<Record<string, string>>;

/** The parts of the service that may not be ready. */
export type ReadyPart = "process" | "store" | "corpora";

interface HttpErrorDetails extends ErrorDetails {
  readonly headers?: Headers;
  readonly notReady?: ReadyPart;
}

export class HttpError extends SpoliaError {
  /** Further headers of the response. */
  readonly headers: Headers;
  /** The part that makes the service not ready. Then callers read the message, whatever the status. */
  readonly notReady: ReadyPart | undefined;

  constructor(code: ErrorCode, message: string, details: HttpErrorDetails) {
    super(code, message, details);
    this.headers = details.headers ?? {};
    this.notReady = details.notReady;
  }

  /** Adds headers to a `SpoliaError`; returns any other error unchanged. */
  static with(error: unknown, headers: Headers): unknown {
    if (!isSpoliaError(error)) return error;
    const { code, message, hint, fields } = error;
    return new HttpError(code, message, { fields, headers, cause: error, ...(hint === undefined ? {} : { hint }) });
  }
}

export const methodNotAllowed = (allow: string): HttpError =>
  new HttpError("method_not_allowed", "This path does not support this method.", {
    hint: `Use one of ${allow}.`,
    headers: { allow },
  });
