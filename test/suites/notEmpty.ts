/** What a test goes through, of which there is something: a loop over nothing would pass and prove nothing. */
export function notEmpty<Item>(items: Iterable<Item>): Item[] {
  const all = [...items];
  if (all.length === 0) throw new Error("There is nothing to go through, so nothing would be tested.");
  return all;
}
