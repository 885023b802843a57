/**
 * One case of each cluster, since cases of one work say the same thing twice, with the kinds in proportion: whichever kind is furthest
 * behind is next, until it has no case of another cluster left.
 */
export interface ClusteredCase {
  kind: string;
  cluster: string;
}

/** @param shuffled cases in an order that has nothing to do with what came of them */
export function independentCases<Case extends ClusteredCase>(shuffled: readonly Case[]): Case[] {
  const waiting = new Map<string, Case[]>();
  for (const one of shuffled) {
    const alike = waiting.get(one.kind);
    if (alike === undefined) waiting.set(one.kind, [one]);
    else alike.push(one);
  }
  const kinds = [...waiting].map(([kind, cases]) => ({ kind, cases, of: cases.length, taken: 0 }));
  const used = new Set<string>();
  const chosen: Case[] = [];
  for (;;) {
    const neediest = kinds.reduce((one, other) => ((other.taken + 1) / other.of < (one.taken + 1) / one.of ? other : one));
    let next = neediest.cases.pop();
    while (next !== undefined && used.has(next.cluster)) next = neediest.cases.pop();
    if (next === undefined) return chosen;
    used.add(next.cluster);
    neediest.taken++;
    chosen.push(next);
  }
}
