/** Processes that write to a store are killed in the middle, and what they leave is looked at. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { openSqliteStore } from "../../src/service/store/sqlite/sqlite.ts";
import type { RecordStore } from "../../src/service/store/store.ts";
import { notAlwaysEmpty } from "../suites/notAlwaysEmpty.ts";
import { seeded } from "../suites/texts.ts";
import type { Task } from "./child.ts";

const CHILD = fileURLToPath(new URL("child.ts", import.meta.url));
const LINES_MAX = 120;
const DELAY_MS_MAX = 15;

export function startChild(task: Task): ChildProcess {
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", CHILD, JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Every line that a child says until it ends, and how it ended. */
export function linesOf(child: ChildProcess, onLine: (count: number) => void = () => {}) {
  const lines: Record<string, unknown>[] = [];
  let errors = "";
  child.stderr!.on("data", (bytes) => {
    errors += bytes;
  });
  createInterface({ input: child.stdout! }).on("line", (line) => onLine(lines.push(JSON.parse(line))));
  return new Promise<{ lines: typeof lines; signal: string | null }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) =>
      code === 0 || signal === "SIGKILL" ? resolve({ lines, signal }) : reject(new Error(errors)),
    );
  });
}

export interface Tally {
  acknowledged: number;
  /** Begun, not acknowledged, and there nevertheless or not. */
  made: number;
  lost: number;
}

/** Kills so many times `children` processes that write to one file at once. */
export async function killCycles(path: string, cycles: number, children: number, seed: number): Promise<Tally> {
  const random = seeded(seed);
  const tally: Tally = { acknowledged: 0, made: 0, lost: 0 };
  const there = new Set<string>();
  for (let cycle = 0; cycle < cycles; cycle++) {
    const ended = await Promise.all(
      Array.from({ length: children }, (_, i) => {
        const child = startChild({ place: path, kind: "writes", prefix: `c${cycle}-${i}` });
        const [lines, delayMs] = [8 + Math.floor(random() * LINES_MAX), random() * DELAY_MS_MAX];
        return linesOf(child, (count) => count === lines && setTimeout(() => child.kill("SIGKILL"), delayMs));
      }),
    );
    expect(ended.every(({ signal }) => signal === "SIGKILL")).toBe(true);
    const said = ended.flatMap(({ lines }) => lines);
    const acknowledged = said.flatMap(({ done }) => (typeof done === "string" ? [done] : []));
    const begun = new Set(said.flatMap(({ begins }) => (typeof begins === "string" ? [begins] : [])));
    const found = await worksIn(path);
    const lost = (ids: Iterable<string>) => [...ids].filter((id) => !found.has(id));
    expect(lost(there), `cycle ${cycle}: of an earlier cycle`).toEqual([]);
    expect(lost(acknowledged), `cycle ${cycle}: acknowledged`).toEqual([]);
    const fresh = [...found].filter((id) => !there.has(id));
    expect(
      fresh.filter((id) => !begun.has(id)),
      `cycle ${cycle}: never begun`,
    ).toEqual([]);
    tally.acknowledged += acknowledged.length;
    tally.made += fresh.length - acknowledged.length;
    tally.lost += begun.size - fresh.length;
    for (const id of fresh) there.add(id);
  }
  return tally;
}

/** Ids of the works that are there, in a file that is sound. */
async function worksIn(path: string): Promise<Set<string>> {
  const store = await openSqliteStore(path);
  const ids = await wholeWorks(store);
  await store.close();
  const database = new DatabaseSync(path);
  expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(database.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  database.close();
  return ids;
}

/** Ids of the works that are there, each whole, as many as were counted. */
export async function wholeWorks(store: RecordStore): Promise<Set<string>> {
  const ids = new Set<string>();
  await store.read(async ({ works, history, usage }) => {
    for (let page_token: string | undefined; page_token !== ""; ) {
      const page = await works.list("a", { page_size: 1_000, page_token });
      page_token = page.next_page_token;
      for (const { id } of notAlwaysEmpty(page.items)) {
        ids.add(id);
        const content = new TextDecoder().decode((await works.content("a", id))!);
        const { sequence } = (await history.last("a", id))!;
        if (content !== id || sequence !== 0)
          expect.fail(`${id} has ${content}, and ${sequence} entries after the first`);
      }
    }
    expect((await usage.list("a")).items[0]?.calls ?? 0).toBe(ids.size);
  });
  return ids;
}
