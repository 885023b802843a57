/**
 * Monitors: which work is watched, how often, and which webhook receives messages. `runs/monitors.ts` contains the
 * runs.
 */

import type { Count, Timestamp } from "../../base/contract/common.ts";
import type { Verdict } from "../../base/contract/operations/analyze.ts";
import type { MonitorChanges, MonitorRequest, Schedule, Watched } from "../../base/contract/resources/monitor.ts";
import { WATCHED } from "../../base/contract/resources/monitor.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { monitorChangesSchema, monitorRequestSchema } from "../../base/contract/schemas/resources/monitor.ts";
import { type ErrorCode, SpoliaError } from "../../base/errors.ts";
import type { Quota } from "../accounts/quota.ts";
import { LOOK_MS, nextTime, PERIODS_MS, retryAfterMs } from "../accounts/schedule.ts";
import { shownOnce, type Webhooks, type WebhookWithSecret } from "../deliveries/endpoints.ts";
import { type Difference, type Finding, verdictOf } from "../deliveries/findings.ts";
import { existing, type Host, isoTime, isoTimeOrNull, newId } from "../history/host.ts";
import { mappedPage, type Page, type PageRequest } from "../store/cursor.ts";
import type { Monitor, Run, Work } from "../store/records.ts";
import type { Records } from "../store/store.ts";
import type { StoredError } from "./storedError.ts";

/** The `settings` of a monitor. */
export interface MonitorSettings {
  /** How often the work is looked at; `null` for only when something changed. */
  schedule: Schedule | null;
  /** Changes that make it run. */
  on: Watched[];
  /** Models that the work is scored for. */
  target_models: string[];
  /** ISO 3166 code or regime of the scores; `null` without `target_models`. */
  jurisdiction: string | null;
  /** Id of the webhook that receives messages; `null` for none. */
  webhook_id: string | null;
}

/** The `state` of a monitor. */
export interface MonitorState {
  /** Findings of the last successful run. */
  findings: Finding[] | null;
  /** The watched state that this run saw. */
  watched: Readonly<Record<Watched, string>> | null;
  /** The current run, and the end of its lease. */
  run: { id: string; until: number } | null;
  last: { run_id: string; status: Exclude<Run["status"], "running">; at: number } | null;
  /** Runs that failed since one ended well. */
  failures: number;
  /** Why the last due run was not made; absent or `null` where it was, or none was due. */
  held_back?: { code: ErrorCode; at: number } | null;
  /** Whether the next run is counted already: one whose process died is repeated without counting twice. */
  is_counted?: boolean;
  /** The day for which it is counted, which gets it back where the run fails. */
  counted_on?: string;
}

/** Why a run was made. */
export type Trigger = "first" | "schedule" | Watched | "retry" | "request";

/** The `report` of a run. */
export interface RunReport {
  /** Why the run was made. */
  triggers: Trigger[];
  /** When the run ended; `null` while it is under way. */
  ended_at: Timestamp | null;
  /** Id of the analysis that was made; `null` where there is none. */
  analysis_id: string | null;
  /** Ids of the scores that were made. */
  score_ids: string[];
  /** Findings that the run before did not have, up to 100. */
  added: Finding[];
  /** Findings that only the run before had, up to 100. */
  removed: Finding[];
  /** How many findings were added. */
  added_count: Count;
  /** How many findings were removed. */
  removed_count: Count;
  /** Id of the message that tells of it; `null` where there is none. */
  delivery_id: string | null;
  error: StoredError | null;
}

/** A run that has ended. */
interface LastRun {
  /** Id of the run. */
  run_id: string;
  /** What the run came to. */
  status: Run["status"];
  /** When the run ended. */
  ended_at: Timestamp;
}

/** Why a run that is due is not made. */
interface HeldBack {
  /** `quota_exceeded`, or `forbidden` where the plan is not offered any more. */
  code: ErrorCode;
  /** When a run was due and not made last. */
  at: Timestamp;
}

