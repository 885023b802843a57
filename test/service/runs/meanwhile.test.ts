/**
 * What another process changes between two statements of a transaction, as databases that several write to allow: it is
 * neither lost nor overlooked.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { enqueue } from "../../../src/service/deliveries/deliveries.ts";
import { createRegistry, type Registry } from "../../../src/service/registry.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import type { RecordStore, Records } from "../../../src/service/store/store.ts";
import { newWorld, openProcess, type World } from "../fixtures/monitored.ts";
import { createFakeEngine } from "../http/fakeEngine.ts";

type Kind = "endpoints" | "monitors" | "keys" | "deliveries";

/** A store in which another process writes after the first record of a kind was read. */
function withOther(store: RecordStore, kind: Kind, other: (records: Records) => Promise<unknown>) {
  let isDone = false;
  const once = async (records: Records) => {
    if (!isDone) {
      isDone = true;
      await other(records);
    }
  };
  const meddled: RecordStore = {
    ...store,
    write: (work) =>
      store.write((records) => {
        const collection = records[kind] as Records["endpoints"];
        const find: typeof collection.find = async (tenant, id) => {
          const found = await collection.find(tenant, id);
          await once(records);
          return found;
        };
        return work({ ...records, [kind]: { ...collection, find } });
      }),
  };
  return { store: meddled, isDone: () => isDone };
}

let store: RecordStore;
let world: World;
let here: Awaited<ReturnType<typeof openProcess>>;
let receives: () => Promise<{ status: number; retryAfterSeconds: null }>;
const outgoing = { check: () => {}, post: () => receives() };

beforeEach(async () => {
  store = createMemoryStore();
  world = newWorld();
  receives = async () => ({ status: 204, retryAfterSeconds: null });
  here = await openProcess(store, world, outgoing);
  await here.registry.createTenant({ id: "a" });
});
afterEach(async () => {
  await here.scheduler.stop();
  expect(here.errors).toEqual([]);
});

async function registryWith(kind: Kind, other: (records: Records) => Promise<unknown>) {
  const { store: meddled, isDone } = withOther(store, kind, other);
  const registry: Registry = await createRegistry(createFakeEngine(), meddled, { now: () => world.now, outgoing });
  return { registry, isDone };
}

test("a change of a webhook does not undo a new secret, nor a new secret a change", async () => {
  const { webhook_id, secret } = await here.registry.webhooks.create("a", { url: "https://one.example" });
  const settingsNow = () => store.read(async ({ endpoints }) => (await endpoints.find("a", webhook_id))!.settings);
  const rotated = { url: "https://one.example", secrets: ["another", secret] };
  const one = await registryWith("endpoints", ({ endpoints }) =>
    endpoints.change("a", webhook_id, { settings: rotated }),
  );
  await one.registry.webhooks.change("a", webhook_id, { url: "https://two.example" });
  expect(one.isDone()).toBe(true);
  expect(await settingsNow()).toEqual({ ...rotated, url: "https://two.example" });
  const moved = { url: "https://three.example", secrets: ["another", secret] };
  const two = await registryWith("endpoints", ({ endpoints }) =>
    endpoints.change("a", webhook_id, { settings: moved }),
  );
  const made = await two.registry.webhooks.rotate("a", webhook_id);
  expect(two.isDone()).toBe(true);
  expect(await settingsNow()).toEqual({ url: "https://three.example", secrets: [made.secret, "another"] });
});

test("a change of a monitor does not undo the begin of a run", async () => {
  const { work_id } = await here.registry.works.register("a", { content: "one text" });
  const { monitor_id } = await here.registry.monitors.create("a", { work_id, schedule: "daily", on: [] });
  const running = { run: { id: "run_of_another", until: world.now + 300_000 } };
  const { registry, isDone } = await registryWith("monitors", async ({ monitors }) => {
    const { state } = (await monitors.find("a", monitor_id))!;
    const due_at = world.now + 300_000;
    await monitors.change("a", monitor_id, { state: { ...(state as object), ...running }, due_at });
  });
  await registry.monitors.change("a", monitor_id, { schedule: "hourly" });
  expect(isDone()).toBe(true);
  const stored = (await store.read(({ monitors }) => monitors.find("a", monitor_id)))!;
  expect(stored).toMatchObject({ settings: { schedule: "hourly" }, state: running, due_at: world.now + 300_000 });
});

test("a key that was revoked keeps its time", async () => {
  const { key_id } = await here.registry.createKey("a");
  const { registry, isDone } = await registryWith("keys", ({ keys }) => keys.change("a", key_id, { revoked_at: 1 }));
  await registry.revokeKey("a", key_id);
  expect([isDone(), (await registry.listKeys("a")).items[0]!.revoked_at]).toEqual([true, "1970-01-01T00:00:00.001Z"]);
});

test("a message that is to be sent again while it is sent is sent again", async () => {
  const { webhooks } = here.registry;
  const { webhook_id } = await webhooks.create("a", { url: "https://one.example" });
  const { delivery_id } = await webhooks.test("a", webhook_id);
  receives = async () => ({ status: 500, retryAfterSeconds: null });
  await here.scheduler.round();
  world.now += 3_600_000;
  let sent = 0;
  receives = async () => {
    if (++sent === 1) await webhooks.redeliver("a", webhook_id, delivery_id);
    return { status: sent === 1 ? 500 : 204, retryAfterSeconds: null };
  };
  await here.scheduler.round();
  await here.scheduler.round();
  expect([sent, (await webhooks.deliveries("a", webhook_id)).items[0]]).toMatchObject([
    2,
    { status: "delivered", attempts: 1 },
  ]);
});

test("a message that comes while an endpoint's next time is set is not overlooked", async () => {
  const { webhook_id } = await here.registry.webhooks.create("a", { url: "https://one.example" });
  const event = { type: "webhook.test" as const, data: { webhook_id: "we_1" } };
  const due = () => store.read(async ({ endpoints }) => (await endpoints.find("a", webhook_id))!.due_at);
  // The other has added its message, and waits for the row until this transaction has ended.
  let isOther = false;
  await store.write(async (records) => {
    const endpoints: typeof records.endpoints = {
      ...records.endpoints,
      async change(tenant, id, changes, expected) {
        if (!isOther) {
          isOther = true;
          await records.deliveries.add({
            ...{ tenant, id: "msg_other", created_at: 1, endpoint_id: id, status: "pending", attempts: 0 },
            ...{ due_at: world.now - 5, payload: "{}", log: [], prunable_at: null },
          });
        }
        return records.endpoints.change(tenant, id, changes, expected);
      },
    };
    await enqueue({ ...records, endpoints }, { tenant: "a", id: webhook_id }, "msg_own", event, world.now);
  });
  expect([isOther, await due()]).toEqual([true, world.now - 5]);
});
