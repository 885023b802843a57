/**
 * A pool of threads that answer orders. A thread starts when it is first needed; each order goes to the least busy
 * thread.
 */
import { getPriority, platform, setPriority } from "node:os";
import { parentPort, type TransferListItem, Worker } from "node:worker_threads";
import { type ErrorDetails, isSpoliaError, SpoliaError, throwIfAborted } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import { collectGarbage } from "./garbage.ts";

interface ErrorReply {
  code: SpoliaError["code"];
  message: string;
  hint: string | undefined;
  fields: SpoliaError["fields"];
  /** What was thrown, and what caused it: for the log, which reads where that was. */
  causes: ErrorTrace[];
}

interface ErrorTrace {
  name: string;
  message: string;
  stack: string | undefined;
}

/** `stopped` is shared memory: 1 when the order is cancelled. A thread that computes sees no message until it ends. */
type Order =
  | { number: number; order: unknown; stopped: Int32Array }
  | { number: number; stop: true }
  | { collectGarbage: true };
type WorkerReply = { number: number; times: ThreadTimes } & ({ result: unknown } | { error: ErrorReply });

/** When a thread began and ended an order, in milliseconds since 1970. */
export type ThreadTimes = readonly [beganMs: number, endedMs: number];

interface Waiting {
  cost: number;
  resolve: (reply: WorkerReply) => void;
  reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  /** Whether others step back for it. */
  readonly isQuick: boolean;
  readonly waiting: Map<number, Waiting>;
  /** Whether it was replaced, and has answered all orders. */
  hasEnded: boolean;
}

export interface OrderOptions {
  transfer?: TransferListItem[];
  signal?: AbortSignal;
  /** Whether the order takes much memory: the thread would keep it, so a new one takes its place afterwards. */
  isLarge?: boolean;
  /** How long it takes, beside other orders of these threads. Default: 1. */
  cost?: number;
  /** Whether it prefers the thread that others step back for, and leaves it to such orders otherwise. */
  isQuick?: boolean;
  /** Called with the thread that has ended the order, and when it began and ended it by its own clock. */
  told?: (thread: number, times: ThreadTimes) => void;
}

interface ThreadData {
  /** What the thread is for, and its name in lists of threads. */
  readonly task: string;
  readonly [given: string]: unknown;
}

interface ThreadsOptions {
  /** Name of the worker's file beside this one, without extension. */
  file: string;
  /** Most threads. */
  count: number;
  /** `workerData` of each thread. */
  data?: ThreadData;
  /** Hint of the error that a thread has died. */
  hint: string;
  /**
   * How far all threads but one step back for it and for the main thread, from 0 to 19 as `nice` counts. It works on
   * Linux, where each thread has such a value.
   */
  niceness?: number;
}

/** What takes orders of a kind: threads for it alone, or for others too. */
export interface TakesOrders<Payload, Result> {
  readonly count: number;
  ask(order: Payload, options: OrderOptions): Promise<Result>;
}

export class Threads<Payload, Result> {
  readonly #options: ThreadsOptions;
  readonly #threads: Thread[] = [];
  /** Threads that were replaced, and still have orders. */
  readonly #leaving = new Set<Thread>();
  #orders = 0;
  #isClosed = false;

  constructor(options: ThreadsOptions) {
    this.#options = options;
  }

  /** @throws the error of the thread; internal if the thread died; aborted */
  async ask(order: Payload, options: OrderOptions = {}): Promise<Result> {
    const { transfer = [], signal, isLarge = false, isQuick = false, cost = 1, told } = options;
    throwIfAborted(signal);
    if (this.#isClosed) throw new SpoliaError("closed", "The threads were closed before this.");
    const thread = this.#leastBusy(isQuick);
    const { worker, waiting } = thread;
    const number = this.#orders++;
    const stopped = new Int32Array(new SharedArrayBuffer(4));
    const stop = () => {
      Atomics.store(stopped, 0, 1);
      worker.postMessage({ number, stop: true } satisfies Order);
    };
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const reply = await new Promise<WorkerReply>((resolve, reject) => {
        waiting.set(number, { cost, resolve, reject });
        worker.postMessage({ number, order, stopped } satisfies Order, transfer);
      });
      told?.(worker.threadId, reply.times);
      if ("error" in reply) throw new SpoliaError(reply.error.code, reply.error.message, detailsOf(reply.error));
      return reply.result as Result;
    } finally {
      signal?.removeEventListener("abort", stop);
      if (isLarge) this.#replace(thread);
    }
  }

  /** Another thread takes the place of this one, which ends after the orders that it has. */
  #replace(thread: Thread): void {
    const place = this.#threads.indexOf(thread);
    if (place < 0 || this.#isClosed) return;
    this.#threads[place] = this.#started(thread.isQuick);
    this.#leaving.add(thread);
    this.#endIfLeft(thread);
  }

  #endIfLeft(thread: Thread): void {
    if (thread.waiting.size > 0 || !this.#leaving.delete(thread)) return;
    thread.hasEnded = true;
    thread.worker.terminate();
  }

