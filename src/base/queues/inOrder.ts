/** Asks for several answers ahead, and gives them in the order of what is asked about. */

/**
 * @param lanes most answers that are worked on, or wait to be taken, at once
 * @throws the error of the first item whose answer fails, once all before it are given and those under way have ended
 */
export async function* inOrder<Item, Answer>(
  lanes: number,
  items: Iterable<Item>,
  ask: (item: Item) => Promise<Answer>,
): AsyncGenerator<Answer> {
  const pending: Promise<Answer>[] = [];
  try {
    for (const item of items) {
      if (pending.length >= lanes) yield await pending.shift()!;
      const answer = ask(item);
      answer.catch(() => {}); // It is heard when it is its turn.
      pending.push(answer);
    }
    while (pending.length > 0) yield await pending.shift()!;
  } finally {
    await Promise.allSettled(pending);
  }
}
