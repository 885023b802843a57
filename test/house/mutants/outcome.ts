/** Runs tests in a tree and says how they ended. A mutant that never ends is told by processor time, which load does not stretch. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Variables of the environment that `vitest.config.ts` reads. */
export const TESTS = "SPOLIA_MUTANT_TESTS";
export const EVENTS = "SPOLIA_MUTANT_EVENTS";

/** A file of tests that has ended, or an error outside of all files. */
export interface Ended {
  file: string | null;
  /** The first test that failed, with its message. */
  fault: string | null;
}

export interface Outcome {
  passed: string[];
  /** The first file that did not pass; those behind it did not run. */
  failed: { file: string; fault: string } | null;
}

/** No file of tests takes as much: what does never ends. */
const PROCESSOR_SECONDS_MAX = 900;
/** Less processor time than this in a whole `IDLE_SECONDS` is no work. */
const IDLE_PROCESSOR_SECONDS = 1;
const IDLE_SECONDS = 300;
const LOOK_EVERY_MS = 1_000;
const CLOCK_TICKS_PER_SECOND = 100;

/** Runs files of tests in their order, up to the first that fails. */
export async function runTests(root: string, tests: readonly string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "spolia-mutant-events-"));
  const events = join(folder, "events.jsonl");
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/house/mutants/vitest.config.ts", "--bail=1"];
  const own = { [TESTS]: JSON.stringify(tests), [EVENTS]: events, NODE_COMPILE_CACHE: join(root, "../compiled") };
  const env = { ...process.env, ...own, NO_COLOR: "1", CI: "1" };
  const child = spawn(process.execPath, args, { cwd: root, env, detached: true, stdio: "ignore" });
  const end = () => endGroup(child);
  // Before the copy is removed, which they write to.
  process.prependOnceListener("exit", end);
  try {
    const stopped = await endOf(child, () => endedIn(events).length);
    const ended = endedIn(events);
    const passed = ended.flatMap(({ file, fault }) => (file !== null && fault === null ? [file] : []));
    const first = ended.find(({ fault }) => fault !== null);
    const fault = first?.fault ?? stopped ?? (child.exitCode === 0 ? null : `vitest ended with ${child.exitCode}`);
    const file = first?.file ?? tests.find((test) => !passed.includes(test)) ?? tests.at(-1)!;
    return { passed, failed: fault === null ? null : { file, fault } };
  } finally {
    end();
    process.off("exit", end);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Resolves when the process has ended: by itself, or because it does not, and then with what it did instead. */
function endOf(child: ChildProcess, endedFiles: () => number): Promise<string | null> {
  return new Promise((resolve) => {
    let stopped: string | null = null;
    let idle = { sinceMs: performance.now(), used: 0 };
    let last = { files: -1, used: 0 };
    const look = () => {
      const nowMs = performance.now();
      const used = processorSeconds(child.pid!) ?? nowMs / 1000;
      const files = endedFiles();
      if (files > last.files) last = { files, used };
      if (used - idle.used > IDLE_PROCESSOR_SECONDS) idle = { sinceMs: nowMs, used };
      if (used - last.used > PROCESSOR_SECONDS_MAX) stopped = "does not end";
      if (nowMs - idle.sinceMs > IDLE_SECONDS * 1000) stopped = "stands still";
      if (stopped !== null) endGroup(child);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    child.once("exit", () => {
      clearInterval(timer);
      resolve(stopped);
    });
  });
}

function endedIn(events: string): Ended[] {
  if (!existsSync(events)) return [];
  const lines = readFileSync(events, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Ended);
}

/** What a process group has used so far; `null` where the system does not tell, and the clock has to do. */
function processorSeconds(group: number): number | null {
  if (!existsSync("/proc/self/stat")) return null;
  let ticks = 0;
  for (const name of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const fields = fieldsOf(name);
    if (Number(fields[2]) !== group) continue;
    for (const place of [11, 12, 13, 14]) ticks += Number(fields[place]);
  }
  return ticks / CLOCK_TICKS_PER_SECOND;
}

/** Fields of `/proc/PID/stat` behind the name: state, parent, group, …; none where the process has ended meanwhile. */
function fieldsOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** The whole group: tests start processes of their own. */
function endGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, "SIGKILL");
  } catch {
    // It has ended.
  }
}
