/** What is left of deals when a work or an account is removed: the record of the other party. */
import { unzlibSync } from "fflate";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { fromCanonicalBase64Url } from "../../../src/base/bytes/bytes.ts";
import { verifyDeal } from "../../../src/service/deals/verify.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { START } from "../fixtures/fixture.ts";
import { openedMarket, TEXT } from "../fixtures/market.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES } = newStores();
const DAY_MS = 86_400_000;

type Market = Awaited<ReturnType<typeof openedMarket>>;

const kindsOf = ({ receipt }: Awaited<ReturnType<Market["registry"]["marketplace"]["get"]>>) =>
  receipt.events.map(({ entry }) => entry.kind);

const settlementOf = (licence_id: string) =>
  ({ licence_id, amount: "2", currency: "EUR", proof: { kind: "other", reference: "r" } }) as const;

async function isRevoked({ registry }: Market, token: string): Promise<boolean> {
  const { idx } = (decodeJwt(token)["status"] as { status_list: { idx: number } }).status_list;
  const { lst } = await registry.marketplace.statusList();
  return ((unzlibSync(fromCanonicalBase64Url(lst))[idx >> 3]! >> (idx & 7)) & 1) === 1;
}

describe.each(STORES)("of removed records (%s)", (_, newStore) => {
  test("a work: its ended licence stays with both parties, and stays revoked for whoever has a token", async () => {
    const market = await openedMarket(await newStore());
    const { registry, clock, store, work, offer, quote, licence } = market;
    const { marketplace } = registry;
    const id = await licence();
    const { access_token } = await marketplace.token("lab", { licence_id: id });
    await marketplace.settle("lab", settlementOf(id));
    const { offer_id } = await offer();
    const open = await quote(offer_id);
    await marketplace.revoke("archive", { id, reason: "a breach" });
    const before = await marketplace.get("lab", id);
    await registry.works.remove("archive", work.work_id);
    clock.now += 61_000;
    expect(await isRevoked(market, access_token)).toBe(true);
    for (const party of notEmpty(["archive", "lab"])) {
      expect(await marketplace.get(party, id)).toEqual(before);
      const ended = await marketplace.get(party, open.quote_id!);
      expect([ended.state, kindsOf(ended)]).toEqual(["revoked", ["offered", "quoted", "revoked"]]);
      expect(ended.receipt.events.at(-1)!.record).toMatchObject({
        by: "licensor",
        reason: expect.stringMatching(/work/),
      });
      await verifyDeal(ended.receipt);
    }
    await expect(marketplace.get("archive", offer_id)).rejects.toMatchObject({ code: "not_found" });
    expect((await marketplace.list("archive")).items.map(({ kind }) => kind).sort()).toEqual([
      "licence",
      "quote",
      "quote",
    ]);
    await store.close();
  });

  test("the licensor: a licence stays in force for its licensee, with all that can be done with it", async () => {
    const market = await openedMarket(await newStore());
    const { registry, clock, store, work, offer, quote, licence, report } = market;
    const { marketplace } = registry;
    const id = await licence({ term_days: 3 });
    await marketplace.settle("lab", settlementOf(await licence()));
    await report(id);
    const { offer_id } = await offer();
    const open = await quote(offer_id);
    const before = await marketplace.get("lab", id);
    await registry.removeAccount("archive");
    expect(await marketplace.get("lab", id)).toEqual(before);
    expect(kindsOf(await marketplace.get("lab", open.quote_id!)).at(-1)).toBe("revoked");
    // Whoever gets the id next is another.
    await registry.createTenant({ id: "archive" });
    expect((await marketplace.list("archive")).items).toEqual([]);
    for (const deal of notEmpty([id, offer_id]))
      await expect(marketplace.get("archive", deal)).rejects.toMatchObject({ code: "not_found" });
    const { items } = await marketplace.list("lab", {}, { role: "licensee" });
    expect(items.map(({ kind }) => kind).sort()).toEqual(["licence", "licence", "quote", "quote", "quote"]);
    const { access_token } = await marketplace.token("lab", { licence_id: id });
    expect(await marketplace.introspect("lab", access_token)).toMatchObject({ active: true, aud: work.work_hash });
    const fits = await report(id, 1, [work.fingerprint]);
    expect(fits.check).toMatchObject({ contradictions: [] });
    await marketplace.settle("lab", settlementOf(id));
    clock.now = START + 3 * DAY_MS;
    expect(await marketplace.expire()).toBe(1);
    const ended = await marketplace.get("lab", id);
    expect([ended.state, kindsOf(ended).slice(-2)]).toEqual(["expired", ["settled_as_stated", "expired"]]);
    expect((await verifyDeal(ended.receipt)).licensees).toHaveLength(1);
    expect(ended.receipt.work_id).toBe(work.work_id);
    await store.close();
  });

  test("the licensee: its licensor reads, settles and ends the licence", async () => {
    const market = await openedMarket(await newStore());
    const { registry, store, work, licence, offer, quote } = market;
    const { marketplace } = registry;
    const id = await licence();
    const open = await quote((await offer()).offer_id);
    const { access_token } = await marketplace.token("lab", { licence_id: id });
    await registry.removeAccount("lab");
    const { state, receipt } = await marketplace.get("archive", open.quote_id!);
    expect([state, receipt.events.at(-1)!.record]).toEqual([
      "revoked",
      { event: "revoked", id: open.quote_id, by: "licensee", reason: "The account of the licensee was removed." },
    ]);
    await marketplace.settle("archive", settlementOf(id));
    await marketplace.revoke("archive", { id, reason: "nobody is there" });
    expect(await isRevoked(market, access_token)).toBe(true);
    const ended = await marketplace.get("archive", id);
    await verifyDeal(ended.receipt);
    await registry.works.remove("archive", work.work_id);
    expect(await marketplace.get("archive", id)).toEqual(ended);
    await registry.removeAccount("archive");
    await store.read(async ({ deals }) => expect(await deals.byId(id)).toBe(null));
    await expect(registry.removeAccount("archive")).rejects.toMatchObject({ code: "not_found" });
    await store.close();
  });
});

test("a quote of an offer that its owner removed with the store alone is told as withdrawn, and ends by itself", async () => {
  const { registry, clock, store, offer, quote, accept } = await openedMarket();
  const { offer_id } = await offer();
  const open = await quote(offer_id);
  await store.write(({ tenants }) => tenants.remove("archive"));
  await expect(accept(open)).rejects.toMatchObject({ code: "conflict", fields: [{ pointer: "/quote_id" }] });
  clock.now = START + 31 * DAY_MS;
  expect(await registry.marketplace.expire()).toBe(1);
  expect(await registry.marketplace.expire()).toBe(0);
  const { receipt } = await registry.marketplace.get("lab", open.quote_id!);
  expect((await verifyDeal(receipt)).entries).toBe(3);
  // A text that was offered is not found any more.
  expect((await registry.marketplace.search("lab", { use: "ai-input", content: TEXT })).offers).toEqual([]);
});
