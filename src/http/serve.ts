/** The handler on a port of this machine: Node only, so nothing but the command line imports it. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { SpoliaError } from "../errors.ts";
import type { Handler } from "./handler.ts";
import {
  CLOSE_GRACE_MS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
  TIMEOUT_CHECK_INTERVAL_MS,
} from "./limits.ts";

interface ServeOptions {
  readonly handler: Handler;
  /** 0 for any that is free. */
  readonly port: number;
  /** This machine alone when absent. */
  readonly hostname?: string | undefined;
}

export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Takes no new connection, lets running requests finish for a while, and resolves when all are gone. */
  close(): Promise<void>;
}

/** Resolves once the port listens; `invalid_request` where it cannot be had. */
export async function serve({ handler, port, hostname = "127.0.0.1" }: ServeOptions): Promise<RunningServer> {
  const server = createAdaptorServer({
    fetch: (request, { incoming }) => (repeatsHost(incoming) ? new Response(null, { status: 400 }) : handler(request)),
    // Otherwise the adapter replaces Request and Response for the whole process.
    overrideGlobalObjects: false,
    createServer,
    serverOptions: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
  }) as Server;
  const answering = new Set<ServerResponse>();
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    answering.add(response);
    response.once("finish", () => letPass(request));
    response.once("close", () => answering.delete(response));
    // Asked over a connection from before the server was told to close.
    if (!server.listening) response.shouldKeepAlive = false;
  });
  await listening(server, port, hostname);
  const { port: actualPort } = server.address() as AddressInfo;
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  return { url: `http://${host}:${actualPort}`, close: () => closed(server, answering) };
}

/** More than one is refused (RFC 9112, 3.2): Node takes the first, and a proxy before it may have taken the other. */
const repeatsHost = ({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length > 1;

/**
 * What is still to come of a body that was refused unread is received and dropped, so that the connection serves the
 * next request. The adapter means to do it, but its own reader of the body holds the rest back, and after 500 ms it
 * ends the connection: by then under another request. Its bounds hold on: 64 MiB, and those 500 ms.
 */
function letPass(request: IncomingMessage): void {
  if (request.readableEnded) return;
  request.removeAllListeners("data");
  request.resume();
}

function listening(server: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refused = (cause: NodeJS.ErrnoException) => reject(cannotListen(cause, port));
    server.once("error", refused);
    try {
      server.listen(port, hostname, () => {
        server.off("error", refused);
        resolve();
      });
    } catch (cause) {
      refused(cause as NodeJS.ErrnoException);
    }
  });
}

function cannotListen(cause: NodeJS.ErrnoException, port: number): SpoliaError {
  if (cause.code === "EADDRNOTAVAIL" || cause.syscall === "getaddrinfo") {
    return new SpoliaError("invalid_request", "The host is no address of this machine.", {
      hint: "Choose 127.0.0.1 for this machine alone, 0.0.0.0 or :: for all of its addresses.",
      fields: [{ pointer: "/hostname", detail: "is not an address of this machine" }],
      cause,
    });
  }
  const taken = cause.code === "EADDRINUSE";
  return new SpoliaError("invalid_request", taken ? `Port ${port} is taken.` : `Port ${port} cannot be listened on.`, {
    hint: "Choose another port, or 0 for any that is free.",
    fields: [{ pointer: "/port", detail: taken ? "is used by another process" : "cannot be listened on" }],
    cause,
  });
}

function closed(server: Server, answering: ReadonlySet<ServerResponse>): Promise<void> {
  return new Promise((resolve) => {
    const overdue = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
    server.close(() => {
      clearTimeout(overdue);
      resolve();
    });
    server.closeIdleConnections();
    // Otherwise a connection that was answered over is waited for until it has been idle for `KEEP_ALIVE_TIMEOUT_MS`.
    for (const response of answering) response.shouldKeepAlive = false;
  });
}
