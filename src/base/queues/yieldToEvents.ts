/** Long work between whose steps timers and signals are heard: promises that are settled alone never let them. */
import { throwIfAborted } from "../errors.ts";
import type { PlatformAbortSignal } from "../platform.ts";

/**
 * @returns is told of the units of work that were done, and waits a moment after each `unitsMax` of them; it throws
 *   where the work was aborted
 */
export function breathing(unitsMax: number, signal?: PlatformAbortSignal): (units: number) => Promise<void> {
  let left = unitsMax;
  return async (units) => {
    left -= units;
    if (left > 0) return;
    left = unitsMax;
    await new Promise((resolve) => setTimeout(resolve));
    throwIfAborted(signal);
  };
}
