/** Errors with response headers. */
import { type ErrorCode, type ErrorDetails, isSpoliaError, SpoliaError } from "../errors.ts";

type Headers = Readonly<Record<string, string>>;

export class HttpError extends SpoliaError {
  readonly headers: Headers;

  constructor(code: ErrorCode, message: string, details: ErrorDetails & { headers: Headers }) {
    super(code, message, details);
    this.headers = details.headers;
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
