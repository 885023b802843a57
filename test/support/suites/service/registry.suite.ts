/** Tests of every store of records. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Page, type PageRequest, tokenOf } from "../../../../src/service/store/cursor.ts";
import type {
  DealRecord,
  HistoryEntry,
  IdempotencyRecord,
  Monitor,
  ResultRecord,
} from "../../../../src/service/store/records.ts";
import type { RecordStore } from "../../../../src/service/store/store.ts";
import { jobOf, tenantOf, workRecordOf } from "../../../service/fixtures/records.ts";
import { notAlwaysEmpty } from "../../notAlwaysEmpty.ts";
import { fewOrAll } from "../../scale.ts";

export interface StorePlace {
  name: string;
  /** A new store without records. */
  open(): Promise<RecordStore>;
}

const entryOf = (work_id: string, sequence: number): HistoryEntry => ({
  ...{ work_id, sequence, previous: "", at: "", kind: "analysis", digest: "", key: "", signature: "" },
});

const resultOf = (tenant: string, id: string, more: Partial<ResultRecord> = {}): ResultRecord => ({
  ...{
    tenant,
    id,
    created_at: 9,
    kind: "analysis",
    work_id: null,
    digest: "sha256:0",
    request: null,
    result: { x: [1] },
  },
  ...more,
});

const monitorOf = (tenant: string, id: string, due_at: number | null, work_id = "w1"): Monitor => ({
  ...{ tenant, id, created_at: 2, work_id, status: "active", due_at, settings: { every: "day" }, state: null },
});

const dealOf = (tenant: string, id: string, more: Partial<DealRecord>): DealRecord => ({
  ...{ tenant, id, created_at: 2, kind: "quote", work_id: "w1", counterpart: null, state: "quoted", market: null },
  ...{ place: 0, version: 0, expires_at: null, terms: {}, events: [] },
  ...more,
});

const idempotencyOf = (tenant: string, key: string, expires_at: number): IdempotencyRecord => ({
  ...{ tenant, operation: "register", key, request_hash: "h", holder: "me", expires_at, status: null, headers: {} },
  body: Uint8Array.of(0, 255, 128),
});

