/**
 * An engine whose heavy questions are answered by threads, each with an engine of its own over the same files. What takes a few
 * milliseconds is answered where it is: a thread would gain nothing there.
 */
import { availableParallelism } from "node:os";
import type { HostOptions, ResolveWork } from "../contract/engine.ts";
import type { OperationName, RequestOf, ResultOf } from "../engine/context.ts";
import { type Methods, type OpenEngine, operationMethods } from "../engine/engine.ts";
import { OPERATIONS, prepared, textsOf } from "../engine/operations.ts";
import type { EngineInputs, ThreadTask } from "./inputs.ts";
import { Threads } from "./threads.ts";

/** What a thread is asked: with what the corpora are, so that a thread whose own are older looks again first. */
export interface EngineOrder {
  operation: OperationName;
  request: object;
  revisions: string;
}

export const revisionsOf = ({ corpora }: Pick<OpenEngine, "corpora">): string =>
  corpora.map(({ revision }) => revision).join(" ");

/** Content from this many UTF-16 units on is heavy: 3,000 words take some 15 ms, in which nobody else would be answered. */
const HEAVY_UNITS = 16_384;

export interface ThreadedEngine extends OpenEngine {
  close(): Promise<void>;
}

interface ThreadedOptions {
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
  const threads = new Threads<EngineOrder, never>({ file: "cli.worker", data, count, hint });
  async function answer<Name extends OperationName>(
    operation: Name,
    asked: RequestOf<Name>,
    host: HostOptions,
  ): Promise<ResultOf<Name>> {
    const method = engine[operation] as Methods[Name];
    if (OPERATIONS[operation].asksModel) return method(asked, host);
    // Threads know no records: a registered work is found here, and how long it is decides where it is read.
    const request = await prepared({ resolveWork }, operation, asked, host);
    if (!isHeavy(operation, request)) return method(request, host);
    const { signal } = host;
    return threads.ask({ operation, request, revisions: revisionsOf(engine) }, signal === undefined ? {} : { signal });
  }
  return {
    ...engine,
    get corpora() {
      return engine.corpora;
    },
    ...operationMethods(answer),
    close: () => threads.close(),
  };
}

const isHeavy = <Name extends OperationName>(name: Name, request: RequestOf<Name>): boolean =>
  textsOf(name, request).some(({ content = "" }) => content.length >= HEAVY_UNITS);
