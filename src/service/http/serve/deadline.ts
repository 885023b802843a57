/**
 * A time limit that can be cleared. Signals of `AbortSignal.timeout` stay in memory, with their listeners, until they
 * expire.
 */
interface Deadline {
  readonly signal: AbortSignal;
  /** Call it when the work has ended, also after an error. */
  clear(): void;
}

/** @param signals other signals that end the work */
export function deadline(ms: number, ...signals: readonly AbortSignal[]): Deadline {
  const overdue = new AbortController();
  const timer = setTimeout(() => overdue.abort(new DOMException("It took too long.", "TimeoutError")), ms);
  return { signal: AbortSignal.any([...signals, overdue.signal]), clear: () => clearTimeout(timer) };
}
