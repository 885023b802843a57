import { execFileSync } from "node:child_process";
import { describe, expect, test, vi } from "vitest";
import { ENGINE_VERSION } from "../../../src/base/version.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { createS3Storage } from "../../../src/corpus/storage/s3/s3.ts";
import { signAcceptance } from "../../../src/service/deals/acceptance.ts";
import { copyRecords } from "../../../src/service/store/copy.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import { MIGRATIONS } from "../../../src/service/store/postgres/migrations.ts";
import { openPostgresStore } from "../../../src/service/store/postgres/postgres.ts";
import { indexesOf, TABLE_NAMES, tableOf } from "../../../src/service/store/tables.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { hasPostgres, NO_POSTGRES, postgresForTests, requirePostgresInCi } from "../../support/servers/postgres.ts";
import { programOf } from "../../support/servers/postgresServer.ts";
import { skipsS3, startS3Server, withS3 } from "../../support/servers/s3.ts";
import { skippable } from "../../support/skippable.ts";
import { registrySuite } from "../../support/suites/service/registry.suite.ts";
import { openEmptied } from "../fixtures/emptied.ts";
import { openRegistry, seededBytes } from "../fixtures/fixture.ts";
import { DEALER } from "../fixtures/market.ts";
import { jobOf, tenantOf, workRecordOf } from "../fixtures/records.ts";

requirePostgresInCi();

