/**
 * Removes what has ended long ago: runs of monitors, messages, and jobs with the lines of batches. What is due or runs
 * stays, as do works, histories and results, which reports rest on, and the last run of each monitor. What has expired
 * goes whatever the age.
 */
import type { Host } from "../history/host.ts";
import type { Records } from "../store/store.ts";

/** Records that one transaction removes. A job may have 100,000 lines. */
const AT_ONCE = { runs: 500, deliveries: 500, jobs: 1 } as const;
const FORGOTTEN_AT_ONCE = 500;
/** Transactions for one kind before the others get their turn. */
const PIECES_MAX = 20;

/** @param upTo time in milliseconds since 1970: what could be pruned since then is removed */
export async function prune(host: Host, upTo: number, signal: AbortSignal): Promise<void> {
  for (const [kind, limit] of Object.entries(AT_ONCE) as [keyof typeof AT_ONCE, number][])
    await inPieces(host, limit, signal, (service) => service.prune(kind, upTo, limit));
}

/** Removes answers to repeated requests, and revoked tokens, that have expired. */
export const forgetExpired = (host: Host, now: number, signal: AbortSignal): Promise<void> =>
  inPieces(host, FORGOTTEN_AT_ONCE, signal, (service) => service.forgetExpired(now, FORGOTTEN_AT_ONCE));

async function inPieces(
  { store }: Host,
  limit: number,
  signal: AbortSignal,
  remove: (service: Records["service"]) => Promise<number>,
): Promise<void> {
  for (let piece = 0; piece < PIECES_MAX && !signal.aborted; piece++)
    if ((await store.write(({ service }) => remove(service))) < limit) return;
}
