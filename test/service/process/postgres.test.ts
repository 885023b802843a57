/** `spolia serve` and the commands of records over PostgreSQL, as processes. */
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { hasPostgres, NO_POSTGRES, postgresForTests } from "../../support/servers/postgres.ts";
import { skippable } from "../../support/skippable.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { killedBatch } from "./batchesKill.ts";
import { type RunningService, spolia, startService } from "./process.ts";

const PATIENCE = { timeout: 300_000, interval: 50 };
const folder = temporaryFolder();

describe.skipIf(!hasPostgres)(skippable("PostgreSQL", !hasPostgres, NO_POSTGRES), () => {
  const server = postgresForTests();
  const running: RunningService[] = [];
  afterEach(async () => {
    for (const service of running.splice(0)) await service.stop("SIGKILL");
  });
  afterAll(() => server.end("SIGINT"));

  test("a batch over two services is answered and counted once, though the database is killed", async () => {
    const data = server.newSchema();
    const kill = async () => {
      await server.end("SIGKILL");
      await server.run();
    };
    await killedBatch(400, [100], { data, services: 2, kill });
  });

  test("records move from a folder, and a service without its database is not ready until it is back", async () => {
    const made = await spolia(folder, "keys", "create", "--data", "records", "--plan", "pro");
    expect(made, made.stderr).toMatchObject({ code: 0 });
    const data = server.newSchema();
    const copied = await spolia(folder, "records", "copy", "--data", "records", "--to", data);
    expect(copied, copied.stderr).toMatchObject({ code: 0, stdout: "Copied 4 records.\n" });
    const again = await spolia(folder, "records", "copy", "--data", "records", "--to", data);
    expect(again.code).toBe(3);
    expect(again.stderr).toContain("has records already");

    const service = await startService(folder, "--threads", "1", "--data", data, "--objects", "objects");
    running.push(service);
    const headers = { authorization: `Bearer ${made.stdout.trim()}`, "content-type": "application/json" };
    const register = (title: string) => {
      const body = JSON.stringify({ title, author: "A", content: `${title} ${"is large. ".repeat(10_000)}` });
      return fetch(`${service.url}/api/v1/content/register`, { method: "POST", headers, body });
    };
    expect((await register("One")).status).toBe(201);
    const isReady = async () => (await fetch(`${service.url}/readyz`)).status === 200;
    await vi.waitUntil(isReady, PATIENCE);
    await server.end("SIGKILL");
    await vi.waitUntil(async () => !(await isReady()), PATIENCE);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    const waiting = register("Two");
    await server.run();
    expect((await waiting).status).toBe(201);
    await vi.waitUntil(isReady, PATIENCE);
    const works = await (await fetch(`${service.url}/api/v1/works`, { headers })).json();
    expect(works.items.map(({ metadata }: { metadata: { title: string } }) => metadata.title)).toEqual(["Two", "One"]);
  });

  test("an address that no database answers at is told with its reason, and without the password", async () => {
    const address = "postgres://spolia:secret@127.0.0.1:1/x";
    const refused = await spolia(folder, "keys", "list", "--data", address);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("ECONNREFUSED");
    expect(refused.stderr).not.toContain("secret");
    const wrong = await spolia(folder, "keys", "list", "--data", "postgres://h/d?schema=No");
    expect(wrong.code).toBe(2);
  });
});
