/** `/status` for people: what `/api/v1/status` says. */
import { HtmlSheet } from "../report/html.ts";
import { count, figure, percent } from "../report/page.ts";
import type { StatusBoard } from "./status.ts";

export function statusPage(status: ReturnType<StatusBoard["document"]>): string {
  const { engine, started_at, uptime_seconds: seconds, requests, failed, latency_ms: latency } = status;
  const page = new HtmlSheet({});
  page.verdict("ANSWERING", `${engine} answers since ${started_at}.`, "sound");
  page.heading("Since the start");
  page.table({
    columns: ["What", "How much"],
    rows: [
      ["Uptime", durationOf(seconds)],
      ["Requests answered", count(requests, "request")],
      ["Of these failed", requests === 0 ? "none" : `${figure(failed)} (${percent(failed / requests)})`],
    ],
  });
  page.heading("Latency");
  if (latency === null) page.text("No request was answered yet.");
  else {
    page.text(`Of the last ${count(latency.answers, "answer")}:`);
    const rows = (["p50", "p95", "p99"] as const).map((name) => [name, `${figure(latency[name])} ms`]);
    page.table({ columns: ["Quantile", "From the request read to the answer made"], rows });
  }
  page.text("Counted from this process's own answers; documents such as this page are left out.", { dim: true });
  return page.finish("Status", status);
}

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
