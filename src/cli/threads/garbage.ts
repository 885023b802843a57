/**
 * Frees at once what is left of texts. V8 collects when a heap has grown by half or more, and arrays when there are
 * 64 MB more of them: in a process with five threads that is half a gigabyte, which a text of 32 MB needs for itself.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The share of its time that a thread may spend on this beside other work. */
const TIME_SHARE_MAX = 0.1;
const INTERVAL_MS_MIN = 250;

let collect: (() => void) | undefined;

/** Takes some 50 ms of the thread: for what comes once in seconds. */
export function collectGarbage(): void {
  collect ??= collector();
  collect();
}

function collector(): () => void {
  try {
    setFlagsFromString("--expose-gc");
    return runInNewContext("gc");
  } catch {
    // Another runtime has no such flag: it collects when it wants to.
    return () => {};
  }
}

/** Runs work, and frees what it leaves again and again, whenever it waits for something. */
export async function collectingGarbage<Result>(work: () => Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout>;
  const turn = () => {
    const startMs = performance.now();
    collectGarbage();
    timer = setTimeout(turn, Math.max(INTERVAL_MS_MIN, (performance.now() - startMs) / TIME_SHARE_MAX));
  };
  timer = setTimeout(turn, INTERVAL_MS_MIN);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
