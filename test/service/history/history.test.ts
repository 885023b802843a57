import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digestOf } from "../../../src/base/bytes/digest.ts";
import type { SpoliaError } from "../../../src/base/errors.ts";
import { type HistoryDocument, NOTHING_BEFORE } from "../../../src/service/history/history.ts";
import { openSigners } from "../../../src/service/history/signing.ts";
import { verifyHistory } from "../../../src/service/history/verify.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { openRegistry, START } from "../fixtures/fixture.ts";
import { openedMarket } from "../fixtures/market.ts";

async function historyOf(results: number) {
  const { registry, clock, store } = await openRegistry();
  const tenant = (await registry.createTenant({ plan: "pro" })).id;
  const { work_id, receipt } = await registry.works.register(tenant, { content: "All human beings are born free." });
  for (let i = 0; i < results; i++) {
    clock.now += i === 1 ? -5_000 : 1_000;
    await registry.works.keep(tenant, i % 2 ? "score" : "analysis", { id: `r${i}`, result: { i }, work_id });
  }
  return { registry, clock, store, tenant, work_id, receipt, history: await registry.works.history(tenant, work_id) };
}

const refused = { code: "report_invalid" };
/** From a bit that is flipped to the next: each byte has some in `npm test`, and all in the slow tests. */
const STEP = fewOrAll(3, 1);

describe("a history", () => {
  test("holds what happened, in order, each entry with the hash of the one before, and verifies", async () => {
    const { history, registry, work_id } = await historyOf(3);
    expect(history.entries.map(({ kind }) => kind)).toEqual(["registered", "analysis", "score", "analysis"]);
    expect(history.entries[0]).toMatchObject({ digest: history.work_hash, previous: NOTHING_BEFORE, sequence: 0 });
    expect(history.entries[1]!.digest).toBe(await digestOf({ i: 0 }));
    for (const [i, { previous }] of notEmpty(history.entries.slice(1).entries()))
      expect(previous).toBe(await digestOf(history.entries[i]));
    const times = history.entries.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    const verified = { work_id, work_hash: history.work_hash, entries: 4, from: times[0], to: times[3] };
    const key = registry.signingKey.id;
    expect(await verifyHistory(history)).toEqual({ ...verified, retired_keys: [], keys: [key], is_trusted: null });
    expect(await verifyHistory(JSON.stringify(history, null, 2), [key])).toMatchObject({ is_trusted: true });
    expect(await verifyHistory(history, ["another"])).toMatchObject({ is_trusted: false });
  });

  test("a name of 200 characters is judged by what it says, one of 201 is none", async () => {
    const { history } = await historyOf(1);
    const pointerOf = async (work_id: string) => {
      const error = await verifyHistory({ ...history, work_id }).catch((reason: unknown) => reason);
      expect(error).toMatchObject(refused);
      return (error as SpoliaError).fields[0]!.pointer;
    };
    expect(await pointerOf("w".repeat(200))).toBe("/entries/0/work_id");
    expect(await pointerOf("w".repeat(201))).toBe("/work_id");
  });

  test("the same history is the same bytes, and a receipt is its beginning", async () => {
    const { history, receipt, registry, tenant, work_id, clock } = await historyOf(2);
    clock.now += 1e9;
    expect(JSON.stringify(await registry.works.history(tenant, work_id))).toBe(JSON.stringify(history));
    expect(receipt.entries).toEqual(history.entries.slice(0, 1));
    expect(await verifyHistory(receipt)).toMatchObject({ entries: 1, from: new Date(START).toISOString() });
  });

  test("is as long as it is", async () => {
    const { history } = await historyOf(1_500);
    expect(history.entries).toHaveLength(1_501);
    expect(await verifyHistory(history)).toMatchObject({ entries: 1_501 });
  });

  test("every flipped bit of every entry is found, and the entry is named", async () => {
    const { history } = await historyOf(2);
    for (const [at, entry] of notEmpty(history.entries.entries())) {
      const bytes = new TextEncoder().encode(JSON.stringify(entry));
      for (let bit = 0; bit < 8 * bytes.length; bit += STEP) {
        const flipped = bytes.slice();
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        const text = JSON.stringify({ ...history, entries: [] }).replace(
          '"entries":[]',
          () =>
            `"entries":[${history.entries.map((one, i) => (i === at ? new TextDecoder().decode(flipped) : JSON.stringify(one))).join(",")}]`,
        );
        const error = await verifyHistory(text).then(
          () => expect.fail(`bit ${bit} of entry ${at}: ${new TextDecoder().decode(flipped)}`),
          (error) => error,
        );
        expect(error).toMatchObject(refused);
        const [{ pointer }] = error.fields;
        if (pointer !== "") expect(pointer).toMatch(new RegExp(`^/entries/${at}(/|$)`));
      }
    }
  });

  test("every flipped bit outside of the entries is found too", async () => {
    const { history } = await historyOf(1);
    const bytes = new TextEncoder().encode(JSON.stringify({ ...history, entries: ["HERE"] }));
    let wrong = 0;
    for (let bit = 0; bit < 8 * bytes.length; bit += STEP) {
      const flipped = bytes.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      const text = new TextDecoder().decode(flipped);
      if (!text.includes('["HERE"]')) continue;
      await expect(
        verifyHistory(text.replace('["HERE"]', () => JSON.stringify(history.entries))),
      ).rejects.toMatchObject(refused);
      wrong++;
    }
    expect(wrong).toBeGreaterThan(5_000 / 2 / STEP);
  });

  test("entries that are taken away, put in, doubled or put in another order are found at the first that does not hold", async () => {
    const { history } = await historyOf(4);
    const other = (await historyOf(4)).history;
    const first = (error: unknown) => (error as { fields: { pointer: string }[] }).fields[0]!.pointer;
    const changed = (entries: HistoryDocument["entries"]) =>
      verifyHistory({ ...history, entries }).then(() => "holds", first);
    const { entries } = history;
    expect(await changed(entries.slice(1))).toBe("/entries/0/sequence");
    expect(await changed(entries.toSpliced(2, 1))).toBe("/entries/2/sequence");
    expect(await changed(entries.slice(0, 4))).toBe("/seal/entries");
    expect(await changed([...entries, entries[4]!])).toBe("/entries/5/sequence");
    expect(await changed(entries.with(2, entries[3]!).with(3, entries[2]!))).toBe("/entries/2/sequence");
    expect(await changed(entries.with(3, { ...entries[3]!, digest: entries[2]!.digest }))).toBe("/entries/3/signature");
    expect(await changed(entries.with(2, other.entries[2]!))).toMatch(/^\/entries\/2/);
    await expect(verifyHistory({ ...history, seal: other.seal })).rejects.toMatchObject(refused);
    await expect(verifyHistory({ ...history, work_hash: NOTHING_BEFORE })).rejects.toMatchObject(refused);
    await expect(verifyHistory({ ...history, keys: other.keys })).rejects.toMatchObject(refused);
    await expect(verifyHistory({ ...history, keys: {} })).rejects.toMatchObject(refused);
  });

  test("a seal of an older export does not hold for a newer one, nor a signature for another purpose", async () => {
    const { history, receipt } = await historyOf(1);
    await expect(verifyHistory({ ...history, seal: receipt.seal })).rejects.toMatchObject(refused);
    const signature = history.entries[0]!.signature;
    await expect(verifyHistory({ ...receipt, seal: { ...receipt.seal, signature } })).rejects.toMatchObject(refused);
  });

  test("whatever is handed in is answered with a typed error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.string(), fc.json()), async (value) => {
        await expect(verifyHistory(value)).rejects.toMatchObject(refused);
      }),
    );
    const { history } = await historyOf(1);
    const paths = ["format", "work_id", "work_hash", "keys", "entries", "seal"] as const;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.anything(), async (path, value) => {
        await expect(verifyHistory({ ...history, [path]: value })).rejects.toMatchObject(refused);
      }),
    );
  });

  test("entries that come at the same time form one chain", async () => {
    const { registry, tenant, work_id } = await historyOf(0);
    const kept = Array.from({ length: 100 }, (_, i) =>
      registry.works.keep(tenant, "score", { id: `s${i % 50}`, result: 1, work_id }),
    );
    await Promise.all(kept);
    expect(await verifyHistory(await registry.works.history(tenant, work_id))).toMatchObject({ entries: 51 });
  });
});

