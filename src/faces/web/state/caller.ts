/** Calls of the worker from the page. A call that does not end when it is cancelled is ended with its worker. */
import type { Progress } from "../../../base/contract/resources/corpus.ts";
import type { CallAnswer, CallName, Calls, FromWorker, ToldError, ToWorker } from "../messages.ts";

/** Time for a call to end by itself: between two steps it hears that it is cancelled, and within one it does not. */
const CANCEL_MS = 400;

/** What the worker refused, in its words. */
export class CallError extends Error {
  readonly told: ToldError;

  constructor(told: ToldError) {
    super(told.message);
    this.name = "CallError";
    this.told = told;
  }
}

interface Running {
  resolve(value: unknown): void;
  reject(error: Error): void;
  onProgress: ((progress: Progress) => void) | undefined;
}

interface CallSettings {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export class WorkerCalls {
  readonly #start: () => Worker;
  readonly #running = new Map<number, Running>();
  #worker: Worker | null = null;
  #last = 0;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  call<Name extends CallName>(
    name: Name,
    args: Parameters<Calls[Name]>,
    { signal, onProgress }: CallSettings = {},
  ): Promise<CallAnswer<Name>> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#running.set(id, { resolve: resolve as (value: unknown) => void, reject, onProgress });
      signal?.addEventListener("abort", () => this.#cancel(id), { once: true });
      this.#post({ id, name, args });
    });
  }

  #post(asked: ToWorker): void {
    if (this.#worker === null) {
      const worker = this.#start();
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
      worker.onerror = ({ message }) =>
        this.#end(message || "The worker of this page could not be loaded.", "internal");
      this.#worker = worker;
    }
    this.#worker.postMessage(asked);
  }

  #hear(told: FromWorker): void {
    const running = this.#running.get(told.id);
    if (running === undefined) return;
    if ("progress" in told) {
      running.onProgress?.(told.progress);
      return;
    }
    this.#running.delete(told.id);
    if ("error" in told) running.reject(new CallError(told.error));
    else running.resolve(JSON.parse(told.json));
  }

  #cancel(id: number): void {
    if (!this.#running.has(id)) return;
    this.#post({ cancel: id });
    setTimeout(() => {
      if (this.#running.has(id)) this.#end("Cancelled.", "aborted");
    }, CANCEL_MS);
  }

  #end(message: string, code: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#running.values()) reject(new CallError({ code, message, hint: "", fields: [] }));
    this.#running.clear();
  }
}
