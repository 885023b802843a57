/** How a command spreads its work over threads: time by the clock and, on Linux, the processor's time of each thread. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface Spread {
  seconds: number;
  /** Of all threads together, and of the busiest one: 0 where the system does not tell. */
  cpuSeconds: number;
  busiestSeconds: number;
  stdout: string;
}

const TICKS_A_SECOND = 100;
const LOOK_MS = 25;

/** @throws where the command fails */
export async function spreadOf(command: string, words: readonly string[]): Promise<Spread> {
  const startMs = performance.now();
  const child = spawn(process.execPath, [command, ...words], { stdio: ["ignore", "pipe", "ignore"] });
  const pieces: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => pieces.push(piece));
  const ticks = new Map<string, number>();
  const timer = setInterval(() => noteThreads(child.pid!, ticks), LOOK_MS);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`spolia ${words.join(" ")} ended with ${code}.`);
  const each = [...ticks.values()].map((one) => one / TICKS_A_SECOND);
  return {
    seconds: (performance.now() - startMs) / 1_000,
    cpuSeconds: each.reduce((sum, one) => sum + one, 0),
    busiestSeconds: Math.max(0, ...each),
    stdout: Buffer.concat(pieces).toString(),
  };
}

/** A thread that has ended keeps what was last seen of it. */
function noteThreads(pid: number, ticks: Map<string, number>): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const line = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
      const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
      ticks.set(thread, Number(fields[11]) + Number(fields[12]));
    }
  } catch {
    // The process or a thread has just ended, or there is no such folder.
  }
}
