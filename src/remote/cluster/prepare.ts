/**
 * Lets nodes load the indexes of segments before they are asked about them. Once each segment has a node, the others
 * are waited for no longer than a moment: one that is cut off from the storage keeps no change of the corpus back. It
 * is asked last, and prepared again.
 */
import type { CorpusReach } from "../../corpus/search/corpus.ts";
import type { Nodes, Shard } from "./ask.ts";
import { REPLICAS } from "./placement.ts";
import type { QuestionOf } from "./protocol.ts";

const PREPARE_MS_MAX = 10 * 60_000;
/** How long a node is waited for that is asked to load indexes, and answers within two seconds that it does. */
const PREPARE_NODE_MS = 5_000;
/** How long nodes are waited for when each segment has one. */
const OTHERS_MS = 5_000;

export interface Prepared {
  /** Which node holds the index of which segment: `holder` names them together. */
  holders: ReadonlySet<string>;
  /** Whether all do that should. */
  isWhole: boolean;
}

interface Preparation {
  nodes: Nodes;
  shards: readonly Shard[];
  /** Who holds what already. */
  held: Prepared["holders"];
  holder: (segment: number, node: string) => string;
  question: (segments: readonly number[]) => QuestionOf<"prepare">;
  /** Ends it: nodes load indexes when they are asked. */
  until: AbortSignal;
}

export async function prepare({ nodes, shards, held, holder, question, until }: Preparation): Promise<Prepared> {
  const enough = new AbortController();
  const deadline = AbortSignal.any([until, enough.signal, AbortSignal.timeout(PREPARE_MS_MAX)]);
  const signal = new AbortController().signal;
  const now = new Set<string>();
  const left = new Map<string, Shard[]>();
  for (const { index, nodes: all } of shards) {
    for (const node of all.slice(0, REPLICAS)) {
      if (held.has(holder(index, node))) now.add(holder(index, node));
      else left.set(node, [...(left.get(node) ?? []), { index, nodes: [node] }]);
    }
  }
  const hasOne = ({ index, nodes: all }: Shard) => all.slice(0, REPLICAS).some((node) => now.has(holder(index, node)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitNoLonger = () => {
    if (shards.every(hasOne)) timer ??= setTimeout(() => enough.abort(), OTHERS_MS);
  };
  const body = (some: readonly Shard[]) => question(some.map(({ index }) => index));
  const loaded = async (node: string, own: readonly Shard[]) => {
    for (let rest = own; rest.length > 0 && !deadline.aborted; ) {
      const asking = { name: "prepare" as const, body, signal, deadline, nodeMs: PREPARE_NODE_MS };
      const answers = await nodes.ask(asking, rest);
      rest = answers.flatMap(({ shards: some, answer }) => (answer.isReady ? [] : some));
      if (answers.length === 0 || rest.length > 0) continue;
      for (const { index } of own) now.add(holder(index, node));
      waitNoLonger();
    }
  };
  waitNoLonger();
  try {
    await Promise.all([...left].map(([node, own]) => loaded(node, own)));
  } finally {
    clearTimeout(timer);
  }
  const all = shards.flatMap(({ index, nodes: them }) => them.slice(0, REPLICAS).map((node) => holder(index, node)));
  return { holders: now, isWhole: all.every((one) => now.has(one)) };
}

/** How long a node is waited for that is asked whether it is there: longer than an answer to `prepare` takes. */
const REACH_MS = 5_000;

/** Which nodes answer, and whether each segment has one: a node is asked about one segment that it should hold. */
export async function reached({
  nodes,
  shards,
  question,
}: Pick<Preparation, "nodes" | "shards" | "question">): Promise<CorpusReach> {
  const deadline = AbortSignal.timeout(2 * REACH_MS);
  const body = (some: readonly Shard[]) => question(some.map(({ index }) => index));
  const ask = async (some: readonly Shard[]): Promise<number> => {
    const asking = { name: "prepare" as const, body, signal: deadline, deadline, nodeMs: REACH_MS };
    // Also one that refuses the secret is none that answers.
    const answers = await nodes.ask(asking, some).catch(() => []);
    return answers.reduce((sum, one) => sum + one.shards.length, 0);
  };
  const own = new Map<string, Shard>();
  for (const { index, nodes: all } of shards)
    for (const node of all.slice(0, REPLICAS)) own.set(node, { index, nodes: [node] });
  const told = [...own].map(async ([node, shard]) => [node, (await ask([shard])) > 0] as const);
  const answers = new Map(await Promise.all(told));
  // Of segments whose nodes are gone, others load the index.
  const left = shards.filter(({ nodes: all }) => !all.some((node) => answers.get(node)));
  return { isWhole: left.length === 0 || (await ask(left)) === left.length, nodes: answers };
}
