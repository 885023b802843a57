/** The worker of the page that reads PDF: it may load pdf.js from the host of the page, and connect to nothing. */
import { type PdfReply, replyTo } from "../../files/documents/pdf/reply.ts";

/** In a field: pdf.js takes every worker for its own, and tells that it is ready. */
const tell = (reply: PdfReply): void => globalThis.postMessage({ reply });

globalThis.addEventListener("message", async ({ data }: MessageEvent<Uint8Array>) => tell(await replyTo(data, tell)));
