/** Work that threads share: the same bytes for any number of them, a clean end where one dies, none for small work. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { withoutProgress } from "../progressLines.ts";
import { fakeTerminal } from "../terminal.ts";

const random = seeded(211);
const folder = mkdtempSync(join(tmpdir(), "jobs-"));
const here = process.cwd();
/** Threads that a command has started. */
let threads: Worker[] = [];
let onThread = (_: Worker): void => {};
const note = (worker: Worker) => {
  threads.push(worker);
  onThread(worker);
};

async function spolia(words: readonly string[], signal?: AbortSignal) {
  threads = [];
  const terminal = fakeTerminal(signal && { signal });
  const code = await main(words, terminal);
  return { code, stdout: terminal.out(), stderr: withoutProgress(terminal.err()) };
}

const line = (record: object) => `${JSON.stringify(record)}\n`;
const page = Array.from({ length: 40 }, () => zipfText(random, 1_500));
const items = [
  ...Array.from({ length: 12 }, (_, i) => ({
    id: `long ${i}`,
    text: page[3 * i]!.split(" ")
      .slice(i, 60 + i)
      .join(" "),
  })),
  { id: "short", text: page[5]!.split(" ").slice(9, 15).join(" ") },
];

/** Some 9 MB in which documents repeat earlier ones, some nearly, and some are none. */
function dataset(): string {
  const lines = Array.from({ length: 900 }, (_, i) => {
    if (i % 97 === 5) return '{"text": \n';
    if (i % 89 === 7) return line({ id: `r${i}`, text: " " });
    const own = i % 6 === 0 ? "" : zipfText(random, i % 4 === 0 ? 40 : 1_400);
    const text = `${page[i % page.length]}\n${own}`;
    return line({ id: `r${i % 600}`, title: `t${i}`, text: i % 11 === 0 ? text.toUpperCase() : text });
  });
  return lines.join("");
}

beforeAll(() => {
  process.on("worker", note);
  process.chdir(folder);
  mkdirSync("web/deep", { recursive: true });
  writeFileSync("web/a.jsonl", dataset());
  writeFileSync("web/deep/b.md", `# Of *mills*\n\n${page[0]}`);
  writeFileSync("web/deep/c.bin", new Uint8Array([0, 1, 2, 255]));
  writeFileSync("web/z.jsonl", dataset().slice(0, 400_000));
  writeFileSync("items.jsonl", items.map(line).join(""));
  writeFileSync("long.jsonl", items.slice(0, 12).map(line).join(""));
  mkdirSync("class");
  // All 990 pairs of so few texts are compared.
  for (let i = 0; i < 45; i++)
    writeFileSync(`class/${i}.txt`, `${page[i % 7]} ${zipfText(random, 1_700)} ${i % 5 === 0 ? page[9] : ""}`);
});

afterAll(() => {
  process.off("worker", note);
  process.chdir(here);
  rmSync(folder, { recursive: true, force: true });
});

const AUDIT = ["audit", "--items", "long.jsonl", "--dataset", "web"];
const COMMANDS = {
  "an audit": [...AUDIT, "--results", "out"],
  "an audit with short items": ["audit", "--items", "items.jsonl", "--dataset", "web", "--results", "out"],
  "duplicates among documents": ["dedup", "web", "--pairs", "out"],
  "duplicates among lines": ["dedup", "web", "--level", "line", "--pairs", "out"],
  "runs of words": ["dedup", "web", "--level", "substring", "--pairs", "out"],
  "all pairs": ["compare", "class", "--csv", "out"],
};

describe.each(Object.entries(COMMANDS))("%s", (_, command) => {
  test("the same bytes by one thread and by three", async () => {
    const alone = { ...(await spolia([...command, "--json", "--jobs", "1"])), out: readFileSync("out", "utf8") };
    expect(threads).toHaveLength(0);
    expect(alone.code).toBe(0);
    rmSync("out");
    const shared = { ...(await spolia([...command, "--json", "--jobs", "3"])), out: readFileSync("out", "utf8") };
    expect(threads.length).toBeGreaterThan(1);
    expect(shared).toEqual(alone);
  });

  test("a thread that dies ends it, and so does an interruption", async () => {
    onThread = (worker) => void worker.terminate();
    const died = await spolia([...command, "--jobs", "2"]);
    expect([died.code, died.stderr]).toEqual([3, expect.stringContaining("--jobs 1")]);
    const stopped = new AbortController();
    onThread = () => stopped.abort();
    expect((await spolia([...command, "--jobs", "2"], stopped.signal)).code).toBe(130);
    onThread = () => {};
    await expect.poll(() => threads.every(({ threadId }) => threadId === -1)).toBe(true);
  });
});

test("the first input that cannot be read is told under --strict, whatever thread reads it", async () => {
  const whole = dataset()
    .split("\n")
    .filter((one) => one.length > 100);
  writeFileSync("broken.jsonl", [...whole, "{", ...whole.slice(0, 9), "["].join("\n"));
  const command = ["audit", "--items", "long.jsonl", "--dataset", "broken.jsonl", "--strict", "--jobs"];
  const alone = await spolia([...command, "1"]);
  expect([alone.code, alone.stderr]).toEqual([3, expect.stringContaining(`broken.jsonl, line ${whole.length + 1}`)]);
  const shared = await spolia([...command, "3"]);
  expect(threads.length).toBeGreaterThan(1);
  expect(shared).toEqual(alone);
});

test("small work starts no thread", async () => {
  mkdirSync("small");
  writeFileSync("small/a.txt", page[0]!);
  writeFileSync("small/b.txt", page[1]!);
  writeFileSync("small/c.txt", page[0]!);
  for (const command of [
    ["audit", "--items", "items.jsonl", "--dataset", "small"],
    ["dedup", "small"],
    ["compare", "small"],
  ]) {
    expect((await spolia([...command, "--jobs", "4"])).code).toBe(0);
    expect(threads).toHaveLength(0);
  }
});
