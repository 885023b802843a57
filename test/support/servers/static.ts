/**
 * A static host with range requests on a loopback port, which responds as nginx and buckets do. Tests can make it misbehave, and count
 * its requests.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  path: string;
  query: string;
  range: string | undefined;
  headers: IncomingMessage["headers"];
}

/** Handles a request instead of the host, unless it returns or resolves to `false`. */
export type Misbehave = (asked: Asked, response: ServerResponse, nth: number) => unknown;

export interface StaticServer {
  /** Address without a trailing slash. */
  url: string;
  /** Files by path, without the leading slash. */
  files: Map<string, Uint8Array>;
  asked: Asked[];
  /** Maximum number of simultaneous requests so far. */
  mostAtOnce: number;
  misbehave: Misbehave | undefined;
  close(): Promise<void>;
}

export async function startStaticServer(): Promise<StaticServer> {
  let atOnce = 0;
  const host: StaticServer = {
    url: "",
    files: new Map(),
    asked: [],
    mostAtOnce: 0,
    misbehave: undefined,
    close: () => new Promise((closed) => server.close(() => closed()).closeAllConnections()),
  };
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url!, "http://localhost");
    const path = decodeURIComponent(pathname.slice(1));
    const asked = { path, query: search, range: request.headers.range, headers: request.headers };
    host.asked.push(asked);
    host.mostAtOnce = Math.max(host.mostAtOnce, ++atOnce);
    response.once("close", () => atOnce--);
    const answered = host.misbehave === undefined ? false : await host.misbehave(asked, response, host.asked.length);
    if (answered === false) serveFile(host.files.get(path), asked.range, response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return host;
}

/** The response of a static host according to RFC 9110. */
export function serveFile(file: Uint8Array | undefined, range: string | undefined, response: ServerResponse): void {
  if (file === undefined) return void response.writeHead(404).end("no such file");
  const headers = { etag: etagOf(file), "accept-ranges": "bytes" };
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (first === undefined) return void response.writeHead(200, { ...headers, "content-length": file.length }).end(file);
  const start = Number(first);
  const end = Math.min(Number(last) + 1, file.length);
  if (start >= end)
    return void response.writeHead(416, { ...headers, "content-range": `bytes */${file.length}` }).end();
  const part = { "content-range": `bytes ${start}-${end - 1}/${file.length}`, "content-length": end - start };
  response.writeHead(206, { ...headers, ...part }).end(file.subarray(start, end));
}

function etagOf(file: Uint8Array): string {
  return `"${createHash("sha256").update(file).digest("hex").slice(0, 16)}"`;
}
