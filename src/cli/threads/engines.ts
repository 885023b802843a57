/**
 * An engine whose requests run in threads, each with its own engine over the same files, whose bytes the system holds
 * once. The threads are shared fairly between tenants. Requests that ask models or public indexes run in the main
 * thread: they wait.
 */
import { availableParallelism } from "node:os";
import type { HostOptions, ResolveWork } from "../../base/contract/engine.ts";
import type { OperationName, RequestOf, ResultOf } from "../../base/contract/operations.ts";
import { SpoliaError } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import { inSpan, type OpenTelemetry, pastSpan } from "../../base/lists/spans.ts";
import { FairQueue } from "../../base/queues/fairQueue.ts";
import { type Methods, type OpenEngine, operationMethods } from "../../engine/engine.ts";
import { OPERATIONS } from "../../engine/operations.ts";
import { prepared, textsOf } from "../../engine/requests.ts";
import { isIndexName } from "../../remote/publicIndexes/names.ts";
import type { BodyForm } from "../../service/http/request/body.ts";
import type { EngineInputs, ThreadTask } from "../inputs/inputs.ts";
import { collectGarbage } from "./garbage.ts";
import { type OrderOptions, Threads, type ThreadTimes } from "./threads.ts";

/**
 * A request to a thread, with the revisions of the corpora and of their vectors: a thread with older ones refreshes
 * them first.
 */
export interface EngineOrder {
  operation: OperationName;
  request: object;
  revisions: string;
  isLarge: boolean;
}

/** A body that a thread parses, so that the main thread answers others meanwhile. */
export interface ParseOrder {
  body: Uint8Array;
  form: BodyForm;
}

export const revisionsOf = ({ corpora }: Pick<OpenEngine, "corpora">): string =>
  corpora
    .flatMap(({ name, revision, vectors }) => (isIndexName(name) ? [] : [revision, vectors?.revision ?? ""]))
    .join(" ");

/** Least UTF-16 length of long texts, of 3,000 words, which take about 15 ms: they leave a thread to shorter ones. */
const LONG_UNITS = 16_384;
/** UTF-16 length of large texts, of 350,000 words: a thread takes 50 MB or more for them, and keeps the memory. */
const LARGE_UNITS = 2 * 1024 * 1024;
/** UTF-16 length of a text that takes as long as the fixed part of a request. */
const REQUEST_UNITS = 4_096;
/** UTF-16 length of the long texts worked on at once: a thread takes about 19 bytes of memory for each unit. */
const LONG_UNITS_AT_ONCE_MAX = 16 * 1024 * 1024;
/**
 * How far threads step back for the main thread, which reads and answers what all send, and for the thread of tenants
 * that do not ask for more than they get: they have a third of the processor beside these, and all of it otherwise.
 */
const NICENESS = 5;
/** Requests that wait for a thread, of which each tenant gets a share. */
const WAITING_MAX = 1_024;
/** Attribute of spans: what the engine does. */
const OPERATION = "spolia.operation";

export interface ThreadedEngine extends OpenEngine {
  /** Starts the threads now, and not with the first requests. */
  start(): void;
  /** Parses the body of a request in a thread; its bytes are gone then. @throws as `BodyKind.parse` */
  parse(body: Uint8Array, form: BodyForm, host: HostOptions): Promise<unknown>;
  /** How many threads there are at most, how many requests run in them, and how many wait for one. */
  readonly load: { readonly threads: number; readonly running: number; readonly waiting: number };
  close(): Promise<void>;
}

interface ThreadedOptions {
  /** Most threads. Default: one more than there are cores, so that all cores work while a thread is left to others. */
  count?: number | undefined;
  /** Finds registered works; `null` if there are no records. */
  resolveWork?: ResolveWork | null;
  /** How far threads step back for the main thread; 0 where one caller waits for all of them. */
  niceness?: number;
  /** Records how long requests wait and run. */
  openTelemetry?: OpenTelemetry | undefined;
}

