/** Reads PDF in a thread, which ends where it takes too long or too much memory: a file may be made to do both. */
import { throwIfAborted } from "../../../base/errors.ts";
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import { builtin } from "../../../corpus/storage/builtin.ts";
import { damaged, NotRead } from "../bytes/notRead.ts";
import type { DocumentText } from "../documentText.ts";
import { PDF_MISSING } from "./install.ts";
import type { PdfReply } from "./reply.ts";

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

/** A thread that takes the bytes of one document after another. */
export interface PdfThread {
  onReply: (reply: PdfReply) => void;
  /** It has ended by itself. */
  onDeath: (reason: NotRead) => void;
  post(bytes: Uint8Array): void;
  end(): Promise<unknown>;
  /** While it waits for a document, the process may end. */
  setWaiting(isWaiting: boolean): void;
}

const CANNOT_BE_READ = "it cannot be read";

let start = startNodeThread;

/** Threads are started by another function from now on: a runtime without those of Node may have others. */
export function startPdfThreadsBy(other: () => PdfThread): void {
  start = other;
}

function startNodeThread(): PdfThread {
  const { Worker } = builtin("node:worker_threads", NO_THREADS);
  // Bundlers take `new Worker(new URL(…, import.meta.url))`, where it stands in one, for a worker of browsers.
  const here = import.meta.url;
  const worker = new Worker(new URL(`./pdf.worker.${here.endsWith(".ts") ? "ts" : "js"}`, here), {
    name: "read PDF",
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    // What pdf.js warns of is not for the caller's terminal.
    stdout: true,
    stderr: true,
  });
  const thread: PdfThread = {
    onReply: () => {},
    onDeath: () => {},
    post: (bytes) => worker.postMessage(bytes),
    end: () => worker.terminate(),
    setWaiting: (isWaiting) => (isWaiting ? worker.unref() : worker.ref()),
  };
  worker.on("message", (reply: PdfReply) => thread.onReply(reply));
  worker.on("error", (error: Error & { code?: string }) =>
    thread.onDeath(
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? new NotRead("too_large", "takes too much memory to read")
        : damaged(CANNOT_BE_READ),
    ),
  );
  worker.on("exit", () => thread.onDeath(damaged(CANNOT_BE_READ)));
  return thread;
}

let kept: { thread: PdfThread; timer: ReturnType<typeof setTimeout> } | undefined;

/**
 * @throws NotRead; unsupported_runtime where there are no threads, as in a page that has not brought its own; aborted
 */
export async function readPdf(
  bytes: Uint8Array,
  signal?: PlatformAbortSignal,
  limits: ThreadLimits = { stepMs: STEP_MS_MAX, documentMs: DOCUMENT_MS_MAX },
): Promise<DocumentText> {
  throwIfAborted(signal);
  const thread = takeThread();
  let reply: Ended;
  try {
    reply = await replyOf(thread, bytes, signal, limits);
  } catch (error) {
    await thread.end();
    throw error;
  }
  keepThread(thread);
  if ("lacking" in reply) throw new NotRead("format_not_read", PDF_MISSING.reason, "PDF");
  if ("code" in reply) throw new NotRead(reply.code, reply.reason);
  return reply.document;
}

function takeThread(): PdfThread {
  if (kept === undefined) return start();
  const { thread, timer } = kept;
  kept = undefined;
  clearTimeout(timer);
  thread.setWaiting(false);
  return thread;
}

function keepThread(thread: PdfThread): void {
  if (kept !== undefined) {
    void thread.end();
    return;
  }
  const end = () => {
    if (kept?.thread === thread) kept = undefined;
    void thread.end();
  };
  thread.setWaiting(true);
  thread.onDeath = end;
  const timer = setTimeout(end, KEPT_MS);
  (timer as { unref?: () => void }).unref?.();
  kept = { thread, timer };
}

type Ended = Exclude<PdfReply, { page: number }>;

function replyOf(
  thread: PdfThread,
  bytes: Uint8Array,
  signal: PlatformAbortSignal | undefined,
  { stepMs, documentMs }: ThreadLimits,
): Promise<Ended> {
  return new Promise<Ended>((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(step);
      clearTimeout(whole);
      signal?.removeEventListener("abort", abort);
      thread.onReply = () => {};
      thread.onDeath = () => {};
      end();
    };
    const fail = (error: unknown) => settle(() => reject(error));
    const tooLong = () => fail(new NotRead("too_large", "takes too long to read"));
    const abort = () => fail(abortOf(signal));
    thread.onReply = (reply) => {
      clearTimeout(step);
      if ("page" in reply) step = setTimeout(tooLong, stepMs);
      else settle(() => resolve(reply));
    };
    thread.onDeath = fail;
    let step = setTimeout(tooLong, stepMs);
    const whole = setTimeout(tooLong, documentMs);
    signal?.addEventListener("abort", abort);
    thread.post(bytes);
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
