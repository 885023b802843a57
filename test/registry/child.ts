/**
 * Works on a store until it is killed or done, and says on its standard output what it is about to write and what was acknowledged.
 *
 *   node child.ts {"place": …, "kind": "quota", "calls": 40, "limit": 50}     takes calls and says how many it got
 *   node child.ts {"place": …, "kind": "claims", "atOnce": 7}                 claims due jobs until there are none, and says their ids
 *   node child.ts {"place": …, "kind": "writes", "prefix": "c3"}              registers works for ever
 */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { createQueue } from "../../src/base/queues/queue.ts";
import { isSpoliaError } from "../../src/base/errors.ts";
import { appendEntry } from "../../src/service/history/history.ts";
import { openSigners } from "../../src/service/history/signing.ts";
import { openAt } from "./openAt.ts";
import { tenantOf, workRecordOf } from "./records.ts";

export type Task = { place: string } & (
  | { kind: "quota"; calls: number; limit: number }
  | { kind: "claims"; atOnce: number }
  | { kind: "writes"; prefix: string }
);

const QUOTA_CALLS_AT_ONCE = 50;

const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

/** What was acknowledged; `null` where the store refused, after which it may have been written or not. */
const answered = <Answer>(call: Promise<Answer>): Promise<Answer | null> =>
  call.catch((error: unknown) => {
    if (isSpoliaError(error) && error.code === "registry_failed") return null;
    throw error;
  });

// A killed process keeps nothing of what it compiled for those after it.
flushCompileCache();

const task: Task = JSON.parse(process.argv[2]!);
const store = await openAt(task.place);
await store.write(({ tenants }) => tenants.add(tenantOf("a")));

if (task.kind === "quota") {
  const usage = { tenant: "a", day: "2026-01-02", calls: 1, words: 0 };
  const inTurn = createQueue(QUOTA_CALLS_AT_ONCE);
  const taken = await Promise.all(
    Array.from({ length: task.calls }, () =>
      inTurn(() => answered(store.write((all) => all.usage.take(usage, { calls: task.limit })))),
    ),
  );
  say({ taken: taken.filter((one) => one?.taken).length, unknown: taken.filter((one) => one === null).length });
  await store.close();
} else if (task.kind === "claims") {
  const claimed: string[] = [];
  let unknown = 0;
  for (let isDone = false; !isDone; ) {
    const jobs = await answered(store.write(({ service }) => service.claim("jobs", 1_000, 2_000, task.atOnce)));
    if (jobs === null) unknown++;
    else claimed.push(...jobs.map(({ id }) => id));
    isDone = jobs?.length === 0;
  }
  say({ claimed, unknown });
  await store.close();
} else {
  const signers = await openSigners({ store, now: () => 0 });
  /** One work with all that comes with it, in one transaction, and a call that is counted. */
  const register = async (id: string) => {
    say({ begins: id });
    const written = store.write(async (records) => {
      const work = workRecordOf("a", id);
      await records.works.register(work, new TextEncoder().encode(id));
      await appendEntry(records, signers, work, { kind: "registered", digest: work.work_hash, at: 1 });
      await records.usage.take({ tenant: "a", day: "2026-01-02", calls: 1, words: 0 }, {});
      return true;
    });
    if (await answered(written)) say({ done: id });
  };
  // Several at once, so that commits hold more than one.
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let n = 0; ; n++) await register(`${task.prefix}-${lane}-${n}`);
  });
  await Promise.all(lanes);
}
