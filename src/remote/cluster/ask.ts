/**
 * Asks nodes. Each segment has its nodes in order of preference: where one fails, the next is asked at once; where one
 * is slower than most answers were, the next is asked too, and whichever answers first is believed. So many questions
 * are asked twice that a slow node is not waited for, and so few that an overloaded cluster is not buried.
 */
import { isRecord } from "../../base/arguments.ts";
import { isSpoliaError, SpoliaError, throwIfAborted } from "../../base/errors.ts";
import type { Fetch } from "../../base/platform.ts";
import { ENGINE_VERSION } from "../../base/version.ts";
import { readUpTo } from "../../corpus/storage/http/request.ts";
import { type NodeFigures, type NodeRequest, NodeTally } from "./figures.ts";
import { NodePace } from "./pace.ts";
import { type AnswerOf, type QuestionName, VERSION_HEADER } from "./protocol.ts";

/** Segments and who answers for them. */
export interface Shard {
  index: number;
  nodes: readonly string[];
}

interface Answered<Name extends QuestionName> {
  shards: readonly Shard[];
  answer: AnswerOf[Name];
}

interface NodeQuestion<Name extends QuestionName> {
  name: Name;
  body(shards: readonly Shard[]): object;
  /** The caller's. */
  signal: AbortSignal;
  /** When no answer is waited for any more. */
  deadline: AbortSignal;
  /** How long one node is waited for, in milliseconds. */
  nodeMs: number;
}

const NODE_ANSWER_BYTES_MAX = 256 * 1024 * 1024;
/** Share of the requests that may be sent twice, and how many before there were any. */
const HEDGED_SHARE = 0.05;
const HEDGED_FIRST = 2;

/** A node did not answer, or not as a node does. */
class NodeFailure extends Error {}

const isListOf = (value: unknown, length: number) => Array.isArray(value) && value.length === length;

/** Whether an answer speaks of as many segments as were asked about. Something else may listen where a node did. */
const IS_ANSWER: Record<QuestionName, (answer: Record<string, unknown>, segments: number) => boolean> = {
  prepare: ({ isReady }) => typeof isReady === "boolean",
  count: ({ indexes, counts, wordCounts }) => [indexes, counts, wordCounts].every(Array.isArray),
  vote: ({ ballots }, segments) => isListOf(ballots, segments),
  align: ({ segments: answered }, segments) => isListOf(answered, segments),
};

export class Nodes {
  readonly #fetch: Fetch;
  readonly #secret: string;
  readonly #observe: (request: NodeRequest) => void;
  readonly #tally = new NodeTally();
  readonly #pace = new NodePace();
  #requests = 0;
  #hedged = 0;

  /** @param observe is told of each request that has ended */
  constructor(fetch: Fetch, secret: string, observe: (request: NodeRequest) => void = () => {}) {
    this.#fetch = fetch;
    this.#secret = secret;
    this.#observe = observe;
  }

  get figures(): NodeFigures[] {
    return this.#tally.figures;
  }

  /** Forgets what was asked of other nodes. */
  keep(nodes: readonly string[]): void {
    this.#tally.keep(nodes);
    this.#pace.keep(nodes);
  }

