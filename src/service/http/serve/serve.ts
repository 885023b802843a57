/** Serves the handler on a port of this machine. Needs Node, so only the command line imports it. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { SpoliaError } from "../../../base/errors.ts";
import { Shares } from "../../../base/lists/shares.ts";
import { oneAtATime, readInSlices } from "../edge/pipeline.ts";
import {
  CLOSE_GRACE_MS,
  CONNECTIONS_MAX,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  TIMEOUT_CHECK_INTERVAL_MS,
} from "../request/limits.ts";
import { NO_URL, refuseConnection, refuseUnparsed, unhandledAnswer } from "../request/unparsed.ts";
import { oneClient } from "./forwarded.ts";
import type { Handler } from "./handler.ts";

interface ServeOptions {
  readonly handler: Handler;
  /** 0 for any free port. */
  readonly port: number;
  /** Address to listen on; default 127.0.0.1. */
  readonly hostname?: string | undefined;
  /** Prefix of every path, as the handler has it. */
  readonly basePath?: string | undefined;
  /** Connections at once, which addresses share; default 8,192. */
  readonly connectionsMax?: number;
}

export interface RunningServer {
  /** Address of the server, without a trailing slash. */
  readonly url: string;
  /**
   * Accepts no new connections, gives running requests time to finish, and resolves when all connections are closed.
   */
  close(): Promise<void>;
}

/** Resolves when the server listens. @throws invalid_request if it cannot listen on the port */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { handler, port, hostname = "127.0.0.1", basePath = "", connectionsMax = CONNECTIONS_MAX } = options;
  const listener = getRequestListener(
    (request, { incoming }) =>
      repeatsHost(incoming as IncomingMessage)
        ? unhandledAnswer(NO_URL, basePath)
        : handler(request, { remoteAddress: incoming.socket.remoteAddress }),
    {
      // Otherwise the adapter replaces Request and Response for the whole process.
      overrideGlobalObjects: false,
      errorHandler: (error) => unhandledAnswer(error instanceof RequestError ? NO_URL : error, basePath),
    },
  );
  const serverOptions = {
    // Node would answer with an empty body; the adapter refuses a request without a host too.
    requireHostHeader: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    // Bodies have time limits of their own, which do not count the time in which nobody reads them.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
  };
  const refused = new WeakSet<Socket>();
  const answering = new Set<ServerResponse>();
  const answer = oneAtATime((request, response) => {
    answering.add(response);
    response.once("finish", () => letPass(request));
    response.once("close", () => answering.delete(response));
    // A request on a connection that was open before the server began to close.
    if (!server.listening) response.shouldKeepAlive = false;
    void listener(request, response);
  });
  const server = createServer(serverOptions, (request, response) => {
    if (!refused.has(request.socket)) answer(request, response);
  });
  shareConnections(server, { connectionsMax, refused, basePath });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Half a request that waits for the one before it: its client is not the one that is late.
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.isPaused()) return;
    const isAnswering = [...answering].some((one) => one.socket === socket && one.headersSent);
    refuseUnparsed(error, socket, { isAnswering, basePath });
  });
  await listening(server, port, hostname);
  const { port: actualPort } = server.address() as AddressInfo;
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  return { url: `http://${host}:${actualPort}`, close: () => closed(server, answering) };
}

interface ConnectionLimits {
  readonly connectionsMax: number;
  /** Connections that were refused: nothing that arrives on them is answered. */
  readonly refused: WeakSet<Socket>;
  readonly basePath: string;
}

/** Refuses connections beyond the limit, and beyond the share of their address. */
function shareConnections(server: Server, { connectionsMax, refused, basePath }: ConnectionLimits): void {
  const connections = new Shares(connectionsMax);
  server.on("connection", (socket: Socket) => {
    const client = oneClient(socket.remoteAddress ?? "");
    if (connections.take(client)) {
      socket.once("close", () => connections.give(client));
      readInSlices(socket);
    } else {
      refused.add(socket);
      refuseConnection(socket, basePath);
    }
  });
}

/** More than one Host header is rejected (RFC 9112, 3.2): Node uses the first, but a proxy may have used the other. */
const repeatsHost = ({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length > 1;

/**
 * Receives and drops the rest of a body that was rejected unread, so that the connection can serve the next request.
 * The adapter tries to do this, but its own reader of the body holds the rest back, and after 500 ms it closes the
 * connection, possibly during another request. Its limits still apply: 64 MiB and 500 ms.
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
    return new SpoliaError("invalid_request", "The host is not an address of this machine.", {
      hint: "Choose 127.0.0.1 for this machine only, 0.0.0.0 or :: for all of its addresses.",
      fields: [{ pointer: "/hostname", detail: "is not an address of this machine" }],
      cause,
    });
  }
  const taken = cause.code === "EADDRINUSE";
  return new SpoliaError("invalid_request", taken ? `Port ${port} is in use.` : `Cannot listen on port ${port}.`, {
    hint: "Choose another port, or 0 for any free port.",
    fields: [{ pointer: "/port", detail: taken ? "is used by another process" : "is not available" }],
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
    // Otherwise closing waits until each connection has been idle for `KEEP_ALIVE_TIMEOUT_MS` after its response.
    for (const response of answering) {
      response.shouldKeepAlive = false;
      // A response whose headers were sent before has promised to keep its connection.
      response.once("finish", () => setImmediate(() => server.closeIdleConnections()));
    }
  });
}