export function registrySuite(place: StorePlace): void {
  /** A store with two tenants, `a` and `b`. */
  async function opened(): Promise<RecordStore> {
    const store = await place.open();
    await store.write(async ({ tenants }) => [await tenants.add(tenantOf("a")), await tenants.add(tenantOf("b"))]);
    return store;
  }

  async function allPages<Item>(list: (page: PageRequest) => Promise<Page<Item>>, page_size: number): Promise<Item[]> {
    const items: Item[] = [];
    for (let token = ""; ; ) {
      const page = await list({ page_size, page_token: token });
      expect(page.items.length).toBeLessThanOrEqual(page_size);
      items.push(...page.items);
      token = page.next_page_token;
      if (token === "") return items;
      expect(page.items).toHaveLength(page_size);
    }
  }

  describe(`store of records: ${place.name}`, () => {
    test("records read back equal, with any free-form fields, and are not shared objects", async () => {
      const store = await opened();
      const work = workRecordOf("a", "w1");
      const content = Uint8Array.of(0, 1, 255, 0);
      await store.write(({ works }) => works.register(work, content));
      const before = structuredClone(work);
      work.metadata.title = "changed afterwards";
      content[0] = 9;
      const [found, bytes, tenant] = await store.read(async ({ works, tenants }) => [
        await works.find("a", "w1"),
        await works.content("a", "w1"),
        await tenants.find("a"),
      ]);
      expect(found).toEqual(before);
      expect([...bytes!]).toEqual([0, 1, 255, 0]);
      expect(tenant).toEqual(tenantOf("a"));
      found!.metadata.title = "changed in what was read";
      expect(await store.read(({ works }) => works.findByHash("a", "sha256:w1"))).toEqual(before);
      await store.close();
    });

    test("any JSON is stored unchanged", async () => {
      const store = await opened();
      await fc.assert(
        fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), fc.uint8Array(), async (result, body) => {
          const json = JSON.parse(JSON.stringify(result));
          await store.write(async ({ results, idempotency }) => {
            await results.remove("a", "score", "r");
            await results.keep(resultOf("a", "r", { kind: "score", result: json }));
            await idempotency.remove("a", "register", "k", {});
            await idempotency.add({ ...idempotencyOf("a", "k", 1), body });
          });
          const kept = await store.read(({ results }) => results.find("a", "score", "r"));
          expect(kept!.result).toEqual(json);
          expect((await store.read(({ idempotency }) => idempotency.find("a", "register", "k")))!.body).toEqual(body);
        }),
        { numRuns: fewOrAll(40, 100) },
      );
      await store.close();
    });

    test("a second record with the same id or hash is not written", async () => {
      const store = await opened();
      const outcomes = await store.write(async ({ works, history }) => [
        await works.add(workRecordOf("a", "w1")),
        await works.add(workRecordOf("a", "w1", { work_hash: "sha256:other" })),
        await works.add(workRecordOf("a", "w2", { work_hash: "sha256:w1" })),
        await works.add(workRecordOf("b", "w1")),
        await history.append({ tenant: "a", id: "w1", created_at: 1, sequence: 0, entry: entryOf("w1", 0) }),
        await history.append({ tenant: "a", id: "w1", created_at: 1, sequence: 0, entry: entryOf("w1", 0) }),
      ]);
      expect(outcomes).toEqual([true, false, false, true, true, false]);
      await store.close();
    });

    test("what is stored already is returned, and what is new is stored", async () => {
      const store = await opened();
      const first = workRecordOf("a", "w1");
      const other = { code: "internal" };
      const again = workRecordOf("a", "w2", { work_hash: "sha256:w1", words: 99 });
      await store.write(async ({ works, results, jobs, idempotency, service }) => {
        expect(await works.register(first, Uint8Array.of(1))).toEqual({ stored: first, isNew: true });
        expect(await works.register(again, Uint8Array.of(2))).toEqual({ stored: first, isNew: false });
        expect((await works.register(workRecordOf("b", "w1"), Uint8Array.of(3))).isNew).toBe(true);
        const result = resultOf("a", "r1");
        expect(await results.keep(result)).toEqual({ stored: result, isNew: true });
        expect(await results.keep(resultOf("a", "r1", { result: 2 }))).toEqual({ stored: result, isNew: false });
        const job = jobOf("a", "j1", { request_hash: "same" });
        expect((await jobs.request(job)).isNew).toBe(true);
        expect(await jobs.request({ ...job, id: "j2" })).toEqual({ stored: job, isNew: false });
        expect((await jobs.request({ ...job, tenant: "b" })).isNew).toBe(true);
        // `null` is equal to nothing.
        for (const id of ["j3", "j4"]) expect(await jobs.add(jobOf("a", id))).toBe(true);
        await jobs.change("a", "j1", { request_hash: null });
        expect((await jobs.request({ ...job, id: "j2" })).isNew).toBe(true);
        const record = idempotencyOf("a", "k", 5);
        expect((await idempotency.add(record)).isNew).toBe(true);
        expect(await idempotency.add({ ...record, holder: "other" })).toEqual({ stored: record, isNew: false });
        const key = { id: "one", created_at: 1, jwk: {}, retired_at: null, sequence: 0 };
        expect((await service.addSigningKey(key)).isNew).toBe(true);
        expect(await service.addSigningKey({ ...key, id: "two" })).toEqual({ stored: key, isNew: false });
      });
      expect([...(await store.read(({ works }) => works.content("a", "w1")))!]).toEqual([1]);
      const taken = workRecordOf("a", "w1", { work_hash: "sha256:other" });
      await expect(store.write(({ works }) => works.register(taken, Uint8Array.of()))).rejects.toMatchObject(other);
      const nobodys = workRecordOf("nobody", "w1");
      await expect(store.write(({ works }) => works.register(nobodys, Uint8Array.of()))).rejects.toMatchObject({
        code: "not_found",
      });
      await store.close();
    });

    test("a record is changed or removed as long as it is what was expected", async () => {
      const store = await opened();
      await store.write(async ({ works, monitors, idempotency, service }) => {
        await works.add(workRecordOf("a", "w1"));
        await monitors.add(monitorOf("a", "m1", null));
        const seen = { state: null, due_at: null, settings: { every: "day" } };
        expect(await monitors.change("a", "m1", { due_at: 5 }, { ...seen, due_at: 4 })).toBe(false);
        expect(await monitors.change("a", "m1", { due_at: 5 }, { ...seen, settings: { every: "hour" } })).toBe(false);
        expect(await monitors.change("b", "m1", { due_at: 5 }, seen)).toBe(false);
        expect(await monitors.change("a", "m1", { due_at: 5, state: { run: "r1" } }, seen)).toBe(true);
        expect(await monitors.change("a", "m1", { due_at: 6 }, seen)).toBe(false);
        expect(await monitors.change("a", "m1", { due_at: 7 }, { state: { run: "r1" } })).toBe(true);
        expect((await monitors.find("a", "m1"))!.due_at).toBe(7);
        await idempotency.add(idempotencyOf("a", "k", 5));
        const taken = { ...idempotencyOf("a", "k", 9), holder: "you" };
        expect(await idempotency.change(taken, { holder: "you" })).toBe(false);
        expect(await idempotency.change(taken, { holder: "me", expires_at: 5 })).toBe(true);
        expect(await idempotency.remove("a", "register", "k", { holder: "me" })).toBe(false);
        expect(await idempotency.remove("a", "register", "k", { holder: "you" })).toBe(true);
        await service.addSigningKey({ id: "one", created_at: 1, jwk: {}, retired_at: null, sequence: 0 });
        expect(await service.retireSigningKey("one", 8, 7)).toBe(false);
        expect(await service.retireSigningKey("one", 8, null)).toBe(true);
      });
      await store.close();
    });

    test("the arrival time of bursts moves on from now, up to the latest, and not beyond", async () => {
      const store = await opened();
      const advance = (nowUs: number, latestUs: number, tenant = "a") =>
        store.write(({ bursts }) => bursts.advance(tenant, "arrival_us", { nowUs, intervalUs: 10, latestUs }));
      expect(await advance(1_000, 1_009)).toEqual({ isAllowed: false, arrivalUs: 1_000 });
      expect(await advance(1_000, 1_010)).toEqual({ isAllowed: true, arrivalUs: 1_010 });
      expect(await advance(1_001, 1_021)).toEqual({ isAllowed: true, arrivalUs: 1_020 });
      expect(await advance(1_001, 1_021)).toEqual({ isAllowed: false, arrivalUs: 1_020 });
      expect(await advance(5_000, 5_010)).toEqual({ isAllowed: true, arrivalUs: 5_010 });
      // One of a clock that is seconds ahead counts, and one that no call of any such clock has left does not.
      expect(await advance(4_000_000, 4_000_010)).toEqual({ isAllowed: true, arrivalUs: 4_000_010 });
      expect(await advance(6_000, 6_010)).toEqual({ isAllowed: false, arrivalUs: 4_000_010 });
      expect(await advance(99_000_000, 99_000_010)).toEqual({ isAllowed: true, arrivalUs: 99_000_010 });
      expect(await advance(6_000, 6_010)).toEqual({ isAllowed: true, arrivalUs: 6_010 });
      // Microseconds of today, and of the year 2200.
      expect(await advance(7_258_118_400_000_000, 7_258_118_400_000_010, "b")).toEqual({
        ...{ isAllowed: true, arrivalUs: 7_258_118_400_000_010 },
      });
      await expect(advance(1, 100, "nobody")).rejects.toMatchObject({ code: "not_found" });
      await store.close();
    });

    test("a record that refers to a missing record, or to another tenant's, is not written", async () => {
      const store = await opened();
      await store.write(({ works }) => works.register(workRecordOf("a", "w1"), Uint8Array.of()));
      const refused = { code: "not_found" };
      await expect(store.write(({ works }) => works.add(workRecordOf("nobody", "w1")))).rejects.toMatchObject(refused);
      await expect(store.write(({ monitors }) => monitors.add(monitorOf("b", "m1", 1)))).rejects.toMatchObject(refused);
      await expect(
        store.write(({ results }) => results.keep(resultOf("b", "r1", { work_id: "w1" }))),
      ).rejects.toMatchObject(refused);
      expect(await store.write(({ monitors }) => monitors.add(monitorOf("a", "m1", 1)))).toBe(true);
      await store.close();
    });

    test("a failed transaction undoes its additions, changes and removals, and does not block others", async () => {
      const store = await opened();
      await store.write(async ({ works, monitors }) => {
        await works.register(workRecordOf("a", "w1"), Uint8Array.of(1));
        await monitors.add(monitorOf("a", "m1", 7));
      });
      const failing = store.write(async ({ works, monitors, tenants }) => {
        await works.register(workRecordOf("a", "w2"), Uint8Array.of(2));
        await monitors.change("a", "m1", { due_at: 100, state: "seen" });
        expect((await monitors.find("a", "m1"))!.state).toBe("seen");
        await works.remove("a", "w1");
        await tenants.change("b", { plan: "pro" });
        throw new RangeError("in the middle");
      });
      const beside = store.write(({ works }) => works.register(workRecordOf("b", "w9"), Uint8Array.of()));
      await expect(failing).rejects.toThrow(RangeError);
      expect((await beside).isNew).toBe(true);
      await store.read(async ({ works, monitors, tenants }) => {
        expect(await works.find("a", "w2")).toBeNull();
        expect(await works.content("a", "w1")).toEqual(Uint8Array.of(1));
        expect(await monitors.find("a", "m1")).toEqual(monitorOf("a", "m1", 7));
        expect((await tenants.find("b"))!.plan).toBe("free");
        expect(await works.find("b", "w9")).not.toBeNull();
      });
      await store.close();
    });

    test("deleting a work or a tenant deletes everything that belongs to it, and nothing else", async () => {
      const store = await opened();
      for (const tenant of ["a", "b"]) {
        await store.write(async ({ works, history, results, monitors, runs, usage }) => {
          await works.register(workRecordOf(tenant, "w1"), Uint8Array.of(1));
          await works.register(workRecordOf(tenant, "w2"), Uint8Array.of(1));
          await history.append({ tenant, id: "w1", created_at: 1, sequence: 0, entry: entryOf("w1", 0) });
          await results.keep(resultOf(tenant, "r1", { work_id: "w1" }));
          await results.keep(resultOf(tenant, "r2", { work_id: "w2" }));
          await results.keep(resultOf(tenant, "r3"));
          await monitors.add(monitorOf(tenant, "m1", 1));
          await runs.add({
            tenant,
            id: "n1",
            created_at: 1,
            monitor_id: "m1",
            status: "running",
            report: null,
            prunable_at: null,
          });
          await usage.take({ tenant, day: "2026-01-01", calls: 1, words: 0 }, { calls: 10 });
        });
      }
      const left = (tenant: string) =>
        store.read(async ({ works, history, results, monitors, runs, usage }) => ({
          works: (await works.list(tenant)).items.map(({ id }) => id),
          content: await works.content(tenant, "w1"),
          history: await history.last(tenant, "w1"),
          results: (await results.list(tenant, "analysis")).items.map(({ id }) => id),
          monitors: (await monitors.list(tenant)).items.length,
          runs: (await runs.list(tenant)).items.length,
          usage: (await usage.list(tenant)).items,
        }));
      const untouched = await left("b");
      expect(await store.write(({ works }) => works.remove("a", "w1"))).toBe(true);
      expect(await store.write(({ works }) => works.remove("a", "w1"))).toBe(false);
      expect(await left("a")).toEqual({
        ...{ works: ["w2"], content: null, history: null, results: ["r3", "r2"], monitors: 0, runs: 0 },
        usage: [{ tenant: "a", day: "2026-01-01", calls: 1, words: 0, entries: 0 }],
      });
      expect(await store.write(({ tenants }) => tenants.remove("a"))).toBe(true);
      expect(await left("a")).toMatchObject({ works: [], results: [], usage: [] });
      expect(await left("b")).toEqual(untouched);
      await store.close();
    });

    test("pages of any size list every record once, the newest first, during additions and removals", async () => {
      const store = await opened();
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(4), { maxLength: 20 }),
          fc.integer({ min: 1, max: 7 }),
          fc.array(fc.nat(30), { maxLength: 6 }),
          async (times, pageSize, removed) => {
            // Accounts of its own, of which no other run knows.
            const [tenant, other] = [`a${runs}`, `b${runs++}`];
            const ids = times.map((_, i) => `w${String(i).padStart(2, "0")}`);
            await store.write(async ({ tenants, works }) => {
              for (const id of [tenant, other]) await tenants.add(tenantOf(id));
              for (const [i, created_at] of times.entries())
                await works.add(workRecordOf(tenant, ids[i]!, { created_at }));
              await works.add(workRecordOf(other, "w00"));
            });
            const expected = ids
              .map((id, i) => [times[i]!, id] as const)
              .sort(([t, id], [u, jd]) => u - t || (id < jd ? 1 : -1))
              .map(([, id]) => id);
            const gone = new Set(removed.map((at) => ids[at]).filter((id) => id !== undefined));
            let pages = 0;
            const listed = await allPages(async (page) => {
              if (pages++ === 1) {
                await store.write(async ({ works }) => {
                  for (const id of gone) await works.remove(tenant, id);
                  await works.add(workRecordOf(tenant, "new", { created_at: 99 }));
                });
              }
              return store.read(({ works }) => works.list(tenant, page));
            }, pageSize);
            const seen = listed.map(({ id }) => id);
            const isFirstPage = (id: string) => expected.indexOf(id) < pageSize;
            expect(seen).toEqual(expected.filter((id) => pages < 2 || isFirstPage(id) || !gone.has(id)));
          },
        ),
        { numRuns: 40 },
      );
      await store.close();
    });

    test("a filter narrows a list, and a token is bound to list, filter and tenant", async () => {
      const store = await opened();
      await store.write(async ({ works }) => {
        for (let i = 0; i < 6; i++) await works.add(workRecordOf("a", `w${i}`, { fingerprint: `f${i % 2}` }));
        for (let i = 0; i < 6; i++) await works.add(workRecordOf("b", `w${i}`));
      });
      const odd = { fingerprint: "f1" };
      const first = await store.read(({ works }) => works.list("a", { page_size: 2 }, odd));
      expect(first.items.map(({ id }) => id)).toEqual(["w5", "w3"]);
      const page_token = first.next_page_token;
      const second = await store.read(({ works }) => works.list("a", { page_size: 2, page_token }, odd));
      expect(second).toMatchObject({ items: [{ id: "w1" }], next_page_token: "" });
      const refused = { code: "invalid_request", fields: [{ pointer: "/page_token" }] };
      await expect(store.read(({ works }) => works.list("a", { page_token }))).rejects.toMatchObject(refused);
      await expect(store.read(({ works }) => works.list("b", { page_token }, odd))).rejects.toMatchObject(refused);
      await expect(store.read(({ keys }) => keys.list("a", { page_token }))).rejects.toMatchObject(refused);
      for (const bad of ["x", "WzEsMl0", `${page_token}A`, page_token.slice(1), "é"])
        await expect(store.read(({ works }) => works.list("a", { page_token: bad }, odd))).rejects.toMatchObject(
          refused,
        );
      // A caller who knows the format of tokens can make one with any position.
      for (const place of [[], [1], ["w1"], [1, "w1", 2], ["w1", "w1"], [1, 1], [null, "w1"]])
        await expect(
          store.read(({ works }) =>
            works.list("a", { page_token: tokenOf(["works", { ...odd, tenant: "a" }], place as never) }, odd),
          ),
        ).rejects.toMatchObject(refused);
      for (const page_size of [0, -1, 1.5, Number.NaN])
        await expect(store.read(({ works }) => works.list("a", { page_size }))).rejects.toMatchObject({
          code: "invalid_request",
        });
      expect((await store.read(({ works }) => works.list("a", { page_size: 1e9 }))).items).toHaveLength(6);
      await store.close();
    });

    test("due work is claimed once, the longest overdue first, and again when the claim expires", async () => {
      const store = await opened();
      await store.write(async ({ works, monitors }) => {
        await works.add(workRecordOf("a", "w1"));
        await works.add(workRecordOf("b", "w1"));
        await monitors.add(monitorOf("a", "m1", 30));
        await monitors.add(monitorOf("b", "m1", 20));
        await monitors.add(monitorOf("a", "m2", null));
        await monitors.add(monitorOf("a", "m3", 51));
      });
      const claim = (now: number, limit = 10) =>
        store.write(async ({ service }) => {
          const claimed = await service.claim("monitors", now, now + 100, limit);
          for (const { due_at } of notAlwaysEmpty(claimed)) expect(due_at).toBe(now + 100);
          return claimed.map(({ tenant, id }) => tenant + id).sort();
        });
      expect(await claim(19)).toEqual([]);
      expect(await claim(50, 1)).toEqual(["bm1"]);
      const claims = await Promise.all([claim(50, 1), claim(50, 1), claim(50, 1)]);
      expect(claims.flat()).toEqual(["am1"]);
      expect(await claim(51)).toEqual(["am3"]);
      expect(await claim(149)).toEqual([]);
      expect(await claim(150)).toEqual(["am1", "bm1"]);
      await store.write(({ monitors }) => monitors.change("a", "m1", { due_at: null }));
      expect(await claim(1_000)).toEqual(["am3", "bm1"]);
      // What was changed in a failed transaction, is as it was.
      const failing = store.write(async ({ service }) => {
        expect(await service.claim("monitors", 2_000, 3_000, 10)).toHaveLength(2);
        throw new RangeError("in the middle");
      });
      await expect(failing).rejects.toThrow(RangeError);
      expect(await claim(2_000)).toEqual(["am3", "bm1"]);
      await store.close();
    });

    test("revoked deals are found by their places, some at a time, and others by who may see them", async () => {
      const store = await opened();
      await store.write(async ({ works, deals }) => {
        await works.register(workRecordOf("a", "w1"), new Uint8Array());
        for (let at = 0; at < 450; at++) {
          const place = await deals.givePlace();
          const state = place % 2 === 0 ? "revoked" : "quoted";
          expect(await deals.add(dealOf("a", `d${place}`, { place, state, counterpart: "b" }))).toBe(true);
        }
        expect(await deals.add(dealOf("a", "other", { place: 7 }))).toBe(false);
        await deals.add(dealOf("a", "open", { place: await deals.givePlace(), kind: "offer", market: "live" }));
      });
      await store.read(async ({ deals }) => {
        const found: number[] = [];
        for (let more = [-1]; more.length > 0; more = await deals.revokedPlaces(more.at(-1)!)) found.push(...more);
        expect(found).toEqual([-1, ...Array.from({ length: 225 }, (_, at) => 2 * at)]);
        expect((await deals.revokedPlaces(-1)).length).toBeLessThan(225);
        expect(await deals.places()).toBe(451);
        const seen = async (tenant: string, market: "live" | "test", id: string) =>
          (await deals.seenBy(tenant, market, id))?.id;
        expect([await seen("a", "live", "d1"), await seen("b", "live", "d1")]).toEqual(["d1", "d1"]);
        expect([await seen("c", "live", "d1"), await seen("c", "live", "none")]).toEqual([undefined, undefined]);
        expect([await seen("c", "live", "open"), await seen("c", "test", "open")]).toEqual(["open", undefined]);
      });
      await store.close();
    });

    test("places are given once whatever is removed, and what has ended is found, the longest ago first", async () => {
      const store = await opened();
      await store.write(async ({ works, deals }) => {
        await works.register(workRecordOf("a", "w1"), new Uint8Array());
        for (const [id, state, expires_at] of [
          ["late", "offered", 30],
          ["soon", "offered", 10],
          ["never", "offered", null],
          ["gone", "expired", 5],
          ["quote", "quoted", 20],
        ] as const)
          await deals.add(
            dealOf("a", id, { place: await deals.givePlace(), state, expires_at, kind: "quote", counterpart: "b" }),
          );
        await deals.add(dealOf("a", "open", { place: await deals.givePlace(), kind: "offer", state: "revoked" }));
      });
      await store.write(async ({ works, deals }) => {
        const ended = async (now: number, limit: number) =>
          (await deals.ended(["offered", "quoted"], now, limit)).map(({ id }) => id);
        expect(await ended(20, 10)).toEqual(["soon", "quote"]);
        expect(await ended(99, 2)).toEqual(["soon", "late"]);
        expect([await deals.openQuotes("b"), await deals.openQuotes("a")]).toEqual([1, 0]);
        await works.remove("a", "w1");
        expect([await deals.byId("open"), await deals.givePlace(), await deals.places()]).toEqual([null, 6, 7]);
      });
      await store.close();
    });

    test("a deal outlives its work and one of its parties, and nothing then tells whose it was", async () => {
      const store = await opened();
      const work = workRecordOf("a", "w1");
      await store.write(async ({ tenants, works, deals }) => {
        await tenants.add(tenantOf("c"));
        await works.register(work, new Uint8Array());
        const place = () => deals.givePlace();
        await deals.add(dealOf("a", "offer", { place: await place(), kind: "offer", market: "live" }));
        await deals.addPrint({ tenant: "a", id: "offer", created_at: 2, print: new Uint8Array(3) });
        for (let n = 0; n < 25; n++) await deals.add(dealOf("a", `b${n}`, { place: await place(), counterpart: "b" }));
        const more = { counterpart: "c", kind: "licence", state: "revoked", terms: { use: "search" } } as const;
        await deals.add(dealOf("a", "c", { place: await place(), ...more }));
        await deals.add(dealOf("a", "own", { place: await place(), counterpart: "a" }));
      });
      const kept = (id: string) => store.read(({ deals }) => deals.byId(id));
      const dealt = { work_hash: work.work_hash, fingerprint: work.fingerprint };
      await store.write(({ works }) => works.remove("a", "w1"));
      expect(await kept("offer")).toBe(null);
      expect(await kept("c")).toMatchObject({
        tenant: "a",
        work_id: null,
        version: 1,
        terms: { use: "search", work: dealt },
      });
      await store.write(({ tenants }) => tenants.remove("a"));
      await store.write(({ tenants }) => tenants.add(tenantOf("a")));
      await store.read(async ({ deals }) => {
        expect(await deals.seenBy("a", "live", "c")).toBe(null);
        expect((await deals.list("a")).items).toEqual([]);
        expect(await deals.revokedPlaces(-1)).toEqual([26]);
        const [licence, ...others] = (await deals.ofCounterpart("c")).items;
        expect(others).toEqual([]);
        expect(licence).toMatchObject({
          tenant: ":removed",
          id: "c",
          state: "revoked",
          terms: { use: "search", work: dealt },
        });
        expect((await deals.ofCounterpart("b", { page_size: 100 })).items).toHaveLength(25);
        expect(await deals.byId("own")).toBe(null);
      });
      await store.write(({ tenants }) => tenants.remove("b"));
      expect([await kept("b3"), (await kept("c"))?.id]).toEqual([null, "c"]);
      await store.close();
    });

    test("every list supports the filters of its type", async () => {
      const store = await opened();
      await store.read(async ({ works, results, monitors, runs, endpoints, deliveries, jobs, keys, service }) => {
        const empty = { items: [], next_page_token: "" };
        const status = { status: "pending" } as const;
        for (const page of [
          ...[await keys.list("a"), await works.list("a"), await works.list("a", {}, { fingerprint: "f" })],
          ...[await results.list("a", "score"), await results.list("a", "score", {}, { work_id: "w" })],
          ...[await monitors.list("a"), await monitors.list("a", {}, { work_id: "w" })],
          ...[await runs.list("a"), await runs.list("a", {}, { monitor_id: "m" }), await endpoints.list("a")],
          ...[await deliveries.list("a"), await deliveries.list("a", {}, { endpoint_id: "e" })],
          ...[await deliveries.list("a", {}, status), await deliveries.list("a", {}, { endpoint_id: "e", ...status })],
          ...[await jobs.list("a"), await jobs.list("a", {}, { status: "done" })],
        ])
          expect(page).toEqual(empty);
        expect((await service.tenants({ page_size: 1 })).items).toEqual([tenantOf("b")]);
        expect([await service.signingKeys(), await service.keyByHash("h")]).toEqual([[], null]);
      });
      await store.write(async ({ service }) => {
        for (const kind of ["monitors", "webhook_endpoints", "jobs"] as const)
          expect(await service.claim(kind, 1, 2, 1)).toEqual([]);
      });
      await store.close();
    });

    test("expired records are removed, in batches", async () => {
      const store = await opened();
      await store.write(async ({ idempotency }) => {
        for (let i = 0; i < 5; i++) await idempotency.add(idempotencyOf("a", `k${i}`, 10 * i));
      });
      expect(await store.write(({ service }) => service.forgetExpired(25, 2))).toBe(2);
      expect(await store.write(({ service }) => service.forgetExpired(25, 2))).toBe(1);
      expect(await store.read(({ idempotency }) => idempotency.find("a", "register", "k2"))).toBeNull();
      expect((await store.read(({ idempotency }) => idempotency.find("a", "register", "k3")))!.expires_at).toBe(30);
      await store.close();
    });

    test("revoked tokens are of one tenant, go with it, and are removed beside other expired records", async () => {
      const store = await opened();
      const token = { tenant: "a", jti: "at_1", expires_at: 20 };
      const revoke = (one: typeof token) => store.write(({ revokedTokens }) => revokedTokens.add(one));
      const has = (tenant: string, jti: string) => store.read(({ revokedTokens }) => revokedTokens.has(tenant, jti));
      expect([await revoke(token), await revoke({ ...token, expires_at: 90 })]).toEqual([true, false]);
      expect([await has("a", "at_1"), await has("b", "at_1"), await has("a", "at_2")]).toEqual([true, false, false]);
      await expect(revoke({ ...token, tenant: "none" })).rejects.toMatchObject({ code: "not_found" });
      await revoke({ ...token, jti: "at_2", expires_at: 21 });
      await revoke({ ...token, tenant: "b" });
      await store.write(({ idempotency }) => idempotency.add(idempotencyOf("a", "k", 10)));
      expect(await store.write(({ service }) => service.forgetExpired(19, 2))).toBe(1);
      expect(await store.write(({ service }) => service.forgetExpired(20, 1))).toBe(1);
      expect([await has("a", "at_1"), await has("a", "at_2"), await has("b", "at_1")]).toEqual([false, true, true]);
      expect(await store.write(({ service }) => service.forgetExpired(20, 9))).toBe(1);
      expect(await has("b", "at_1")).toBe(false);
      await store.write(({ tenants }) => tenants.remove("a"));
      expect(await has("a", "at_2")).toBe(false);
      await store.close();
    });

    test("200 simultaneous calls are counted one by one, and none exceeds the limit", async () => {
      const store = await opened();
      const usage = { tenant: "a", day: "2026-01-01", calls: 1, words: 0, entries: 0 };
      const taken = await Promise.all(
        Array.from({ length: 200 }, () => store.write((records) => records.usage.take(usage, { calls: 100 }))),
      );
      expect(taken.filter((one) => one.taken)).toHaveLength(100);
      // Each count once; a store may work on several calls at a time, in any order.
      const counts = taken.filter((one) => one.taken).map((one) => one.usage.calls);
      expect(counts.sort((one, other) => one - other)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
      expect(
        await store.write((all) =>
          all.usage.take({ ...usage, day: "2026-01-02", calls: 101, words: 0 }, { calls: 100 }),
        ),
      ).toEqual({ taken: false, usage: { ...usage, day: "2026-01-02", calls: 0, words: 0 } });
      expect((await store.read((records) => records.usage.list("a"))).items).toEqual([{ ...usage, calls: 100 }]);
      await store.close();
    });

    test("a closed store rejects with `closed`", async () => {
      const store = await opened();
      await store.close();
      await store.close();
      await expect(store.read(({ tenants }) => tenants.find("a"))).rejects.toMatchObject({ code: "closed" });
      await expect(store.write(({ tenants }) => tenants.remove("a"))).rejects.toMatchObject({ code: "closed" });
    });
  });
}
