/** What went wrong, as it is kept: whoever shows it decides how much of it. */
import { type ErrorCode, isSpoliaError } from "../errors.ts";

export interface StoredError {
  code: ErrorCode;
  message: string;
  hint: string | null;
}

/** What is not an error of ours is a fault of ours: its message may hold anything. */
export function storedError(error: unknown): StoredError {
  if (!isSpoliaError(error)) return { code: "internal", message: "Something went wrong.", hint: null };
  return { code: error.code, message: error.message, hint: error.hint ?? null };
}
