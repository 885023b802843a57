/** The messages of a monitor: about a run that changed its findings, and about runs that go on failing. */
import type { ErrorCode } from "../../base/errors.ts";
import { enqueue } from "../deliveries/deliveries.ts";
import type { FindingChange, FindingChanged, MonitorFailing, WebhookEvent } from "../deliveries/events.ts";
import { type Difference, type Finding, verdictOf } from "../deliveries/findings.ts";
import { type Host, newId } from "../history/host.ts";
import { listed, settingsOf, stateOf } from "../jobs/monitors.ts";
import type { Monitor } from "../store/records.ts";
import type { Records } from "../store/store.ts";

/** Maximum size of an event's payload: receivers expect less than 20 kB. */
const EVENT_BYTES_MAX = 16_000;

interface MonitorEvent {
  monitor: Monitor;
  run_id: string;
  analysis_id: string;
  before: Finding[] | null;
  findings: Finding[];
  found: Difference;
}

/** Failures in a row of which the owner is told: one that passes is nobody's concern. */
const FAILURES_TOLD = 3;

/** @returns id of the message, or `null` where the monitor has no webhook */
export const tellChanged = (host: Host, records: Records, event: MonitorEvent, now: number): Promise<string | null> =>
  tell(host, records, event.monitor, findingChanged(event), now);

/**
 * Tells once that runs fail: with the third failure since a run ended well.
 *
 * @param failed the monitor as it was before the run
 * @returns id of the message, or `null` where none is due, or the monitor has no webhook
 */
export async function tellFailing(
  host: Host,
  records: Records,
  { monitor, run_id, code }: { monitor: Monitor; run_id: string; code: ErrorCode },
  now: number,
): Promise<string | null> {
  const failures = stateOf(monitor).failures + 1;
  if (failures !== FAILURES_TOLD) return null;
  const { id, work_id } = monitor;
  const data = { monitor_id: id, work_id, run_id, failures, code, links: linksOf(id) };
  return tell(host, records, monitor, { type: "monitor.failing", data } satisfies MonitorFailing, now);
}

async function tell(
  host: Host,
  records: Records,
  monitor: Monitor,
  event: WebhookEvent,
  now: number,
): Promise<string | null> {
  const { webhook_id } = settingsOf(monitor);
  const endpoint = webhook_id === null ? null : await records.endpoints.find(monitor.tenant, webhook_id);
  if (endpoint === null) return null;
  const id = newId(host.random, "msg");
  await enqueue(records, endpoint, id, event, now);
  return id;
}

const linksOf = (id: string) => ({ monitor: `monitors/${id}`, runs: `monitors/${id}/runs` });

/** The payload: ids and kinds only, and as many findings as fit. Links are relative to the root of the interface. */
function findingChanged({
  monitor: { id, work_id },
  run_id,
  analysis_id,
  before,
  findings,
  found,
}: MonitorEvent): FindingChanged {
  const about = {
    monitor_id: id,
    work_id,
    run_id,
    analysis_id,
    verdict: verdictOf(findings),
    previous_verdict: verdictOf(before),
  };
  const links = { ...linksOf(id), analysis: `analyses/${analysis_id}` };
  const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
  for (let max = 50; ; max = Math.floor(max / 2)) {
    const data: FindingChange = { ...about, ...listed(found, max), links };
    if (max === 0 || bytesOf(data) <= EVENT_BYTES_MAX) return { type: "monitor.finding_changed", data };
  }
}
