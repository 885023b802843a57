/** Records are backed up while a service writes them, and the backup is served. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { OPERATOR_KEY, type RunningService, spolia, startServiceIn } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-backup-"));
const running: RunningService[] = [];

afterAll(async () => {
  for (const service of running) await service.stop("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

async function serve(data: string): Promise<RunningService> {
  const service = await startServiceIn(
    { SPOLIA_API_KEY: OPERATOR_KEY },
    folder,
    "--threads",
    "1",
    "--data",
    data,
    "--log",
    "none",
  );
  running.push(service);
  return service;
}

const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "application/json" };

async function register({ url }: RunningService, number: number): Promise<string> {
  const words = Array.from({ length: 40 }, (_, at) => `word${number * 40 + at}`);
  const body = JSON.stringify({ content: words.join(" "), title: `Work ${number}`, author: "A. Nobody" });
  const answer = await fetch(`${url}/api/v1/content/register`, { method: "POST", headers, body });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { work_id: string }).work_id;
}

test("what was answered before is in each backup of a service under load, whole and readable by its owner alone", async () => {
  const service = await serve("records");
  const known: string[] = [];
  let isDone = false;
  const load = (async () => {
    for (let number = 0; !isDone; number++) known.push(await register(service, number));
  })();
  const backups: { to: string; before: string[] }[] = [];
  for (const to of ["one", "two", "three"]) {
    const least = known.length + 10;
    while (known.length < least) await Promise.race([load, new Promise((resolve) => setTimeout(resolve, 20))]);
    const before = [...known];
    const { code, stdout, stderr } = await spolia(
      folder,
      "records",
      "backup",
      "--data",
      "records",
      "--to",
      to,
      "--json",
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({ to, bytes: statSync(join(folder, to, "registry.sqlite")).size });
    backups.push({ to, before });
  }
  isDone = true;
  await load;
  expect(known.length).toBeGreaterThan(backups[2]!.before.length);
  for (const { to, before } of notEmpty(backups)) {
    expect(readdirSync(join(folder, to))).toEqual(["registry.sqlite"]);
    expect(statSync(join(folder, to, "registry.sqlite")).mode & 0o777).toBe(0o600);
    const restored = await serve(to);
    for (const id of notEmpty(before))
      expect((await fetch(`${restored.url}/api/v1/works/${id}`, { headers })).status, `${id} in ${to}`).toBe(200);
    // The first work that it lacks can be registered again.
    expect(await register(restored, 1_000_000)).toMatch(/^wk_/);
  }
});

test("a backup replaces nothing, and leaves nothing of one that failed", async () => {
  mkdirSync(join(folder, "taken"));
  writeFileSync(join(folder, "taken/registry.sqlite"), "something else");
  const taken = await spolia(folder, "records", "backup", "--data", "records", "--to", "taken");
  expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining("taken has records already")]);
  expect(statSync(join(folder, "taken/registry.sqlite")).size).toBe("something else".length);

  mkdirSync(join(folder, "broken"));
  writeFileSync(join(folder, "broken/registry.sqlite"), "no database, whatever its name says");
  const broken = await spolia(folder, "records", "backup", "--data", "broken", "--to", "nothing");
  expect([broken.code, broken.stderr]).toEqual([3, expect.stringContaining("could not be backed up")]);
  expect(readdirSync(join(folder, "nothing"))).toEqual([]);

  const nowhere = await spolia(folder, "records", "backup", "--data", "no-such-folder", "--to", "nothing");
  expect([nowhere.code, nowhere.stderr]).toEqual([3, expect.stringContaining("There are no records in this folder")]);
  const database = await spolia(folder, "records", "backup", "--data", "postgres://db/spolia", "--to", "nothing");
  expect([database.code, database.stderr]).toEqual([2, expect.stringContaining("pg_dump")]);
});
