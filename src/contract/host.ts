/** What a host gives along with every call; a file of its own, because operations and models both take it. */

import type { PlatformAbortSignal } from "../platform.ts";
import type { Progress } from "./corpus.ts";

export interface HostOptions {
  /** Stops the work between batches; the call then rejects with `aborted`. */
  signal?: PlatformAbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Stops asking models between batches: the result is that of what was answered by then, and says so. For hosts that
   * answer within a time.
   */
  askUntil?: PlatformAbortSignal | undefined;
  /** Whose registered works a `work_hash` may name. Handed to `resolveWork`, and read by nothing else. */
  tenant?: string | undefined;
}
