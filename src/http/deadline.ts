/**
 * A time limit that is cleared: signals of `AbortSignal.timeout` stay, with what listens to them, until their time has
 * come.
 */
interface Deadline {
  readonly signal: AbortSignal;
  /** Call it when the work is done, however it ended. */
  clear(): void;
}

/** @param signals that end the work as well */
export function deadline(ms: number, ...signals: readonly AbortSignal[]): Deadline {
  const overdue = new AbortController();
  const timer = setTimeout(() => overdue.abort(new DOMException("It took too long.", "TimeoutError")), ms);
  return { signal: AbortSignal.any([...signals, overdue.signal]), clear: () => clearTimeout(timer) };
}
