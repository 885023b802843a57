/** Options of a host for every call; in a separate file, because operations and models both accept them. */

import type { PlatformAbortSignal } from "../../platform.ts";
import type { Progress } from "./corpus.ts";

export interface HostOptions {
  /** Stops the work between batches; the call then rejects with `aborted`. */
  signal?: PlatformAbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Stops querying models between batches. The result covers the answers so far, and `completeness` lists what is
   * missing. For hosts that must respond within a time limit.
   */
  askUntil?: PlatformAbortSignal | undefined;
  /** The tenant whose registered works a `work_hash` may refer to. Only `resolveWork` receives it. */
  tenant?: string | undefined;
}
