/** `/status`: the content of `/api/v1/status` as a page. */
import { HtmlSheet } from "../../../report/layout/html.ts";
import { count, figure } from "../../../report/layout/page.ts";
import type { PartState, ServiceStatus, Uptime } from "./status.ts";

const WORDS: Readonly<Record<PartState, readonly [word: string, sentence: string, tone: "sound" | "part" | "found"]>> =
  {
    pass: ["WORKING", "All parts work.", "sound"],
    warn: ["IMPAIRED", "The service works, but a part is late or fails at times.", "part"],
    fail: ["FAILING", "A part does not work.", "found"],
  };

export function statusPage(status: ServiceStatus): string {
  const { engine, components, uptime, targets, requests, failed, latency_ms: latency, days } = status;
  const page = new HtmlSheet({});
  const [word, sentence, tone] = WORDS[status.status];
  page.verdict(word, `${sentence} The engine is ${engine}.`, tone);
  page.heading("Parts");
  page.table({ columns: ["Part", "State"], rows: components.map(({ name, status: state }) => [name, state]) });
  page.heading("Uptime");
  page.table({
    columns: ["Time", "Uptime", "Not ready", "Of"],
    rows: [uptimeRow("This month", uptime.month), uptimeRow(count(days.length, "day"), uptime.days)],
  });
  page.table({
    columns: ["Plan", "Target", "This month"],
    rows: targets.map(({ plan, uptime_target, is_met }) => [
      plan,
      uptime_target,
      is_met === null ? "" : is_met ? "met so far" : "missed so far",
    ]),
  });
  page.text(uptime.rule, { dim: true });
  page.heading("Requests");
  page.text(`${count(requests, "request")}, of which ${failed === 0 ? "none" : figure(failed)} failed.`);
  if (latency === null) page.text("No response today or yesterday.");
  else {
    const [p50, p95, p99] = [latency.p50, latency.p95, latency.p99].map((ms) => `${figure(ms)} ms`);
    page.text(
      `Of ${count(latency.answers, "response")} of today and yesterday, half came within ${p50}, 95 % within ${p95} ` +
        `and 99 % within ${p99}.`,
    );
  }
  page.more("Each day", () => ({
    columns: ["Day", "Uptime", "Not ready", "Of", "Requests", "Failed"],
    rows: [...days]
      .reverse()
      .map((day) => [...uptimeRow(day.day, day), figure(day.requests), day.failed === 0 ? "" : figure(day.failed)]),
  }));
  return page.finish("Status", status);
}

function uptimeRow(name: string, { seconds, ready_seconds, uptime }: Uptime): string[] {
  const missing = seconds - ready_seconds;
  // How long was watched stands beside every share: 100 % of 20 seconds is not 100 % of a day.
  const watched = seconds === 0 ? "" : durationOf(seconds);
  return [
    name,
    uptime === null ? "not known" : uptimePercent(uptime),
    missing === 0 ? "" : durationOf(missing),
    watched,
  ];
}

/** Rounded down, so that no uptime looks better than it is. */
const uptimePercent = (uptime: number): string => `${Math.floor(uptime * 1e5) / 1e3} %`;

function durationOf(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), "day"],
    [Math.floor(seconds / 3_600) % 24, "hour"],
    [Math.floor(seconds / 60) % 60, "minute"],
    [seconds % 60, "second"],
  ];
  const from = parts.findIndex(([value]) => value > 0);
  return parts
    .slice(from < 0 ? 3 : from)
    .slice(0, 2)
    .map(([value, name]) => count(value, name))
    .join(", ");
}
