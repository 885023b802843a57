/**
 * An engine whose heavy questions are answered by threads, each with an engine of its own over the same files. What takes a few
 * milliseconds is answered where it is: a thread would gain nothing there.
 */
import { availableParallelism } from "node:os";
import type { AnalyzeRequest } from "../contract/analyze.ts";
import type { AssessRequest } from "../contract/assess.ts";
import type { CompareRequest, CompareSide } from "../contract/compare.ts";
import type { HostOptions, ResolveWork } from "../contract/engine.ts";
import type { ScoreRequest } from "../contract/score.ts";
import type { OpenEngine } from "../engine/engine.ts";
import { withContent } from "../engine/works.ts";
import type { EngineInputs, ThreadTask } from "./inputs.ts";
import { Threads } from "./threads.ts";

/** What a thread is asked. */
export interface EngineOrder {
  operation: "analyze" | "score" | "assess" | "compare";
  request: AnalyzeRequest | ScoreRequest | AssessRequest | CompareRequest;
}

/** An order as it is sent: with what the corpora are, so that a thread whose own are older looks again first. */
export type SentOrder = EngineOrder & { revisions: string };

export const revisionsOf = ({ corpora }: Pick<OpenEngine, "corpora">): string =>
  corpora.map(({ revision }) => revision).join(" ");

/** Content from this many UTF-16 units on is heavy: 3,000 words take some 15 ms, in which nobody else would be answered. */
const HEAVY_UNITS = 16_384;

export interface ThreadedEngine extends OpenEngine {
  close(): Promise<void>;
}

export interface ThreadedOptions {
  /** Threads at most; one less than there are cores when absent. */
  count?: number | undefined;
  /** Finds registered works; `null` where there are no records. */
  resolveWork?: ResolveWork | null;
}

export function threadedEngine(
  engine: OpenEngine,
  inputs: EngineInputs,
  { count = Math.max(1, availableParallelism() - 1), resolveWork = null }: ThreadedOptions = {},
): ThreadedEngine {
  const hint = "Ask again; if it dies again, the content needs more memory than there is.";
  const data: ThreadTask = { task: "answer questions", inputs };
  const threads = new Threads<SentOrder, never>({ file: "cli.worker", data, count, hint });
  const inThread = (order: EngineOrder, { signal }: HostOptions = {}): Promise<never> =>
    threads.ask({ ...order, revisions: revisionsOf(engine) }, signal === undefined ? {} : { signal });
  // Threads know no records: a registered work is found here, and how long it is decides where it is read.
  const found = <Named extends CompareSide>(named: Named, host: HostOptions = {}, pointer = "") =>
    withContent({ resolveWork }, named, host, pointer) as Promise<Named>;
  return {
    ...engine,
    get corpora() {
      return engine.corpora;
    },
    async analyze(named, host) {
      const request = await found(named, host);
      return isHeavy(request) ? inThread({ operation: "analyze", request }, host) : engine.analyze(request, host);
    },
    async score(named, host) {
      const request = await found(named, host);
      return isHeavy(request) ? inThread({ operation: "score", request }, host) : engine.score(request, host);
    },
    async assess(named, host) {
      const request = await found(named, host);
      return isHeavy(request) ? inThread({ operation: "assess", request }, host) : engine.assess(request, host);
    },
    async compare(named, host) {
      const [a, b] = [await found(sideOf(named.a), host, "/a"), await found(sideOf(named.b), host, "/b")];
      const request = { ...named, a, b };
      if (isHeavy(a) || isHeavy(b)) return inThread({ operation: "compare", request }, host);
      return engine.compare(request, host);
    },
    close: () => threads.close(),
  };
}

const sideOf = (side: CompareRequest["a"]): CompareSide => (typeof side === "string" ? { content: side } : side);
const isHeavy = ({ content }: Pick<CompareSide, "content">): boolean => (content?.length ?? 0) >= HEAVY_UNITS;
