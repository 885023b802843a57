/** A wait that a signal can end. */
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import { APIUserAbortError } from "./errors.ts";

/** @throws APIUserAbortError */
export function pause(delayMs: number, signal: PlatformAbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(new APIUserAbortError("The call was ended by its signal."));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, delayMs);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}
