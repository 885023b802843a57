/** The status of the service, of all processes on its store: whether its parts work, and how it did for 90 days. */

import type { Count, Share } from "../../../base/contract/common.ts";
import { rounded, sum } from "../../../base/lists/numbers.ts";
import { ENGINE_VERSION } from "../../../base/version.ts";
import type { Dependency } from "../../../engine/steps/reach.ts";
import { dayOf } from "../../accounts/quota.ts";
import { DAY_MS } from "../../accounts/schedule.ts";
import type { Dependencies } from "../../jobs/dependencies.ts";
import type { Readiness } from "../../jobs/readiness.ts";
import { type ToldDay, toldDays } from "../../jobs/uptime.ts";
import type { StatusDay, StatusLatency, StatusPart } from "../../store/records.ts";
import type { Records } from "../../store/store.ts";
import type { NamedPlan } from "../openapi/answerTexts.ts";

/** `pass`: it works. `warn`: it works, but late or not always. `fail`: it does not work. */
export type PartState = "pass" | "warn" | "fail";

/** Status of the service, the same whichever of its processes answers that reaches the same others. */
export interface ServiceStatus {
  /**
   * `fail` if a part fails, else `warn` if one warns, else `pass`. A part warns if it failed in the last 3 minutes and
   * worked too, or if its work waits for more than 5 minutes; it fails if it only failed. The store fails if no write
   * came through just now; the corpora fail if one of them cannot be read now; hosts of models warn if one does not
   * answer, and fail if none does.
   */
  status: PartState;
  /** Package name and version of the engine, as in results. */
  engine: string;
  /** The parts; without those that this service does not have. */
  components: StatusComponent[];
  /** How long the service was ready. */
  uptime: StatusUptime;
  /** Uptime targets of plans; only of those that have one. */
  targets: UptimeTarget[];
  /** Number of requests in the days below, without reads of public documents. */
  requests: Count;
  /** Number of these with a response status of 500 or more. */
  failed: Count;
  /** Latencies of today and yesterday, from the request to its response; `null` before the first response. */
  latency_ms: Latencies | null;
  /** UTC days up to today, the earliest first; at most 90, and none before the first check. */
  days: UptimeDay[];
}

/** A part of the service. */
interface StatusComponent {
  /** What it does. */
  name: "store" | "corpora" | "models" | "engine" | "monitors" | "deliveries" | "jobs";
  /** Whether it works. */
  status: PartState;
}

/** How long the service was ready. */
interface StatusUptime {
  /** What is counted, in words. */
  rule: string;
  /** This month, in UTC. */
  month: Uptime;
  /** The days below. */
  days: Uptime;
}

/** How much of a time the service was ready. */
export interface Uptime {
  /** Seconds that are counted. */
  seconds: Count;
  /** Seconds of these in which the service was ready. */
  ready_seconds: Count;
  /** Share of these seconds; `null` if none is counted. */
  uptime: Share | null;
}

/** One UTC day. */
interface UptimeDay extends Uptime {
  /** The day, `YYYY-MM-DD`. */
  day: string;
  /** Number of requests. */
  requests: Count;
  /** Number of these with a response status of 500 or more. */
  failed: Count;
}

/** The target of a plan beside what was measured. */
interface UptimeTarget {
  /** Name of the plan. */
  plan: string;
  /** The target, in the operator's words. */
  uptime_target: string;
  /** Whether this month's uptime meets it so far; `null` if the target is not a percentage. */
  is_met: boolean | null;
}

/** Quantiles of latencies, in milliseconds: each the upper end of its class. */
interface Latencies {
  /** Number of responses. */
  answers: Count;
  /** Median, in milliseconds. */
  p50: Count;
  /** 95 % quantile, in milliseconds. */
  p95: Count;
  /** 99 % quantile, in milliseconds. */
  p99: Count;
}

const RULE =
  "Time is counted in slots of 10 s, from the first check on. A slot is ready if a write of any process came through " +
  "in it. All others are not, also where no process ran that could tell.";

/** A part that failed is told of for so long. */
const RECENT_MS = 180_000;
/** Work that waits longer than this is late. */
const LATE_MS = 300_000;
/** How long a document is shared, so that a public page costs the store the same however often it is read. */
const SHARED_MS = 1_000;

/** What the document is made of. */
interface StoredStatus {
  days: StatusDay[];
  latencies: StatusLatency[];
  parts: StatusPart[];
  late: ReadonlySet<string>;
}

export class StatusBoard {
  readonly #readiness: Readiness;
  readonly #dependencies: Dependencies;
  readonly #plans: readonly NamedPlan[];
  #document: Promise<ServiceStatus> | null = null;
  #madeMs = 0;
  /** What was read last, for a store that cannot be read now. */
  #stored: StoredStatus = { days: [], latencies: [], parts: [], late: new Set() };

