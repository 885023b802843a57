/**
 * The values of all promises, once all have settled. Where some are rejected, throws the first of these in their order,
 * whichever was rejected first.
 *
 * @param discard called with each value where nothing is returned
 */
export async function allSettledValues<Value>(
  promises: readonly Promise<Value>[],
  discard?: (value: Value) => Promise<void>,
): Promise<Value[]> {
  await Promise.allSettled(promises);
  const values = Promise.all(promises);
  if (discard) await values.catch(() => Promise.all(promises.map((one) => one.then(discard, () => {}))));
  return values;
}
