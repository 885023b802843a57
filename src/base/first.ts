/** Resolves when one of the promises does, or after a time. */
export async function firstOf(promises: Iterable<Promise<void>>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const time = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([...promises, time]);
  } finally {
    clearTimeout(timer);
  }
}
