/**
 * A run of a monitor: one process claims it, the engine answers it, and one transaction stores its end together with
 * the message about it.
 *
 *   due ──the quota is used up──▶ due again when it returns
 *   due ──begin──▶ running, leased ──end──▶ unchanged · changed (and a message) · failed, uncounted ──▶ due again
 *                     └──its process died and LEASE_MS passed──▶ failed, due again
 *
 * Until its end, a run changes only records under its own id, so that the next run can repeat all of it.
 */

import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { Completeness } from "../../base/contract/common.ts";
import type { Engine } from "../../base/contract/engine.ts";
import type { ScoreResult } from "../../base/contract/operations/score.ts";
import type { Watched } from "../../base/contract/resources/monitor.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { unfinishedSearches } from "../../engine/steps/completeness.ts";
import { dayOf, nextDayMs, type Quota } from "../accounts/quota.ts";
import { LOOK_MS } from "../accounts/schedule.ts";
import { difference, type Finding, findingsOf, hasFound } from "../deliveries/findings.ts";
import { existing, type Host, isoTime, newId } from "../history/host.ts";
import {
  begunReport,
  dueAt,
  listed,
  type MonitorState,
  type RunReport,
  settingsOf,
  stateOf,
  type Trigger,
  triggersOf,
} from "../jobs/monitors.ts";
import { storedError } from "../jobs/storedError.ts";
import type { Registry } from "../registry.ts";
import type { Monitor, Work } from "../store/records.ts";
import type { Records } from "../store/store.ts";
import { tellChanged, tellFailing } from "./monitorEvent.ts";
import { resultOfTenant } from "./tenantResult.ts";

/** The part of the engine that monitors use, and the state that they watch. */
type WatchedEngine = Pick<Engine, "analyze" | "score" | "corpora"> & {
  readonly catalogue: Pick<Catalogue, "revision"> | null;
  readonly models: readonly string[];
};

type WatchedNow = Readonly<Record<Watched, string>>;

type Planned = Pick<Registry, "host" | "quota">;

/** Time limit of one run. The lease of a run is slightly longer. */
const RUN_MS = 4 * 60_000;
const LEASE_MS = 5 * 60_000;
/** Maximum of passages that a run considers; of more, the longest are taken. */
const MATCHES = 1_000;

/** The current watched state: equal to an earlier one if nothing has changed. */
export async function watchedNow({ corpora, catalogue, models }: WatchedEngine): Promise<WatchedNow> {
  const state = (value: unknown) => sha256(canonicalJson(value));
  return {
    corpus: await state(corpora.map(({ name, revision }) => `${name} ${revision}`).sort()),
    catalogue: await state(catalogue?.revision ?? null),
    model: await state([...models].sort()),
  };
}

/** A run that this process has claimed. */
interface BegunRun {
  monitor: Monitor;
  work: Work;
  id: string;
  report: RunReport;
  watched: WatchedNow;
}

/**
 * Claims one due monitor.
 *
 * @returns its run; `rested` where it need not run and was scheduled again; `null` where no monitor is due
 */
export function beginDue(registry: Planned, watched: WatchedNow): Promise<BegunRun | "rested" | null> {
  const { host } = registry;
  return host.store.write(async (records) => {
    const now = host.now();
    const [monitor] = await records.service.claim("monitors", now, now + LEASE_MS, 1);
    if (monitor === undefined) return null;
    const begun = await begin(registry, records, monitor, watched, triggersOf);
    return begun === null || isSpoliaError(begun) ? "rested" : begun;
  });
}

/** Claims a monitor whether it is due or not. @throws not_found; conflict while it runs; quota_exceeded */
export function beginNow(registry: Planned, tenant: string, id: string, watched: WatchedNow): Promise<BegunRun> {
  return registry.host.store.write(async (records) => {
    const monitor = await existing(records.monitors.find(tenant, id));
    const begun = await begin(registry, records, monitor, watched, () => ["request"]);
    if (isSpoliaError(begun)) throw begun;
    if (begun !== null) return begun;
    throw new SpoliaError("conflict", "The monitor is running.", { hint: "Look at its runs." });
  });
}

