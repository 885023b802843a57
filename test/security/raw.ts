/** Bytes on a socket, as no client library would send them. */
import { connect } from "node:net";

export interface RawAnswer {
  /** Of every response on the connection, in order. */
  statuses: number[];
  text: string;
  /** Whether the server ended the connection, and not the limit of time. */
  isClosed: boolean;
}

/** Sends pieces one after the other, with a pause between, and reads until the server closes or `waitMs` have passed. */
export function raw(
  port: number,
  pieces: readonly (string | Uint8Array)[],
  { waitMs = 1_500, pauseMs = 0 }: { waitMs?: number; pauseMs?: number } = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = "";
    let isClosed = false;
    const socket = connect(port, "127.0.0.1");
    const limit = setTimeout(() => socket.destroy(), waitMs);
    const finish = () => {
      clearTimeout(limit);
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ statuses, text, isClosed });
    };
    socket.setEncoding("latin1");
    socket.on("data", (data) => {
      text += data;
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
