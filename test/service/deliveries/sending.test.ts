/** Messages are sent fairly: an endpoint that sleeps, and a tenant with many of them, delay nobody else's. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SpoliaError } from "../../../src/base/errors.ts";
import { type FailedAttempt, Sender } from "../../../src/service/deliveries/attempts.ts";
import { type Attempt, enqueue } from "../../../src/service/deliveries/deliveries.ts";
import { guardedOutgoing, type Outgoing } from "../../../src/service/deliveries/guardedFetch.ts";
import type { RecordStore } from "../../../src/service/store/store.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { START } from "../fixtures/fixture.ts";
import { addEndpoint, openReceiver, openSleeper } from "../fixtures/receiver.ts";
import { tenantOf } from "../fixtures/records.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES } = newStores();

describe.each(STORES)("messages in %s", (_, open) => {
  let store: RecordStore;
  let sleeper: Awaited<ReturnType<typeof openSleeper>>;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  let now = START;
  const failures: FailedAttempt[] = [];
  const sender = (outgoing: Outgoing = guardedOutgoing({ reach: "any" })) =>
    new Sender(store, { nowMs: () => now, fraction: () => 0, outgoing, onFailure: (one) => failures.push(one) });

  beforeEach(async () => {
    now = START;
    failures.length = 0;
    [store, sleeper, receiver] = [await open(), await openSleeper(), await openReceiver()];
    for (const id of ["a", "b"]) await store.write(({ tenants }) => tenants.add(tenantOf(id)));
  });
  afterEach(async () => {
    await sleeper.close();
    await receiver.close();
    await store.close();
  });

  test("one endpoint that sleeps with 200 messages: another tenant's message arrives meanwhile", async () => {
    await addEndpoint(store, "a", "we_a", sleeper.url, 200);
    await addEndpoint(store, "b", "we_b", receiver.url, 1);
    const done = sender().run();
    await expect.poll(() => receiver.received.length).toBe(1);
    // And one that comes later, too.
    await store.write((records) =>
      enqueue(
        records,
        { tenant: "b", id: "we_b" },
        "msg_later",
        { type: "webhook.test", data: { webhook_id: "we_1" } },
        START,
      ),
    );
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(sleeper.most()).toBe(4);
    sleeper.wake();
    await done;
    expect(sleeper.ids.size).toBe(200);
    const { items } = await store.read(({ deliveries }) => deliveries.list("a", { page_size: 1_000 }));
    expect(new Set(notEmpty(items).map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(
      new Set(["delivered 1"]),
    );
  });

  test("a tenant with many endpoints that sleep has a bounded number of connections", async () => {
    for (let n = 0; n < 80; n++) await addEndpoint(store, "a", `we_${n}`, sleeper.url, 6);
    await addEndpoint(store, "b", "we_b", receiver.url, 1);
    const done = sender().run();
    await expect.poll(() => receiver.received.length).toBe(1);
    await expect.poll(() => sleeper.ids.size).toBe(16);
    expect(sleeper.most()).toBe(16);
    sleeper.wake();
    await done;
    // Those that were put off are due a second later.
    for (let round = 0; round < 20; round++) {
      now += 1_000;
      await sender().run();
    }
    expect(sleeper.ids.size).toBe(480);
  });

  test("where the store fails as it takes what came of an attempt, the run says so, and the message is sent again", async () => {
    await addEndpoint(store, "a", "we_a", "https://a.example/hook", 1);
    let posts = 0;
    const stop = new AbortController();
    const outgoing: Outgoing = {
      check() {},
      async post() {
        // Who does not wait for the store would send again and again.
        if (++posts > 1) stop.abort();
        return { status: 204, retryAfterSeconds: null };
      },
    };
    const fault = new SpoliaError("storage_failed", "The disk is gone.");
    const failing: RecordStore = {
      ...store,
      read: (work) => store.read(work),
      write: (work) =>
        store.write((records) =>
          work({
            ...records,
            deliveries: {
              ...records.deliveries,
              // Later than the rest of the wave: who does not wait for it has ended by then.
              change: () => new Promise((_, reject) => setImmediate(reject, fault)),
            },
          }),
        ),
    };
    const around = { nowMs: () => now, fraction: () => 0, outgoing };
    await expect(new Sender(failing, around).run(stop.signal)).rejects.toBe(fault);
    const statuses = async () =>
      (await store.read(({ deliveries }) => deliveries.list("a"))).items.map(({ status }) => status);
    expect([posts, await statuses()]).toEqual([1, ["pending"]]);
    now += 3_600_000;
    await sender(outgoing).run();
    expect([posts, await statuses()]).toEqual([2, ["delivered"]]);
  });

  test("an endpoint without answers is left alone, longer each time, and taken up again when it answers", async () => {
    await addEndpoint(store, "a", "we_a", "http://127.0.0.1:9/hook", 10);
    let tried = 0;
    let isUp = false;
    const outgoing: Outgoing = {
      check() {},
      async post() {
        tried++;
        if (!isUp) throw new Error("nobody is there");
        return { status: 204, retryAfterSeconds: null };
      },
    };
    const triedIn: number[] = [];
    for (const seconds of [0, 4, 1, 5, 5, 19, 1]) {
      now += 1_000 * seconds;
      const before = tried;
      await sender(outgoing).run();
      triedIn.push(tried - before);
    }
    expect(triedIn).toEqual([4, 0, 4, 0, 4, 0, 4]);
    isUp = true;
    now += 10 * 60_000;
    await sender(outgoing).run();
    const { items } = await store.read(({ deliveries }) => deliveries.list("a", { page_size: 100 }));
    expect(items.filter(({ status }) => status === "delivered").length).toBeGreaterThan(0);
    expect((await store.read(({ endpoints }) => endpoints.find("a", "we_a")))!.sending).toEqual({
      ...{ resume_at: null, unanswered: 0 },
    });
  });

  test("whatever goes wrong on the way, a tenant's log has one word, and the operator learns the rest", async () => {
    const hidden = guardedOutgoing({ reach: "any" }, async () => []);
    const internal = guardedOutgoing({ reach: "public" }, async () => [{ address: "10.1.2.3", family: 4 }]);
    const { port } = new URL(receiver.url);
    const cases: [name: string, url: string, outgoing: Outgoing, word: string][] = [
      ["a closed port", "http://127.0.0.1:9/x", guardedOutgoing({ reach: "any" }), "no_answer"],
      ["a name without address", "http://database.internal:5432/x", hidden, "no_answer"],
      ["a name of an internal address", "https://database.internal/x", internal, "no_answer"],
      ["a wrong protocol", `https://127.0.0.1:${port}/x`, guardedOutgoing({ reach: "any" }), "no_answer"],
      ["an address that is not called", "https://10.0.0.1/x", internal, "address_refused"],
      ["no URL any more", "file:///etc/passwd", internal, "address_refused"],
    ];
    const logs: string[] = [];
    for (const [n, [name, url, outgoing, word]] of cases.entries()) {
      await addEndpoint(store, "a", `we_${n}`, url, 1);
      now = START;
      await sender(outgoing).run();
      const { log } = (await store.read(({ deliveries }) => deliveries.find("a", `msg_a_we_${n}_0`)))!;
      expect(log, name).toEqual([{ at: new Date(START).toISOString(), status: null, error: word }]);
      logs.push(JSON.stringify((log as Attempt[]).map(({ error }) => error)));
    }
    expect(new Set(logs).size).toBe(2);
    expect(failures.map(({ webhook_id }) => webhook_id)).toEqual(cases.map((_, n) => `we_${n}`));
    expect(String((failures[0]!.error as Error & { hint: string }).hint)).toContain("ECONNREFUSED");
  });
});
