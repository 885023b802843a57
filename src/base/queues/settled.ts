/**
 * The values of all promises, once all have settled. Where some are rejected, throws the first of these in their order,
 * whichever was rejected first.
 *
 * @param discard called with each value where nothing is returned
 */
export async function allSettledValues<Promises extends readonly Promise<unknown>[] | []>(
  promises: Promises,
  discard?: (value: Awaited<Promises[number]>) => Promise<void>,
): Promise<{ -readonly [At in keyof Promises]: Awaited<Promises[At]> }> {
  // There is nothing to wait for, and nothing to discard, beside one.
  if (promises.length === 1) return [await promises[0]] as { -readonly [At in keyof Promises]: Awaited<Promises[At]> };
  await Promise.allSettled(promises);
  const values = Promise.all(promises);
  if (discard) {
    const discarded = (one: Promise<unknown>) =>
      one.then(
        (value) => discard(value as Awaited<Promises[number]>),
        () => {},
      );
    await values.catch(() => Promise.all(promises.map(discarded)));
  }
  return values;
}
