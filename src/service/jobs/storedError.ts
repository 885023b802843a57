/** An error in its stored form. The code that shows it decides how much of it to show. */
import { type ErrorCode, isSpoliaError } from "../../base/errors.ts";

export interface StoredError {
  code: ErrorCode;
  message: string;
  hint: string | null;
}

/** An error that is not a `SpoliaError` is a bug. Its message is not stored, since it may contain anything. */
export function storedError(error: unknown): StoredError {
  if (!isSpoliaError(error)) return { code: "internal", message: "Something went wrong.", hint: null };
  return { code: error.code, message: error.message, hint: error.hint ?? null };
}
