/** The message about a run that changed the findings of a monitor. */
import { enqueue } from "../deliveries/deliveries.ts";
import type { FindingChange, FindingChanged } from "../deliveries/events.ts";
import { type Difference, type Finding, verdictOf } from "../deliveries/findings.ts";
import { type Host, newId } from "../history/host.ts";
import { listed, settingsOf } from "../jobs/monitors.ts";
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

/** Stores the message. @returns its id, or `null` where the monitor has no webhook */
export async function sendEvent(
  host: Host,
  records: Records,
  event: MonitorEvent,
  now: number,
): Promise<string | null> {
  const { tenant } = event.monitor;
  const { webhook_id } = settingsOf(event.monitor);
  const endpoint = webhook_id === null ? null : await records.endpoints.find(tenant, webhook_id);
  if (endpoint === null) return null;
  const id = newId(host.random, "msg");
  await enqueue(records, endpoint, id, findingChanged(event), now);
  return id;
}

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
  const links = { monitor: `monitors/${id}`, runs: `monitors/${id}/runs`, analysis: `analyses/${analysis_id}` };
  const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
  for (let max = 50; ; max = Math.floor(max / 2)) {
    const data: FindingChange = { ...about, ...listed(found, max), links };
    if (max === 0 || bytesOf(data) <= EVENT_BYTES_MAX) return { type: "monitor.finding_changed", data };
  }
}
