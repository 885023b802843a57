/**
 * How many transactions a second do the stores of records take? Each as a service asks for them: 50 at once, of one
 * account, whose calls take turns at one row, and of 50; every commit on the disk. Named to be run.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createQueue } from "../../../src/base/queues/queue.ts";
import { openPostgresStore } from "../../../src/service/store/postgres/postgres.ts";
import { openSqliteStore } from "../../../src/service/store/sqlite/sqlite.ts";
import type { RecordStore } from "../../../src/service/store/store.ts";
import { jobOf, tenantOf, workRecordOf } from "../../../test/service/fixtures/records.ts";
import { hasPostgres, NO_POSTGRES, PostgresServer } from "../../../test/support/servers/postgresServer.ts";
import { type Figure, figure } from "../../harness/harness.ts";

const AT_ONCE = 50;
const CALLS = 4_000;
const DAY = "2026-01-01";

export const registryCase = {
  name: "registry",
  async figures(): Promise<Figure[]> {
    const folder = mkdtempSync(join(tmpdir(), "bench-registry-"));
    const server = new PostgresServer([]);
    try {
      const figures = await figuresOf("SQLite", await openSqliteStore(join(folder, "registry.sqlite")));
      if (!hasPostgres) {
        console.error(`  without PostgreSQL: ${NO_POSTGRES}`);
        return figures;
      }
      await server.start();
      const store = await openPostgresStore(server.newSchema());
      return [...figures, ...(await figuresOf("PostgreSQL", store))];
    } finally {
      await server.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function figuresOf(name: string, store: RecordStore): Promise<Figure[]> {
  await store.write(async ({ tenants, jobs }) => {
    for (let i = 0; i < AT_ONCE; i++) await tenants.add(tenantOf(`t${i}`));
    for (let i = 0; i < CALLS; i++) await jobs.add(jobOf("t0", `j${i}`));
  });
  const take = (tenant: string) =>
    store.write(({ usage }) => usage.take({ tenant, day: DAY, calls: 1, words: 0 }, { calls: CALLS }));
  const register = (i: number) =>
    store.write(({ works }) => works.register(workRecordOf(`t${i % AT_ONCE}`, `w${i}`), new Uint8Array(5_000)));
  const claim = () => store.write(({ service }) => service.claim("jobs", 1_000, 2_000, 1));
  const find = (i: number) => store.read(({ works }) => works.find(`t${i % AT_ONCE}`, `w${i}`));
  try {
    const figures = [
      figure(`registry: ${name}: calls counted, of one account`, "/s", await rate(() => take("t0"))),
      figure(
        `registry: ${name}: calls counted, of ${AT_ONCE} accounts`,
        "/s",
        await rate((i) => take(`t${i % AT_ONCE}`)),
      ),
      figure(`registry: ${name}: works of 5 kB registered`, "/s", await rate(register)),
      figure(`registry: ${name}: jobs claimed one by one`, "/s", await rate(claim)),
      figure(`registry: ${name}: works found`, "/s", await rate(find)),
    ];
    await assertDone(store);
    return figures;
  } finally {
    await store.close();
  }
}

/** Of so many calls, a second. */
async function rate(call: (i: number) => Promise<unknown>): Promise<number> {
  const inTurn = createQueue(AT_ONCE);
  const started = performance.now();
  await Promise.all(Array.from({ length: CALLS }, (_, i) => inTurn(() => call(i))));
  return (1_000 * CALLS) / (performance.now() - started);
}

async function assertDone(store: RecordStore): Promise<void> {
  await store.read(async ({ usage, works, service }) => {
    const [first] = (await usage.list("t0")).items;
    // A limit of as many calls: those of the second round were refused.
    if (first?.calls !== CALLS) throw new Error(`Counted ${first?.calls} calls of ${CALLS}.`);
    const { items } = await works.list("t7", { page_size: 1_000 });
    if (items.length !== CALLS / AT_ONCE) throw new Error(`Registered ${items.length} works of an account.`);
    if ((await service.tenants({ page_size: 1_000 })).items.length !== AT_ONCE)
      throw new Error("Accounts are missing.");
  });
  const left = await store.write(({ service }) => service.claim("jobs", 1_000, 2_000, 1));
  if (left.length > 0) throw new Error("A job was left.");
}
