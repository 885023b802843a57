/** Throws if a list that a test iterates over is empty: the test would pass without testing anything. */
export function notEmpty<Item>(items: Iterable<Item>): Item[] {
  const all = [...items];
  if (all.length === 0) throw new Error("The list is empty, so nothing would be tested.");
  return all;
}
