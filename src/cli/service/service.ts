/** The service of `spolia serve`: an engine with threads behind a port, with log lines and metrics. */

import type { ResolveWork } from "../../base/contract/engine.ts";
import { isSpoliaError } from "../../base/errors.ts";
import { isLoopback } from "../../base/loopback.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import type { Exchange } from "../../service/http/serve/exchange.ts";
import { OPERATOR_TENANT } from "../../service/http/serve/gate.ts";
import type { FailedAttempt, RecordStore, Registry } from "../../service/index.ts";
import { type EngineInputs, withEngine } from "../inputs/inputs.ts";
import { openModels, readModels } from "../inputs/models.ts";
import { UsageError } from "../terminal/exit.ts";
import { exchangeLine, taskLine } from "../terminal/log.ts";
import type { Output } from "../terminal/output.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { threadedEngine } from "../threads/engines.ts";
import { gaugesNow } from "../threads/gauges.ts";
import { endOnFaults } from "./faults.ts";
import { readPage, readSite } from "./page.ts";
import { hasKeys, openRecords, openRegistry, plansInUse, type RecordSettings } from "./records.ts";
import { openTraces } from "./traces.ts";

export interface ServiceSettings extends EngineInputs, RecordSettings {
  readonly port: number;
  readonly host: string;
  readonly threads?: number | undefined;
  readonly log: "json" | "none";
  readonly metricsPort?: number | undefined;
  /** Records spans through the API of OpenTelemetry. */
  readonly traces?: boolean | undefined;
  /** Days after which what has ended is removed. */
  readonly pruneAfter?: number | undefined;
  /** Prefix of every path. */
  readonly basePath?: string | undefined;
  readonly leads?: true;
  readonly leadsAddress?: string | undefined;
  /** Origins of web pages that may call the service. */
  readonly cors?: readonly string[] | undefined;
  /** Names of the service besides addresses and `localhost`. */
  readonly allowedHost?: readonly string[] | undefined;
  /** Requests a second of one address without a valid key; 0 for any number. */
  readonly keylessRate?: number | undefined;
  /** Seconds between not being ready and accepting no more connections. */
  readonly drainDelay?: number | undefined;
  /** Proxies whose forwarded headers are believed. */
  readonly trustedProxy?: readonly string[] | undefined;
  /** A file of models that requests may name. */
  readonly models?: string | undefined;
}

/** Time for a balancer to see that the service is not ready: two checks at its usual interval of 5 s or less. */
const DRAIN_DELAY_SECONDS = 5;

/** Serves requests until the terminal's signal fires, then finishes the running requests. */
export async function runService(settings: ServiceSettings, terminal: Terminal, output: Output): Promise<void> {
  const store = await openRecords(settings, { inThreads: true });
  const letFaultsPass = endOnFaults(terminal.stderr);
  try {
    const { workResolver } = await import("../../service/index.ts");
    const resolveWork = workResolver(store);
    const models =
      settings.models === undefined ? {} : await openModels(readModels(settings.models), { env: terminal.env });
    const host = { store, resolveWork, terminal, output };
    const work = (opened: OpenEngine) => serveEngine(opened, settings, host);
    await withEngine(settings, work, { resolveWork, models });
  } finally {
    await store.close();
    letFaultsPass();
  }
}

/** What a service runs with beside its engine. */
interface ServiceHost {
  store: RecordStore;
  resolveWork: ResolveWork;
  terminal: Terminal;
  output: Output;
}