  /** @param plans whose uptime targets are shown */
  constructor(readiness: Readiness, dependencies: Dependencies, plans: readonly NamedPlan[]) {
    this.#readiness = readiness;
    this.#dependencies = dependencies;
    this.#plans = plans;
  }

  document(): Promise<ServiceStatus> {
    const now = performance.now();
    if (this.#document === null || now - this.#madeMs >= SHARED_MS) {
      this.#document = this.#made();
      this.#madeMs = now;
    }
    return this.#document;
  }

  async #made(): Promise<ServiceStatus> {
    const { store, now } = this.#readiness.host;
    const asked = [this.#readiness.outcome(), this.#dependencies.corpora(), this.#dependencies.models()] as const;
    const [{ error }, corpora, models] = await Promise.all(asked);
    const at = now();
    if (error === null)
      this.#stored = await store.read((records) => storedStatus(records, at)).catch(() => this.#stored);
    const { days: stored, latencies, parts, late } = this.#stored;
    const components: StatusComponent[] = [
      { name: "store", status: error === null ? "pass" : "fail" },
      ...dependencyStates(corpora, models),
      ...parts.map((part) => ({
        name: part.part as StatusComponent["name"],
        status: partState(part, late.has(part.part), at),
      })),
    ];
    const days = toldDays(stored, at);
    const month = uptimeOf(days.filter(({ day }) => day.startsWith(dayOf(at).slice(0, 7))));
    return {
      status: (["fail", "warn"] as const).find((state) => components.some(({ status }) => status === state)) ?? "pass",
      engine: ENGINE_VERSION,
      components,
      uptime: { rule: RULE, month, days: uptimeOf(days) },
      targets: this.#plans.flatMap(({ name, uptime_target }) =>
        uptime_target === undefined ? [] : [{ plan: name, uptime_target, is_met: isMet(uptime_target, month.uptime) }],
      ),
      requests: sum(days, ({ requests }) => requests),
      failed: sum(days, ({ failed }) => failed),
      latency_ms: quantiles(latencies),
      days: days.map((day) => ({ day: day.day, ...uptimeOf([day]), requests: day.requests, failed: day.failed })),
    };
  }
}

/** @param corpora `null` where nothing is known of them */
function dependencyStates(corpora: readonly Dependency[] | null, models: readonly Dependency[]): StatusComponent[] {
  if (corpora === null) return [{ name: "corpora", status: "fail" }];
  const stateOf = (name: StatusComponent["name"], kind: Dependency["kind"], some: PartState): StatusComponent[] => {
    const own = [...corpora, ...models].filter((one) => one.kind === kind);
    const up = own.filter(({ answers }) => answers).length;
    const status = up === own.length ? "pass" : up === 0 ? "fail" : some;
    return own.length === 0 ? [] : [{ name, status }];
  };
  return [...stateOf("corpora", "corpus", "fail"), ...stateOf("models", "model", "warn")];
}

async function storedStatus({ status }: Records, now: number): Promise<StoredStatus> {
  const days = await status.days();
  const latencies = await Promise.all([now - DAY_MS, now].map((at) => status.latencies(dayOf(at))));
  const late = (await status.overdue(now)).filter(([, ms]) => ms > LATE_MS).map(([part]) => part);
  return { days, latencies: latencies.flat(), parts: await status.parts(), late: new Set(late) };
}

function partState({ passed_at, failed_at }: StatusPart, isLate: boolean, now: number): PartState {
  if (now - failed_at <= RECENT_MS) return now - passed_at <= RECENT_MS ? "warn" : "fail";
  return isLate ? "warn" : "pass";
}

function uptimeOf(days: readonly ToldDay[]): Uptime {
  const seconds = sum(days, (day) => day.seconds);
  const ready_seconds = sum(days, (day) => day.ready_seconds);
  return { seconds, ready_seconds, uptime: seconds === 0 ? null : rounded(ready_seconds / seconds) };
}

/** Whether a target like `99.9 %` is met; `null` where it is not of this form, or nothing was measured. */
function isMet(target: string, uptime: Share | null): boolean | null {
  const [, percent] = /^\s*(\d{1,3}(?:\.\d+)?)\s*%\s*$/.exec(target) ?? [];
  return percent === undefined || uptime === null ? null : 100 * uptime >= Number(percent);
}

function quantiles(stored: readonly StatusLatency[]): Latencies | null {
  const classes = [...stored].sort((a, b) => a.up_to_ms - b.up_to_ms);
  const answers = sum(classes, (one) => one.answers);
  if (answers === 0) return null;
  const quantile = (share: number): number => {
    let below = 0;
    for (const { up_to_ms, answers: more } of classes) {
      below += more;
      if (below >= share * answers) return up_to_ms;
    }
    return classes.at(-1)!.up_to_ms;
  };
  return { answers, p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) };
}
