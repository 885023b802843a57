/** Quota, idempotency and what was acknowledged, over HTTP, with many at once and across kills of the process. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { makePlace, PLANS, type Place, type ServiceProcess, startService } from "./process/service.ts";

const folder = temporaryFolder();
const LIMIT = PLANS.counted.calls_per_day;
let place: Place;
let keys: Record<"one" | "counted" | "killed", string>;
let service: ServiceProcess;

beforeAll(async () => {
  ({ place, made: keys } = await makePlace(folder, async (registry) => {
    for (const [id, plan] of [
      ["one", "large"],
      ["counted", "counted"],
      ["killed", "counted"],
    ] as const)
      await registry.createTenant({ id, plan });
    const keyOf = async (tenant: string) => (await registry.createKey(tenant)).key;
    return { one: await keyOf("one"), counted: await keyOf("counted"), killed: await keyOf("killed") };
  }));
  service = await startService(place);
});
afterAll(async () => void (await service.stop()));

const ask = (path: string, key: string, init: RequestInit = {}) =>
  fetch(`${service.url}/api/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...(init.headers as object) },
  });

/** So many calls by so many at once; statuses of those that were answered. */
async function calls(count: number, atOnce: number, key: string): Promise<number[]> {
  const statuses: number[] = [];
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun++ < count) {
      const status = await ask("/works", key).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        () => 0,
      );
      if (status !== 0) statuses.push(status);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return statuses;
}

const admitted = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length;

describe("quota", () => {
  test(`of ${LIMIT + 300} calls by 200 at once exactly ${LIMIT} are answered`, async () => {
    const statuses = await calls(LIMIT + 300, 200, keys.counted);
    expect(statuses).toHaveLength(LIMIT + 300);
    expect(admitted(statuses)).toBe(LIMIT);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  test("across three kills no call is admitted beyond it, and none but those that were under way is lost", async () => {
    const atOnce = 50;
    const statuses: number[] = [];
    for (let kill = 0; kill < 3; kill++) {
      const asked = calls(1_500, atOnce, keys.killed).then((answered) => statuses.push(...answered));
      await new Promise((resolve) => setTimeout(resolve, 40));
      await service.kill();
      await asked;
      service = await startService(place);
    }
    statuses.push(...(await calls(LIMIT + 100, atOnce, keys.killed)));
    console.log(JSON.stringify({ limit: LIMIT, admitted: admitted(statuses) }));
    expect(admitted(statuses)).toBeLessThanOrEqual(LIMIT);
    expect(admitted(statuses)).toBeGreaterThanOrEqual(LIMIT - 3 * atOnce);
    expect(statuses).toContain(429);
  });
});

describe("Idempotency-Key", () => {
  // Every one of these makes another.
  const make = () =>
    ask("/webhooks", keys.one, {
      method: "POST",
      body: JSON.stringify({ url: "https://example.org/made-once" }),
      headers: { "idempotency-key": "a-thousand" },
    });
  const made = async () => {
    const page = (await (await ask("/webhooks?page_size=200", keys.one)).json()) as { items: { url: string }[] };
    return page.items.filter(({ url }) => url === "https://example.org/made-once").length;
  };

  test("of 1,000 at once one is done; the others are told to wait, or the same", async () => {
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, async () => {
        const response = await make();
        return { status: response.status, text: await response.text() };
      }),
    );
    const statuses = new Map<number, number>();
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    console.log(JSON.stringify([...statuses]));
    // 503: more at once than the service takes on.
    expect([201, 409, 503]).toEqual(expect.arrayContaining([...statuses.keys()]));
    const done = answers.filter(({ status }) => status === 201).map(({ text }) => JSON.parse(text));
    // The secret is shown to one of them; the others get the same record without it.
    expect(done.filter(({ secret }) => secret !== null)).toHaveLength(1);
    expect(new Set(done.map((one) => JSON.stringify({ ...one, secret: null }))).size).toBe(1);
    expect(await made()).toBe(1);
  });

  test("the answer is the same, byte for byte, after a kill", async () => {
    const before = await (await make()).text();
    await service.kill();
    service = await startService(place);
    const again = await make();
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(await again.text()).toBe(before);
    expect(await made()).toBe(1);
  });
});
