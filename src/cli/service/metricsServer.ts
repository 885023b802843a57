/** Serves `/metrics` on a separate port, apart from the public routes, for the operator's network only. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { SpoliaError } from "../../base/errors.ts";
import type { Gauge, Metrics } from "../../service/http/serve/metrics.ts";

interface MetricsServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Resolves once the server listens.
 *
 * @param gauges what is going on when metrics are collected
 * @throws invalid_request if the port cannot be used
 */
export async function serveMetrics(
  metrics: Metrics,
  gauges: () => Promise<Gauge[]>,
  port: number,
  host: string,
): Promise<MetricsServer> {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const server = createServer(async ({ method, url }, response) => {
    if (method !== "GET" || url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    const text = metrics.text([...processGauges(delay.percentile(99) / 1e9), ...(await gauges())]);
    delay.reset();
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(
        new SpoliaError("invalid_request", `Port ${port} for metrics cannot be listened on.`, {
          hint: "Choose another port, or 0 for any that is free.",
          cause,
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        delay.disable();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function processGauges(lagSeconds: number): Gauge[] {
  const { rss, heapUsed } = process.memoryUsage();
  return [
    { name: "process_resident_memory_bytes", help: "Resident memory.", value: rss },
    { name: "nodejs_heap_size_used_bytes", help: "Heap in use.", value: heapUsed },
    {
      name: "nodejs_eventloop_lag_p99_seconds",
      help: "99th percentile of the event loop's delay since the last scrape.",
      value: lagSeconds,
    },
    { name: "process_uptime_seconds", help: "Seconds since the process began.", value: process.uptime() },
  ];
}
