/** The service that `spolia serve` runs: an engine with threads behind a port, told of in lines and figures. */
import { rounded } from "../base/numbers.ts";
import type { ResolveWork } from "../contract/engine.ts";
import type { OpenEngine } from "../engine/engine.ts";
import { isSpoliaError } from "../errors.ts";
import type { Exchange } from "../http/exchange.ts";
import type { RecordStore, Registry } from "../registry/index.ts";
import { threadedEngine } from "./engines.ts";
import { UsageError } from "./exit.ts";
import { type EngineInputs, withEngine } from "./inputs.ts";
import { openModels, readModels } from "./models.ts";
import type { Output } from "./output.ts";
import { hasKeys, openRecords, openRegistry, plansInUse, type RecordSettings } from "./records.ts";
import type { Terminal } from "./terminal.ts";

export interface ServiceSettings extends EngineInputs, RecordSettings {
  readonly port: number;
  readonly host: string;
  readonly threads?: number | undefined;
  readonly log: "json" | "none";
  readonly metricsPort?: number | undefined;
  /** A file of models that requests may name. */
  readonly models?: string | undefined;
}

/** Answers until the terminal's signal fires; requests that are running are finished first. */
export async function runService(settings: ServiceSettings, terminal: Terminal, output: Output): Promise<void> {
  const store = await openRecords(settings);
  try {
    const { workResolver } = await import("../registry/index.ts");
    const resolveWork = workResolver(store);
    const models = settings.models === undefined ? {} : await openModels(readModels(settings.models), { env: terminal.env });
    const work = (opened: OpenEngine) => serveEngine(opened, resolveWork, store, settings, terminal, output);
    await withEngine(settings, work, { resolveWork, models });
  } finally {
    await store.close();
  }
}

async function serveEngine(
  opened: OpenEngine,
  resolveWork: ResolveWork,
  store: RecordStore,
  settings: ServiceSettings,
  terminal: Terminal,
  output: Output,
): Promise<void> {
  const [{ Scheduler }, { createHandler }, { serve }, { Metrics }, { serveMetrics }] = await Promise.all([
    import("../registry/index.ts"),
    import("../http/index.ts"),
    import("../http/serve.ts"),
    import("../http/metrics.ts"),
    import("./metricsServer.ts"),
  ]);
  const { port, host, threads, metricsPort } = settings;
  const auth = await authOf(settings, store, terminal, output);
  const metrics = new Metrics();
  const engine = threadedEngine(opened, settings, { count: threads, resolveWork });
  const observe = (exchange: Exchange) => {
    metrics.count(exchange);
    if (settings.log === "json") terminal.stderr.write(logLine(exchange));
  };
  const closers: (() => Promise<void>)[] = [() => engine.close()];
  try {
    const registry = await openRegistry(engine, store, settings);
    const scheduler = new Scheduler({ registry, engine, onError: (error) => output.notice(noticeOf(error)) });
    closers.push(() => scheduler.stop());
    const handler = createHandler({ engine, registry, observe, ...(auth === undefined ? {} : { auth }) });
    const side = metricsPort === undefined ? null : await serveMetrics(metrics, metricsPort, host);
    if (side !== null) closers.push(() => side.close());
    const server = await serve({ handler, port, hostname: host });
    closers.push(() => server.close());
    scheduler.start();
    const document = { url: server.url, ...(side === null ? {} : { metrics_url: side.url }) };
    output.answer(document, () => `Listening on ${server.url}; Ctrl-C stops.\n`);
    if (auth !== undefined && auth.apiKey === undefined) await tellLimits(registry, output);
    await fired(terminal.signal);
    output.notice("Finishing running requests.");
  } finally {
    // The last that was opened closes first: no request is running when the engine goes.
    for (const close of closers.reverse()) await close();
  }
}

/** Callers with keys have limits, and whoever runs the service is to know which before they do. */
async function tellLimits(registry: Registry, output: Output): Promise<void> {
  for (const line of await plansInUse(registry)) output.notice(line);
  output.notice("`spolia keys plan` gives an account another plan; --plans has plans of your own.");
}

const noticeOf = (error: unknown): string =>
  `Something that was due could not be done (${isSpoliaError(error) ? error.code : "internal"}); it is tried again.`;

/** Who is let in. A service that has keys asks for them; one that has none serves this machine alone. */
async function authOf(
  { host }: ServiceSettings,
  store: RecordStore,
  { env }: Terminal,
  output: Output,
): Promise<{ apiKey?: string } | undefined> {
  const apiKey = env["SPOLIA_API_KEY"];
  if (apiKey) {
    output.notice("Whoever has the key of SPOLIA_API_KEY can call it, without a limit of calls.");
    return { apiKey };
  }
  if (await hasKeys(store)) return {};
  if (!isLoopback(host)) {
    throw new UsageError(
      "Without a key spolia serves this machine only.",
      "Set SPOLIA_API_KEY to the key that callers are to send, make keys with `spolia keys create`, or leave out --host.",
    );
  }
  output.notice("There are no keys: anyone on this machine can call it, without a limit of calls.");
  return undefined;
}

/** Whether only this machine reaches an address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** One line of JSON for an exchange: no content, no key, no name that a caller chose. */
function logLine({ requestId, method, path, tenant, status, durationMs }: Exchange): string {
  const line = { at: new Date().toISOString(), request_id: requestId, method, path, tenant, status };
  return `${JSON.stringify({ ...line, duration_ms: rounded(durationMs, 3) })}\n`;
}

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
