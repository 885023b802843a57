/**
 * A dataset that is audited in Spark by ten lines of Python (`steps/spark/audit.py`), beside `spolia audit` on the same
 * files: what both say of each item is compared, and with what was planted. A master of this machine with two executors.
 *
 *   BENCH_WORDS=1e9 BENCH_SPARK=PYTHON_WITH_PYSPARK npm run bench -- spark
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditedItem } from "../../../src/files/index.ts";
import { freshQueries } from "../../corpora/queries.ts";
import { BYTES_PER_WORD, documentStream } from "../../corpora/stream.ts";
import { type Figure, figure } from "../../harness/harness.ts";
import { Random } from "../../harness/random.ts";
import type { CorpusCase } from "../corpus/corpus.ts";

const WORDS = Number(process.env["BENCH_WORDS"] ?? 1e7);
const PYTHON = process.env["BENCH_SPARK"];
const ITEMS = 1_000;
const ITEM_WORDS = 60;
/** More than so many words have. */
const ITEM_LETTERS = 500;
const FILES = 16;
const ROOT = join(import.meta.dirname, "../../..");
const SOURCES = join(ROOT, "src/faces/client/python");
const SETTINGS = [
  "spark.ui.enabled=false",
  "spark.log.level=FATAL",
  "spark.driver.host=127.0.0.1",
  "spark.driver.bindAddress=127.0.0.1",
  `spark.executorEnv.PYTHONPATH=${SOURCES}`,
];

export const sparkCase: CorpusCase = {
  name: "spark",
  async figures() {
    if (PYTHON === undefined) {
      console.error(
        "  without Spark: python3 -m venv DIR && DIR/bin/pip install pyspark==4.0.1 pyarrow pandas httpx, and BENCH_SPARK=DIR/bin/python",
      );
      return [];
    }
    const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-spark-"));
    try {
      return await measured(folder, PYTHON);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measured(folder: string, python: string): Promise<Figure[]> {
  const { bytes, documents, planted } = await written(folder);
  const [files, items] = [join(folder, "documents"), join(folder, "items.jsonl")];
  const engine = join(ROOT, "build/cli.js");
  const inSpark = await timed(python, [join(ROOT, "bench/steps/spark/audit.py"), files, items, join(folder, "told")], {
    ...{ PYTHONPATH: SOURCES, PYSPARK_PYTHON: python, SPARK_LOCAL_IP: "127.0.0.1" },
    ...{ SPOLIA_ENGINE: engine, NODE: process.execPath },
    SPARK_HOME: execFileSync(python, ["-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))"], {
      encoding: "utf8",
    }).trim(),
    PYSPARK_SUBMIT_ARGS: `--master local-cluster[2,1,2048] ${SETTINGS.map((one) => `--conf ${one}`).join(" ")} pyspark-shell`,
  });
  const alone = await timed(
    process.execPath,
    [engine, "audit", "--items", items, "--dataset", files, "--results", join(folder, "alone.jsonl")],
    {},
  );
  const told = readdirSync(join(folder, "told")).find((name) => name.startsWith("part-"))!;
  const [spark, one] = [linesOf(join(folder, "told", told)), linesOf(join(folder, "alone.jsonl"))];
  const found = (all: readonly AuditedItem[]) => all.filter(({ status }) => status === "found").map(({ id }) => id);
  const words = JSON.parse(inSpark.told.trim().split("\n").at(-1)!).summary.words as number;
  const of = (what: string) => `spark, ${ITEMS} items: ${what}`;
  return [
    figure(of("words of the dataset"), "words", words),
    figure(of("bytes of its files"), "GB", bytes / 1e9),
    figure(of("documents"), "documents", documents),
    figure(of("time in Spark, its start within"), "s", inSpark.seconds),
    figure(of("time of `spolia audit` on one core and more"), "s", alone.seconds),
    figure(
      of("items of which both say the same"),
      "items",
      spark.filter((item, i) => said(item) === said(one[i]!)).length,
    ),
    figure(of("planted, found"), "%", (100 * found(spark).filter((id) => planted.has(id)).length) / planted.size),
    figure(of("others, found"), "items", found(spark).filter((id) => !planted.has(id)).length),
  ];
}

/** Documents that hold half of the items, in some files. */
async function written(folder: string) {
  const random = new Random("spark");
  mkdirSync(join(folder, "documents"));
  const files = Array.from({ length: FILES }, (_, i) => createWriteStream(join(folder, `documents/${i + 10}.jsonl`)));
  const taken: string[] = [];
  let [bytes, documents] = [0, 0];
  const { documents: all, progress } = documentStream("novels", WORDS);
  const bytesExpected = WORDS * BYTES_PER_WORD.novels;
  for await (const { id, text } of all) {
    const file = files[documents++ % FILES]!;
    const line = `${JSON.stringify({ id, text })}\n`;
    bytes += Buffer.byteLength(line);
    if (!file.write(line)) await once(file, "drain");
    // All over the dataset, so that each part of it has some.
    while (taken.length < Math.min(ITEMS / 2, (ITEMS / 2) * (progress.bytes / bytesExpected))) {
      const from = random.below(Math.max(1, text.length - ITEM_LETTERS));
      taken.push(
        text
          .slice(from, from + ITEM_LETTERS)
          .split(/\s+/)
          .slice(1, ITEM_WORDS + 1)
          .join(" "),
      );
    }
  }
  for (const file of files) await new Promise<void>((resolve) => file.end(() => resolve()));
  const fresh = freshQueries("novels", ITEMS - taken.length, "spark").map(({ content }) =>
    content.split(" ").slice(0, ITEM_WORDS).join(" "),
  );
  const items = [...taken, ...fresh].map((text, i) => ({ id: `i${i}`, text }));
  writeFileSync(join(folder, "items.jsonl"), items.map((item) => `${JSON.stringify(item)}\n`).join(""));
  return { bytes, documents, planted: new Set(items.slice(0, taken.length).map(({ id }) => id)) };
}

async function timed(program: string, parameters: string[], environment: Record<string, string>) {
  const started = performance.now();
  const child = spawn(program, parameters, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let told = "";
  child.stdout.on("data", (chunk) => {
    told += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
  return { told, seconds: (performance.now() - started) / 1_000 };
}

/** In the order of the items, which rows of Spark need not have. */
const linesOf = (path: string): AuditedItem[] =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ id }) => id !== undefined) // the last line is of all
    .sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));

/** Which documents are named first is of the order in which files are read, which Spark chooses. */
const said = ({ findings: _, ...item }: AuditedItem): string => JSON.stringify(item);