/** @returns `null` where it runs already or need not run; the error where the plan does not allow it */
async function begin(
  { host, quota }: Planned,
  records: Records,
  monitor: Monitor,
  watched: WatchedNow,
  triggersFor: (monitor: Monitor, now: number, watched: WatchedNow) => Trigger[],
): Promise<BegunRun | SpoliaError | null> {
  const now = host.now();
  const { tenant, id } = monitor;
  const { run } = stateOf(monitor);
  if (run !== null && run.until > now) {
    await records.monitors.change(tenant, id, { due_at: run.until });
    return null;
  }
  const free = run === null ? monitor : await buried(host, records, monitor, run.id, now);
  const triggers = triggersFor(free, now, watched);
  if (triggers.length === 0) {
    await records.monitors.change(tenant, id, { due_at: dueAt(free, now), state: free.state });
    return null;
  }
  const runId = newId(host.random, "run");
  const until = now + LEASE_MS;
  const { is_counted, counted_on } = stateOf(free);
  const counted = { is_counted: true, counted_on: (is_counted ? counted_on : null) ?? dayOf(now) };
  const state: MonitorState = { ...stateOf(free), run: { id: runId, until }, held_back: null, ...counted };
  // Where another process has begun a run since the monitor was read, this one is not made.
  if (!(await records.monitors.change(tenant, id, { due_at: until, state }, { state: monitor.state }))) return null;
  const work = (await records.works.find(tenant, monitor.work_id))!;
  const refusal = await refusalOf(quota, records, free, work, now);
  if (refusal !== null) {
    const held: MonitorState = { ...stateOf(free), held_back: { code: refusal.code, at: now } };
    // Looked at before the day ends too, since the plan may have changed.
    await records.monitors.change(tenant, id, { due_at: Math.min(nextDayMs(now), now + LOOK_MS), state: held });
    return refusal;
  }
  const report = begunReport(triggers);
  await records.runs.add({
    tenant,
    id: runId,
    created_at: now,
    monitor_id: id,
    status: "running",
    report,
    prunable_at: null,
  });
  return { monitor: { ...free, state }, work, id: runId, report, watched };
}

/** Counts a run as a call, with the words of its work; `null` where it is counted, now or since one before failed. */
async function refusalOf(
  quota: Quota,
  records: Records,
  monitor: Monitor,
  { words }: Work,
  now: number,
): Promise<SpoliaError | null> {
  if (stateOf(monitor).is_counted === true) return null;
  try {
    await quota.spend(records, monitor.tenant, { calls: 1, words }, now);
    return null;
  } catch (error) {
    if (isSpoliaError(error) && (error.code === "quota_exceeded" || error.code === "forbidden")) return error;
    throw error;
  }
}

/** The last run of a monitor is not pruned; from now on there is a later one. */
async function supersede({ runs }: Pick<Records, "runs">, monitor: Monitor): Promise<void> {
  const { last } = stateOf(monitor);
  if (last !== null) await runs.change(monitor.tenant, last.run_id, { prunable_at: last.at });
}

/** Marks a run as failed if its process died before its end. */
async function buried(host: Host, records: Records, monitor: Monitor, runId: string, now: number): Promise<Monitor> {
  const { runs } = records;
  const died = await runs.find(monitor.tenant, runId);
  const error = { code: "aborted", message: "The process that ran it ended before it did.", hint: null } as const;
  if (died !== null) {
    const delivery_id = await tellFailing(host, records, { monitor, run_id: runId, code: error.code }, now);
    const report = { ...(died.report as RunReport), ended_at: isoTime(now), delivery_id, error };
    await runs.change(monitor.tenant, runId, { status: "failed", report });
    await supersede({ runs }, monitor);
  }
  const state = stateOf(monitor);
  const last: MonitorState["last"] = { run_id: runId, status: "failed", at: now };
  return { ...monitor, state: { ...state, run: null, last, failures: state.failures + 1 } };
}

/** Calls the engine and ends the run. If the signal fires, the run is undone and its monitor is due again. */
export async function carryOut(
  registry: Registry,
  engine: WatchedEngine,
  begun: BegunRun,
  signal: AbortSignal,
  onFailed?: (error: unknown, failed: { task: "run"; tenant: string; id: string }) => void,
): Promise<void> {
  try {
    const answers = await ask(registry, engine, begun, AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]));
    await end(registry, begun, answers);
  } catch (error) {
    if (signal.aborted) return letGo(registry.host, begun);
    onFailed?.(error, { task: "run", tenant: begun.monitor.tenant, id: begun.id });
    await end(registry, begun, { error });
  }
}

interface RunResults {
  analysisId: string;
  scoreIds: string[];
  findings: Finding[];
}

