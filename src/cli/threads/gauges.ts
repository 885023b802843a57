/** What is going on in a service now, for an operator's metrics: of this process, and of all that share its store. */
import { within } from "../../base/queues/within.ts";
import type { Dependency } from "../../engine/steps/reach.ts";
import type { IntakeGauges } from "../../service/http/request/intake.ts";
import type { Gauge } from "../../service/http/serve/metrics.ts";
import type { Records, Registry } from "../../service/index.ts";
import { areWhole, type Dependencies } from "../../service/jobs/dependencies.ts";
import type { ThreadedEngine } from "./engines.ts";

interface GaugeSources {
  readonly handler: { readonly gauges: () => IntakeGauges; readonly dependencies: Dependencies };
  readonly engine: Pick<ThreadedEngine, "load">;
  readonly registry: Pick<Registry, "host" | "readiness">;
}

/** A store that does not answer in this time leaves its gauges out, so that the others are still collected. */
const STORE_MS = 800;

export async function gaugesNow({ handler, engine, registry }: GaugeSources): Promise<Gauge[]> {
  const { host, readiness } = registry;
  const { dependencies } = handler;
  const asked = [readiness.outcome(), dependencies.corpora(), dependencies.models()] as const;
  const [{ error, tookMs }, corpora, models] = await Promise.all(asked);
  const shared = host.store.read((records) => storeGauges(records, host.now())).catch(() => []);
  return [
    ...intakeGauges(handler.gauges()),
    gauge("spolia_engine_threads", "Threads that answer requests.", engine.load.threads),
    gauge("spolia_engine_running", "Requests that threads work on.", engine.load.running),
    gauge("spolia_engine_waiting", "Requests that wait for a thread.", engine.load.waiting),
    gauge(
      "spolia_ready",
      "1 where the store takes writes and every corpus answers, else 0.",
      Number(error === null && areWhole(corpora)),
    ),
    ...upGauges([...(corpora ?? []), ...models]),
    ...(tookMs === null ? [] : [gauge("spolia_store_check_seconds", "Time of the last such write.", tookMs / 1000)]),
    gauge("spolia_store_writes_waiting", "Writes of this process that wait for the store.", host.store.waiting()),
    ...(await within(STORE_MS, shared, [])),
  ];
}

const gauge = (name: string, help: string, value: number): Gauge => ({ name, help, value });

const intakeGauges = (now: IntakeGauges): Gauge[] => [
  gauge("spolia_bodies_arriving", "Bodies of requests that have not arrived completely.", now.bodies_arriving),
  gauge("spolia_bodies_waiting", "Bodies that wait for room.", now.bodies_waiting),
  gauge("spolia_body_bytes", "Bytes that are reserved for bodies.", now.body_bytes),
  gauge("spolia_requests_running", "Requests in progress.", now.requests_running),
];

const UP: Readonly<Record<Dependency["kind"], string>> = {
  corpus: "1 where the corpus can be searched whole, else 0.",
  model: "1 where the host of the model answers, else 0.",
};

const upGauges = (found: readonly Dependency[]): Gauge[] =>
  (Object.keys(UP) as Dependency["kind"][]).flatMap((kind): Gauge[] => {
    const values = found.flatMap((one) => (one.kind === kind ? [[one.name, Number(one.answers)] as const] : []));
    return values.length === 0 ? [] : [{ name: `spolia_${kind}_up`, help: UP[kind], label: kind, values }];
  });

const JOB_STATES = ["queued", "running", "done", "failed", "cancelled"] as const;
const DELIVERY_STATES = ["pending", "dead"] as const;
/** The same for all processes on the store. */
async function storeGauges({ status }: Records, now: number): Promise<Gauge[]> {
  return [
    {
      name: "spolia_store_jobs",
      help: "Jobs of all tenants.",
      label: "status",
      values: await Promise.all(JOB_STATES.map(async (one) => [one, await status.count("jobs", one)] as const)),
    },
    {
      name: "spolia_store_deliveries",
      help: "Messages of all tenants that are not delivered.",
      label: "status",
      values: await Promise.all(
        DELIVERY_STATES.map(async (one) => [one, await status.count("deliveries", one)] as const),
      ),
    },
    {
      name: "spolia_store_due_seconds",
      help: "How long the longest waiting work is due.",
      label: "part",
      values: (await status.overdue(now)).map(([part, ms]) => [part, ms / 1000]),
    },
  ];
}
