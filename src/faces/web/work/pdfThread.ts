/** Threads that read PDF, of a browser: workers of the page's worker. */
import { damaged } from "../../../files/documents/bytes/notRead.ts";
import type { PdfThread } from "../../../files/documents/pdf/thread.ts";

export function startPdfWorker(): PdfThread {
  const worker = new Worker(new URL("pdf.js", import.meta.url), { type: "module" });
  const thread: PdfThread = {
    onReply: () => {},
    onDeath: () => {},
    post: (bytes) => worker.postMessage(bytes),
    end: async () => worker.terminate(),
    setWaiting: () => {},
  };
  worker.addEventListener("message", ({ data: { reply } }) => reply && thread.onReply(reply));
  worker.addEventListener("error", () => thread.onDeath(damaged("it cannot be read")));
  return thread;
}
