/**
 * What two threads gain on two cores: commands with `--jobs`, by one thread and by two in turn, the same answer asserted first. Real texts,
 * each three times under other names.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assertAnswer, type Figure, figure } from "../../harness/harness.ts";
import { Random } from "../../harness/random.ts";
import { hasSharedData, sharedCorpus } from "../../harness/shared.ts";
import { type Spread, spreadOf } from "../../harness/spread.ts";

const COMMAND = fileURLToPath(new URL("../../../build/cli.js", import.meta.url));
const DATASETS = ["eltec-eng", "eltec-fra", "bible-en", "dc-law/code-sections"];
const COPIES = 3;
const ITEMS = 1_000;
const ITEM_WORDS = 60;
const FILES = 1_200;
const FILE_UNITS = 6_000;
const ROUNDS = 3;
const GOAL = 1.6;

export const jobsCase = { name: "jobs", figures: measureJobs, isLong: true };

async function measureJobs(): Promise<Figure[]> {
  if (!hasSharedData()) {
    console.error("  jobs: left out, there is no ../shared/data beside the repository");
    return [];
  }
  const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-jobs-"));
  try {
    const at = writtenTo(folder);
    const audit = ["audit", "--items", at.items, "--dataset", at.web];
    return [
      ...(await gained("audit of files", audit)),
      ...(await gained("dedup of documents", ["dedup", at.web])),
      ...(await gained("dedup of lines", ["dedup", at.lines, "--level", "line"])),
      ...(await gained("compare of all pairs", ["compare", at.files])),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The least of the rounds, since others may use the machine. */
async function gained(name: string, command: readonly string[]): Promise<Figure[]> {
  const rounds: [one: Spread, two: Spread][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const one = await spreadOf(COMMAND, [...command, "--json", "--jobs", "1"]);
    const two = await spreadOf(COMMAND, [...command, "--json", "--jobs", "2"]);
    assertAnswer(two.stdout, one.stdout, `${name}, by two threads,`);
    rounds.push([one, two]);
  }
  const least = (which: 0 | 1, of: (spread: Spread) => number) => Math.min(...rounds.map((both) => of(both[which])));
  // No core does more than the busiest thread, or than half of all.
  const core = ({ cpuSeconds, busiestSeconds }: Spread) => Math.max(busiestSeconds, cpuSeconds / 2);
  const ratio = least(0, core) / least(1, core);
  return [
    figure(`${name}: one thread by two, processor's time of the busier core`, "×", ratio, [
      [`≥ ${GOAL} ×`, () => (Number.isNaN(ratio) ? null : ratio >= GOAL)],
    ]),
    figure(
      `${name}: the same, by the clock`,
      "×",
      least(0, ({ seconds }) => seconds) / least(1, ({ seconds }) => seconds),
    ),
    figure(
      `${name}: two threads`,
      "s",
      least(1, ({ seconds }) => seconds),
    ),
  ];
}

function writtenTo(folder: string) {
  const random = new Random("bench jobs");
  const at = { web: join(folder, "web"), files: join(folder, "files"), items: join(folder, "items.jsonl") };
  mkdirSync(at.web);
  mkdirSync(at.files);
  const texts = DATASETS.flatMap((name) => {
    const documents = sharedCorpus(name);
    const lines = documents.map((one) => `${JSON.stringify(one)}\n`).join("");
    const file = name.replace("/", "-");
    for (let copy = 0; copy < COPIES; copy++) writeFileSync(join(at.web, `${copy}-${file}.jsonl`), lines);
    return documents.map(({ text }) => text);
  }).filter(({ length }) => length > 1_000);
  const items = Array.from({ length: ITEMS }, (_, i) => {
    const words = random.pick(texts).split(/\s+/);
    const from = random.below(Math.max(1, words.length - ITEM_WORDS));
    return `${JSON.stringify({ id: `${i}`, text: words.slice(from, from + ITEM_WORDS).join(" ") })}\n`;
  });
  writeFileSync(at.items, items.join(""));
  for (let file = 0; file < FILES; file++)
    writeFileSync(join(at.files, `${file}.txt`), random.pick(texts).slice(0, FILE_UNITS));
  return { ...at, lines: join(at.web, "0-eltec-eng.jsonl") };
}
