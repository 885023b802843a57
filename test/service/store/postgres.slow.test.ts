/** What takes long: a database that is killed again and again, and one that does not answer. */
import { describe, expect, test } from "vitest";
import { openPostgresStore } from "../../../src/service/store/postgres/postgres.ts";
import { hasPostgres, NO_POSTGRES, postgresForTests } from "../../support/servers/postgres.ts";
import { openProxy } from "../../support/servers/proxy.ts";
import { skippable } from "../../support/skippable.ts";
import { killDatabase } from "../fixtures/killDatabase.ts";
import { tenantOf } from "../fixtures/records.ts";

const HOUR_MS = 3_600_000;

describe.skipIf(!hasPostgres)(skippable("PostgreSQL", !hasPostgres, NO_POSTGRES), () => {
  const server = postgresForTests();

  test(
    "a database that is killed 20 times",
    async () => {
      const tally = await killDatabase(server, 20);
      console.log(JSON.stringify(tally));
      expect(tally.acknowledged).toBeGreaterThan(1_000);
    },
    HOUR_MS,
  );

  test(
    "a database that does not answer: calls end with registry_failed, and it is used again when it answers",
    async () => {
      const proxy = await openProxy(server.port);
      const store = await openPostgresStore(server.newSchema(proxy.port), { connections: 2 });
      await store.write(({ tenants }) => tenants.add(tenantOf("a")));
      proxy.isHeld = true;
      const calls = Array.from({ length: 6 }, () => store.read(({ tenants }) => tenants.find("a")));
      const outcomes = await Promise.allSettled(calls);
      expect(outcomes.map((one) => one.status === "rejected" && one.reason.code)).toEqual(
        Array(6).fill("registry_failed"),
      );
      proxy.isHeld = false;
      expect(await store.read(({ tenants }) => tenants.find("a"))).toEqual(tenantOf("a"));
      await store.close();
      await proxy.close();
    },
    HOUR_MS,
  );
});
