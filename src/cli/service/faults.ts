/**
 * Faults of spolia that no request and no task of a service ends with: an exception that nothing catches, a promise
 * whose rejection nobody awaits. What the process did is not known then, so it ends, and whoever runs it starts it
 * again; what was acknowledged is in the store.
 */
import { EXIT } from "../terminal/exit.ts";
import { faultLine } from "../terminal/log.ts";
import type { Stream } from "../terminal/terminal.ts";

/** Writes one line of JSON for such a fault, and ends the process. @returns a function that stops this */
export function endOnFaults(stderr: Stream): () => void {
  const ends = (fault: Parameters<typeof faultLine>[1]) => (error: unknown) => {
    // Written before the process ends: streams of a process to files, terminals and pipes are synchronous.
    stderr.write(faultLine(error, fault));
    process.exit(EXIT.fault);
  };
  const listeners = [
    ["uncaughtException", ends("uncaught_exception")],
    ["unhandledRejection", ends("unhandled_rejection")],
  ] as const;
  for (const [event, listener] of listeners) process.on(event, listener);
  return () => {
    for (const [event, listener] of listeners) process.off(event, listener);
  };
}
