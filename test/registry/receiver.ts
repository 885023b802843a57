/** A receiver of webhooks on this machine, which answers as it is told and keeps what came. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { enqueue } from "../../src/service/deliveries/deliveries.ts";
import type { RecordStore } from "../../src/service/store/store.ts";
import { createWebhookSecret } from "../../src/service/deliveries/webhooks.ts";
import { START } from "./fixture.ts";

const secret = createWebhookSecret((length) => new Uint8Array(length).fill(1));

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a message tells is looked at field by field
  event: any;
}

export async function openReceiver() {
  const received: Received[] = [];
  /** What the next requests are answered; then 204. */
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ headers: request.headers, body, event: JSON.parse(body) });
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, received, answers, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** A receiver that answers nothing until it is woken. */
export async function openSleeper() {
  const waiting: ServerResponse[] = [];
  const ids = new Set<string>();
  let isAwake = false;
  let most = 0;
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      ids.add(String(request.headers["webhook-id"]));
      if (isAwake) response.writeHead(204).end();
      else most = Math.max(most, waiting.push(response));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    ids,
    /** Most messages that waited at once. */
    most: () => most,
    wake() {
      isAwake = true;
      for (const response of waiting.splice(0)) response.writeHead(204).end();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An endpoint with messages that are due. */
export async function addEndpoint(store: RecordStore, tenant: string, id: string, url: string, messages: number) {
  await store.write(async (records) => {
    const settings = { url, secrets: [secret] };
    const own = { tenant, id, created_at: START, status: "active", settings, due_at: null, sending: null } as const;
    await records.endpoints.add(own);
    for (let n = 0; n < messages; n++)
      await enqueue(
        records,
        own,
        `msg_${tenant}_${id}_${n}`,
        { type: "webhook.test", data: { webhook_id: id } },
        START,
      );
  });
}
