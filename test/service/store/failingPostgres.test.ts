/** PostgreSQL that is killed, cut off, slow, locked, or behind a pooler: nothing acknowledged is lost, nothing done twice. */
import pg from "pg";
import { describe, expect, test } from "vitest";
import { openPostgresStore } from "../../../src/service/store/postgres/postgres.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { hasPooler, NO_POOLER, poolerForTests } from "../../support/servers/pooler.ts";
import { hasPostgres, NO_POSTGRES, postgresForTests } from "../../support/servers/postgres.ts";
import { type Fate, openProxy } from "../../support/servers/proxy.ts";
import { skippable } from "../../support/skippable.ts";
import { processesSuite } from "../../support/suites/service/processes.suite.ts";
import { registrySuite } from "../../support/suites/service/registry.suite.ts";
import { openEmptied } from "../fixtures/emptied.ts";
import { killDatabase } from "../fixtures/killDatabase.ts";
import { tenantOf, workRecordOf } from "../fixtures/records.ts";

const USAGE = { tenant: "a", day: "2026-01-01", calls: 1, words: 0, entries: 0 };

describe.skipIf(!hasPostgres)(skippable("PostgreSQL", !hasPostgres, NO_POSTGRES), () => {
  const server = postgresForTests();

  test("a killed database: granted is the limit, acknowledged is there, and no job is claimed twice", async () => {
    const tally = await killDatabase(server, 2);
    expect(tally.acknowledged).toBeGreaterThan(20);
  });

  describe("a connection that is cut", () => {
    async function throughProxy(fateOfCommit: Fate[]) {
      const address = server.newSchema();
      const direct = await openPostgresStore(address);
      await direct.write(({ tenants }) => tenants.add(tenantOf("a")));
      const proxy = await openProxy(server.port);
      const store = await openPostgresStore(server.address(new URL(address).searchParams.get("schema")!, proxy.port));
      const fates = [...fateOfCommit];
      proxy.fate = (bytes) => (bytes.includes("COMMIT\0") ? (fates.shift() ?? "pass") : "pass");
      let tries = 0;
      const taken = await store.write(async ({ usage, works }) => {
        tries++;
        await works.register(workRecordOf("a", "w1"), Uint8Array.of(1));
        return usage.take(USAGE, {});
      });
      const there = (await direct.read(({ usage }) => usage.list("a"))).items;
      for (const one of [store, direct]) await one.close();
      await proxy.close();
      return { tries, taken, there };
    }

    test("before COMMIT arrives: the transaction is made again", async () => {
      const outcome = await throughProxy(["cut before", "cut before"]);
      expect(outcome).toEqual({ tries: 3, taken: { taken: true, usage: USAGE }, there: [USAGE] });
    });

    test("before COMMIT is answered: the database is asked, and nothing is made twice", async () => {
      const outcome = await throughProxy(["cut after"]);
      expect(outcome).toEqual({ tries: 1, taken: { taken: true, usage: USAGE }, there: [USAGE] });
    });
  });

  test("rows that another session holds delay those who write them, and nobody else", async () => {
    const address = server.newSchema();
    const store = await openPostgresStore(address);
    for (const id of ["a", "b"]) {
      await store.write(({ tenants }) => tenants.add(tenantOf(id)));
      await store.write(({ usage }) => usage.take({ ...USAGE, tenant: id }, {}));
    }
    const other = new pg.Client({ connectionString: `postgres://spolia@127.0.0.1:${server.port}/postgres` });
    await other.connect();
    const schema = new URL(address).searchParams.get("schema");
    await other.query(`BEGIN; SELECT * FROM ${schema}.usage WHERE tenant = 'a' FOR UPDATE`);
    let isDone = false;
    const held = store
      .write(({ usage }) => usage.take(USAGE, {}))
      .finally(() => {
        isDone = true;
      });
    for (let i = 0; i < 20; i++) {
      await store.write(({ usage }) => usage.take({ ...USAGE, tenant: "b" }, {}));
      await store.read(({ usage }) => usage.list("a"));
    }
    await store.check();
    expect(isDone).toBe(false);
    await other.query("COMMIT");
    expect((await held).usage.calls).toBe(2);
    await other.end();
    await store.close();
  });

  test("a database far away delays each call by its rounds, and calls at once are still all counted", async () => {
    const proxy = await openProxy(server.port);
    const store = await openPostgresStore(server.newSchema(proxy.port));
    await store.write(({ tenants }) => tenants.add(tenantOf("a")));
    proxy.delayMs = 10;
    const taken = await Promise.all(
      Array.from({ length: 30 }, () => store.write(({ usage }) => usage.take(USAGE, { calls: 20 }))),
    );
    expect(taken.filter((one) => one.taken)).toHaveLength(20);
    await store.close();
    await proxy.close();
  });
});

const isWithout = !hasPostgres || !hasPooler;
test("CI has a pooler", () => {
  if (process.env["CI"] !== undefined) expect(hasPooler).toBe(true);
});

const reason = hasPostgres ? NO_POOLER : NO_POSTGRES;
describe.skipIf(isWithout)(skippable("PgBouncer in transaction mode", isWithout, reason), () => {
  const server = postgresForTests();
  const pooler = poolerForTests(server, 6);
  registrySuite({ name: "PgBouncer", open: () => openEmptied(server, pooler.port) });
  processesSuite("PgBouncer", () => server.newSchema(pooler.port));

  test("transactions of one client have several connections", async () => {
    const store = await openPostgresStore(server.newSchema(pooler.port), { connections: 1 });
    await store.write(({ tenants }) => tenants.add(tenantOf("a")));
    for (let i = 0; i < 5; i++) await store.write(({ usage }) => usage.take(USAGE, {}));
    await store.close();
    const sql =
      "SELECT count(*)::int AS many FROM pg_stat_activity WHERE application_name = 'spolia' AND pid <> pg_backend_pid()";
    const [{ many }] = notEmpty(await server.query(sql)) as [{ many: number }];
    expect(many).toBeGreaterThan(1);
  });
});