async function ask(
  registry: Registry,
  engine: WatchedEngine,
  { monitor, work }: BegunRun,
  signal: AbortSignal,
): Promise<RunResults> {
  const { tenant } = monitor;
  const { work_hash } = work;
  const host = { tenant, signal };
  const { target_models, jurisdiction } = settingsOf(monitor);
  const decided = await registry.decisions.all(tenant);
  // No finding tells of rewordings, for which each word would count as many where there is an encoder.
  const request = {
    work_hash,
    options: { max_matches: MATCHES, reworded: false },
    ...(decided.length > 0 && { decisions: decided.map(({ decision }) => decision) }),
  };
  const analysis = await engine.analyze(request, host);
  const scores: [string, ScoreResult][] = [];
  const scoreRequest = (target_model: string) => ({ work_hash, target_model, jurisdiction: jurisdiction! });
  for (const model of target_models) scores.push([model, await engine.score(scoreRequest(model), host)]);
  for (const { completeness } of [analysis, ...scores.map(([, score]) => score)]) requireWholeSearch(completeness);
  const keep = async (operation: "analyze" | "score", result: object, request: object): Promise<string> =>
    (await resultOfTenant(registry, result, { tenant, operation, request, workId: work.id, isKept: true })).id;
  const analysisId = await keep("analyze", analysis, request);
  const scoreIds: string[] = [];
  for (const [model, score] of scores) scoreIds.push(await keep("score", score, scoreRequest(model)));
  const ids = decided.map(({ decision_id }) => decision_id);
  return { analysisId, scoreIds, findings: findingsOf(analysis, scores, ids) };
}

/** What a search left out may be what the run before had found: a difference from it would be no news. */
function requireWholeSearch({ stages }: Completeness): void {
  const [unfinished] = unfinishedSearches(stages);
  if (unfinished === undefined) return;
  throw new SpoliaError("search_incomplete", "A search of this run did not reach all that it was to search.", {
    ...(unfinished.reason !== undefined && { hint: unfinished.reason }),
  });
}

/** Ends a run, unless this process lost it. One that failed counts nothing. */
function end({ host, quota }: Planned, begun: BegunRun, answers: RunResults | { error: unknown }): Promise<void> {
  const { id, report, watched, work } = begun;
  return host.store.write(async (records) => {
    const now = host.now();
    const monitor = await changeDuring(records, begun, (monitor) => {
      const before = stateOf(monitor);
      const last = { run_id: id, status: statusOf(before, answers), at: now };
      const state: MonitorState =
        "error" in answers
          ? { ...before, run: null, last, failures: before.failures + 1, is_counted: false }
          : { ...before, run: null, last, failures: 0, is_counted: false, findings: answers.findings, watched };
      return { state, due_at: dueAt({ ...monitor, state }, now) };
    });
    if (monitor === null) return;
    const [before, ended_at] = [stateOf(monitor), isoTime(now)];
    await supersede(records, monitor);
    const status = statusOf(before, answers);
    let ended: Partial<RunReport>;
    if ("error" in answers) {
      const error = storedError(answers.error);
      const used = { calls: 1, words: work.words };
      await quota.giveBack(records, monitor.tenant, used, before.counted_on ?? dayOf(now));
      ended = { error, delivery_id: await tellFailing(host, records, { monitor, run_id: id, code: error.code }, now) };
    } else {
      const { analysisId: analysis_id, scoreIds: score_ids, findings } = answers;
      const found = difference(before.findings ?? [], findings);
      const event = { monitor, run_id: id, analysis_id, before: before.findings, findings, found };
      const delivery_id = status === "changed" ? await tellChanged(host, records, event, now) : null;
      ended = { analysis_id, score_ids, ...listed(found), delivery_id };
    }
    await records.runs.change(monitor.tenant, id, { status, report: { ...report, ended_at, ...ended } });
  });
}

function statusOf(
  { findings: before }: MonitorState,
  answers: RunResults | { error: unknown },
): "unchanged" | "changed" | "failed" {
  if ("error" in answers) return "failed";
  const { added, removed } = difference(before ?? [], answers.findings);
  const isNews = before === null ? hasFound(answers.findings) : added.length + removed.length > 0;
  return isNews ? "changed" : "unchanged";
}

function letGo(host: Host, begun: BegunRun): Promise<void> {
  return host.store.write(async (records) => {
    const monitor = await changeDuring(records, begun, (monitor) => ({
      due_at: monitor.status === "active" ? host.now() : null,
      state: { ...stateOf(monitor), run: null },
    }));
    if (monitor !== null) await records.runs.remove(monitor.tenant, begun.id);
  });
}

/**
 * Changes a monitor while the run is its current one, and looks at it again where another process has changed it
 * since.
 *
 * @returns the monitor as it was; `null` where the run was lost: the monitor was deleted, or another process claimed it
 *   after the lease
 */
async function changeDuring(
  { monitors }: Records,
  { monitor: { tenant, id }, id: runId }: BegunRun,
  changesOf: (monitor: Monitor) => Partial<Pick<Monitor, "state" | "due_at">>,
): Promise<Monitor | null> {
  for (;;) {
    const monitor = await monitors.find(tenant, id);
    if (monitor === null || stateOf(monitor).run?.id !== runId) return null;
    const { status, settings, state } = monitor;
    if (await monitors.change(tenant, id, changesOf(monitor), { status, settings, state })) return monitor;
  }
}