  /** Starts all threads, so that no order waits for one to start. */
  start(): void {
    while (this.#threads.length < this.#options.count) this.#threads.push(this.#started());
  }

  /** Threads without orders free what earlier ones have left. */
  collectGarbage(): void {
    const idle = this.#threads.filter(({ waiting }) => waiting.size === 0);
    for (const { worker } of idle) worker.postMessage({ collectGarbage: true } satisfies Order);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads, ...this.#leaving].map(({ worker }) => worker.terminate()));
  }

  /** Of threads that are as busy, one of the wanted kind comes first. */
  #leastBusy(isQuick: boolean): Thread {
    const busy = (thread: Thread) =>
      2 * sum([...thread.waiting.values()], ({ cost }) => cost) + Number(thread.isQuick !== isQuick);
    const idlest = this.#threads.reduce<Thread | undefined>(
      (best, thread) => (best === undefined || busy(thread) < busy(best) ? thread : best),
      undefined,
    );
    if (idlest !== undefined && (idlest.waiting.size === 0 || this.#threads.length >= this.#options.count))
      return idlest;
    const thread = this.#started();
    this.#threads.push(thread);
    return thread;
  }

  #started(isQuick = !this.#threads.some((thread) => thread.isQuick)): Thread {
    const { file, data, niceness } = this.#options;
    const worker = startWorker(file, data && { ...data, niceness: isQuick ? 0 : niceness });
    const waiting = new Map<number, Waiting>();
    const thread: Thread = { worker, isQuick, waiting, hasEnded: false };
    worker.on("message", (reply: WorkerReply) => {
      const { resolve } = waiting.get(reply.number)!;
      waiting.delete(reply.number);
      resolve(reply);
      this.#endIfLeft(thread);
    });
    worker.on("error", (cause) => this.#died(thread, cause));
    worker.on("exit", () => this.#died(thread, undefined));
    return thread;
  }

  /** Its orders fail. A new thread replaces it when one is needed. */
  #died(thread: Thread, cause: unknown): void {
    this.#leaving.delete(thread);
    if (thread.hasEnded) return;
    const place = this.#threads.indexOf(thread);
    if (place >= 0) this.#threads.splice(place, 1);
    const error = new SpoliaError("internal", "A thread has died.", { hint: this.#options.hint, cause });
    for (const { reject } of thread.waiting.values()) reject(error);
    thread.waiting.clear();
  }
}

function detailsOf({ hint, fields, causes }: ErrorReply): ErrorDetails {
  const cause = causes.reduceRight<Error | undefined>(
    (before, { name, message, stack }) =>
      Object.assign(new Error(message, before && { cause: before }), { name, ...(stack !== undefined && { stack }) }),
    undefined,
  );
  return { ...(hint !== undefined && { hint }), fields, ...(cause !== undefined && { cause }) };
}

/**
 * Memory of each thread for what lives shortly. V8 would keep 128 MB of it after some load; searches and builds take as
 * long with this.
 */
const YOUNG_MEGABYTES = 24;

/** Starts a thread from the sources or from the built package, whichever runs. */
export function startWorker(file: string, data: ThreadData | undefined): Worker {
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new Worker(new URL(`./${file}.${ending}`, import.meta.url), {
    workerData: data,
    ...(data !== undefined && { name: data.task }),
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
}

/** Runs in the worker: this thread lets others go first from now on. Elsewhere than on Linux the process would. */
export function stepBack(niceness: number): void {
  if (platform() !== "linux" || niceness === 0) return;
  try {
    setPriority(Math.min(19, getPriority() + niceness));
  } catch {
    // A sandbox may refuse it: nothing depends on it.
  }
}

export interface WorkerResult {
  result: unknown;
  transfer?: TransferListItem[];
}

/** Runs in the worker: answers orders, several at once, and aborts orders that are cancelled. */
export function answerOrders(answer: (order: never, signal: AbortSignal) => Promise<WorkerResult>): void {
  const port = parentPort!;
  const running = new Map<number, AbortController>();
  port.on("message", async (message: Order) => {
    if ("collectGarbage" in message) {
      collectGarbage();
      return;
    }
    const { number } = message;
    if ("stop" in message) {
      running.get(number)?.abort();
      return;
    }
    const controller = new AbortController();
    running.set(number, controller);
    const times = timer();
    try {
      const { result, transfer } = await answer(message.order as never, lookingSignal(controller, message.stopped));
      const reply: WorkerReply = { number, result, times: times() };
      port.postMessage(reply, transfer ?? []);
    } catch (error) {
      port.postMessage({ number, error: errorReply(error), times: times() } satisfies WorkerReply);
    } finally {
      running.delete(number);
    }
  });
}

/** Begins to measure. @returns a function that tells the times, with fractions of a millisecond between them */
function timer(): () => ThreadTimes {
  const [beganMs, since] = [Date.now(), performance.now()];
  return () => [beganMs, beganMs + performance.now() - since];
}

/** A signal that looks into the shared memory whenever it is asked whether it has fired. */
function lookingSignal(controller: AbortController, stopped: Int32Array): AbortSignal {
  const { signal } = controller;
  const hasFired = Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted")!.get!;
  return Object.defineProperty(signal, "aborted", {
    get() {
      if (Atomics.load(stopped, 0) === 1) controller.abort();
      return hasFired.call(signal);
    },
  });
}

/** An error as plain data, because cloning between threads loses the code. */
function errorReply(error: unknown): ErrorReply {
  if (isSpoliaError(error)) {
    const { code, message, hint, fields } = error;
    return { code, message, hint, fields, causes: tracesOf(error.cause) };
  }
  const message = error instanceof Error ? error.message : String(error);
  const causes = tracesOf(error);
  return { code: "internal", message: `Something went wrong: ${message}`, hint: undefined, fields: [], causes };
}

const CAUSES_TOLD_MAX = 5;

function tracesOf(error: unknown): ErrorTrace[] {
  const traces: ErrorTrace[] = [];
  for (let one = error; one instanceof Error && traces.length < CAUSES_TOLD_MAX; one = one.cause)
    traces.push({ name: one.name, message: one.message, stack: one.stack });
  return traces;
}