describe.skipIf(!hasPostgres)(skippable("PostgreSQL", !hasPostgres, NO_POSTGRES), () => {
  const server = postgresForTests();
  const schemaOf = (address: string) => new URL(address).searchParams.get("schema")!;
  registrySuite({ name: "PostgreSQL", open: () => openEmptied(server) });

  test("the tables that migrations make are those that are described, and texts sort by their bytes", async () => {
    const address = server.newSchema();
    await (await openPostgresStore(address)).close();
    const rows = (sql: string) => server.query(sql.replaceAll("SCHEMA", schemaOf(address)));
    const types = { text: "text C", json: "text default", integer: "bigint ", bytes: "bytea " };
    for (const table of notEmpty(TABLE_NAMES)) {
      const made =
        await rows(`SELECT attname AS name, format_type(atttypid, atttypmod) || ' ' || coalesce(collname, '') AS type
        FROM pg_attribute LEFT JOIN pg_collation c ON c.oid = attcollation
        WHERE attrelid = 'SCHEMA.${table}'::regclass AND attnum > 0 AND attname <> 'object'`);
      const { columns, parents = [], unique = [] } = tableOf(table);
      const described = Object.entries(columns).map(([name, type]) => ({ name, type: types[type] }));
      const sorted = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).sort();
      expect(sorted(made), table).toEqual(sorted(described));
      const indexes = await rows(`SELECT indisunique AS is_unique, (SELECT array_agg(attname::text ORDER BY n)
        FROM unnest(indkey::int[]) WITH ORDINALITY AS k (number, n) JOIN pg_attribute ON attrelid = indrelid AND attnum = number) AS columns
        FROM pg_index WHERE indrelid = 'SCHEMA.${table}'::regclass AND indpred IS NULL`);
      const wanted = indexesOf(table).map((names, at) => ({ is_unique: at <= unique.length, columns: names }));
      expect(sorted(indexes), table).toEqual(sorted(wanted));
      const foreign = await rows(`SELECT (SELECT relname FROM pg_class WHERE oid = confrelid) AS table,
        (SELECT array_agg(attname::text ORDER BY n) FROM unnest(conkey) WITH ORDINALITY AS k (number, n)
          JOIN pg_attribute ON attrelid = conrelid AND attnum = number) AS columns, confdeltype AS on_delete
        FROM pg_constraint WHERE contype = 'f' AND conrelid = 'SCHEMA.${table}'::regclass`);
      expect(sorted(foreign), table).toEqual(sorted(parents.map((one) => ({ ...one, on_delete: "c" }))));
    }
  });

  test("a licence that is made while its work or its licensor's account is removed is not lost", async () => {
    const address = server.newSchema();
    const plans = { dealer: DEALER };
    const [one, two] = [
      await openRegistry({ store: await openPostgresStore(address), plans }),
      await openRegistry({ store: await openPostgresStore(address), plans }),
    ];
    const [{ registry }, { registry: other }] = [one, two];
    await registry.createTenant({ id: "lab", plan: "dealer" });
    const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
    for (let n = 0; n < 24; n++) {
      const archive = `archive${n}`;
      await registry.createTenant({ id: archive });
      const { work_id, work_hash } = await registry.works.register(archive, { content: "A text" });
      const terms = { licensor: "A", permits: { usage: ["ai-input" as const] }, payment: { type: "free" as const } };
      const { offer_id } = await registry.marketplace.offer(archive, { work_hash, ...terms });
      const asked = { offer_id, use: "ai-input", licensee: "L", quantity: 1 } as const;
      const { quote_id, quote_digest } = await other.marketplace.quote("lab", asked);
      const signed = await signAcceptance({ quote_id: quote_id!, quote_digest: quote_digest! }, pair);
      const remove = () => (n % 2 === 0 ? registry.works.remove(archive, work_id) : registry.removeAccount(archive));
      const later = new Promise((resolve) => setTimeout(resolve, n % 6));
      const [accepted] = await Promise.allSettled([other.marketplace.accept("lab", signed), later.then(remove)]);
      const { state } = await other.marketplace.get("lab", quote_id!);
      expect(state).toBe(accepted.status === "fulfilled" ? "accepted" : "revoked");
      if (accepted.status === "fulfilled")
        expect((await other.marketplace.get("lab", accepted.value.licence_id!)).state).toBe("licensed");
    }
    for (const { store } of notEmpty([one, two])) await store.close();
  });

  test("processes that make the tables at once take turns, and each finds them whole", async () => {
    const address = server.newSchema();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresStore(address)));
    await stores[0]!.write(({ tenants }) => tenants.add(tenantOf("a")));
    expect(await stores[7]!.read(({ tenants }) => tenants.find("a"))).toEqual(tenantOf("a"));
    await Promise.all(stores.map((store) => store.close()));
    const made = await server.query(`SELECT step, version FROM ${schemaOf(address)}.migrations ORDER BY step`);
    expect(made).toEqual(MIGRATIONS.map((_, step) => ({ step: `${step}`, version: ENGINE_VERSION })));
  });

  test("tables of an older version get the steps that they lack, and keep their records", async () => {
    const address = server.newSchema();
    const schema = schemaOf(address);
    await server.query(`CREATE SCHEMA ${schema};
      CREATE TABLE ${schema}.migrations (step BIGINT NOT NULL, version TEXT NOT NULL, made_at TIMESTAMPTZ NOT NULL DEFAULT now(), PRIMARY KEY (step));
      ${MIGRATIONS[0]!.replaceAll("SCHEMA.", `${schema}.`)}
      INSERT INTO ${schema}.migrations VALUES (0, 'spolia 0.1.9');
      INSERT INTO ${schema}.tenants VALUES ('a', 'pro', 1, '"kept"', 'live')`);
    const store = await openPostgresStore(address);
    expect(await store.read(({ tenants }) => tenants.find("a"))).toMatchObject({ plan: "pro", label: "kept" });
    await store.close();
    const made = await server.query(`SELECT count(*)::int AS steps FROM ${schema}.migrations`);
    expect(made).toEqual([{ steps: MIGRATIONS.length }]);
  });

  test("tables of a later version are refused by its name", async () => {
    const address = server.newSchema();
    await (await openPostgresStore(address)).close();
    await server.query(
      `INSERT INTO ${schemaOf(address)}.migrations VALUES (${MIGRATIONS.length}, 'spolia 9.1.0'), (${MIGRATIONS.length + 1}, 'spolia 9.2.0')`,
    );
    await expect(openPostgresStore(address)).rejects.toMatchObject({
      code: "registry_failed",
      message: expect.stringContaining(`later version, spolia 9.2.0 (step ${MIGRATIONS.length + 1}); this is spolia`),
    });
  });

  test("what cannot be a database of records is refused with its reason, and without the password", async () => {
    const nobody = `postgres://spolia:secret@127.0.0.1:${server.port}/nowhere`;
    const refused = await openPostgresStore(nobody).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "registry_failed", message: expect.stringContaining("nowhere") });
    expect(`${refused} ${(refused as Error).cause}`).not.toContain("secret");
    await server.query("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
    const latin = `postgres://spolia@127.0.0.1:${server.port}/latin`;
    await expect(openPostgresStore(latin)).rejects.toMatchObject({ code: "registry_failed", message: /LATIN1/ });
    for (const address of [
      "",
      "records",
      "http://x",
      "postgres://h/d?schema=A",
      "postgres://h/d?schema=a;b",
      "postgres://[",
    ])
      await expect(openPostgresStore(address), address).rejects.toMatchObject({ fields: [{ pointer: "/address" }] });
    for (const connections of [0, -1, 1.5, Number.NaN])
      await expect(openPostgresStore(nobody, { connections })).rejects.toMatchObject({
        fields: [{ pointer: "/options/connections" }],
      });
  });

  test("a limit of what an account keeps holds for works that several processes register at once", async () => {
    const address = server.newSchema();
    const plans = { small: { calls_per_day: 1_000, burst: { calls: 100, seconds: 1 }, works: 10 } };
    const opened: Awaited<ReturnType<typeof openRegistry>>[] = [];
    for (let i = 0; i < 4; i++) {
      const [store, random] = [await openPostgresStore(address), seededBytes(i + 1)];
      opened.push(await openRegistry({ store, plans, random }));
    }
    await opened[0]!.registry.createTenant({ id: "a", plan: "small" });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => opened[i % 4]!.registry.works.register("a", { content: `work ${i}` })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    for (const one of notEmpty(outcomes.filter((one) => one.status === "rejected")))
      expect(one.reason).toMatchObject({ code: "plan_limit" });
    expect((await opened[3]!.registry.works.list("a")).items).toHaveLength(10);
    for (const { store } of opened) await store.close();
  });

  test("an account has as many open quotes as it may have, and entries of a day, whoever asks for them at once", async () => {
    const address = server.newSchema();
    const opened: Awaited<ReturnType<typeof openRegistry>>[] = [];
    for (let i = 0; i < 4; i++) {
      const [store, random] = [await openPostgresStore(address), seededBytes(i + 1)];
      opened.push(await openRegistry({ store, plans: { dealer: DEALER }, random }));
    }
    const { registry } = opened[0]!;
    for (const id of ["archive", "lab", "few"])
      await registry.createTenant({ id, plan: id === "few" ? "free" : "dealer" });
    const { work_hash } = await registry.works.register("archive", { content: "a work that is offered" });
    const { offer_id } = await registry.marketplace.offer("archive", {
      ...{ work_hash, licensor: "The archive", permits: { usage: ["ai-train"] }, payment: { type: "free" } },
    });
    const quotes = async (tenant: string, count: number) => {
      const asked = { offer_id: offer_id!, use: "ai-train" as const, licensee: "The lab", quantity: 1 };
      const all = await Promise.allSettled(
        Array.from({ length: count }, (_, i) => opened[i % 4]!.registry.marketplace.quote(tenant, asked)),
      );
      const codes = all.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
      return [count - codes.length, ...new Set(codes)];
    };
    expect(await quotes("lab", 90)).toEqual([90]);
    expect(await quotes("lab", 40)).toEqual([10, "conflict"]);
    expect(await quotes("few", 40)).toEqual([20, "quota_exceeded"]);
    for (const { store } of opened) await store.close();
  });

  test("transactions that lock rows in opposite order both end", async () => {
    const store = await openPostgresStore(server.newSchema());
    for (const id of ["a", "b"]) await store.write(({ tenants }) => tenants.add(tenantOf(id)));
    let tries = 0;
    const inOrder = (...ids: string[]) =>
      store.write(async ({ usage }) => {
        tries++;
        for (const tenant of ids) {
          await usage.take({ tenant, day: "2026-01-01", calls: 1, words: 0 }, {});
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      });
    await Promise.all([inOrder("a", "b"), inOrder("b", "a")]);
    expect(tries).toBe(3);
    for (const id of ["a", "b"])
      expect((await store.read(({ usage }) => usage.list(id))).items).toMatchObject([{ calls: 2 }]);
    await store.close();
  });

  test("refused transactions leave nothing behind, and use no more slots than run at once", async () => {
    const address = server.newSchema();
    const store = await openPostgresStore(address, { connections: 2 });
    const refused = Array.from({ length: 20 }, () => store.write(() => Promise.reject(new RangeError("no"))));
    for (const one of notEmpty(await Promise.allSettled(refused))) expect(one.status).toBe("rejected");
    const slots = await server.query(`SELECT count(*)::int AS many FROM ${schemaOf(address)}.commits`);
    expect(slots[0]!["many"]).toBeLessThanOrEqual(2);
    await store.close();
  });

  test("a transaction that goes on after a failed statement is not taken for done", async () => {
    const store = await openPostgresStore(server.newSchema());
    const going = store.write(async ({ works, tenants }) => {
      await works.add(workRecordOf("nobody", "w1")).catch(() => {});
      await tenants.add(tenantOf("a")).catch(() => {});
    });
    await expect(going).rejects.toMatchObject({ code: "internal" });
    expect(await store.read(({ tenants }) => tenants.find("a"))).toBeNull();
    await store.close();
  });

  test("large contents and results move to object storage, are read back, and go with their records", async () => {
    const address = server.newSchema();
    const objects = createMemoryStorage();
    const store = await openPostgresStore(address, { objects });
    const large = new Uint8Array(200_000).map((_, i) => i % 251);
    const exact = new Uint8Array(65_536);
    const result = { text: "x".repeat(100_000), lone: "\ud800 \0" };
    await store.write(async ({ tenants, works, results }) => {
      await tenants.add(tenantOf("a"));
      await works.register(workRecordOf("a", "w1"), large);
      await works.register(workRecordOf("a", "w2"), exact);
      const own = { tenant: "a", id: "r1", created_at: 1, kind: "analysis", work_id: "w1", digest: "d" } as const;
      await results.keep({ ...own, request: null, result });
    });
    await vi.waitFor(async () => expect(await objects.list()).toHaveLength(2), 5_000);
    const kept = () =>
      store.read(async ({ works, results }) => [
        await works.content("a", "w1"),
        await works.content("a", "w2"),
        (await results.find("a", "analysis", "r1"))!.result,
      ]);
    await vi.waitFor(async () => {
      const sql = `SELECT sum(octet_length(content)) AS bytes FROM ${schemaOf(address)}.work_contents`;
      expect(await server.query(sql)).toEqual([{ bytes: "65536" }]);
    }, 5_000);
    expect(await kept()).toEqual([large, exact, result]);
    // A process without the storage is told what it lacks, and one with another finds no object.
    const without = await openPostgresStore(address);
    const content = { code: "registry_failed", message: expect.stringContaining("object storage") };
    await expect(without.read(({ works }) => works.content("a", "w1"))).rejects.toMatchObject(content);
    expect(await without.read(({ works }) => works.content("a", "w2"))).toEqual(exact);
    await without.close();
    // A changed object is not taken for the content.
    const name = (await objects.list()).find((one) => one.startsWith("work_contents/"))!;
    const file = await objects.create();
    await file.write(large.with(7, 99));
    await file.finish(name);
    await expect(kept()).rejects.toMatchObject({ code: "registry_failed", message: expect.stringContaining(name) });
    // The objects of a removed work are listed, and go when they are due.
    await store.write(({ works }) => works.remove("a", "w1"));
    const listed = `${schemaOf(address)}.removed_objects`;
    expect(await server.query(`SELECT count(*)::int AS many FROM ${listed} WHERE due_at > now()`)).toEqual([
      { many: 2 },
    ]);
    await store.close();
    await server.query(`UPDATE ${listed} SET due_at = now()`);
    const later = await openPostgresStore(address, { objects });
    await vi.waitFor(async () => expect(await objects.list()).toEqual([]), 5_000);
    await vi.waitFor(async () => expect(await server.query(`SELECT * FROM ${listed}`)).toEqual([]), 5_000);
    await later.close();
  });

  test.skipIf(skipsS3)(withS3("large contents move to a bucket, and go with their records"), async () => {
    const bucket = await startS3Server();
    const address = server.newSchema();
    const prefix = `s3://${bucket.bucket}/objects`;
    const store = await openPostgresStore(address, { objects: createS3Storage(prefix, bucket.options) });
    const content = new Uint8Array(300_000).map((_, i) => i % 251);
    await store.write(async ({ tenants, works }) => {
      await tenants.add(tenantOf("a"));
      await works.register(workRecordOf("a", "w1"), content);
    });
    const stored = () => bucket.everything("objects/");
    await vi.waitFor(async () => expect(await stored()).toHaveLength(1), 20_000);
    expect(await store.read(({ works }) => works.content("a", "w1"))).toEqual(content);
    await store.write(({ tenants }) => tenants.remove("a"));
    await store.close();
    await server.query(`UPDATE ${schemaOf(address)}.removed_objects SET due_at = now()`);
    const later = await openPostgresStore(address, { objects: createS3Storage(prefix, bucket.options) });
    await vi.waitFor(async () => expect(await stored()).toEqual([]), 20_000);
    await later.close();
    await bucket.close();
  });

  test("where the storage of objects fails, values stay in the database until it works again", async () => {
    const address = server.newSchema();
    const memory = createMemoryStorage();
    let isDown = true;
    const create = () => (isDown ? Promise.reject(new Error("down")) : memory.create());
    const store = await openPostgresStore(address, { objects: { ...memory, create } });
    await store.write(async ({ tenants, works }) => {
      await tenants.add(tenantOf("a"));
      await works.register(workRecordOf("a", "w1"), new Uint8Array(100_000));
    });
    const listed = `SELECT count(*)::int AS many FROM ${schemaOf(address)}.removed_objects`;
    await vi.waitFor(async () => expect(await server.query(listed)).toEqual([{ many: 1 }]), 5_000);
    expect((await store.read(({ works }) => works.content("a", "w1")))!.length).toBe(100_000);
    isDown = false;
    await store.write(({ works }) => works.register(workRecordOf("a", "w2"), new Uint8Array(70_000)));
    await vi.waitFor(async () => expect(await memory.list()).toHaveLength(2), 5_000);
    await store.close();
    // The first try is still listed, and no object has its name.
    expect(await server.query(listed)).toEqual([{ many: 1 }]);
  });

  test("a schema may be called by a word of SQL", async () => {
    const store = await openPostgresStore(server.address("user"));
    await store.write(({ tenants }) => tenants.add(tenantOf("a")));
    await store.close();
    const again = await openPostgresStore(server.address("user"));
    expect((await again.read(({ service }) => service.tenants())).items).toHaveLength(1);
    await again.close();
    expect(await server.query(`SELECT id FROM "user".tenants`)).toContainEqual({ id: "a" });
  });

  test("records are copied from and to every store, whole or not at all", async () => {
    const memory = createMemoryStore();
    const { registry } = await openRegistry({ store: memory });
    await registry.createTenant({ id: "a", plan: "pro" });
    const { work_id } = await registry.works.register("a", { content: "A text. \0 書" });
    await registry.createKey("a", { scopes: ["read"] });
    await memory.write(async ({ jobs }) => {
      for (let i = 0; i < 450; i++) await jobs.add(jobOf("a", `j${i}`));
    });
    const database = await openPostgresStore(server.newSchema());
    const copied = await copyRecords(memory, database);
    expect(copied).toMatchObject({
      tenants: 2,
      works: 1,
      work_contents: 1,
      history: 1,
      keys: 1,
      jobs: 450,
      service_keys: 1,
    });
    const { registry: there } = await openRegistry({ store: database });
    expect(await there.works.history("a", work_id)).toEqual(await registry.works.history("a", work_id));
    const back = createMemoryStore();
    expect(await copyRecords(database, back)).toEqual(copied);
    await expect(copyRecords(memory, database)).rejects.toMatchObject({ code: "conflict" });
    const half = await openPostgresStore(server.newSchema());
    const broken = createMemoryStore();
    await copyRecords(back, broken);
    await broken.write(({ works }) => works.add(workRecordOf("a", "w\0")));
    await expect(copyRecords(broken, half)).rejects.toMatchObject({ code: "registry_failed" });
    expect((await half.read(({ service }) => service.tenants())).items).toEqual([]);
    for (const store of [database, half]) await store.close();
  });

  const dump = programOf("pg_dump");
  const restore = programOf("psql");
  const isWithout = dump === null || restore === null;
  test.skipIf(isWithout)(skippable("a dump is restored as it was", isWithout, "no pg_dump and psql"), async () => {
    const address = server.newSchema();
    const schema = schemaOf(address);
    const { registry, store } = await openRegistry({ store: await openPostgresStore(address) });
    await registry.createTenant({ id: "a" });
    const { work_id } = await registry.works.register("a", { content: "A text." });
    const history = await registry.works.history("a", work_id);
    await store.close();
    const plain = `postgres://spolia@127.0.0.1:${server.port}/postgres`;
    const text = execFileSync(dump!, [plain, "--schema", schema], { encoding: "utf8" });
    await server.query(`DROP SCHEMA ${schema} CASCADE`);
    execFileSync(restore!, [plain, "--quiet", "--set", "ON_ERROR_STOP=1"], { input: text, stdio: "pipe" });
    const again = await openRegistry({ store: await openPostgresStore(address) });
    expect(await again.registry.works.history("a", work_id)).toEqual(history);
    await again.store.close();
  });
});

test("without pg, the error has the line that installs it", async () => {
  vi.doMock("pg", () => {
    throw new Error("Cannot find package 'pg'");
  });
  try {
    await expect(openPostgresStore("postgres://nobody@127.0.0.1:1/x")).rejects.toMatchObject({
      code: "unsupported_runtime",
      hint: "Install it: npm install pg@8",
    });
  } finally {
    vi.doUnmock("pg");
  }
});
