/**
 * What floods from one address without a valid key, and an account's flood of registrations, do to another account that asks at a steady
 * rate; and what memory they leave. The attackers share the machine's cores with the service and with who measures.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { percentile } from "../../corpus/percentile.ts";
import { load, sent } from "./load.ts";
import { HAS_PROC, newKey, startedService } from "./process.ts";

const CONNECTIONS = 8;
const STEADY_PER_SECOND = 10;
const QUIET_MS = 20_000;
const FLOOD_MS = 20_000;
/** After the last flood, before the memory is looked at again. */
const REST_MS = 60_000;
/** Requests of one pipelined connection, which is closed once they are written. */
const PIPELINED = 3_000;
const PIPELINES_PER_SECOND = 1;

const PLANS = { flood: { calls_per_day: 1_000_000, burst: { calls: 1_000, seconds: 1 } } };

/** What is asked without a key, by the name of its flood. */
const KEYLESS: Readonly<Record<string, { path: string; headers?: Record<string, string> }>> = {
  "the documentation": { path: "/docs" },
  "the OpenAPI document": { path: "/api/v1/openapi.json" },
  "the status": { path: "/status" },
  "what is not there": { path: "/nothing" },
  "a wrong key": { path: "/api/v1/works", headers: { authorization: "Bearer sp_live_wrong" } },
  "the check of readiness": { path: "/readyz" },
};

export interface KeylessFloods {
  quiet: Latencies;
  floods: Record<string, Latencies & { perSecond: number }>;
  /** `null` where the system does not tell. */
  memory: { quietBytes: number; afterBytes: number } | null;
}

interface Latencies {
  p50Ms: number;
  p99Ms: number;
}

interface FloodOptions {
  corpus: string;
  folder: string;
  path: string;
  bodies: readonly string[];
}

export async function floodedWithoutKey({ corpus, folder, path, bodies }: FloodOptions): Promise<KeylessFloods> {
  const [records, plans] = [join(folder, "keyless"), join(folder, "keyless-plans.json")];
  writeFileSync(plans, JSON.stringify(PLANS));
  const [greedy, other] = [newKey(records, "greedy", plans, "flood"), newKey(records, "other", plans, "flood")];
  const stops: (() => void)[] = [];
  try {
    const { url, pid } = await startedService(["--corpus", corpus, "--data", records, "--plans", plans], stops);
    const steady = async (forMs: number): Promise<Latencies> => {
      const asked = { url: url + path, bodies, key: other, connections: 50, perSecond: STEADY_PER_SECOND, forMs };
      const { latenciesMs } = await load(asked);
      return { p50Ms: percentile(latenciesMs, 50), p99Ms: percentile(latenciesMs, 99) };
    };
    await steady(QUIET_MS / 4);
    const quiet = await steady(QUIET_MS);
    const quietBytes = residentBytes(pid);
    const floods: KeylessFloods["floods"] = {};
    for (const [name, startFlood] of Object.entries(floodsOf(url, greedy))) {
      const stop = startFlood();
      const startMs = performance.now();
      const beside = await steady(FLOOD_MS);
      floods[name] = { ...beside, perSecond: (await stop()) / ((performance.now() - startMs) / 1000) };
    }
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const afterBytes = residentBytes(pid);
    const isTold = quietBytes !== null && afterBytes !== null;
    return { quiet, floods, memory: isTold ? { quietBytes, afterBytes } : null };
  } finally {
    for (const stop of stops) stop();
  }
}

const residentBytes = (pid: number): number | null =>
  HAS_PROC ? Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) * 1024 : null;

/** Begins a flood. What it returns ends it, and tells how many requests were answered. */
type StartFlood = () => () => Promise<number>;

function floodsOf(url: string, key: string): Record<string, StartFlood> {
  const registering = (agent: Agent, number: number) => {
    const content = Array.from({ length: 200 }, (_, at) => `w${(number * 7_919 + at * 31) % 100_003}`).join(" ");
    return sent(`${url}/api/v1/content/register`, JSON.stringify({ content }), { agent, key });
  };
  const keyless = Object.entries(KEYLESS).map(([name, { path, headers = {} }]) => [
    name,
    () => repeated((agent) => read(url + path, agent, headers)),
  ]);
  return {
    ...Object.fromEntries(keyless),
    "connections that pipeline and leave": () => pipelines(url),
    "another account's registrations": () => repeated(registering),
  };
}

/** Asks one after the other on each connection. A refused caller asks again at once. */
function repeated(ask: (agent: Agent, number: number) => Promise<unknown>): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let [isOver, asked, answered] = [false, 0, 0];
  const client = async () => {
    while (!isOver)
      await ask(agent, asked++).then(
        () => (answered += isOver ? 0 : 1),
        () => {},
      );
  };
  const clients = Array.from({ length: CONNECTIONS }, client);
  return async () => {
    isOver = true;
    agent.destroy();
    await Promise.all(clients);
    return answered;
  };
}

function read(url: string, agent: Agent, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { "accept-encoding": "br", ...headers } }, (response) =>
      response.resume().on("end", resolve).on("error", reject),
    ).on("error", reject);
  });
}

function pipelines(url: string): () => Promise<number> {
  const { hostname, port } = new URL(url);
  let sentInAll = 0;
  const timer = setInterval(() => {
    const socket = connect(Number(port), hostname, () =>
      socket.end("GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(PIPELINED), () => socket.destroy()),
    ).on("error", () => {});
    sentInAll += PIPELINED;
  }, 1000 / PIPELINES_PER_SECOND);
  return async () => {
    clearInterval(timer);
    return sentInAll;
  };
}
