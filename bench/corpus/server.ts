/**
 * The files of a folder by HTTP, with ranges: every answer is late by so many milliseconds, and six are under way at a time, as a
 * browser has it over HTTP/1.1. `GET /.counts` says how many requests and bytes there were, and begins anew.
 *
 *   node bench/corpus/server.ts FOLDER [DELAY_MS]      prints its address
 */
import { createReadStream, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { argv } from "node:process";

const [folder = ".", delay = "20"] = argv.slice(2);
const DELAY_MS = Number(delay);
const IN_FLIGHT = 6;

/** Where the folder has a page too. */
const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

let counts = { requests: 0, bytes: 0 };
let inFlight = 0;
const waiting: (() => void)[] = [];

const server = createServer(async (request, response) => {
  if (request.url === "/.counts") {
    response.setHeader("content-type", "application/json").end(JSON.stringify(counts));
    counts = { requests: 0, bytes: 0 };
    return;
  }
  if (inFlight >= IN_FLIGHT) await new Promise<void>((resolve) => waiting.push(resolve));
  inFlight++;
  response.on("close", () => {
    inFlight--;
    waiting.shift()?.();
  });
  counts.requests++;
  setTimeout(() => answer(request, response), DELAY_MS);
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = join(folder, normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname)));
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader("accept-ranges", "bytes");
  response.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
  response.setHeader("etag", `"${file.size}-${file.mtimeMs}"`);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
  const start = range === null ? 0 : Number(range[1]);
  const end = Math.min(file.size - 1, range === null || range[2] === "" ? file.size - 1 : Number(range[2]));
  if (range !== null && start > end) {
    response.writeHead(416, { "content-range": `bytes */${file.size}` }).end();
    return;
  }
  const length = Math.max(0, end - start + 1);
  response.setHeader("content-length", length);
  if (range !== null) response.setHeader("content-range", `bytes ${start}-${end}/${file.size}`);
  response.writeHead(range === null ? 200 : 206);
  if (request.method === "HEAD" || length === 0) {
    response.end();
    return;
  }
  counts.bytes += length;
  createReadStream(path, { start, end }).pipe(response);
}

server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
// Whoever started it closes its input.
process.stdin.on("end", () => process.exit(0)).resume();