  /**
   * Answers for as many of the segments as any node answers for.
   *
   * @throws corpus_not_found where files of a segment are gone, aborted
   */
  async ask<Name extends QuestionName>(
    asking: NodeQuestion<Name>,
    shards: readonly Shard[],
  ): Promise<Answered<Name>[]> {
    const groups = new Map<string, Shard[]>();
    for (const shard of shards) {
      const [node] = this.#pace.inOrder(shard.nodes);
      if (node !== undefined) groups.set(node, [...(groups.get(node) ?? []), shard]);
    }
    const answered = await Promise.all([...groups].map(([node, group]) => this.#askGroup(asking, node, group)));
    return answered.flat();
  }

  async #askGroup<Name extends QuestionName>(
    asking: NodeQuestion<Name>,
    node: string,
    shards: readonly Shard[],
  ): Promise<Answered<Name>[]> {
    const next = (deadline: AbortSignal) => {
      const others = shards.map(({ index, nodes }) => ({ index, nodes: nodes.filter((one) => one !== node) }));
      return this.ask({ ...asking, deadline }, others);
    };
    const hasOthers = shards.some(({ nodes }) => nodes.length > 1);
    const loser = new AbortController();
    const signal = AbortSignal.any([asking.signal, asking.deadline, loser.signal]);
    const hedging = { isHedged: false };
    const first = this.#request(asking, node, shards, signal, hedging).then((answer) => [{ shards, answer }]);
    first.catch(() => {});
    try {
      const isSlow = hasOthers && (await this.#isSlow(asking.name, first));
      if (isSlow) this.#pace.late(node);
      if (!isSlow || !this.#mayHedge()) {
        const answers = await first;
        if (hasOthers && !isSlow) this.#pace.inTime(node);
        return answers;
      }
      this.#hedged++;
      hedging.isHedged = true;
      const second = next(signal).then((answers) => {
        const isWhole = answers.reduce((sum, one) => sum + one.shards.length, 0) === shards.length;
        if (!isWhole) throw new NodeFailure("answered in part");
        return answers;
      });
      return await Promise.any([first, second]).catch((error: AggregateError) => {
        throw error.errors.find(isSpoliaError) ?? error.errors[0];
      });
    } catch (error) {
      throwIfAborted(asking.signal);
      if (isSpoliaError(error)) throw error;
      return hasOthers && !asking.deadline.aborted ? next(asking.deadline) : [];
    } finally {
      loser.abort();
    }
  }

  #mayHedge(): boolean {
    return this.#hedged + 1 <= HEDGED_FIRST + HEDGED_SHARE * this.#requests;
  }

  /** Whether an answer takes longer than most of its kind did. */
  async #isSlow(name: QuestionName, answer: Promise<unknown>): Promise<boolean> {
    const waitMs = this.#pace.lateAfterMs(name);
    if (waitMs === undefined) return false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(true), waitMs);
    });
    const isSlow = await Promise.race([
      waited,
      answer.then(
        () => false,
        () => false,
      ),
    ]);
    clearTimeout(timer);
    return isSlow;
  }

  /** @param hedging says at the end whether another node was asked besides */
  async #request<Name extends QuestionName>(
    { name, body, nodeMs }: NodeQuestion<Name>,
    node: string,
    shards: readonly Shard[],
    signal: AbortSignal,
    hedging: { readonly isHedged: boolean },
  ): Promise<AnswerOf[Name]> {
    const sent = new TextEncoder().encode(JSON.stringify(body(shards)));
    const started = performance.now();
    let outcome: NodeRequest["outcome"] = "failed";
    let receivedBytes = 0;
    this.#requests++;
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(nodeMs)]);
      const { response, bytes } = await this.#exchange(`${node}/cluster/v1/${name}`, sent, limited);
      receivedBytes = bytes.length;
      if (response.status === 410) throw gone();
      if (response.status === 401) throw refused(node);
      if (response.status !== 200) throw new NodeFailure(`answered with status ${response.status}`);
      const answer = JSON.parse(new TextDecoder().decode(bytes));
      if (!isRecord(answer) || !IS_ANSWER[name](answer, shards.length))
        throw new NodeFailure("answered as no node of this version");
      outcome = "answered";
      this.#pace.took(name, node, performance.now() - started);
      return answer as unknown as AnswerOf[Name];
    } catch (error) {
      if (signal.aborted) outcome = "cancelled";
      else if (!isSpoliaError(error)) this.#pace.failed(node);
      throw error;
    } finally {
      const ms = performance.now() - started;
      const ended = { node, outcome, isHedged: hedging.isHedged, ms, sentBytes: sent.length, receivedBytes };
      this.#tally.add(ended);
      this.#observe(ended);
    }
  }

  async #exchange(url: string, body: Uint8Array<ArrayBuffer>, signal: AbortSignal) {
    const headers = {
      authorization: `Bearer ${this.#secret}`,
      "content-type": "application/json",
      [VERSION_HEADER]: ENGINE_VERSION,
    };
    const response = await this.#fetch(url, { method: "POST", headers, body, signal });
    const { bytes, isMore } = await readUpTo(response, NODE_ANSWER_BYTES_MAX);
    if (isMore) throw new NodeFailure("answered at too great length");
    return { response, bytes };
  }
}

function gone(): SpoliaError {
  return new SpoliaError("corpus_not_found", "Files of this state of the corpus are gone.", {
    hint: "Refresh the corpus.",
  });
}

function refused(node: string): SpoliaError {
  return new SpoliaError("storage_failed", `The node ${node} refuses the secret of this coordinator.`, {
    hint: "Give SPOLIA_CLUSTER_SECRET the same value on all machines.",
  });
}