test("the service's key is made once for a store, and found again", async () => {
  const { store, registry } = await openRegistry();
  const again = await openRegistry({ store });
  expect(again.registry.signingKey).toEqual(registry.signingKey);
  const fresh = (await openRegistry()).store;
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => (await (await openSigners({ store: fresh, now: () => 0 })).oldest()).id),
  );
  expect(new Set(ids)).toEqual(new Set([(await (await openSigners({ store: fresh, now: () => 0 })).oldest()).id]));
});

test("an id says by its first letters what it is of", async () => {
  const { registry, licence, offer, quote } = await openedMarket();
  const tenant = await registry.createTenant({});
  const { offer_id } = await offer();
  const { work_id } = await registry.works.register(tenant.id, { content: "All human beings are born free." });
  const { monitor_id, webhook } = await registry.monitors.create(tenant.id, {
    work_id,
    webhook_url: "https://a.example",
  });
  const ids = {
    tn: tenant.id,
    key: (await registry.createKey(tenant.id)).key_id,
    wk: work_id,
    mo: monitor_id,
    we: webhook!.webhook_id,
    of: offer_id,
    qu: (await quote(offer_id)).quote_id!,
    li: await licence(),
    job: (await registry.jobs.create(tenant.id, "corpus_verify", { corpus: "none" })).job_id,
  };
  for (const [kind, id] of notEmpty(Object.entries(ids))) expect(id).toMatch(new RegExp(`^${kind}_[0-9A-Za-z]{22}$`));
});
