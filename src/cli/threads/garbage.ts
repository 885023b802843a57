/**
 * Frees at once what is left of texts. V8 collects when a heap has grown by half or more, and arrays when there are
 * 64 MB more of them: in a process with five threads that is half a gigabyte, which a text of 32 MB needs for itself.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The share of its time that a thread may spend on this beside other work. */
const TIME_SHARE_MAX = 0.1;
const INTERVAL_MS_MIN = 250;

/** Percent by which what lives in a heap may grow before V8 looks through all of it. */
const GROWTH_PERCENT = 300;

/**
 * Lets the heaps of all threads grow more between collections. V8 counts buffers that pass through as growth, so that a
 * build, whose heaps are small beside them, spends a quarter of its time on looking through what has not changed.
 */
export function collectRarely(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

type Collect = (how?: { type: "minor" }) => void;

let collect: Collect | undefined;

/** Takes some 50 ms of the thread: for what comes once in seconds. */
export function collectGarbage(): void {
  collect ??= collector();
  collect();
}

/**
 * Frees what has lived shortly, in a millisecond or two. Buffers count little in the heap that V8 looks at, so that
 * their bytes alone would make it look through all of it again and again.
 */
export function collectYoungGarbage(): void {
  collect ??= collector();
  collect({ type: "minor" });
}

function collector(): Collect {
  try {
    setFlagsFromString("--expose-gc");
    return runInNewContext("gc") as Collect;
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
