/** Which nodes answer for a segment? Rendezvous hashing: a node that comes or goes moves only its own segments. */
import type { Kernels } from "../../core/kernels/kernels.ts";

/** Nodes of each segment that hold its index; further ones are asked where these fail. */
export const REPLICAS = 2;

/** All nodes, those first that hold the segment. */
export function placed(kernels: Kernels, nodes: readonly string[], segment: string): string[] {
  const scores = new Map(nodes.map((node) => [node, score(kernels, node, segment)]));
  return [...nodes].sort((x, y) => scores.get(y)! - scores.get(x)! || (x < y ? -1 : 1));
}

function score(kernels: Kernels, node: string, segment: string): number {
  return kernels.xxhash32(new TextEncoder().encode(`${node} ${segment}`), 0);
}
