import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { describe, expect, test, vi } from "vitest";
import { openThreadedStore } from "../../../src/cli/service/records.ts";
import { startWorker } from "../../../src/cli/threads/threads.ts";
import { makeKey } from "../../../src/service/accounts/tokens.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import { MIGRATIONS } from "../../../src/service/store/sqlite/migrations.ts";
import { openSqliteStore } from "../../../src/service/store/sqlite/sqlite.ts";
import { indexesOf, TABLE_NAMES, tableOf } from "../../../src/service/store/tables.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { registrySuite } from "../../support/suites/service/registry.suite.ts";
import { openRegistry, seededBytes } from "../fixtures/fixture.ts";
import { lockedBy } from "../fixtures/locked.ts";
import { tenantOf, workRecordOf } from "../fixtures/records.ts";

const folder = temporaryFolder();
let files = 0;
const newFile = () => join(folder, `store${files++}`, "registry.sqlite");

registrySuite({ name: "memory", open: async () => createMemoryStore() });
registrySuite({ name: "SQLite", open: () => openSqliteStore(newFile()) });
registrySuite({ name: "SQLite in threads", open: () => openThreadedStore(newFile()) });

describe("SQLite", () => {
  test("the tables that migrations make are those that are described", async () => {
    const path = newFile();
    await (await openSqliteStore(path)).close();
    const database = new DatabaseSync(path);
    const rows = (sql: string): Record<string, unknown>[] => database.prepare(sql).all();
    const made = rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name != 'migrations'").map(
      ({ name }) => name,
    );
    expect(made.sort()).toEqual([...TABLE_NAMES].sort());
    for (const table of TABLE_NAMES) {
      const types = { text: "TEXT", json: "TEXT", integer: "INTEGER", bytes: "BLOB" };
      const { columns, parents = [] } = tableOf(table);
      const described = Object.entries(columns).map(([name, type]) => [name, types[type]]);
      expect(
        rows(`PRAGMA table_info(${table})`)
          .map(({ name, type }) => [name, type])
          .sort(),
      ).toEqual(described.sort());
      const indexes = rows(`PRAGMA index_list(${table})`).map(({ name, unique }) => ({
        isUnique: unique === 1,
        columns: rows(`PRAGMA index_info(${name})`).map((column) => column["name"]),
      }));
      const wanted = indexesOf(table).map((names, at) => ({
        isUnique: at <= (tableOf(table).unique ?? []).length,
        columns: names,
      }));
      const sorted = (list: object[]) => list.map((one) => JSON.stringify(one)).sort();
      expect(sorted(indexes)).toEqual(sorted(wanted));
      const foreign = rows(`PRAGMA foreign_key_list(${table})`);
      expect(foreign.every(({ on_delete }) => on_delete === "CASCADE")).toBe(true);
      const keys = new Map<unknown, { table: unknown; columns: unknown[] }>();
      for (const { id, table: parent, from } of foreign) {
        if (!keys.has(id)) keys.set(id, { table: parent, columns: [] });
        keys.get(id)!.columns.push(from);
      }
      expect(sorted([...keys.values()])).toEqual(sorted(parents.map((parent) => ({ ...parent }))));
    }
    database.close();
  });

  test("keeps what was written over closing and opening, for its owner alone, in WAL and synced", async () => {
    const path = newFile();
    const first = await openSqliteStore(path);
    await first.write(async ({ tenants, works }) => {
      await tenants.add(tenantOf("a"));
      await works.register(workRecordOf("a", "w1"), Uint8Array.of(1));
    });
    for (const name of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(name).mode & 0o777, name).toBe(0o600);
    expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
    await first.close();
    const second = await openSqliteStore(path);
    expect(await second.read(({ works }) => works.find("a", "w1"))).toEqual(workRecordOf("a", "w1"));
    await second.close();
    const database = new DatabaseSync(path);
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    database.close();
  });

  test("an account of 0.1.0 keeps its records as live ones, and its test keys reach test records from now on", async () => {
    const path = newFile();
    mkdirSync(join(path, ".."), { recursive: true });
    const database = new DatabaseSync(path);
    database.exec(MIGRATIONS[0]!);
    database.exec(
      "CREATE TABLE migrations (step INTEGER NOT NULL, PRIMARY KEY (step)); INSERT INTO migrations VALUES (0)",
    );
    database.exec(`INSERT INTO tenants VALUES ('a', 'free', 1, '""'), ('b', 'pro', 2, '"B"')`);
    const work = "'sha256:w1', 'text', 'f', 'i', 3, '{}'";
    database.exec(`INSERT INTO works VALUES ('a', 'w1', 1, ${work}), ('b', 'w2', 1, ${work})`);
    const key = makeKey("test", seededBytes(1));
    const hash = createHash("sha256").update(key).digest("hex");
    database.exec(
      `INSERT INTO keys VALUES ('a', 'key_1', 1, '${hash}', 'test', '1234', '""', '["read"]', NULL, NULL, NULL)`,
    );
    database.close();
    const { registry, store } = await openRegistry({ store: await openSqliteStore(path) });
    const accounts = await store.read(({ service }) => service.tenants());
    expect(accounts.items.map(({ id, plan, label }) => [id, plan, label])).toEqual([
      ["b", "pro", "B"],
      ["a", "free", ""],
    ]);
    expect((await registry.works.list("a")).items.map(({ work_id }) => work_id)).toEqual(["w1"]);
    const principal = await registry.authenticate(`Bearer ${key}`);
    expect(principal).toMatchObject({ tenant: "a:test", plan: "free", mode: "test" });
    expect((await registry.works.list(principal.tenant)).items).toEqual([]);
    await registry.works.register(principal.tenant, { content: "of a test" });
    expect((await registry.works.list(principal.tenant)).items).toHaveLength(1);
    expect((await registry.works.list("a")).items).toHaveLength(1);
    await store.close();
  });

  test("a store of a later version, a file that is none, and a folder in its place are refused", async () => {
    const later = newFile();
    await (await openSqliteStore(later)).close();
    const database = new DatabaseSync(later);
    database.exec("INSERT INTO migrations (step) VALUES (1000)");
    database.close();
    await expect(openSqliteStore(later)).rejects.toMatchObject({ code: "registry_failed", message: /later version/ });
    const other = join(folder, "other");
    writeFileSync(other, "not a database, but long enough to look like one: ".repeat(20));
    await expect(openSqliteStore(other)).rejects.toMatchObject({ code: "registry_failed" });
    mkdirSync(join(folder, "directory"));
    await expect(openSqliteStore(join(folder, "directory"))).rejects.toMatchObject({ code: "registry_failed" });
  });

  test("readers see whole transactions of other stores on the file, and writers take turns", async () => {
    const path = newFile();
    const [one, other] = [await openSqliteStore(path), await openSqliteStore(path)];
    await one.write(({ tenants }) => tenants.add(tenantOf("a")));
    const usage = { tenant: "a", day: "2026-01-01", calls: 1, words: 0, entries: 0 };
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        (i % 2 ? one : other).write((records) => records.usage.take(usage, { calls: 50 })),
      ),
    );
    expect(taken.filter((one) => one.taken)).toHaveLength(50);
    expect((await other.read((records) => records.usage.list("a"))).items).toEqual([{ ...usage, calls: 50 }]);
    await one.close();
    await other.close();
  });

  test.each([
    ["in this thread", openSqliteStore],
    ["in threads", openThreadedStore],
  ])("%s: a lock that another process holds delays writes, and neither reads nor anything else", async (_, open) => {
    const path = newFile();
    const store = await open(path);
    await store.write(({ tenants }) => tenants.add(tenantOf("a")));
    const locked = await lockedBy(path);
    let isWritten = false;
    const write = store
      .write(({ tenants }) => tenants.change("a", { plan: "pro" }))
      .finally(() => {
        isWritten = true;
      });
    for (let i = 0; i < 20; i++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect((await store.read(({ tenants }) => tenants.find("a")))!.plan).toBe("free");
    }
    await store.check();
    expect(isWritten).toBe(false);
    locked.release();
    expect(await write).toBe(true);
    expect((await store.read(({ tenants }) => tenants.find("a")))!.plan).toBe("pro");
    await store.close();
  });

  test.each([
    ["in this thread", openSqliteStore],
    ["in threads", openThreadedStore],
  ])("%s: a damaged file is found by a check, and a whole one is whole again", async (_, open) => {
    const path = newFile();
    const store = await open(path);
    await store.write(async ({ tenants, works }) => {
      await tenants.add(tenantOf("a"));
      await works.register(workRecordOf("a", "w1"), new Uint8Array(100_000));
    });
    await store.close();
    const whole = readFileSync(path);
    const again = await open(path);
    // The connection that writes is open then too.
    await again.write(async () => {});
    await again.check();
    for (const from of [0, 4_096]) {
      writeFileSync(path, Buffer.from(whole).fill("damage", from, from + 8_192));
      await expect(again.check()).rejects.toMatchObject({ code: "registry_failed" });
      writeFileSync(path, whole);
      await again.check();
    }
    await again.close();
    await expect(again.check()).rejects.toMatchObject({ code: "closed" });
  });

  test("a thread that dies fails what waits for it, and the store goes on with another", async () => {
    const path = newFile();
    const started: Worker[] = [];
    const open = () => {
      const worker = startWorker("cli.worker", { task: "keep records", path });
      started.push(worker);
      return worker;
    };
    const store = await openSqliteStore(path, open);
    await store.write(({ tenants }) => tenants.add(tenantOf("a")));
    expect(started).toHaveLength(2);
    const dying = store.write(async ({ tenants }) => {
      await tenants.change("a", { plan: "pro" });
      await started[0]!.terminate();
      return tenants.change("a", { plan: "pro" });
    });
    await expect(dying).rejects.toMatchObject({ code: "registry_failed" });
    expect((await store.read(({ tenants }) => tenants.find("a")))!.plan).toBe("free");
    expect(await store.write(({ tenants }) => tenants.change("a", { plan: "pro" }))).toBe(true);
    await started[1]!.terminate();
    expect((await store.read(({ tenants }) => tenants.find("a")))!.plan).toBe("pro");
    expect(started).toHaveLength(4);
    await store.close();
  });

  test("signing keys and jobs of an older store keep their order, and equal jobs are one from now on", async () => {
    const path = newFile();
    mkdirSync(join(path, ".."), { recursive: true });
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE migrations (step INTEGER NOT NULL, PRIMARY KEY (step))");
    for (const [step, sql] of MIGRATIONS.slice(0, 4).entries())
      database.exec(`${sql}; INSERT INTO migrations VALUES (${step})`);
    database.exec(`INSERT INTO service_keys VALUES ('b', 7, '{}', NULL), ('a', 7, '{}', NULL), ('z', 3, '{}', NULL)`);
    database.exec(`INSERT INTO tenants VALUES ('a', 'free', 1, '""', 'live')`);
    const waiting = `'corpus_verify', 'queued', 1, '{}', '{}', 'null'`;
    database.exec(`INSERT INTO jobs VALUES ('a', 'j1', 1, ${waiting}), ('a', 'j2', 2, ${waiting})`);
    database.close();
    const store = await openSqliteStore(path);
    const keys = await store.read(({ service }) => service.signingKeys());
    expect(keys.map(({ id, sequence }) => [id, sequence])).toEqual([
      ["b", 2],
      ["a", 1],
      ["z", 0],
    ]);
    expect((await store.read(({ jobs }) => jobs.list("a"))).items.map(({ id }) => id)).toEqual(["j2", "j1"]);
    await store.close();
  });

  test("deals and prints of a store from before they outlived their works are as they were", async () => {
    const path = newFile();
    mkdirSync(join(path, ".."), { recursive: true });
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE migrations (step INTEGER NOT NULL, PRIMARY KEY (step))");
    for (const [step, sql] of MIGRATIONS.slice(0, -1).entries())
      database.exec(`${sql}; INSERT INTO migrations VALUES (${step})`);
    const work = "'sha256:w1', 'text', 'f', 'i', 3, '{}', 0";
    database.exec(`INSERT INTO tenants VALUES ('a', 'free', 1, '""', 'live')`);
    database.exec(`INSERT INTO works VALUES ('a', 'w1', 1, ${work})`);
    const deal = "1, 'offer', 'w1', NULL, 'offered', 'live'";
    database.exec(`INSERT INTO deals VALUES ('a', 'of_1', ${deal}, 4, 2, NULL, '{"offer":1}', '[]')`);
    database.exec("INSERT INTO offer_prints VALUES ('a', 'of_1', 1, x'0102')");
    database.close();
    const store = await openSqliteStore(path);
    await store.read(async ({ deals }) => {
      expect(await deals.byId("of_1")).toEqual({
        ...{
          tenant: "a",
          id: "of_1",
          created_at: 1,
          kind: "offer",
          work_id: "w1",
          counterpart: null,
          state: "offered",
        },
        ...{ market: "live", place: 4, version: 2, expires_at: null, terms: { offer: 1 }, events: [] },
      });
      expect(await deals.print("a", "of_1")).toEqual(Uint8Array.of(1, 2));
    });
    await store.write(({ works }) => works.remove("a", "w1"));
    await store.read(async ({ deals }) =>
      expect([await deals.byId("of_1"), await deals.print("a", "of_1")]).toEqual([null, null]),
    );
    await store.close();
  });

  test("a full disk is refused as such, loses nothing that was acknowledged, and the store goes on", async () => {
    const path = newFile();
    const store = await openSqliteStore(path);
    await store.write(({ tenants }) => tenants.add(tenantOf("a")));
    await store.close();
    // The limit belongs to the connection: the one that the store is about to open gets it too.
    const exec = vi.spyOn(DatabaseSync.prototype, "exec");
    const small = await openSqliteStore(path);
    for (const database of new Set(exec.mock.contexts as DatabaseSync[]))
      if (database.isOpen) database.exec("PRAGMA max_page_count = 200");
    exec.mockRestore();
    const kept: string[] = [];
    let refused = 0;
    for (let i = 0; i < 40; i++) {
      try {
        await small.write(({ works }) =>
          works.register(workRecordOf("a", `w${i}`), new Uint8Array(i % 4 === 3 ? 10 : 60_000)),
        );
        kept.push(`w${i}`);
      } catch (error) {
        expect(error).toMatchObject({ code: "registry_failed" });
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(5);
    expect(kept.length).toBeGreaterThan(5);
    await small.close();
    const again = await openSqliteStore(path);
    const { items } = await again.read(({ works }) => works.list("a"));
    expect(items.map(({ id }) => id).sort()).toEqual(kept.sort());
    await again.close();
  });

  test("a runtime without SQLite is told so", async () => {
    const getBuiltinModule = process.getBuiltinModule;
    process.getBuiltinModule = ((name: string) =>
      name === "node:sqlite" ? undefined : getBuiltinModule(name)) as typeof getBuiltinModule;
    try {
      await expect(openSqliteStore(newFile())).rejects.toMatchObject({
        code: "unsupported_runtime",
        message: expect.stringContaining("Node 22.13 or later"),
      });
    } finally {
      process.getBuiltinModule = getBuiltinModule;
    }
  });
});
