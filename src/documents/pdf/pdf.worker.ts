/** Entry of the thread that reads PDF: takes the bytes of one document after another, and answers with its text. */
import type { UnreadCode } from "../../contract/corpus.ts";
import { builtin } from "../../storage/builtin.ts";
import type { DocumentText } from "../documentText.ts";
import { NotRead } from "../notRead.ts";
import { PdfLacking, readDocument } from "./document.ts";

/** What the thread says: that it has read another page, and at the end the document or why there is none. */
export type PdfReply =
  | { page: number }
  | { document: DocumentText }
  | { code: UnreadCode; reason: string }
  | { lacking: true };

const port = builtin("node:worker_threads").parentPort;

port?.on("message", async (bytes: Uint8Array) => {
  port.postMessage(await replyTo(bytes));
});

async function replyTo(bytes: Uint8Array): Promise<PdfReply> {
  try {
    return { document: await readDocument(bytes, (page) => port?.postMessage({ page } satisfies PdfReply)) };
  } catch (error) {
    if (error instanceof PdfLacking) return { lacking: true };
    if (error instanceof NotRead) return { code: error.code, reason: error.reason };
    throw error;
  }
}
