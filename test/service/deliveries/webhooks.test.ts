/** Messages arrive once they can, signed, and are never lost: against a real server that answers as it is told. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Sender, type Surroundings } from "../../../src/service/deliveries/attempts.ts";
import { type Attempt, enqueue, redeliver } from "../../../src/service/deliveries/deliveries.ts";
import { guardedOutgoing } from "../../../src/service/deliveries/guardedFetch.ts";
import {
  createWebhookSecret,
  nextAttemptMs,
  RETRY_SECONDS,
  verifyWebhook,
  webhookHeaders,
} from "../../../src/service/deliveries/webhooks.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import type { Delivery, WebhookEndpoint } from "../../../src/service/store/records.ts";
import type { RecordStore } from "../../../src/service/store/store.ts";

describe("signatures", () => {
  test("are those of the reference implementation", async () => {
    const headers = await webhookHeaders(
      { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestampSeconds: 1_614_265_330, body: '{"test": 2432232314}' },
      ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    );
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  const secrets = [7, 9].map((seed) => createWebhookSecret((length) => new Uint8Array(length).fill(seed)));

  test("hold for this message, these five minutes and each secret in use, and for nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string({ minLength: 1 }), async (body, change) => {
        const headers = await webhookHeaders({ id: "msg_1", timestampSeconds: 1000, body }, secrets);
        for (const secret of secrets) expect(await verifyWebhook(headers, body, secret, 1_200_000)).toBe(true);
        expect(await verifyWebhook(headers, body + change, secrets[0]!, 1_000_000)).toBe(false);
        expect(await verifyWebhook({ ...headers, "webhook-id": `msg_1${change}` }, body, secrets[0]!, 1_000_000)).toBe(
          false,
        );
        expect(await verifyWebhook({ ...headers, "webhook-timestamp": "1001" }, body, secrets[0]!, 1_000_000)).toBe(
          false,
        );
        for (const now of [699_000, 1_301_000])
          expect(await verifyWebhook(headers, body, secrets[0]!, now)).toBe(false);
        expect(await verifyWebhook({ ...headers, "webhook-signature": change }, body, secrets[0]!, 1_000_000)).toBe(
          false,
        );
      }),
      { numRuns: 30 },
    );
  });

  test("need a secret", async () => {
    await expect(webhookHeaders({ id: "m", timestampSeconds: 1, body: "" }, ["x"])).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

test("attempts go on for days, each later than the one before, and end", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), (fraction) => {
      const times = RETRY_SECONDS.map((_, i) => nextAttemptMs(i + 1, 0, fraction, null)!);
      expect(times.toSorted((one, other) => one - other)).toEqual(times);
      expect(nextAttemptMs(RETRY_SECONDS.length + 1, 0, fraction, null)).toBeNull();
    }),
  );
  expect(RETRY_SECONDS.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(3 * 86_400);
  expect(nextAttemptMs(1, 1000, 0, 60)).toBe(61_000);
});

describe("deliveries", () => {
  let server: Server;
  let url: string;
  /** What the server does with the next requests; then it answers 204. */
  let answers: (number | "hang up" | "redirect" | "flood")[] = [];
  let received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let store: RecordStore;
  let now = Date.UTC(2026, 0, 1);
  const around: Surroundings = { nowMs: () => now, fraction: () => 0, outgoing: guardedOutgoing({ reach: "any" }) };
  const secret = createWebhookSecret((length) => new Uint8Array(length).fill(1));
  const endpoint: WebhookEndpoint = {
    tenant: "t1",
    id: "we_1",
    created_at: now,
    status: "active",
    settings: {},
    due_at: null,
    sending: null,
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        received.push({ headers: request.headers, body });
        const answer = answers.shift() ?? 204;
        if (answer === "hang up") request.socket.destroy();
        else if (answer === "redirect") response.writeHead(302, { location: `${url}/elsewhere` }).end();
        else if (answer === "flood") response.writeHead(200).end(new Uint8Array(1_000_000));
        else response.writeHead(answer, { "retry-after": "7200" }).end("nothing to see");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  beforeEach(async () => {
    [answers, received] = [[], []];
    store = createMemoryStore();
    await store.write(async ({ tenants, endpoints }) => {
      await tenants.add({ id: "t1", plan: "free", created_at: now, label: "" });
      await endpoints.add({ ...endpoint, settings: { url, secrets: [secret] } });
    });
    await store.write((records) =>
      enqueue(records, endpoint, "msg_1", { type: "webhook.test", data: { webhook_id: "we_1" } }, now),
    );
  });
  afterEach(() => store.close());

  const send = () => new Sender(store, around).run();
  const delivery = async () =>
    (await store.read(({ deliveries }) => deliveries.find("t1", "msg_1"))) as Delivery & { log: Attempt[] };

  test("a message arrives once, signed, with what it tells", async () => {
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    expect(received).toHaveLength(1);
    const { headers, body } = received[0]!;
    expect(await verifyWebhook(headers as Record<string, string>, body, secret, now)).toBe(true);
    expect(JSON.parse(body)).toEqual({
      type: "webhook.test",
      timestamp: new Date(now).toISOString(),
      mode: "live",
      data: { webhook_id: "we_1" },
    });
    expect(await delivery()).toMatchObject({
      status: "delivered",
      attempts: 1,
      due_at: null,
      log: [{ status: 204, error: null }],
    });
  });

  test("what fails is tried again with the same id, as late as was asked for, and a redirect is not followed", async () => {
    answers = [503, "hang up", "redirect", 500];
    for (const expected of [503, null, 302, 500, 204]) {
      expect(await send()).toBe(1);
      expect((await delivery()).log.at(-1)!.status).toBe(expected);
      const { due_at } = await delivery();
      now = due_at ?? now;
    }
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(received).toHaveLength(5);
    expect((await delivery()).status).toBe("delivered");
    const [first, second] = (await delivery()).log;
    expect(Date.parse(second!.at) - Date.parse(first!.at)).toBe(7_200_000);
  });

  test("after the last attempt it is kept as dead, and goes out when it is asked for", async () => {
    answers = Array(10).fill(500);
    for (let i = 0; i < 10; i++) {
      await send();
      now = (await delivery()).due_at ?? now;
    }
    expect(await delivery()).toMatchObject({ status: "dead", attempts: 10, due_at: null });
    expect(await send()).toBe(0);
    await store.write((records) => redeliver(records, "t1", "msg_1", now));
    await send();
    expect((await delivery()).status).toBe("delivered");
  });

  test("an endpoint that is gone is called no more", async () => {
    answers = [410];
    await send();
    expect((await store.read(({ endpoints }) => endpoints.find("t1", "we_1")))!.status).toBe("disabled");
    expect((await delivery()).status).toBe("dead");
    await store.write((records) =>
      enqueue(records, endpoint, "msg_2", { type: "webhook.test", data: { webhook_id: "we_1" } }, now),
    );
    await send();
    expect(received).toHaveLength(1);
  });

  test("an answer without end is not read to its end", async () => {
    answers = ["flood"];
    await send();
    expect((await delivery()).status).toBe("delivered");
  });

  test("whoever died while sending leaves the message to be sent", async () => {
    await store.write(({ service }) => service.claim("webhook_endpoints", now, now + 60_000, 10));
    expect(await send()).toBe(0);
    now += 60_000;
    expect(await send()).toBe(1);
  });
});
