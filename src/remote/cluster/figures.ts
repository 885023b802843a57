/** What was asked of each node, how it went, and how long it took. */

/** A request to a node that has ended. */
export interface NodeRequest {
  /** Address of the node. */
  node: string;
  /** `cancelled`: another node answered first, or nobody waits any more. */
  outcome: "answered" | "failed" | "cancelled";
  /** Whether another node was asked besides, because this one was slow. */
  isHedged: boolean;
  /** From the request to the end of the answer, in milliseconds. */
  ms: number;
  sentBytes: number;
  receivedBytes: number;
}

export interface NodeFigures {
  node: string;
  /** Requests that have ended. */
  requests: number;
  failures: number;
  /** Requests that were also sent to another node because this one was slow. */
  hedged: number;
  sentBytes: number;
  receivedBytes: number;
  /** Time within which 95 % of its last 512 answers came, in milliseconds; `null` where it has answered nothing. */
  p95Ms: number | null;
}

const TIMES_KEPT = 512;

interface CountedRequests extends Omit<NodeFigures, "p95Ms"> {
  times: number[];
}

/** Adds up requests by node. */
export class NodeTally {
  readonly #tallies = new Map<string, CountedRequests>();

  add({ node, outcome, isHedged, ms, sentBytes, receivedBytes }: NodeRequest): void {
    const tally = this.#tallyOf(node);
    tally.requests++;
    tally.failures += Number(outcome === "failed");
    tally.hedged += Number(isHedged);
    tally.sentBytes += sentBytes;
    tally.receivedBytes += receivedBytes;
    if (outcome === "answered") tally.times.push(ms);
    if (tally.times.length > TIMES_KEPT) tally.times.shift();
  }

  /** Forgets nodes that are gone: addresses may come and go without end. */
  keep(nodes: readonly string[]): void {
    for (const node of this.#tallies.keys()) if (!nodes.includes(node)) this.#tallies.delete(node);
  }

  get figures(): NodeFigures[] {
    return [...this.#tallies.values()].map(({ times, ...rest }) => ({ ...rest, p95Ms: quantile(times, 0.95) }));
  }

  #tallyOf(node: string): CountedRequests {
    const none = { node, requests: 0, failures: 0, hedged: 0, sentBytes: 0, receivedBytes: 0, times: [] };
    const tally = this.#tallies.get(node) ?? none;
    this.#tallies.set(node, tally);
    return tally;
  }
}

/** @returns `null` where there are no times */
export function quantile(times: readonly number[], share: number): number | null {
  const sorted = [...times].sort((x, y) => x - y);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
}
