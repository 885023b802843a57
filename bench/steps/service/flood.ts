/**
 * What one account's flood does to another account. The other asks at a steady rate, alone and beside each flood; latency counts from when a
 * question was due.
 */
import { writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { percentile } from "../../corpus/percentile.ts";
import { load, sent } from "./load.ts";
import { HAS_PROC, newKey, peakBytes, processorSeconds, startedService } from "./process.ts";

/** The most that one request may have, and how many of them at once. */
const LARGE_BYTES = 32 * 1024 * 1024;
const LARGE_AT_ONCE = 10;
const SHORT_AT_ONCE = 100;
const STEADY_PER_SECOND = 10;
const ALONE_MS = 20_000;
const FLOOD_MS = 40_000;
/** What comes before the flood is full. */
const FILLING_MS = 3_000;

/** Limits of plans are no part of this: they only make a flood shorter. */
const PLANS = { flood: { calls_per_day: 1_000_000, burst: { calls: 1_000, seconds: 1 } } };

export interface Flooded {
  aloneP99Ms: number;
  besideLarge: Beside;
  besideShort: Beside;
  /** `null` where the system does not tell. */
  peakBytes: number | null;
  /** Processor time of engines by wall time, beside the short ones. */
  engineCores: number | null;
  processCores: number | null;
}

interface Beside {
  p99Ms: number;
  asked: number;
  /** What the flood got, by status. */
  statuses: Record<string, number>;
}

export interface FloodTexts {
  /** Bodies of short questions. */
  bodies: readonly string[];
  /** Text that is repeated until it has the length of the largest. */
  long: string;
}

export async function flooded(corpus: string, folder: string, path: string, texts: FloodTexts): Promise<Flooded> {
  const { bodies, long } = texts;
  const records = join(folder, "flooded");
  const plans = join(folder, "plans.json");
  writeFileSync(plans, JSON.stringify(PLANS));
  const [greedy, other] = ["greedy", "other"].map((account) => newKey(records, account, plans, "flood")) as [
    string,
    string,
  ];
  const stops: (() => void)[] = [];
  try {
    const { url, pid } = await startedService(["--corpus", corpus, "--data", records, "--plans", plans], stops);
    const steady = (forMs: number) =>
      load({ url: url + path, bodies, key: other, connections: 50, perSecond: STEADY_PER_SECOND, forMs });
    await steady(ALONE_MS / 4);
    const alone = await steady(ALONE_MS);
    const beside = async (flood: readonly (string | Buffer)[], atOnce: number): Promise<Beside> => {
      const statuses: Record<string, number> = {};
      const stop = startFlood({ url: url + path, bodies: flood, key: greedy, atOnce }, statuses);
      await new Promise((resolve) => setTimeout(resolve, FILLING_MS));
      const { latenciesMs } = await steady(FLOOD_MS);
      await stop();
      return { p99Ms: percentile(latenciesMs, 99), asked: latenciesMs.length, statuses };
    };
    const besideLarge = await beside([largest(long)], LARGE_AT_ONCE);
    const peak = HAS_PROC ? peakBytes(pid) : null;
    const before = HAS_PROC ? processorSeconds(pid) : null;
    const startMs = performance.now();
    const besideShort = await beside(bodies, SHORT_AT_ONCE);
    const seconds = (performance.now() - startMs) / 1000;
    const after = HAS_PROC ? processorSeconds(pid) : null;
    return {
      aloneP99Ms: percentile(alone.latenciesMs, 99),
      besideLarge,
      besideShort,
      peakBytes: peak,
      engineCores: after === null ? null : (after.engines - before!.engines) / seconds,
      processCores: after === null ? null : (after.process - before!.process) / seconds,
    };
  } finally {
    for (const stop of stops) stop();
  }
}

/** A body of the greatest length, made once and sent by all. */
function largest(text: string): Buffer {
  const ascii = text.replaceAll(/[^\x20-\x7e]/g, " ").replaceAll(/["\\]/g, " ");
  const content = ascii.repeat(Math.ceil(LARGE_BYTES / ascii.length)).slice(0, LARGE_BYTES);
  return Buffer.from(`{"content":"${content}","content_type":"text"}`);
}

interface Flood {
  url: string;
  bodies: readonly (string | Buffer)[];
  key: string;
  atOnce: number;
}

/** Sends one after the other, so many at once, until the function that is returned is called. A refused caller asks again at once. */
function startFlood({ url, bodies, key, atOnce }: Flood, statuses: Record<string, number>): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let isOver = false;
  let asked = 0;
  const client = async () => {
    while (!isOver) {
      const body = bodies[asked++ % bodies.length]!;
      const status = await sent(url, body, { key, agent }).then(
        (answer) => String(answer.status),
        () => "no answer",
      );
      if (!isOver) statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const clients = Array.from({ length: atOnce }, client);
  return async () => {
    isOver = true;
    agent.destroy();
    await Promise.all(clients);
  };
}
