/** The records of the service's status over the rows of any driver: counts that all processes add to. */
import type { Rows } from "../driver.ts";
import type { DueKind, Records } from "../store.ts";

/** Parts of the service, and the records of their work. */
const DUE: readonly (readonly [part: string, kind: DueKind])[] = [
  ["monitors", "monitors"],
  ["deliveries", "webhook_endpoints"],
  ["jobs", "jobs"],
];

export function statusOf(rows: Rows): Records["status"] {
  const days = () => rows.select("status_days", { where: {}, order: ["day"] });
  return {
    async checked(day, slot, { requests, failed, latencies, passed, failing, atMs }) {
      const nothing = { checks: 0, ready_slots: 0, latest_slot: 0, requests: 0, failed: 0 };
      await rows.insert("status_days", { day, begun_slot: slot, ...nothing });
      const counts = { checks: { add: 1 }, requests: { add: requests }, failed: { add: failed } };
      await rows.increment("status_days", { day }, counts);
      // All or none: a slot that any process has counted is counted.
      const once = { from: slot - 1, add: 1, atMost: slot };
      await rows.increment("status_days", { day }, { ready_slots: { add: 1 }, latest_slot: once });
      for (const [up_to_ms, answers] of latencies)
        await rows.increment("status_latencies", { day, up_to_ms }, { answers: { add: answers } });
      const now = { from: atMs, add: 0 };
      for (const part of passed) await rows.increment("status_parts", { part }, { passed_at: now });
      for (const part of failing) await rows.increment("status_parts", { part }, { failed_at: now });
    },
    days,
    latencies: (day) => rows.select("status_latencies", { where: { day }, order: ["up_to_ms"] }),
    parts: () => rows.select("status_parts", { where: {}, order: ["part"] }),
    count: async (kind, status) => (await rows.total(kind, { status } as never)).count,
    async overdue(now) {
      const selection = { where: {}, order: ["due_at"], upTo: now, limit: 1 } as const;
      const waits = DUE.map(async ([part, kind]) => {
        const since = (await rows.select(kind, selection))[0]?.due_at ?? now;
        return [part, now - since] as const;
      });
      return Promise.all(waits);
    },
    async forget(before) {
      const old = (await days()).filter(({ day }) => day < before);
      for (const { day } of old.slice(0, -1)) await rows.remove("status_days", { day });
    },
  };
}
