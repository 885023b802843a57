/** Entry of the thread that reads PDF: takes the bytes of one document after another, and answers with its text. */
import { builtin } from "../../../corpus/storage/builtin.ts";
import { type PdfReply, replyTo } from "./reply.ts";

const port = builtin("node:worker_threads").parentPort;
const tell = (reply: PdfReply): void => port?.postMessage(reply);

port?.on("message", async (bytes: Uint8Array) => tell(await replyTo(bytes, tell)));