/** A monitor as it is answered. */
export interface MonitorDocument extends MonitorSettings {
  /** `mo_` id of the monitor. */
  monitor_id: string;
  /** Id of the work that is watched. */
  work_id: string;
  /** Whether it runs by itself, or on request only. */
  status: Monitor["status"];
  /** When the monitor was made. */
  created_at: Timestamp;
  /** When the monitor is looked at next; `null` where it runs on request only. */
  next_look_at: Timestamp | null;
  /** Verdict of the last run that ended well; `null` before one has. */
  verdict: Verdict | null;
  /** The last run that has ended; `null` before one has. */
  last_run: LastRun | null;
  /**
   * Runs that failed since one ended well, also since a search did not reach all of a corpus. The wait after each
   * doubles, up to a day; they count nothing. With the third the webhook gets `monitor.failing`.
   */
  failures: Count;
  /**
   * Why the run that is due is not made: the plan's calls or words of the UTC day are used up. It is made when they
   * return. `null` where no run is held back.
   *
   * @since 0.2.0
   */
  held_back: HeldBack | null;
}

export interface RunDocument extends RunReport {
  /** `run_` id of the run. */
  run_id: string;
  /** Id of the monitor. */
  monitor_id: string;
  /**
   * Outcome of the run. `changed`: a message is sent to the webhook. The first run is `changed` where it found
   * something.
   */
  status: Run["status"];
  /** When the run began. */
  started_at: Timestamp;
}

export class Monitors {
  readonly #host: Host;
  readonly #webhooks: Webhooks;
  readonly #quota: Quota;

  constructor(host: Host, webhooks: Webhooks, quota: Quota) {
    this.#host = host;
    this.#webhooks = webhooks;
    this.#quota = quota;
  }

  /**
   * The first run is due at once.
   *
   * @throws invalid_request; webhook_refused where the address may not be called; not_found where there is no such work
   *   or webhook; plan_limit
   */
  async create(
    tenant: string,
    unchecked: MonitorRequest,
  ): Promise<MonitorDocument & { webhook: WebhookWithSecret | null }> {
    const request = parseRequest(monitorRequestSchema, unchecked);
    const { schedule = "daily", on = [...WATCHED], target_models = [], jurisdiction = null } = request;
    const made = request.webhook_url === undefined ? null : this.#webhooks.prepare(tenant, request.webhook_url);
    const created_at = this.#host.now();
    const id = newId(this.#host.random, "mo");
    return this.#host.store.write(async (records) => {
      const work = await namedWork(records, tenant, request);
      if (made !== null) await this.#webhooks.add(records, made);
      const webhook_id = made?.id ?? request.webhook_id ?? null;
      await requireWebhook(records, tenant, webhook_id);
      const settings: MonitorSettings = { schedule, on, target_models, jurisdiction, webhook_id };
      const state: MonitorState = { findings: null, watched: null, run: null, last: null, failures: 0 };
      const own = { tenant, id, created_at, work_id: work.id, status: "active", due_at: created_at } as const;
      const monitor: Monitor = { ...own, settings, state };
      await records.monitors.add(monitor);
      await this.#quota.requireRoom(records, tenant, ["monitors"]);
      return { ...documentOf(monitor), webhook: made && shownOnce(made) };
    });
  }

  /** @throws not_found */
  find(tenant: string, id: string): Promise<MonitorDocument> {
    return this.#host.store.read(async (records) => documentOf(await existing(records.monitors.find(tenant, id))));
  }

  /** The newest first. */
  async list(
    tenant: string,
    page: PageRequest = {},
    filter: { work_id?: string } = {},
  ): Promise<Page<MonitorDocument>> {
    return mappedPage(await this.#host.store.read(({ monitors }) => monitors.list(tenant, page, filter)), documentOf);
  }

  /** A current run ends with the settings that it began with. @throws invalid_request, not_found */
  async change(tenant: string, id: string, unchecked: MonitorChanges): Promise<MonitorDocument> {
    const { status, ...changes } = parseRequest(monitorChangesSchema, unchecked);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    return this.#host.store.write(async (records) => {
      for (;;) {
        const found = await existing(records.monitors.find(tenant, id));
        const settings: MonitorSettings = { ...settingsOf(found), ...given };
        await requireWebhook(records, tenant, settings.webhook_id);
        const changed = { ...found, status: status ?? found.status, settings };
        // The end of the current run sets the next due time.
        const due_at = stateOf(found).run === null ? dueAt(changed, this.#host.now()) : found.due_at;
        const stored = { status: changed.status, settings, due_at };
        const seen = { status: found.status, settings: found.settings, state: found.state, due_at: found.due_at };
        // Where a run has begun or ended, or another change was made meanwhile, it is looked at again.
        if (await records.monitors.change(tenant, id, stored, seen)) return documentOf({ ...changed, due_at });
      }
    });
  }

  /** With its runs. @throws not_found */
  async remove(tenant: string, id: string): Promise<void> {
    await existing(this.#host.store.write(({ monitors }) => monitors.remove(tenant, id)));
  }

  /** The newest first. @throws not_found */
  runs(tenant: string, id: string, page: PageRequest = {}): Promise<Page<RunDocument>> {
    return this.#host.store.read(async (records) => {
      await existing(records.monitors.find(tenant, id));
      return mappedPage(await records.runs.list(tenant, page, { monitor_id: id }), runDocumentOf);
    });
  }
}