async function serveEngine(opened: OpenEngine, settings: ServiceSettings, service: ServiceHost): Promise<void> {
  const { store, resolveWork, terminal, output } = service;
  const [{ createHandler, Scheduler }, { serve }, { Metrics }, { serveMetrics }] = await Promise.all([
    import("../../service/index.ts"),
    import("../../service/http/serve/serve.ts"),
    import("../../service/http/serve/metrics.ts"),
    import("./metricsServer.ts"),
  ]);
  const { port, host, threads, metricsPort } = settings;
  const auth = await authOf(settings, service);
  const metrics = new Metrics();
  const traces = settings.traces ? await openTraces(output) : undefined;
  const openTelemetry = traces?.api;
  const engine = threadedEngine(opened, settings, {
    count: threads,
    resolveWork,
    openTelemetry,
  });
  const observe = (exchange: Exchange) => {
    metrics.count(exchange);
    if (settings.log === "json") terminal.stderr.write(exchangeLine(exchange));
  };
  const closers: (() => Promise<void>)[] = [() => engine.close(), ...(traces === undefined ? [] : [traces.flush])];
  try {
    const isOperatorLimited = auth !== undefined && auth.apiKey === undefined;
    const unlimited = isOperatorLimited ? [] : [OPERATOR_TENANT];
    const registry = await openRegistry(engine, store, { ...settings, openTelemetry }, unlimited);
    const pruneAfterDays = settings.pruneAfter;
    const scheduler = new Scheduler({ registry, engine, ...failureReports(settings, service), pruneAfterDays });
    closers.push(() => scheduler.stop());
    const draining = new AbortController();
    const handler = createHandler({
      engine,
      registry,
      auth,
      observe,
      openTelemetry,
      parseAside: engine.parse,
      draining: draining.signal,
      basePath: settings.basePath,
      leads: settings.leads || settings.leadsAddress !== undefined ? { address: settings.leadsAddress } : undefined,
      cors: settings.cors,
      allowedHosts: allowedHostsOf(settings, auth !== undefined),
      keylessPerSecond: settings.keylessRate,
      trustedProxies: settings.trustedProxy,
      page: readPage(),
      site: readSite(),
    });
    const gauges = () => gaugesNow({ handler, engine, registry });
    const side = metricsPort === undefined ? null : await serveMetrics(metrics, gauges, metricsPort, host);
    if (side !== null) closers.push(() => side.close());
    const server = await serve({ handler, port, hostname: host, basePath: settings.basePath });
    closers.push(() => server.close());
    engine.start();
    scheduler.start();
    const url = `${server.url}${settings.basePath ?? ""}`;
    const document = { url, ...(side === null ? {} : { metrics_url: side.url }) };
    output.answer(document, () => `Listening on ${url}: open it in a browser. Ctrl-C stops.\n`);
    if (isOperatorLimited) await noticeLimits(registry, output);
    await fired(terminal.signal);
    draining.abort();
    await drained(settings, output);
  } finally {
    // Closed in reverse order of opening, so that no request is running when the engine closes.
    for (const close of closers.reverse()) await close();
  }
}

/** How failures of scheduled work are told. */
function failureReports({ log }: ServiceSettings, { terminal, output }: ServiceHost) {
  const onError = (error: unknown, failed: Parameters<typeof taskLine>[1]) => {
    if (log === "json") terminal.stderr.write(taskLine(error, failed));
    else output.notice(noticeOf(error));
  };
  // A receiver that cannot be reached is its owner's concern: a line in the log, no notice.
  const onDeliveryFailed = ({ error, tenant, delivery_id: id }: FailedAttempt) => {
    if (log === "json") terminal.stderr.write(taskLine(error, { task: "delivery", tenant, id }));
  };
  return { onError, onTaskFailed: onError, onDeliveryFailed };
}

/** Waits until balancers have seen that the service is not ready. */
async function drained({ drainDelay, trustedProxy }: ServiceSettings, output: Output): Promise<void> {
  const delaySeconds = drainDelay ?? (trustedProxy === undefined ? 0 : DRAIN_DELAY_SECONDS);
  if (delaySeconds > 0) output.notice(`Not ready any more; accepting requests for another ${delaySeconds} s.`);
  await new Promise((resolve) => setTimeout(resolve, delaySeconds * 1000));
  output.notice("Finishing running requests.");
}

/** Reports the limits of callers with keys to the operator at the start. */
async function noticeLimits(registry: Registry, output: Output): Promise<void> {
  for (const line of await plansInUse(registry)) output.notice(line);
  output.notice("`spolia admin keys plan` gives an account another plan; --plans loads your own plans.");
}

const noticeOf = (error: unknown): string =>
  `A scheduled task failed (${isSpoliaError(error) ? error.code : "internal"}); it will be tried again.`;

/** Access control. A service that has keys requires them; one without keys serves this machine only. */
async function authOf(
  { host }: ServiceSettings,
  { store, terminal, output }: ServiceHost,
): Promise<{ apiKey?: string } | undefined> {
  const apiKey = terminal.env["SPOLIA_API_KEY"];
  if (apiKey) {
    output.notice("Callers must send the key of SPOLIA_API_KEY, without a limit of calls.");
    return { apiKey };
  }
  if (await hasKeys(store)) return {};
  if (!isLoopback(host)) {
    throw new UsageError(
      "Without a key spolia serves this machine only.",
      "Set SPOLIA_API_KEY to a key that callers must send, make keys with `spolia admin keys create`, or leave out --host.",
    );
  }
  output.notice(
    "Anyone on this machine can call the service without a key and without a limit of calls; `spolia admin keys create` makes keys.",
  );
  return undefined;
}

/**
 * The names under which the service answers. Without keys, whoever gets a browser to call it is its operator; with
 * keys, any name does, unless the operator lists some.
 */
function allowedHostsOf({ allowedHost, oauthIssuer }: ServiceSettings, hasKeys: boolean): string[] | undefined {
  if (hasKeys && allowedHost === undefined) return undefined;
  const issuer = oauthIssuer === undefined ? [] : [new URL(oauthIssuer).hostname];
  return [...(allowedHost ?? []), ...issuer];
}

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
