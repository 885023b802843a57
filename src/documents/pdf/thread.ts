/** Reads PDF in a thread, which ends where it takes too long or too much memory: a file may be made to do both. */
import type { Worker } from "node:worker_threads";
import { throwIfAborted } from "../../errors.ts";
import type { PlatformAbortSignal } from "../../platform.ts";
import { builtin } from "../../storage/builtin.ts";
import type { DocumentText } from "../documentText.ts";
import { damaged, NotRead } from "../notRead.ts";
import { PDF_MISSING } from "./install.ts";
import type { PdfReply } from "./pdf.worker.ts";

/** Longest time without another page, and for the whole document, in milliseconds. */
const STEP_MS_MAX = 60_000;
const DOCUMENT_MS_MAX = 900_000;
/** Memory of the thread for objects; `budget.ts` limits that for bytes. */
const HEAP_MB_MAX = 1_024;
/** A thread is kept for the next document: it takes 0.1 s to start. */
const KEPT_MS = 1_000;

const NO_THREADS = {
  message: "PDF is read in a thread of Node.js, which this runtime does not have.",
  hint: "Read PDF with Node.js, Deno or Bun, and pass on the text.",
};

interface ThreadLimits {
  readonly stepMs: number;
  readonly documentMs: number;
}

let kept: { worker: Worker; end: () => void; timer: ReturnType<typeof setTimeout> } | undefined;

/**
 * @throws NotRead; unsupported_runtime where there are no threads, as in a browser; aborted
 */
export async function readPdf(
  bytes: Uint8Array,
  signal?: PlatformAbortSignal,
  limits: ThreadLimits = { stepMs: STEP_MS_MAX, documentMs: DOCUMENT_MS_MAX },
): Promise<DocumentText> {
  throwIfAborted(signal);
  const worker = takeWorker();
  let reply: Ended;
  try {
    reply = await replyOf(worker, bytes, signal, limits);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  keepWorker(worker);
  if ("lacking" in reply) throw new NotRead("format_not_read", PDF_MISSING.reason, "PDF");
  if ("code" in reply) throw new NotRead(reply.code, reply.reason);
  return reply.document;
}

function takeWorker(): Worker {
  const { Worker } = builtin("node:worker_threads", NO_THREADS);
  if (kept !== undefined) {
    const { worker, end, timer } = kept;
    kept = undefined;
    clearTimeout(timer);
    worker.off("error", end);
    worker.ref();
    return worker;
  }
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new Worker(new URL(`./pdf.worker.${ending}`, import.meta.url), {
    name: "read PDF",
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    // What pdf.js warns of is not for the caller's terminal.
    stdout: true,
    stderr: true,
  });
}

function keepWorker(worker: Worker): void {
  const end = () => {
    if (kept?.worker === worker) kept = undefined;
    worker.terminate();
  };
  if (kept !== undefined) {
    end();
    return;
  }
  worker.unref();
  worker.on("error", end);
  const timer = setTimeout(end, KEPT_MS);
  (timer as { unref?: () => void }).unref?.();
  kept = { worker, end, timer };
}

type Ended = Exclude<PdfReply, { page: number }>;

function replyOf(
  worker: Worker,
  bytes: Uint8Array,
  signal: PlatformAbortSignal | undefined,
  { stepMs, documentMs }: ThreadLimits,
): Promise<Ended> {
  return new Promise<Ended>((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(step);
      clearTimeout(whole);
      signal?.removeEventListener("abort", abort);
      worker.off("message", hear).off("error", die).off("exit", exit);
      end();
    };
    const fail = (error: unknown) => settle(() => reject(error));
    const tooLong = () => fail(new NotRead("too_large", "takes too long to read"));
    const abort = () => fail(abortOf(signal));
    const hear = (reply: PdfReply) => {
      clearTimeout(step);
      if ("page" in reply) step = setTimeout(tooLong, stepMs);
      else settle(() => resolve(reply));
    };
    const die = (error: Error & { code?: string }) => {
      const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      fail(isFull ? new NotRead("too_large", "takes too much memory to read") : damaged("it cannot be read"));
    };
    const exit = () => fail(damaged("it cannot be read"));
    let step = setTimeout(tooLong, stepMs);
    const whole = setTimeout(tooLong, documentMs);
    signal?.addEventListener("abort", abort);
    worker.on("message", hear).on("error", die).on("exit", exit);
    worker.postMessage(bytes);
  });
}

function abortOf(signal: PlatformAbortSignal | undefined): unknown {
  try {
    throwIfAborted(signal);
  } catch (error) {
    return error;
  }
  return undefined;
}
