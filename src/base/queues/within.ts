/** Waits, and limits how long something is waited for. */

/** What the work gives or, where it takes longer than this, something else; the work goes on. */
export function within<Result, Otherwise>(
  ms: number,
  work: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const overdue = new Promise<Otherwise>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise);
  });
  return Promise.race([work, overdue]).finally(() => clearTimeout(timer));
}

/** Resolves after this time, or when the signal fires. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(ended, ms);
    signal?.addEventListener("abort", ended, { once: true });
    function ended() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", ended);
      resolve();
    }
  });
}
