import { isSpoliaError, type SpoliaError } from "../../../src/base/errors.ts";

/** The typed error of a call that throws one. */
export function errorOf(call: () => unknown): SpoliaError {
  try {
    call();
  } catch (error) {
    if (isSpoliaError(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
