/** Work that waits for its turn. */

/** Runs at most `atOnce` works at a time. The others wait, and start in the order in which they were given. */
export function createQueue(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running++;
    else await new Promise<void>((called) => waiting.push(called)); // whoever ends hands its place over
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
