/** Finds cycles in directed graphs, without recursion: a ledger may chain a hundred thousand datasets. */

/** A node on a cycle, or `undefined` where there is none. Nodes that are not in `next` have no successors. */
export function nodeOnCircle(next: ReadonlyMap<string, readonly string[]>): string | undefined {
  const finished = new Set<string>();
  for (const root of next.keys()) {
    const onPath = new Set<string>();
    const stack = [root];
    while (stack.length > 0) {
      const node = stack.at(-1)!;
      if (finished.has(node) || onPath.has(node)) {
        // Second visit: all of its descendants are done.
        onPath.delete(node);
        finished.add(node);
        stack.pop();
        continue;
      }
      onPath.add(node);
      for (const to of next.get(node) ?? []) {
        if (onPath.has(to)) return to;
        if (!finished.has(to)) stack.push(to);
      }
    }
  }
  return undefined;
}
