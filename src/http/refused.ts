/** Errors that say something in headers too. */
import { type ErrorCode, type ErrorDetails, SpoliaError } from "../errors.ts";

export class Refused extends SpoliaError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, details: ErrorDetails & { headers: Readonly<Record<string, string>> }) {
    super(code, message, details);
    this.headers = details.headers;
  }
}

export const methodNotAllowed = (allow: string): Refused =>
  new Refused("method_not_allowed", "This path does not answer to this method.", {
    hint: `Use one of ${allow}.`,
    headers: { allow },
  });
