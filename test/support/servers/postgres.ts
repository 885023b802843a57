/** PostgreSQL for tests. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { missing, PostgresServer } from "./postgresServer.ts";

export { hasPostgres, NO_POSTGRES } from "./postgresServer.ts";

/** Where tests with PostgreSQL may not be skipped. */
export function requirePostgresInCi(): void {
  test("CI has PostgreSQL", () => {
    if (process.env["CI"] !== undefined) expect(missing).toEqual([]);
  });
}

/** A server that runs while the tests of a file, or of a group, do. */
export function postgresForTests(): PostgresServer {
  const server = new PostgresServer();
  beforeAll(() => server.start());
  afterAll(() => server.remove());
  return server;
}
