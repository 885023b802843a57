/**
 * Removes what has ended long ago: runs of monitors, messages, and jobs with the lines of batches. What is due or runs
 * stays, as do works, histories and results, which reports rest on, and the last run of each monitor.
 */
import type { Host } from "./host.ts";

/** Records that one transaction removes. A job may have 100,000 lines. */
const AT_ONCE = { runs: 500, deliveries: 500, jobs: 1 } as const;
/** Transactions for one kind before the others get their turn. */
const PIECES_MAX = 20;

/** @param upTo time in milliseconds since 1970: what could be pruned since then is removed */
export async function prune({ store }: Host, upTo: number, signal: AbortSignal): Promise<void> {
  for (const [kind, limit] of Object.entries(AT_ONCE) as [keyof typeof AT_ONCE, number][]) {
    for (let piece = 0; piece < PIECES_MAX && !signal.aborted; piece++) {
      const removed = await store.write(({ service }) => service.prune(kind, upTo, limit));
      if (removed < limit) break;
    }
  }
}
