/**
 * Runs beside a test's own thread, which a loop that never ends would hold for ever: no timer of that thread fires any more, vitest's
 * timeouts included. Processor time is counted, not the clock, so that a busy machine stops nothing.
 */
import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

const CHECK_MS = 250;
const STANDARD_ERROR = 2;

const { beats, file, stuckAfterSeconds } = workerData;
let test = "(outside its tests)";
let seen = -1;
let since = process.cpuUsage();

parentPort.on("message", (name) => {
  test = name;
});

setInterval(() => {
  const now = Atomics.load(beats, 0);
  if (now !== seen) {
    seen = now;
    since = process.cpuUsage();
    return;
  }
  const { user, system } = process.cpuUsage(since);
  if (user + system < stuckAfterSeconds * 1e6) return;
  const sentence = `It computed for ${stuckAfterSeconds} s of processor time without a pause: a loop that never ends?`;
  writeSync(STANDARD_ERROR, `\nStuck: ${file} > ${test}\n${sentence} Its process is killed.\n`);
  process.kill(process.pid, "SIGKILL");
}, CHECK_MS);
