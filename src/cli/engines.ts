/**
 * An engine whose heavy requests run in threads, each with its own engine over the same files. Requests that take a few
 * milliseconds run in the main thread, where a thread would gain nothing.
 */
import { availableParallelism } from "node:os";
import type { HostOptions, ResolveWork } from "../contract/engine.ts";
import type { OperationName, RequestOf, ResultOf } from "../contract/operations.ts";
import { type Methods, type OpenEngine, operationMethods } from "../engine/engine.ts";
import { OPERATIONS } from "../engine/operations.ts";
import { prepared, textsOf } from "../engine/requests.ts";
import type { EngineInputs, ThreadTask } from "./inputs.ts";
import { Threads } from "./threads.ts";

/** A request to a thread, with the revisions of the corpora: a thread with older corpora refreshes them first. */
export interface EngineOrder {
  operation: OperationName;
  request: object;
  revisions: string;
}

export const revisionsOf = ({ corpora }: Pick<OpenEngine, "corpora">): string =>
  corpora.map(({ revision }) => revision).join(" ");

/**
 * Least UTF-16 length of heavy content: 3,000 words take about 15 ms, during which no other request would be answered.
 */
const HEAVY_UNITS = 16_384;

export interface ThreadedEngine extends OpenEngine {
  close(): Promise<void>;
}

interface ThreadedOptions {
  /** Most threads. Default: the number of cores less one. */
  count?: number | undefined;
  /** Finds registered works; `null` if there are no records. */
  resolveWork?: ResolveWork | null;
}

export function threadedEngine(
  engine: OpenEngine,
  inputs: EngineInputs,
  { count = Math.max(1, availableParallelism() - 1), resolveWork = null }: ThreadedOptions = {},
): ThreadedEngine {
  const hint = "Send the request again. If the thread ends again, the content needs more memory than there is.";
  const data: ThreadTask = { task: "answer questions", inputs };
  const threads = new Threads<EngineOrder, never>({ file: "cli.worker", data, count, hint });
  async function answer<Name extends OperationName>(
    operation: Name,
    asked: RequestOf<Name>,
    host: HostOptions,
  ): Promise<ResultOf<Name>> {
    const method = engine[operation] as Methods[Name];
    if (OPERATIONS[operation].asksModel) return method(asked, host);
    // Threads have no access to records, so a registered work is loaded here; its length decides which thread reads it.
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
