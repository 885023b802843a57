/**
 * A server on loopback that answers as the scenarios of `scenarios.json` say, faults included, and remembers what it was
 * asked. All clients are tried against it.
 *
 *   node test/faces/client/scenarios/faultServer.ts      prints its address; ends with its standard input
 *
 * A client gets the base address `ADDRESS/s/INDEX` of its scenario. `GET ADDRESS/asked/INDEX` tells what it asked,
 * `GET ADDRESS/message/INDEX` gives a signed message of a webhook.
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { webhookHeaders } from "../../../../src/service/deliveries/webhooks.ts";

/** One answer. What is absent is as an honest server does it. */
interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** A document, or a text that is sent as it is. */
  body?: unknown;
  /** Lines of NDJSON; a text stands as it is. */
  lines?: unknown[];
  /** The connection ends after so many bytes of the body. */
  cutAfterBytes?: number;
  /** After so many bytes of the body nothing more comes. */
  stallAfterBytes?: number;
  /** The body comes in pieces of so many bytes. */
  chunkBytes?: number;
  /** The connection ends instead of an answer. */
  hangUp?: true;
  /** Nothing comes, until the client has gone. */
  silent?: true;
  gzip?: true;
}

export interface AskedRequest {
  method: string;
  /** Behind the base address, with its query. */
  path: string;
  headers: Record<string, string>;
  /** Its first million characters. */
  body: string;
  bodyBytes: number;
  atMs: number;
}

export interface Scenario {
  name: string;
  /** Options of the client, in the spelling of its language. */
  client?: Record<string, unknown>;
  /** Environment of the client. */
  environment?: Record<string, string>;
  /**
   * What is called: `works.list`, with the parts of its path, a body, a query and options of the request. `repeat`: texts
   * of the body that are as often as that behind each other.
   */
  call: {
    method: string;
    as?: string;
    path?: string[];
    body?: unknown;
    query?: object;
    options?: object;
    repeat?: Record<string, number>;
  };
  /** Answers in turn; the last one again and again. */
  server: ScriptedAnswer[];
  /** A message of a webhook, signed with these secrets, so many seconds ago. */
  message?: { secrets: string[]; body: unknown; ageSeconds?: number; tamper?: true };
  expect: {
    /** What is in the outcome; further fields do not matter. */
    data?: unknown;
    error?: { class: string; status?: number; code?: string; request_id?: string; says?: string };
    /** Requests that came, in turn; each field that is named must be so. */
    requests?: {
      method?: string;
      path?: string;
      headers?: Record<string, string | null>;
      body?: unknown;
      bodyBytesMin?: number;
    }[];
    /** Whether all requests had one idempotency key. */
    oneIdempotencyKey?: true;
    /** Least milliseconds between the first and the last request. */
    leastMs?: number;
    /** No part of what the client shows or logs may have this. */
    never?: string;
    /** What the log must have. */
    logged?: string;
  };
}

export const SCENARIOS: readonly Scenario[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "scenarios.json"), "utf8"),
);

/** Starts the server. */
export async function startFaultServer() {
  const asked = SCENARIOS.map((): AskedRequest[] => []);
  const server = createServer(async (request, response) => {
    const [, kind, index = "", rest = "/"] = /^\/(s|asked|message)\/(\d+)(.*)$/.exec(request.url ?? "") ?? [];
    const scenario = SCENARIOS[Number(index)];
    if (kind === undefined || scenario === undefined) {
      response.writeHead(404).end();
      return;
    }
    const own = asked[Number(index)]!;
    if (kind === "asked") sendJson(response, own);
    else if (kind === "message") sendJson(response, await signedMessage(scenario));
    else {
      own.push(await heard(request, rest));
      answer(response, scenario.server[Math.min(own.length, scenario.server.length) - 1]!);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: (index: number): readonly AskedRequest[] => asked[index]!,
    forget: () => {
      for (const one of asked) one.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function heard(request: IncomingMessage, path: string): Promise<AskedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body = Buffer.concat(chunks);
  const shown = body.subarray(0, 1_000_000).toString();
  return { method: request.method!, path, headers, body: shown, bodyBytes: body.length, atMs: performance.now() };
}

function answer(response: ServerResponse, scripted: ScriptedAnswer): void {
  const { status = 200, headers = {}, body, lines, cutAfterBytes, stallAfterBytes, chunkBytes } = scripted;
  const { hangUp, silent, gzip } = scripted;
  if (hangUp) response.destroy();
  if (hangUp || silent) return;
  const plain = lines === undefined ? textOf(body) : lines.map((line) => `${textOf(line)}\n`).join("");
  const bytes = gzip ? gzipSync(plain) : Buffer.from(plain);
  const type =
    lines === undefined ? (status < 400 ? "application/json" : "application/problem+json") : "application/x-ndjson";
  response.writeHead(status, {
    "content-type": type,
    "x-request-id": "req_of_test",
    ...(gzip && { "content-encoding": "gzip" }),
    ...(lines === undefined && { "content-length": bytes.length }),
    ...headers,
  });
  if (stallAfterBytes !== undefined) response.write(bytes.subarray(0, stallAfterBytes));
  else if (chunkBytes !== undefined) sendInPieces(response, bytes, chunkBytes);
  else if (cutAfterBytes === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, cutAfterBytes), () => setTimeout(() => response.destroy(), 20));
}

function sendInPieces(response: ServerResponse, bytes: Buffer, pieceBytes: number): void {
  response.write(bytes.subarray(0, pieceBytes));
  const rest = bytes.subarray(pieceBytes);
  if (rest.length === 0) response.end();
  else setImmediate(() => sendInPieces(response, rest, pieceBytes));
}

const textOf = (body: unknown): string =>
  body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);

const sendJson = (response: ServerResponse, value: unknown) =>
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));

async function signedMessage({ message }: Scenario) {
  const { secrets, body, ageSeconds = 0, tamper } = message!;
  const text = JSON.stringify(body);
  const timestampSeconds = Math.floor(Date.now() / 1000) - ageSeconds;
  const headers = await webhookHeaders({ id: "msg_of_test", timestampSeconds, body: text }, secrets);
  return { headers, body: tamper ? `${text} ` : text };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url, close } = await startFaultServer();
  console.log(url);
  process.stdin.resume().on("end", close);
}
