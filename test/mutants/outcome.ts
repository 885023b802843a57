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
  seconds: number;
  /** The first test that failed, with its message. */
  fault: string | null;
}

export interface Outcome {
  ended: Ended[];
  /** `null` where all tests passed. */
  fault: string | null;
}

/** A file that takes this many times what it takes unchanged never ends. */
const PROCESSOR_TIMES_MAX = 10;
const PROCESSOR_SECONDS_MIN = 60;
/** Less processor time than this in a whole `IDLE_SECONDS` is no work. */
const IDLE_PROCESSOR_SECONDS = 1;
const IDLE_SECONDS = 180;
const LOOK_EVERY_MS = 1_000;
const CLOCK_TICKS_PER_SECOND = 100;

/** `seconds` is what each file takes unchanged; without it nothing is ended early. */
export async function runTests(
  root: string,
  tests: readonly string[],
  { seconds, bail }: { seconds: ReadonlyMap<string, number> | null; bail: boolean },
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "spolia-mutant-events-"));
  const events = join(folder, "events.jsonl");
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/mutants/vitest.config.ts"];
  const env = {
    ...process.env,
    [TESTS]: JSON.stringify(tests),
    [EVENTS]: events,
    NODE_COMPILE_CACHE: join(root, "../compiled"),
    NO_COLOR: "1",
    CI: "1",
  };
  const child = spawn(process.execPath, [...args, ...(bail ? ["--bail=1"] : [])], {
    cwd: root,
    env,
    detached: true,
    stdio: "ignore",
  });
  const end = () => endGroup(child);
  // Before the copy is removed, which they write to.
  process.prependOnceListener("exit", end);
  try {
    const stopped = await endOf(child, tests, seconds, () => endedIn(events));
    const ended = endedIn(events);
    const missing = child.exitCode !== 0 ? `vitest ended with ${child.exitCode}` : null;
    return { ended, fault: ended.find(({ fault }) => fault !== null)?.fault ?? stopped ?? missing };
  } finally {
    end();
    process.off("exit", end);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves when the process has ended: by itself, or because it does not. */
function endOf(
  child: ChildProcess,
  tests: readonly string[],
  seconds: ReadonlyMap<string, number> | null,
  ended: () => Ended[],
): Promise<string | null> {
  return new Promise((resolve) => {
    let stopped: string | null = null;
    let idle = { since: performance.now(), used: 0 };
    let last = { files: -1, used: 0 };
    const look = () => {
      const now = performance.now();
      const used = processorSeconds(child.pid!) ?? now / 1000;
      const files = ended().length;
      if (files > last.files) last = { files, used };
      if (used - idle.used > IDLE_PROCESSOR_SECONDS) idle = { since: now, used };
      const file = tests[Math.max(files, 0)] ?? tests.at(-1)!;
      const allowed = Math.max(PROCESSOR_SECONDS_MIN, PROCESSOR_TIMES_MAX * (seconds?.get(file) ?? Number.POSITIVE_INFINITY));
      if (used - last.used > allowed) stopped = `never ends: ${file} used ${Math.round(used - last.used)} s of processor time`;
      if (seconds !== null && now - idle.since > IDLE_SECONDS * 1000) stopped = `stands still: ${file}`;
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
