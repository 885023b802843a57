/**
 * What a thread answers that was given the bytes of a PDF: that it has read another page, and at the end the document
 * or why there is none.
 */
import type { UnreadCode } from "../../../base/contract/resources/corpus.ts";
import { NotRead } from "../bytes/notRead.ts";
import type { DocumentText } from "../documentText.ts";
import { PdfLacking, readDocument } from "./document.ts";

export type PdfReply =
  | { page: number }
  | { document: DocumentText }
  | { code: UnreadCode; reason: string }
  | { lacking: true };

/** @param tell hears of each page */
export async function replyTo(bytes: Uint8Array, tell: (reply: PdfReply) => void): Promise<PdfReply> {
  try {
    return { document: await readDocument(bytes, (page) => tell({ page })) };
  } catch (error) {
    if (error instanceof PdfLacking) return { lacking: true };
    if (error instanceof NotRead) return { code: error.code, reason: error.reason };
    throw error;
  }
}
