/** Limits how many asynchronous tasks run at once. */

/** Runs at most `atOnce` tasks at a time. The others wait, and start in the order of the calls. */
export function createQueue(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running++;
    else await new Promise<void>((called) => waiting.push(called)); // a task that ends hands its place over
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
