/** Services in processes of their own, and what they take of the machine. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sum } from "../../../src/base/lists/numbers.ts";

/** As it is installed: from the sources each thread holds what removes the types, 150 MB in all. */
const CLI = fileURLToPath(new URL("../../../build/cli.js", import.meta.url));
const FLAGS = ["--disable-warning=ExperimentalWarning"];

export interface Served {
  readonly url: string;
  readonly pid: number;
}

/** `spolia serve` with the words that follow it. */
export const startedService = (words: readonly string[], stops: (() => void)[]): Promise<Served> =>
  started([CLI, "serve", "--port", "0", "--log", "none", "--json", ...words], stops);

/** A server in a process of its own, by the address that it prints. */
export async function started(words: readonly string[], stops: (() => void)[]): Promise<Served> {
  const child = spawn(process.execPath, [...FLAGS, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  stops.push(() => child.kill());
  let said = "";
  for await (const line of createInterface({ input: child.stdout! })) {
    said += line;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
    if (url !== undefined) return { url, pid: child.pid! };
  }
  throw new Error(`${words[0]} ended with ${child.exitCode}.`);
}

/** The key of a new account. */
export function newKey(records: string, account: string, plans: string, plan: string): string {
  const words = ["keys", "create", "--data", records, "--tenant", account, "--plans", plans, "--plan", plan];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...FLAGS, CLI, ...words], { encoding: "utf8" });
  if (status !== 0) throw new Error(`keys create ended with ${status}: ${stderr}`);
  return stdout.trim();
}

/** Linux alone tells what threads take, and what memory a process once had. */
export const HAS_PROC = existsSync("/proc/self/task");

/** Most memory that a process has had since its start or since `forgetPeak`. */
export function peakBytes(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(kilobytes) * 1024;
}

/** Ticks of a second in `/proc`, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Threads that stay for as long as the process, by their names in `/proc`; all others are engines and their garbage collection. */
const OTHER_THREADS = ["MainThread", "node", "keep records"];

/** Processor time of a service's engines, and of the whole process, in seconds. Threads that have ended count too. */
export function processorSeconds(pid: number): { engines: number; process: number } {
  const whole = usedBy(`/proc/${pid}/stat`).seconds;
  const others = readdirSync(`/proc/${pid}/task`)
    .map((thread) => usedBy(`/proc/${pid}/task/${thread}/stat`))
    .filter(({ name }) => OTHER_THREADS.includes(name));
  return { engines: whole - sum(others, ({ seconds }) => seconds), process: whole };
}

function usedBy(path: string): { name: string; seconds: number } {
  const line = readFileSync(path, "utf8");
  const name = line.slice(line.indexOf("(") + 1, line.lastIndexOf(")"));
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return { name, seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND };
}
