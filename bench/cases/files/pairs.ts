/**
 * All pairs of a folder: `spolia compare FOLDER` over 1,000 files of 500 words, of which some hold a part of another, beside a handout that
 * all have and that does not count.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CompareAllResult } from "../../../src/base/contract/operations/compareAll.ts";
import { seeded, zipfWords } from "../../../test/support/texts.ts";
import { assertAnswer, type Figure, figure } from "../../harness/harness.ts";
import { Random } from "../../harness/random.ts";

const COMMAND = fileURLToPath(new URL("../../../build/cli.js", import.meta.url));
const FILES = 1_000;
const WORDS = 500;
const HANDOUT_WORDS = 120;
const COPIES = 60;
const COPIED_WORDS = 80;
const GOAL_SECONDS = 20;
const ROUNDS = 3;

export const pairsCase = { name: "pairs of a folder", figures: measurePairs, isLong: true };

async function measurePairs(): Promise<Figure[]> {
  const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-pairs-"));
  try {
    const planted = writtenTo(folder);
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startMs = performance.now();
      const words = ["compare", join(folder, "class"), "--ignore", join(folder, "handout.txt"), "--json"];
      const { stdout } = spawnSync(process.execPath, [COMMAND, ...words], { encoding: "utf8", maxBuffer: 1e9 });
      seconds.push((performance.now() - startMs) / 1_000);
      const { pairs } = JSON.parse(stdout) as CompareAllResult;
      const found = pairs.map(({ a, b }) => `${a} ${b}`);
      assertAnswer(
        planted.filter((pair) => !found.includes(pair)),
        [],
        "The folder, asked for planted pairs that it lacks,",
      );
      assertAnswer(
        found.filter((pair) => !planted.includes(pair)),
        [],
        "The folder, asked for other pairs,",
      );
    }
    const best = Math.min(...seconds);
    const name = `compare of all pairs of ${FILES} files of ${WORDS} words`;
    return [figure(name, "s", best, [[`under ${GOAL_SECONDS} s`, () => best < GOAL_SECONDS]])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the pairs of which one holds a part of the other, in order */
function writtenTo(folder: string): string[] {
  const random = new Random("bench pairs");
  const chance = seeded(57);
  const take = (count: number) => zipfWords(chance, count);
  const handout = take(HANDOUT_WORDS);
  const texts = Array.from({ length: FILES }, () => take(WORDS - HANDOUT_WORDS));
  const pairs = new Set<string>();
  const nameOf = (file: number) => `${String(file).padStart(4, "0")}.txt`;
  // Each file is in one pair, so that there is no third that holds the same.
  const order = random.shuffled(Array.from(texts.keys()));
  for (let copy = 0; copy < COPIES; copy++) {
    const [from, to] = [order[2 * copy]!, order[2 * copy + 1]!];
    const at = random.below(WORDS - HANDOUT_WORDS - COPIED_WORDS);
    texts[to]!.splice(random.below(WORDS / 2), COPIED_WORDS, ...texts[from]!.slice(at, at + COPIED_WORDS));
    pairs.add(
      [from, to]
        .sort((x, y) => x - y)
        .map(nameOf)
        .join(" "),
    );
  }
  mkdirSync(join(folder, "class"));
  writeFileSync(join(folder, "handout.txt"), handout.join(" "));
  for (const [file, own] of texts.entries())
    writeFileSync(join(folder, "class", nameOf(file)), [...handout, ...own].join(" "));
  return [...pairs].sort();
}