export function threadedEngine(
  engine: OpenEngine,
  inputs: EngineInputs,
  { count = availableParallelism() + 1, niceness = NICENESS, resolveWork = null, openTelemetry }: ThreadedOptions = {},
): ThreadedEngine {
  const hint = "Send the request again. If the thread ends again, the content needs more memory than there is.";
  // A catalogue that is taken meanwhile is for the next start.
  const data: ThreadTask = { task: "answer questions", inputs: { ...inputs, catalogue: engine.catalogue?.revision } };
  const threads = new Threads<EngineOrder | ParseOrder, never>({
    file: "cli.worker",
    data,
    count,
    hint,
    niceness,
  });
  const queue = new FairQueue({
    places: count,
    longCostMax: LONG_UNITS_AT_ONCE_MAX,
    waitingMax: WAITING_MAX,
    full: () => new SpoliaError("overloaded", "Too many requests of this caller wait.", { hint: "Retry in a moment." }),
  });
  async function answer<Name extends OperationName>(
    operation: Name,
    asked: RequestOf<Name>,
    host: HostOptions,
  ): Promise<ResultOf<Name>> {
    const method = engine[operation] as Methods[Name];
    if (OPERATIONS[operation].asksModel || asksIndex(asked))
      return inSpan(openTelemetry, "engine.run", { [OPERATION]: operation }, () => method(asked, host));
    // Threads have no access to records, so a registered work is loaded here; its length decides when it is read.
    const request = await prepared({ resolveWork }, operation, asked, host);
    const units = unitsOf(operation, request);
    const isLarge = units >= LARGE_UNITS;
    return inThread({ operation, request, revisions: revisionsOf(engine), isLarge }, units, host, { isLarge });
  }
  function inThread(
    order: EngineOrder | ParseOrder,
    units: number,
    { signal, tenant = "" }: HostOptions,
    options: Pick<OrderOptions, "transfer" | "isLarge">,
  ): Promise<never> {
    const task = { tenant, cost: REQUEST_UNITS + units, isLong: units >= LONG_UNITS, signal };
    const attributes = { [OPERATION]: "operation" in order ? order.operation : "parse" };
    const told = (thread: number, times: ThreadTimes) =>
      pastSpan(openTelemetry, "engine.thread", { ...attributes, "thread.id": thread }, times);
    const run = () => {
      if (options.isLarge) {
        // The pieces in which a body arrived, the large text before this one, and what short ones have left.
        collectGarbage();
        threads.collectGarbage();
      }
      const isQuick = !task.isLong && !queue.isBehind(tenant);
      return threads.ask(order, { ...options, isQuick, told, ...(signal !== undefined && { signal }) });
    };
    return queue.run(
      task,
      () => inSpan(openTelemetry, "engine.run", attributes, run),
      (wait) => inSpan(openTelemetry, "engine.wait", attributes, wait),
    );
  }
  return {
    ...engine,
    get corpora() {
      return engine.corpora;
    },
    ...operationMethods(answer),
    start: () => threads.start(),
    parse(body, form, host) {
      const isLarge = body.length >= LARGE_UNITS;
      return inThread({ body, form }, body.length, host, { transfer: ownBuffer(body), isLarge });
    },
    get load() {
      return { threads: count, running: queue.running, waiting: queue.waiting };
    },
    close: () => threads.close(),
  };
}

/** The buffer of bytes that can be handed over, not copied: nothing else is in it. */
const ownBuffer = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];

/** Whether a request, valid or not, names a public index, for whose answers a thread would only wait. */
function asksIndex(request: unknown): boolean {
  const { options } = (request ?? {}) as { options?: { corpora?: unknown } };
  const names = options?.corpora;
  return Array.isArray(names) && names.some((name) => typeof name === "string" && isIndexName(name));
}

const unitsOf = <Name extends OperationName>(name: Name, request: RequestOf<Name>): number =>
  sum<{ content?: string | undefined }>(
    "texts" in request ? [...request.texts, ...(request.references ?? [])] : textsOf(name, request),
    ({ content = "" }) => content.length,
  );
