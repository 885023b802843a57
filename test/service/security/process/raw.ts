/** Bytes on a socket, as no client library would send them. */
import { connect } from "node:net";

export interface RawAnswer {
  /** Of every response on the connection, in order. */
  statuses: number[];
  text: string;
  /** Whether the server ended the connection, and not the limit of time. */
  isClosed: boolean;
}

/** A server that neither answers nor closes. Ten times what a busy machine takes. */
const WAIT_MS = 120_000;

/**
 * Sends pieces one after the other, with a pause between, and reads until the server closes, so many `answers` have begun, or
 * `waitMs` have passed.
 */
export function raw(
  port: number,
  pieces: readonly (string | Uint8Array)[],
  { waitMs = WAIT_MS, pauseMs = 0, answers }: { waitMs?: number; pauseMs?: number; answers?: number } = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = "";
    let isClosed = false;
    const socket = connect(port, "127.0.0.1");
    const limit = setTimeout(() => socket.destroy(), waitMs);
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    const finish = () => {
      clearTimeout(limit);
      resolve({ statuses: statuses(), text, isClosed });
    };
    socket.setEncoding("latin1");
    socket.on("data", (data) => {
      text += data;
      if (answers !== undefined && statuses().length >= answers) socket.destroy();
    });
    socket.on("end", () => {
      isClosed = true;
    });
    socket.on("error", () => {
      isClosed = true;
    });
    socket.on("close", finish);
    socket.on("connect", async () => {
      for (const piece of pieces) {
        if (socket.destroyed) break;
        socket.write(piece);
        if (pauseMs > 0) await new Promise((next) => setTimeout(next, pauseMs));
      }
    });
  });
}