export const settingsOf = ({ settings }: Monitor) => settings as MonitorSettings;
export const stateOf = ({ state }: Monitor) => state as MonitorState;

/** Time of a monitor's next check. */
export function dueAt(monitor: Monitor, now: number): number | null {
  const { schedule, on } = settingsOf(monitor);
  const { last, failures } = stateOf(monitor);
  if (monitor.status !== "active") return null;
  if (last === null) return now;
  const times = [
    ...(schedule === null ? [] : [nextTime(PERIODS_MS[schedule], monitor.id, now)]),
    ...(on.length === 0 ? [] : [nextTime(LOOK_MS, monitor.id, now)]),
    ...(failures === 0 ? [] : [Math.max(now, last.at + retryAfterMs(failures))]),
  ];
  return times.length === 0 ? null : Math.min(...times);
}

/** The reasons to run a monitor now; empty where there are none. */
export function triggersOf(monitor: Monitor, now: number, watched: Readonly<Record<Watched, string>>): Trigger[] {
  const { schedule, on } = settingsOf(monitor);
  const { last, failures, watched: seen } = stateOf(monitor);
  if (monitor.status !== "active") return [];
  if (last === null) return ["first"];
  const isTime = schedule !== null && nextTime(PERIODS_MS[schedule], monitor.id, last.at) <= now;
  const isRetry = failures > 0 && last.at + retryAfterMs(failures) <= now;
  // After failures, changes do not trigger a run: the wait before the next attempt grows.
  const changed = failures > 0 ? [] : on.filter((kind) => watched[kind] !== seen?.[kind]);
  return [...(isTime ? (["schedule"] as const) : []), ...changed, ...(isRetry ? (["retry"] as const) : [])];
}

function namedWork({ works }: Records, tenant: string, { work_id, work_hash }: MonitorRequest): Promise<Work> {
  return work_id === undefined
    ? existing(works.findByHash(tenant, work_hash!), "/work_hash")
    : existing(works.find(tenant, work_id), "/work_id");
}

async function requireWebhook({ endpoints }: Records, tenant: string, id: string | null): Promise<void> {
  if (id === null || (await endpoints.find(tenant, id)) !== null) return;
  throw new SpoliaError("not_found", "There is no webhook of this id.", {
    fields: [{ pointer: "/webhook_id", detail: "must be the id of a webhook" }],
  });
}

function documentOf(monitor: Monitor): MonitorDocument {
  const { id, work_id, status, created_at, due_at } = monitor;
  const { findings, last, failures, held_back = null } = stateOf(monitor);
  return {
    monitor_id: id,
    work_id,
    status,
    created_at: isoTime(created_at),
    ...settingsOf(monitor),
    next_look_at: isoTimeOrNull(due_at),
    verdict: verdictOf(findings),
    last_run: last && { run_id: last.run_id, status: last.status, ended_at: isoTime(last.at) },
    failures,
    held_back: held_back && { code: held_back.code, at: isoTime(held_back.at) },
  };
}

function runDocumentOf({ id, monitor_id, status, created_at, report }: Run): RunDocument {
  return { run_id: id, monitor_id, status, started_at: isoTime(created_at), ...(report as RunReport) };
}

const CHANGES_LISTED_MAX = 100;

/** The initial report of a run. */
export const begunReport = (triggers: Trigger[]): RunReport => ({
  triggers,
  ended_at: null,
  analysis_id: null,
  score_ids: [],
  ...listed({ added: [], removed: [] }),
  delivery_id: null,
  error: null,
});

export const listed = ({ added, removed }: Difference, max = CHANGES_LISTED_MAX) => ({
  added: added.slice(0, max),
  removed: removed.slice(0, max),
  added_count: added.length,
  removed_count: removed.length,
});
