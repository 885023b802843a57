/** Which passages in many documents are independent evidence, and which only repeat better ones? */

import { isEvident } from "../../core/kernels/passages/worth.ts";
import type { Passage } from "../../core/passages/passages.ts";
import type { ShingleIndex } from "../../core/passages/shingleIndex.ts";

export type Weighed = Pick<Passage, "agreeing" | "bits" | "placeBits" | "longestRunWords">;

/**
 * Drops passages that have no long run and are worth too little beyond the words of the query that agree in better
 * passages of any document: of a formula that many documents have in variants, the best passage is reported. Passages
 * of equal worth do not displace each other.
 */
export function dropRedundant<One extends Weighed>(query: ShingleIndex, found: readonly One[]): One[] {
  const covered = new Uint8Array(query.shingled.text.lengthWords);
  const bestFirst = [...found].sort((x, y) => y.bits - x.bits);
  const kept = new Set<One>();
  for (let from = 0, to = 0; from < bestFirst.length; from = to) {
    while (to < bestFirst.length && bestFirst[to]!.bits === bestFirst[from]!.bits) to++;
    const equals = bestFirst.slice(from, to).filter((one) => isEvident(query, one, (word) => covered[word] === 1));
    for (const one of equals) {
      kept.add(one);
      for (const { a, lengthWords } of one.agreeing) covered.fill(1, a, a + lengthWords);
    }
  }
  return found.filter((one) => kept.has(one));
}
