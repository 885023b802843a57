/** The service that `spolia serve` runs: an engine with threads behind a port, told of in lines and figures. */
import type { OpenEngine } from "../engine/engine.ts";
import type { Exchange } from "../http/exchange.ts";
import { threadedEngine } from "./engines.ts";
import type { EngineInputs } from "./inputs.ts";
import type { Output } from "./output.ts";
import type { Terminal } from "./terminal.ts";

export interface ServiceSettings extends EngineInputs {
  readonly port: number;
  readonly host: string;
  readonly threads?: number | undefined;
  readonly log: "json" | "none";
  readonly metricsPort?: number | undefined;
}

/** Answers until the terminal's signal fires; requests that are running are finished first. */
export async function runService(
  opened: OpenEngine,
  settings: ServiceSettings,
  apiKey: string | undefined,
  terminal: Terminal,
  output: Output,
): Promise<void> {
  const [{ createHandler }, { serve }, { Metrics }, { serveMetrics }] = await Promise.all([
    import("../http/index.ts"),
    import("../http/serve.ts"),
    import("../http/metrics.ts"),
    import("./metricsServer.ts"),
  ]);
  const { port, host, threads, metricsPort } = settings;
  const metrics = new Metrics();
  const engine = threadedEngine(opened, settings, threads);
  const observe = (exchange: Exchange) => {
    metrics.count(exchange);
    if (settings.log === "json") terminal.stderr.write(logLine(exchange));
  };
  const closers: (() => Promise<void>)[] = [() => engine.close()];
  try {
    const handler = createHandler({ engine, observe, ...(apiKey ? { auth: { apiKey } } : {}) });
    const side = metricsPort === undefined ? null : await serveMetrics(metrics, metricsPort, host);
    if (side !== null) closers.push(() => side.close());
    const server = await serve({ handler, port, hostname: host });
    closers.push(() => server.close());
    const document = { url: server.url, ...(side === null ? {} : { metrics_url: side.url }) };
    output.answer(document, () => `Listening on ${server.url}; Ctrl-C stops.\n`);
    await fired(terminal.signal);
    output.notice("Finishing running requests.");
  } finally {
    // The last that was opened closes first: no request is running when the engine goes.
    for (const close of closers.reverse()) await close();
  }
}

/** One line of JSON for an exchange: no content, no key, no name that a caller chose. */
function logLine({ requestId, method, path, tenant, status, durationMs }: Exchange): string {
  const line = { at: new Date().toISOString(), request_id: requestId, method, path, tenant, status };
  return `${JSON.stringify({ ...line, duration_ms: Math.round(durationMs * 1000) / 1000 })}\n`;
}

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
