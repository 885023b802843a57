/**
 * How fast do nodes answer? An answer is late that takes longer than 95 % of the answers of most nodes: the slower half
 * of the nodes is no measure, so that one that is slow from its start is known as such.
 */
import { quantile } from "./figures.ts";
import type { QuestionName } from "./protocol.ts";

const TIMES_KEPT = 128;
const TIMES_NEEDED = 16;
const QUANTILE = 0.95;
const SHORTEST_WAIT_MS = 10;
/** So many late answers of a node, one after another, are no chance. */
const LATE_IN_A_ROW = 3;
/** How long a node is asked last that failed, or was late so often; twice as long with each late answer more. */
const AVOIDED_MS = 2_000;
const AVOIDED_MS_MAX = 64_000;

export class NodePace {
  readonly #times = new Map<QuestionName, Map<string, number[]>>();
  readonly #late = new Map<string, number>();
  readonly #avoided = new Map<string, number>();

  took(name: QuestionName, node: string, ms: number): void {
    const ofAll = this.#times.get(name) ?? new Map<string, number[]>();
    const times = ofAll.get(node) ?? [];
    times.push(ms);
    if (times.length > TIMES_KEPT) times.shift();
    this.#times.set(name, ofAll.set(node, times));
  }

  /** The time after which an answer is late; absent while too few are known. */
  lateAfterMs(name: QuestionName): number | undefined {
    const known = [...(this.#times.get(name)?.values() ?? [])].filter(({ length }) => length >= TIMES_NEEDED);
    const each = known.map((times) => quantile(times, QUANTILE)!).sort((x, y) => x - y);
    return each.length === 0 ? undefined : Math.max(SHORTEST_WAIT_MS, each[(each.length - 1) >> 1]!);
  }

  inTime(node: string): void {
    this.#late.delete(node);
    this.#avoided.delete(node);
  }

  late(node: string): void {
    const late = (this.#late.get(node) ?? 0) + 1;
    this.#late.set(node, late);
    if (late >= LATE_IN_A_ROW) this.#avoid(node, Math.min(AVOIDED_MS_MAX, AVOIDED_MS * 2 ** (late - LATE_IN_A_ROW)));
  }

  failed(node: string): void {
    this.#avoid(node, AVOIDED_MS);
  }

  #avoid(node: string, ms: number): void {
    this.#avoided.set(node, Math.max(this.#avoided.get(node) ?? 0, performance.now() + ms));
  }

  /** Nodes that failed a moment ago, or are slow, come last. */
  inOrder(nodes: readonly string[]): string[] {
    const now = performance.now();
    const isAvoided = (node: string) => Number((this.#avoided.get(node) ?? 0) > now);
    return [...nodes].sort((x, y) => isAvoided(x) - isAvoided(y));
  }

  /** Forgets other nodes. */
  keep(nodes: readonly string[]): void {
    for (const known of [this.#late, this.#avoided, ...this.#times.values()])
      for (const node of known.keys()) if (!nodes.includes(node)) known.delete(node);
  }
}
