/** The service as a process of its own, over a corpus and records in folders: started, asked, looked at from outside, killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createFileStorage } from "../../../../src/corpus/storage/file.ts";
import { buildCorpus, createEngine } from "../../../../src/index.ts";
import { createRegistry, openSqliteStore, type Registry } from "../../../../src/service/index.ts";
import { SHELF } from "../../../engine/fixtures.ts";

const CHILD = fileURLToPath(new URL("service.child.ts", import.meta.url));

/** Plans of the tests' own accounts: as much as one likes, and so many of a day that tests reach the end. */
export const PLANS = {
  large: { calls_per_day: null, burst: { calls: 1_000_000, seconds: 1 } },
  counted: { calls_per_day: 500, burst: { calls: 1_000_000, seconds: 1 } },
};

export interface Place {
  data: string;
  plans: string;
  corpus: string[];
  /** Further settings of `runService`. */
  threads?: number;
  oauthIssuer?: string;
  keylessRate?: number;
  allowedHost?: string[];
}

/** What a service needs, in a folder; `prepare` makes accounts and keys before it starts. */
export async function makePlace<Made>(
  folder: string,
  prepare: (registry: Registry, advance: (ms: number) => void) => Promise<Made>,
): Promise<{ place: Place; made: Made }> {
  const place = {
    data: join(folder, "records"),
    plans: join(folder, "plans.json"),
    corpus: [join(folder, "shelf.spolia")],
  };
  writeFileSync(place.plans, JSON.stringify(PLANS));
  if (!existsSync(place.corpus[0]!)) {
    const storage = createFileStorage(place.corpus[0]!);
    await (await buildCorpus(SHELF, { name: "shelf", dataset: "shelf", storage })).close();
  }
  const store = await openSqliteStore(join(place.data, "registry.sqlite"));
  try {
    // The past, so that a key that expired is there when the service starts.
    let now = Date.now() - 3_600_000;
    const registry = await createRegistry(await createEngine({ corpora: [] }), store, { plans: PLANS, now: () => now });
    const made = await prepare(registry, (ms) => {
      now += ms;
    });
    return { place, made };
  } finally {
    await store.close();
  }
}

export interface Figures {
  cpuMs: number;
  residentBytes: number;
  peakBytes: number;
}

export interface ServiceProcess {
  readonly url: string;
  readonly port: number;
  /** Whatever it said on its standard error. */
  errors(): string;
  /** Time of its threads and its memory so far, or `null` where there is no /proc; the peak is that since the last call. */
  figures(): Figures | null;
  /** Without a word to it. */
  kill(): Promise<void>;
  /** As an operator stops it; its exit code. */
  stop(): Promise<number | null>;
}

export async function startService(place: Place): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", CHILD, JSON.stringify(place)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (bytes) => {
    errors += bytes;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    child.stdout.once("data", (bytes) => resolve(JSON.parse(String(bytes))));
    ended.then(() => reject(new Error(`The service did not start: ${errors}`)));
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    ...{ url, port: Number(new URL(url).port) },
    errors: () => errors,
    figures: () => figuresOf(child),
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
  };
}

/** Of a thread on a processor; 0 of one that has ended since it was listed. */
function nanosecondsOf(schedstat: string): number {
  try {
    return Number(readFileSync(schedstat, "utf8").split(" ")[0]);
  } catch {
    return 0;
  }
}

function figuresOf({ pid }: ChildProcess): Figures | null {
  const folder = `/proc/${pid}`;
  if (!existsSync(`${folder}/clear_refs`)) return null;
  const status = readFileSync(`${folder}/status`, "utf8");
  const bytesOf = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)![1]);
  // Nanoseconds on a processor, of each thread.
  const cpuNs = readdirSync(`${folder}/task`)
    .map((task) => nanosecondsOf(`${folder}/task/${task}/schedstat`))
    .reduce((sum, one) => sum + one, 0);
  const figures = { cpuMs: cpuNs / 1e6, residentBytes: bytesOf("VmRSS"), peakBytes: bytesOf("VmHWM") };
  // "5" sets the peak back to what is resident now (proc_pid_clear_refs(5)).
  writeFileSync(`${folder}/clear_refs`, "5");
  return figures;
}
