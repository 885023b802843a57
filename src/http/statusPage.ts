/** `/status`: the content of `/api/v1/status` as a page. */
import { HtmlSheet } from "../report/html.ts";
import { count, figure, percent } from "../report/page.ts";
import type { StatusBoard } from "./status.ts";

export function statusPage(status: ReturnType<StatusBoard["document"]>): string {
  const { engine, started_at, uptime_seconds: seconds, requests, failed, latency_ms: latency } = status;
  const page = new HtmlSheet({});
  page.verdict("ANSWERING", `${engine} answers since ${started_at}.`, "sound");
  page.heading("Since the start");
  page.table({
    columns: ["Item", "Value"],
    rows: [
      ["Uptime", durationOf(seconds)],
      ["Requests", count(requests, "request")],
      ["Failed requests", requests === 0 ? "none" : `${figure(failed)} (${percent(failed / requests)})`],
    ],
  });
  page.heading("Latency");
  if (latency === null) page.text("No request yet.");
  else {
    page.text(`For the last ${count(latency.answers, "response")}:`);
    const rows = (["p50", "p95", "p99"] as const).map((name) => [name, `${figure(latency[name])} ms`]);
    page.table({ columns: ["Quantile", "Time from the request to its response"], rows });
  }
  page.text("Measured from the responses of this process, without public pages such as this one.", { dim: true });
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
