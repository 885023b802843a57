/** Tables of real size: excerpts of novels against their corpus, and ten thousand short texts, killed again and again. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readDocuments } from "../../../src/files/index.ts";
import { parseLine, tableColumns } from "../../../src/report/layout/table.ts";
import { NO_SHARED, sharedPath } from "../../support/shared.ts";
import { skippable } from "../../support/skippable.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/index.ts", import.meta.url));
const NOVELS = sharedPath("data/corpora/eltec-eng");
const isAbsent = statSync(NOVELS, { throwIfNoEntry: false }) === undefined;
const folder = mkdtempSync(join(tmpdir(), "spolia-tables-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command, and kills it once so many bytes of rows are written. @returns its exit code, output and peak of memory */
async function spolia(words: string[], killAtBytes = Number.POSITIVE_INFINITY) {
  const child = spawn(process.execPath, [CLI, ...words], { cwd: folder, stdio: "pipe" });
  let [stdout, peakKb] = ["", 0];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.resume();
  const watch = setInterval(() => {
    const status = statSync(`/proc/${child.pid}/status`, { throwIfNoEntry: false });
    if (status !== undefined) peakKb = Math.max(peakKb, peakOf(child.pid!));
    const rows = statSync(join(folder, "t.csv.partial/rows"), { throwIfNoEntry: false })?.size ?? 0;
    if (rows >= killAtBytes) child.kill("SIGKILL");
  }, 20);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  clearInterval(watch);
  return { code, stdout, peakKb };
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

const rowsIn = (path: string) =>
  readFileSync(join(folder, path), "utf8")
    .split(/(?<=\n)/)
    .slice(1)
    .map((line) => {
      const cells = parseLine("csv", tableColumns("analyze"), line)!;
      return Object.fromEntries(tableColumns("analyze").map((column, i) => [column, cells[i]!]));
    });

describe.skipIf(isAbsent)(skippable("excerpts of novels against their corpus", isAbsent, NO_SHARED), () => {
  beforeAll(async () => {
    const built = await spolia(["corpus", "build", "-o", "novels.spolia", "--dataset", "eltec-eng", NOVELS]);
    expect(built.code).toBe(0);
    mkdirSync(join(folder, "novels"));
    let works = 0;
    for await (const { text } of readDocuments([NOVELS])) {
      const words = text.split(/\s+/);
      for (let i = 0; i < 8; i++) {
        const begin = Math.floor((words.length * i) / 8);
        writeFileSync(join(folder, `novels/${works}-${i}.txt`), words.slice(begin, begin + 200 * (i + 1)).join(" "));
      }
      works += 1;
    }
  });

  test("each is found, and a table that was killed five times is the same to the byte", async () => {
    const words = ["analyze", "novels", "--corpus", "novels.spolia", "--json", "-o"];
    const whole = await spolia([...words, "whole.csv"]);
    const rows = rowsIn("whole.csv");
    expect(rows.length).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(whole.stdout)).toMatchObject({ rows: rows.length, reused: 0, outcomes: { match: rows.length } });
    for (const atBytes of [1, 20_000, 60_000, 100_000, 140_000])
      expect((await spolia([...words, "t.csv"], atBytes)).code).toBeNull();
    const last = await spolia([...words, "t.csv"]);
    expect(JSON.parse(last.stdout).reused).toBeGreaterThan(200);
    expect(readFileSync(join(folder, "t.csv"))).toEqual(readFileSync(join(folder, "whole.csv")));
  });
});

test("ten thousand texts and a hundred thousand need the same memory, and have a row each", async () => {
  const random = seeded(5);
  const work = zipfText(random, 20_000).split(" ");
  mkdirSync(join(folder, "works"));
  writeFileSync(join(folder, "works/work.txt"), work.join(" "));
  await spolia(["corpus", "build", "-o", "work.spolia", "--dataset", "mine", "works"]);
  const peaks: number[] = [];
  for (const texts of [10_000, 100_000]) {
    const lines: string[] = [];
    for (let i = 0; i < texts; i++) {
      const begin = (i * 7) % 19_000;
      const text = i % 10 === 0 ? work.slice(begin, begin + 120).join(" ") : zipfText(random, 60);
      lines.push(JSON.stringify({ id: `text ${i}`, text }));
    }
    writeFileSync(join(folder, `${texts}.jsonl`), lines.join("\n"));
    const done = await spolia(["analyze", `${texts}.jsonl`, "--corpus", "work.spolia", "-o", `${texts}.csv`, "--json"]);
    expect(done.code).toBe(0);
    const rows = rowsIn(`${texts}.csv`);
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: texts }, (_, i) => `text ${i}`));
    expect(JSON.parse(done.stdout).outcomes.match).toBe(texts / 10);
    peaks.push(done.peakKb);
  }
  // Of a row, where it stands is kept in memory: some 200 bytes.
  const [small = 0, large = 0] = peaks;
  expect(large - small).toBeLessThan(150 * 1024);
});
