import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "./infiniGram.ts";

/** One index of a server: the naive ones, or one that answers as a test wants. */
export interface NaiveIndex {
  answer(request: Record<string, unknown>): Answer;
}

/** What is done instead of answering: a status and body of its own, silence, or an end of the connection. */
export type Fault = { status: number; body: string; headers?: Record<string, string> } | "silence" | "hang up";

export interface Received {
  /** Milliseconds since the server started. */
  at: number;
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

export interface NaiveServerOptions {
  /** Milliseconds until each answer. */
  delay?: number;
  /** Asked for each request by its number from 0, before it is answered. */
  fault?: (number: number, request: Received) => Fault | undefined;
}

/**
 * The protocol of infini-gram and infini-gram mini, written from the project's notes on it alone (§2.1 and §2.2) and before
 * the connector was: `POST /` with JSON, an error as a string `error` with status 200. Notes every request.
 */
export class NaiveServer {
  readonly received: Received[] = [];
  /** The most requests that were open at one time. */
  mostOpen = 0;
  readonly #indexes: Record<string, NaiveIndex>;
  readonly #options: NaiveServerOptions;
  readonly #server: Server;
  readonly #started = performance.now();
  #open = 0;

  private constructor(indexes: Record<string, NaiveIndex>, options: NaiveServerOptions) {
    this.#indexes = indexes;
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async start(indexes: Record<string, NaiveIndex>, options: NaiveServerOptions = {}): Promise<NaiveServer> {
    const server = new NaiveServer(indexes, options);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** The strings it was sent, in the order in which they came. */
  get queries(): string[] {
    return this.received.map(({ body }) => String(body["query"]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#open++;
    this.mostOpen = Math.max(this.mostOpen, this.#open);
    response.once("close", () => this.#open--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received: Received = {
      at: performance.now() - this.#started,
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString() || "{}"),
    };
    const number = this.received.push(received) - 1;
    const fault = this.#options.fault?.(number, received);
    if (fault === "silence") return;
    if (fault === "hang up") {
      request.socket.destroy();
      return;
    }
    await sleep(this.#options.delay ?? 0);
    if (fault !== undefined) response.writeHead(fault.status, fault.headers).end(fault.body);
    else this.#answer(received, response);
  }

  #answer({ method, path, body }: Received, response: ServerResponse): void {
    if (method !== "POST" || path !== "/") {
      response.writeHead(404, { "content-type": "application/json" }).end('{"detail":"Not Found"}');
      return;
    }
    const index = this.#indexes[String(body["index"])];
    const answer = index === undefined ? `Invalid index: ${body["index"]}` : index.answer(body);
    const json = typeof answer === "string" ? { error: answer } : answer;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(json));
  }
}
