/** A database is killed again and again while processes count calls, register works and claim jobs in it. */
import type { ChildProcess } from "node:child_process";
import { expect, vi } from "vitest";
import { openPostgresStore } from "../../src/service/store/postgres/postgres.ts";
import { notEmpty } from "../suites/notEmpty.ts";
import type { PostgresServer } from "../suites/postgres.server.ts";
import { seeded } from "../suites/texts.ts";
import { linesOf, startChild, wholeWorks } from "./kill.cycles.ts";
import { jobOf, tenantOf } from "./records.ts";

const CHILDREN = 2;
const CLAIMED_AT_ONCE = 2;
/** What each process that writes works says between two kills. */
const LINES = 40;
/** So many calls and jobs for each kill that it falls among them. */
const CALLS = 200;
const JOBS = 150;

/** @returns how many works were acknowledged, and how many calls were refused */
export async function killDatabase(
  server: PostgresServer,
  kills: number,
): Promise<{ acknowledged: number; refused: number }> {
  const random = seeded(kills);
  const [place, placeOfWorks] = [server.newSchema(), server.newSchema()];
  const jobs = kills * JOBS;
  const limit = kills * CALLS;
  const store = await openPostgresStore(place);
  await store.write(async (records) => {
    await records.tenants.add(tenantOf("a"));
    for (let i = 0; i < jobs; i++) await records.jobs.add(jobOf("a", `j${i}`));
  });
  const several = <Told>(start: (i: number) => Told) => Array.from({ length: CHILDREN }, (_, i) => start(i));
  const writing = several((i) => startChild({ place: placeOfWorks, kind: "writes", prefix: `c${i}` }));
  const written = new Map<ChildProcess, number>();
  const writes = writing.map((child) => linesOf(child, (count) => written.set(child, count)));
  const haveWritten = (lines: number) =>
    vi.waitUntil(() => writing.every((child) => (written.get(child) ?? 0) >= lines), {
      timeout: 300_000,
      interval: 20,
    });
  // A call more than the limit each, so that all of it is granted.
  const quotas = several(() => linesOf(startChild({ place, kind: "quota", calls: limit / CHILDREN + 1, limit })));
  const claiming = several(() => linesOf(startChild({ place, kind: "claims", atOnce: CLAIMED_AT_ONCE })));
  const killing = async () => {
    for (let kill = 0; kill < kills; kill++) {
      await haveWritten(LINES * (kill + 1));
      await new Promise((resolve) => setTimeout(resolve, 300 * random()));
      await server.end("SIGKILL");
      await server.run();
    }
    await haveWritten(LINES * (kills + 1));
  };
  const [taken, claims] = await Promise.all([Promise.all(quotas), Promise.all(claiming), killing()]).finally(() => {
    for (const child of writing) child.kill("SIGKILL");
  });
  const granted = taken.reduce((sum, { lines }) => sum + (lines[0]!["taken"] as number), 0);
  const claimed = claims.flatMap(({ lines }) => lines[0]!["claimed"] as string[]);
  const said = (await Promise.all(writes)).flatMap(({ lines }) => lines);

  // A call that was refused after its patience may have been counted or not, and so may jobs have been claimed.
  const unknown = (said: { lines: Record<string, unknown>[] }[]) =>
    said.reduce((sum, { lines }) => sum + (lines[0]!["unknown"] as number), 0);
  const counted = (await store.read(({ usage }) => usage.list("a"))).items[0]!.calls;
  expect(counted).toBeLessThanOrEqual(limit);
  expect(granted).toBeLessThanOrEqual(counted);
  expect(granted + unknown(taken)).toBeGreaterThanOrEqual(limit);
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(claimed.length).toBeLessThanOrEqual(jobs);
  expect(claimed.length + CLAIMED_AT_ONCE * unknown(claims)).toBeGreaterThanOrEqual(jobs);
  await store.close();

  const again = await openPostgresStore(placeOfWorks);
  const found = await wholeWorks(again);
  await again.close();
  const acknowledged = said.flatMap(({ done }) => (typeof done === "string" ? [done] : []));
  const begun = new Set(said.flatMap(({ begins }) => (typeof begins === "string" ? [begins] : [])));
  for (const id of notEmpty(acknowledged)) expect(found.has(id), `${id} was acknowledged`).toBe(true);
  for (const id of notEmpty([...found])) expect(begun.has(id), `${id} was never begun`).toBe(true);
  return { acknowledged: acknowledged.length, refused: unknown(taken) + unknown(claims) };
}
