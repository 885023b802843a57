/** Deals by a clock that the test moves: what ends, what is bounded, and what nobody may pass over. `test/service` has the story. */
import { unzlibSync } from "fflate";
import { decodeJwt } from "jose";
import { describe, expect, test, vi } from "vitest";
import { fromCanonicalBase64Url, toBase64 } from "../../../src/base/bytes/bytes.ts";
import type { OfferRequest } from "../../../src/base/contract/resources/marketplace.ts";
import { fingerprint } from "../../../src/core/fingerprint/fingerprint.ts";
import { verifyDeal } from "../../../src/service/deals/verify.ts";
import { createMemoryStore, signAcceptance } from "../../../src/service/index.ts";
import { Scheduler } from "../../../src/service/runs/scheduler.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { counted, START, traced } from "../fixtures/fixture.ts";
import { openedMarket, TEXT } from "../fixtures/market.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES } = newStores();
const DAY_MS = 86_400_000;

describe("what has ended", () => {
  test("is told by a read that changes nothing, and recorded by the scheduler", async () => {
    const { store, counts } = counted(createMemoryStore());
    const { registry, engine, clock, offer } = await openedMarket(store);
    const until = new Date(START + DAY_MS).toISOString();
    const { offer_id } = await offer({ valid_until: until });
    const search = () => registry.marketplace.search("lab", { use: "ai-input", content: TEXT });
    expect((await search()).offers).toHaveLength(1);
    clock.now = START + DAY_MS;
    expect((await search()).offers).toEqual([]);
    const before = counts.writes;
    const read = await Promise.all(Array.from({ length: 20 }, () => registry.marketplace.get("archive", offer_id)));
    for (const { state, receipt } of notEmpty(read)) {
      expect([state, receipt.events.length]).toEqual(["expired", 1]);
      await verifyDeal(receipt);
    }
    expect(counts.writes).toBe(before);
    const scheduler = new Scheduler({ registry, engine: { ...engine, refresh: async () => false } as never });
    scheduler.round();
    await vi.waitFor(async () => {
      const { receipt } = await registry.marketplace.get("archive", offer_id);
      expect(receipt.events.map(({ entry }) => entry.kind)).toEqual(["offered", "expired"]);
      await verifyDeal(receipt);
    });
    await scheduler.stop();
    await store.read(async ({ deals }) => expect((await deals.open("live", {})).items).toEqual([]));
    // Nothing is left to end, and nothing ends twice.
    expect(await registry.marketplace.expire()).toBe(0);
    await expect(registry.marketplace.revoke("archive", { id: offer_id, reason: "x" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("is left to the next time where the service stops, and ended then", async () => {
    const { store, counts } = counted(createMemoryStore());
    const { registry, clock, offer } = await openedMarket(store);
    const until = new Date(START + DAY_MS).toISOString();
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await offer({ valid_until: until })).offer_id);
    clock.now = START + DAY_MS;
    const [{ writes, reads }, stop] = [{ ...counts }, new AbortController()];
    await expect(registry.marketplace.expire(AbortSignal.abort())).rejects.toMatchObject({ code: "aborted" });
    expect(counts).toEqual({ reads, writes });
    const { write } = store;
    store.write = (work) => {
      stop.abort();
      return write(work);
    };
    await expect(registry.marketplace.expire(stop.signal)).rejects.toMatchObject({ code: "aborted" });
    expect(counts.writes).toBe(writes + 1);
    expect(await registry.marketplace.expire()).toBe(2);
  });

  test("ends once where two processes meet it, and more than one piece of it", async () => {
    const { registry, clock, offer } = await openedMarket();
    const until = new Date(START + DAY_MS).toISOString();
    const ids = [];
    for (let n = 0; n < 120; n++) ids.push((await offer({ valid_until: until })).offer_id);
    clock.now = START + DAY_MS;
    const ended = await Promise.all([registry.marketplace.expire(), registry.marketplace.expire()]);
    expect(ended[0] + ended[1]).toBe(120);
    for (const id of notEmpty(ids))
      expect((await registry.marketplace.get("archive", id)).receipt.events).toHaveLength(2);
  });
});

test("a search reads the fingerprint of an offer once, and finds the same with what it kept", async () => {
  const { store, steps } = traced(createMemoryStore());
  const { registry, offer } = await openedMarket(store);
  for (let n = 0; n < 3; n++) await offer();
  const search = () => registry.marketplace.search("lab", { use: "ai-input", content: TEXT });
  const first = await search();
  expect(first.offers).toHaveLength(3);
  for (let n = 0; n < 2; n++) expect(await search()).toEqual(first);
  await offer();
  expect((await search()).offers).toHaveLength(4);
  expect(steps.filter((step) => step.startsWith("deals.print:"))).toHaveLength(4);
});

describe("what is bounded", () => {
  test("open quotes of an account: the hundredth is given, and another when one was withdrawn", async () => {
    const { registry, offer, quote } = await openedMarket();
    const { offer_id } = await offer();
    const quotes = [];
    for (let n = 0; n < 100; n++) quotes.push((await quote(offer_id)).quote_id!);
    await expect(quote(offer_id)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("100 open quotes"),
    });
    await registry.marketplace.revoke("lab", { id: quotes[0]!, reason: "not needed" });
    expect((await quote(offer_id)).state).toBe("quoted");
  });

  test("what a dealer writes into the history of another's work: so many entries a day, by the dealer's plan", async () => {
    const burst = { calls: 1_000, seconds: 1 };
    const { registry, clock, work, offer, quote } = await openedMarket(undefined, { calls_per_day: null, burst });
    const { offer_id } = await offer();
    const entries = async () => (await registry.works.history("archive", work.work_id)).entries.length;
    const before = await entries();
    const spam = async () => {
      const { quote_id } = await quote(offer_id);
      await registry.marketplace.revoke("lab", { id: quote_id!, reason: "no" });
    };
    const day = await Promise.allSettled(Array.from({ length: 60 }, spam));
    expect((await entries()) - before).toBe(20);
    for (const one of notEmpty(day.filter((one) => one.status === "rejected")))
      expect(one.reason).toMatchObject({ code: "quota_exceeded" });
    expect((await registry.usage("lab")).items).toMatchObject([{ entries: 20 }]);
    // The owner is never held back by it, and the next day has its own.
    await registry.marketplace.revoke("archive", { id: (await offer()).offer_id!, reason: "withdrawn" });
    clock.now = START + DAY_MS;
    await Promise.allSettled(Array.from({ length: 60 }, spam));
    expect((await entries()) - before).toBe(42);
  });

  test("events of a licence, which can still be ended", async () => {
    const { registry, licence, report } = await openedMarket();
    const id = await licence();
    // Reports of many works fill it in fewer steps.
    const works = Array.from({ length: 1_000 }, (_, n) => `sha256:${String(n).padStart(64, "0")}`);
    let reports = 0;
    let refused: unknown = null;
    while (refused === null && reports < 600) {
      await report(id, 1, works).then(
        () => reports++,
        (error: unknown) => (refused = error),
      );
    }
    expect(refused).toMatchObject({ code: "conflict", message: expect.stringContaining("as many events") });
    expect(reports).toBeGreaterThan(20);
    const settlement = {
      licence_id: id,
      amount: "1",
      currency: "EUR",
      proof: { kind: "other", reference: "r" },
    } as const;
    expect((await registry.marketplace.get("lab", id)).receipt.events.length).toBeLessThanOrEqual(1_000);
    await registry.marketplace.settle("lab", settlement);
    expect((await registry.marketplace.revoke("archive", { id, reason: "full" })).state).toBe("revoked");
  });
});

describe("nobody passes over", () => {
  test("a dispute, by stating a payment", async () => {
    const { registry, licence, report } = await openedMarket();
    const id = await licence();
    expect((await report(id, 2_000_000)).state).toBe("disputed");
    const settlement = {
      licence_id: id,
      amount: "1",
      currency: "EUR",
      proof: { kind: "other", reference: "r" },
    } as const;
    const settled = await registry.marketplace.settle("lab", settlement);
    expect(settled).toMatchObject({ state: "disputed", settled_as_stated: true });
    expect(settled.receipt.events.at(-1)!.entry.kind).toBe("settled_as_stated");
    await verifyDeal(settled.receipt);
    const other = await licence();
    expect((await report(other)).state).toBe("reported");
    expect((await registry.marketplace.settle("lab", { ...settlement, licence_id: other })).state).toBe("settled");
  });

  test("an offer to some users, by not saying who it is", async () => {
    const { offer, quote } = await openedMarket();
    const to = await offer({ permits: { usage: ["ai-input"], user: ["education"] } });
    const without = await offer({ prohibits: { usage: ["search"], user: ["commercial"] } });
    for (const { offer_id } of notEmpty([to, without])) {
      await expect(quote(offer_id)).rejects.toMatchObject({ code: "invalid_request", fields: [{ pointer: "/user" }] });
      await expect(quote(offer_id, { user: "commercial" })).rejects.toMatchObject({ fields: [{ pointer: "/user" }] });
      expect((await quote(offer_id, { user: "education" })).state).toBe("quoted");
    }
  });
});

describe("a mistake", () => {
  test("is told with the field that has it", async () => {
    const { registry, offer, quote, licence } = await openedMarket();
    const { marketplace } = registry;
    const { offer_id } = await offer({ permits: { usage: ["ai-input"], geo: ["DE"] } });
    const { quote_id } = await quote(offer_id);
    const licence_id = await licence();
    const day = { from: "2026-01-02", to: "2026-01-02", model: "m", uses: [] };
    const signature = { public_key: "a", value: "b" };
    for (const [pointer, code, call] of notEmpty([
      ["/use", "invalid_request", () => quote(offer_id, { use: "ai-train" })],
      ["/country", "invalid_request", () => quote(offer_id, { country: "FR" })],
      ["/quote_id", "conflict", () => marketplace.accept("archive", { quote_id: offer_id, signature })],
      ["/licence_id", "conflict", () => marketplace.token("lab", { licence_id: quote_id! })],
      ["/licence_id", "conflict", () => marketplace.usage("lab", { licence_id: offer_id, ...day })],
      ["/to", "invalid_request", () => marketplace.usage("lab", { licence_id, ...day, from: "2026-01-03" })],
      ["/to", "invalid_request", () => marketplace.usage("lab", { licence_id, ...day, to: "2036-01-02" })],
    ] as const))
      await expect(call(), pointer).rejects.toMatchObject({ code, fields: [{ pointer }] });
    const taken = marketplace.accept("archive", { quote_id: offer_id, signature });
    await expect(taken).rejects.toMatchObject({ fields: [{ detail: `is the id of an offer: ${offer_id}` }] });
    await expect(marketplace.token("lab", { licence_id: quote_id! })).rejects.toMatchObject({
      fields: [{ detail: `is the id of a quote: ${quote_id}` }],
    });
    expect((await marketplace.usage("lab", { licence_id, ...day })).state).toBe("reported");
    await marketplace.revoke("archive", { id: offer_id, reason: "x" });
    await expect(marketplace.revoke("archive", { id: offer_id, reason: "x" })).rejects.toMatchObject({
      message: expect.stringContaining("“revoke” takes one that is offered"),
      fields: [{ pointer: "/id" }],
    });
  });
});

test.each(STORES)("a work is not removed while a licence of it is in force (%s)", async (_, open) => {
  const store = await open();
  const { registry, clock, licence, work, offer, quote } = await openedMarket(store);
  const ids = [await licence(), await licence({ term_days: 1 })];
  for (let n = 0; n < 30; n++) await quote((await offer()).offer_id);
  const remove = () => registry.works.remove("archive", work.work_id);
  await expect(remove()).rejects.toMatchObject({ code: "conflict", message: expect.stringMatching(/^2 licences/) });
  clock.now += DAY_MS;
  await expect(remove()).rejects.toMatchObject({ code: "conflict", message: expect.stringMatching(/^1 licence /) });
  await registry.marketplace.revoke("archive", { id: ids[0]!, reason: "x" });
  await remove();
  await expect(remove()).rejects.toMatchObject({ code: "not_found" });
  await store.close();
});

describe("the status list", () => {
  const bitsOf = (lst: string) => unzlibSync(fromCanonicalBase64Url(lst));
  const placeOf = (token: string) => (decodeJwt(token)["status"] as { status_list: { idx: number } }).status_list.idx;

  test.each(STORES)(
    "gives no place twice, also after the deal at its end is gone with its work (%s)",
    async (_, open) => {
      const store = await open();
      const { registry, licence, offer, work } = await openedMarket(store);
      const id = await licence();
      const { access_token } = await registry.marketplace.token("lab", { licence_id: id });
      await registry.marketplace.revoke("archive", { id, reason: "x" });
      const last = placeOf(access_token);
      await registry.works.remove("archive", work.work_id);
      const again = await registry.works.register("archive", { content: TEXT });
      const { offer_id } = await offer({ work_hash: again.work_hash });
      await store.read(async ({ deals }) => {
        expect((await deals.byId(offer_id))!.place).toBe(last + 1);
        expect(await deals.places()).toBe(last + 2);
      });
      await store.close();
    },
  );

  test("is made once a minute, and at once after a revocation", async () => {
    const { store, counts } = counted(createMemoryStore());
    const { registry, clock, licence } = await openedMarket(store);
    const id = await licence();
    const place = placeOf((await registry.marketplace.token("lab", { licence_id: id })).access_token);
    const first = await registry.marketplace.statusList();
    const reads = counts.reads;
    for (let n = 0; n < 50; n++) expect(await registry.marketplace.statusList()).toEqual(first);
    expect(counts.reads).toBe(reads);
    expect(decodeJwt(first.token)).toMatchObject({ ttl: 60, exp: START / 1_000 + 120 });
    await registry.marketplace.revoke("archive", { id, reason: "x" });
    const revoked = await registry.marketplace.statusList();
    expect((bitsOf(revoked.lst)[place >> 3]! >> (place & 7)) & 1).toBe(1);
    clock.now += 60_000;
    expect((await registry.marketplace.statusList()).token).not.toBe(revoked.token);
  });
});

describe("a quote", () => {
  test("is in the currency of the offer, else of what it is compared with, and in none where neither names one", async () => {
    const { offer, quote } = await openedMarket();
    const amountOf = async (payment: OfferRequest["payment"]) =>
      (await quote((await offer({ payment })).offer_id)).amount!;
    expect(await amountOf({ type: "purchase", amount: "0.5", currency: "CHF" })).toMatchObject({
      low: "500000",
      currency: "CHF",
    });
    expect(await amountOf({ type: "free" })).toMatchObject({ low: "0", high: "0", currency: null });
    expect(await amountOf({ type: "purchase", currency: "JPY" })).toMatchObject({
      low: null,
      high: null,
      currency: "JPY",
    });
    const compared = await amountOf({ type: "purchase" });
    expect(compared.comparables.length).toBeGreaterThan(0);
    expect(compared).toMatchObject({ low: expect.any(String), currency: "USD" });
    expect(await amountOf({ type: "purchase", unit: "month" })).toMatchObject({
      low: null,
      currency: null,
      comparables: [],
    });
  });

  test("no offer is free for an amount, and none has an amount without a currency", async () => {
    const { offer } = await openedMarket();
    for (const payment of notEmpty([
      { type: "free", amount: "1", currency: "EUR" },
      { type: "attribution", amount: "0.01", currency: "EUR" },
      { type: "purchase", amount: "1" },
    ] as const))
      await expect(offer({ payment })).rejects.toMatchObject({
        code: "invalid_request",
        fields: [{ pointer: "/payment" }],
      });
    for (const payment of notEmpty([{ type: "free" }, { type: "contribution", amount: "1", currency: "EUR" }] as const))
      expect((await offer({ payment })).state).toBe("offered");
  });
});

test("a search for offers stops when its caller has gone", async () => {
  const { registry, offer } = await openedMarket();
  for (let n = 0; n < 3; n++) await offer();
  const request = { use: "ai-input", content: TEXT } as const;
  // No passage is compared with a fingerprint: the search itself has to stop.
  const fingerprint_data = toBase64((await fingerprint(TEXT)).bytes);
  for (const one of [request, { use: "ai-input", fingerprint_data } as const]) {
    const asked = registry.marketplace.search("lab", one, { signal: AbortSignal.abort() });
    await expect(asked).rejects.toMatchObject({ code: "aborted" });
  }
  expect((await registry.marketplace.search("lab", request)).offers).toHaveLength(3);
});

test("places in the caller's own work count a mark of byte order at its beginning, as in the text that was sent", async () => {
  const { registry, offer } = await openedMarket();
  await offer();
  const content = `\uFEFF${TEXT}`;
  const { work_hash } = await registry.works.register("lab", { content });
  const placesOf = async (request: { content: string } | { work_hash: string }) =>
    (await registry.marketplace.search("lab", { use: "ai-input", ...request })).offers[0]!.overlap.passages;
  const places = notEmpty((await placesOf({ content }))!);
  expect(places[0]!.start).toBe(1);
  expect(await placesOf({ work_hash })).toEqual(places);
});

test("what test keys try out is no licence: every event, the token and its verification say so, also without its licensor", async () => {
  const { registry, clock } = await openedMarket();
  const { marketplace } = registry;
  const [archive, lab] = ["archive:test", "lab:test"];
  const { work_hash } = await registry.works.register(archive, { content: TEXT });
  const permits = { usage: ["ai-input"] } as const;
  const offered = { work_hash, licensor: "A", permits, payment: { type: "free" }, term_days: 1 } as const;
  const { offer_id } = await marketplace.offer(archive, offered as unknown as OfferRequest);
  const quote = await marketplace.quote(lab, { offer_id, use: "ai-input", licensee: "The lab", quantity: 1 });
  const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
  const signed = await signAcceptance({ quote_id: quote.quote_id!, quote_digest: quote.quote_digest! }, pair);
  const { licence_id } = await marketplace.accept(lab, signed);
  const { access_token } = await marketplace.token(lab, { licence_id: licence_id! });
  expect(decodeJwt(access_token)["mode"]).toBe("test");
  await registry.removeAccount("archive");
  clock.now += DAY_MS;
  expect(await marketplace.expire()).toBe(1);
  const { receipt } = await marketplace.get(lab, licence_id!);
  expect(notEmpty(receipt.events).map(({ record }) => (record as { mode?: string }).mode)).toEqual(
    Array.from({ length: 5 }, () => "test"),
  );
  expect(await verifyDeal(receipt)).toMatchObject({ mode: "test", state: "expired" });
  await registry.removeAccount("lab");
  await registry.host.store.read(async ({ deals }) => expect(await deals.byId(licence_id!)).toBe(null));
});

test("a deal of live keys is one of live keys", async () => {
  const { registry, licence } = await openedMarket();
  const { receipt } = await registry.marketplace.get("lab", await licence());
  expect(await verifyDeal(receipt)).toMatchObject({ mode: "live" });
  for (const { record } of notEmpty(receipt.events)) expect(record).not.toHaveProperty("mode");
});
