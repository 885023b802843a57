/**
 * An engine whose heavy questions are answered by threads, each with an engine of its own over the same files. What takes a few
 * milliseconds is answered where it is: a thread would gain nothing there.
 */
import { availableParallelism } from "node:os";
import type { AnalyzeRequest } from "../contract/analyze.ts";
import type { CompareRequest, CompareSide } from "../contract/compare.ts";
import type { HostOptions } from "../contract/engine.ts";
import type { ScoreRequest } from "../contract/score.ts";
import type { OpenEngine } from "../engine/engine.ts";
import type { EngineInputs } from "./inputs.ts";
import { Threads } from "./threads.ts";

/** What a thread is asked. */
export interface EngineOrder {
  operation: "analyze" | "score" | "compare";
  request: AnalyzeRequest | ScoreRequest | CompareRequest;
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

export function threadedEngine(
  engine: OpenEngine,
  inputs: EngineInputs,
  count: number = Math.max(1, availableParallelism() - 1),
): ThreadedEngine {
  const hint = "Ask again; if it dies again, the content needs more memory than there is.";
  const threads = new Threads<SentOrder, never>({ file: "engine.worker", count, data: inputs, hint });
  const inThread = (order: EngineOrder, { signal }: HostOptions = {}): Promise<never> =>
    threads.ask({ ...order, revisions: revisionsOf(engine) }, signal === undefined ? {} : { signal });
  return {
    ...engine,
    get corpora() {
      return engine.corpora;
    },
    analyze: (request, host) =>
      isHeavy(request) ? inThread({ operation: "analyze", request }, host) : engine.analyze(request, host),
    score: (request, host) =>
      isHeavy(request) ? inThread({ operation: "score", request }, host) : engine.score(request, host),
    compare: (request, host) =>
      isHeavy(request.a) || isHeavy(request.b)
        ? inThread({ operation: "compare", request }, host)
        : engine.compare(request, host),
    close: () => threads.close(),
  };
}

const isHeavy = ({ content }: Pick<CompareSide, "content">): boolean => (content?.length ?? 0) >= HEAVY_UNITS;
