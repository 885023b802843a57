/** The service is killed under load, again and again, and what it acknowledged is looked for in what it left. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { openSqliteStore } from "../../../src/service/index.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { seeded } from "../../support/texts.ts";
import { mixedLoad } from "./process/load.ts";
import { makePlace, startService } from "./process/service.ts";

const LANES = 8;
/** A service is killed so long after so many works were acknowledged, at most. */
const REGISTERED_MAX = 40;
const DELAY_MS_MAX = 15;

/** @returns works whose registration was answered, and works that are there */
export async function killServices(
  folder: string,
  cycles: number,
  seed: number,
): Promise<{ acknowledged: number; there: number }> {
  const { place, made } = await makePlace(folder, async (registry) => {
    await registry.createTenant({ id: "one", plan: "large" });
    return registry.createKey("one");
  });
  const random = seeded(seed);
  const acknowledged = new Set<string>();
  for (let cycle = 0; cycle < cycles; cycle++) {
    const service = await startService(place);
    const count = 1 + Math.floor(random() * REGISTERED_MAX);
    const delayMs = random() * DELAY_MS_MAX;
    let isKilled = false;
    const kill = async (): Promise<void> => {
      await service.kill();
      isKilled = true;
    };
    const load = mixedLoad(service.url, made.key, {
      ...{ lanes: LANES, seed: seed + cycle, isOver: () => isKilled },
      onRegistered: (registered) => void (registered === count && setTimeout(kill, delayMs)),
    });
    const { registered, statuses } = await load;
    expect(Object.keys(statuses).every((status) => Number(status) < 500)).toBe(true);
    for (const id of registered) acknowledged.add(id);
  }
  const there = await worksIn(join(place.data, "registry.sqlite"));
  expect([...acknowledged].filter((id) => !there.has(id))).toEqual([]);
  return { acknowledged: acknowledged.size, there: there.size };
}

async function worksIn(path: string): Promise<Set<string>> {
  const store = await openSqliteStore(path);
  const ids = new Set<string>();
  await store.read(async ({ works, history }) => {
    for (let page_token: string | undefined; page_token !== ""; ) {
      const page = await works.list("one", { page_size: 1_000, page_token });
      page_token = page.next_page_token;
      for (const { id } of notAlwaysEmpty(page.items)) {
        ids.add(id);
        expect(await works.content("one", id)).not.toBeNull();
        expect(await history.last("one", id)).not.toBeNull();
      }
    }
  });
  await store.close();
  const database = new DatabaseSync(path);
  expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(database.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  database.close();
  return ids;
}
