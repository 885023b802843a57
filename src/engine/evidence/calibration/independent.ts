/**
 * Independent cases: one of each cluster, since cases of one work repeat the same information. The kinds keep their
 * proportions: the next case is of the kind that is furthest behind its share. Selection ends when that kind has no
 * case of an unused cluster.
 */
import { groupBy } from "../../../base/lists/groups.ts";

export interface ClusteredCase {
  kind: string;
  cluster: string;
}

/** @param shuffled cases in an order that is independent of their outcomes */
export function independentCases<Case extends ClusteredCase>(shuffled: readonly Case[]): Case[] {
  const waiting = groupBy(shuffled, ({ kind }) => kind);
  const kinds = [...waiting].map(([kind, cases]) => ({ kind, cases, of: cases.length, taken: 0 }));
  const used = new Set<string>();
  const chosen: Case[] = [];
  for (;;) {
    const neediest = kinds.reduce((one, other) =>
      (other.taken + 1) / other.of < (one.taken + 1) / one.of ? other : one,
    );
    let next = neediest.cases.pop();
    while (next !== undefined && used.has(next.cluster)) next = neediest.cases.pop();
    if (next === undefined) return chosen;
    used.add(next.cluster);
    neediest.taken++;
    chosen.push(next);
  }
}
