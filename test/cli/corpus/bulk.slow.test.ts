/**
 * A bulk build of generated text by four processes with jobs in PostgreSQL: throughput, processor time and memory, and that all
 * documents are there. `SPOLIA_BULK_WORDS` is how many words; 10^8 by default, some 700 MB of text and as much for the corpus.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { hasPostgres, NO_POSTGRES, PostgresServer } from "../../support/servers/postgresServer.ts";
import { skippable } from "../../support/skippable.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { seeded } from "../../support/texts.ts";

const PROGRAM = join(import.meta.dirname, "..", "..", "..", "build", "cli.js");
const WORDS = Number(process.env["SPOLIA_BULK_WORDS"] ?? 1e8);
const [WORKERS, SHARDS, SEGMENTS, FILES] = [4, 4, 2, 8];
const DOCUMENT_WORDS = 2_000;
const VOCABULARY = 200_000;
/** Ticks a second in which Linux counts the time of a process. */
const TICKS = 100;
const skips = (!hasPostgres && process.env["CI"] === undefined) || process.platform !== "linux";

describe.skipIf(skips)(skippable("a bulk build", skips, `${NO_POSTGRES}, or not on Linux`), () => {
  test(`${WORDS} words by ${WORKERS} processes`, async () => {
    const folder = temporaryFolder();
    const server = new PostgresServer();
    await server.start();
    onTestFinished(() => server.remove());
    const texts = join(folder, "texts");
    const asked = await written(texts);
    const output = join(folder, "bulk.spolia");
    const database = server.address("spolia_builds");
    const line = ["corpus", "build", "-o", output, "--dataset", "generated", "--jobs", "1", "--memory", "512", texts];
    const jobs = ["--jobs-from", database, "--shards", `${SHARDS}`, "--segments", `${SEGMENTS}`];
    const started = performance.now();
    const workers = await Promise.all(Array.from({ length: WORKERS }, () => worked([...line, ...jobs])));
    const seconds = (performance.now() - started) / 1_000;
    expect(workers.map(({ code }) => code)).toEqual(workers.map(() => 0));
    const processorSeconds = workers.reduce((sum, one) => sum + one.processorSeconds, 0);
    const stages = await server.query(
      `SELECT stage, extract(epoch FROM max(done_at) - (SELECT begun_at FROM spolia_builds.builds)) AS seconds
       FROM spolia_builds.jobs GROUP BY stage ORDER BY stage`,
    );
    const corpus = await openCorpus(output);
    const { documents, words, segments, stored_bytes } = corpus.info;
    const figures = {
      words,
      documents,
      segments,
      stored_bytes,
      seconds: Math.round(seconds),
      processorSeconds: Math.round(processorSeconds),
      wordsASecond: Math.round(words / seconds),
      wordsAProcessorSecond: Math.round(words / processorSeconds),
      mostMemoryMb: Math.round(Math.max(...workers.map(({ memoryKb }) => memoryKb)) / 1_024),
      stages,
    };
    console.log(JSON.stringify(figures));
    expect(words).toBe(Math.floor(WORDS / FILES / DOCUMENT_WORDS) * FILES * DOCUMENT_WORDS);
    expect(segments).toBe(SEGMENTS);
    for (const { id, text } of notEmpty(asked)) {
      const { passages } = await corpus.search(queryOf(text));
      expect(passages.map(({ document }) => document.id)).toContain(id);
    }
    await corpus.close();
  }, 10_800_000);
});

/** Writes JSON Lines, and returns parts of some documents. */
async function written(folder: string): Promise<{ id: string; text: string }[]> {
  mkdirSync(folder);
  const random = seeded(2_609);
  const vocabulary = Array.from({ length: VOCABULARY }, (_, i) => `w${(i * 7_919).toString(36)}`);
  const asked: { id: string; text: string }[] = [];
  const documents = Math.floor(WORDS / FILES / DOCUMENT_WORDS);
  for (let file = 0; file < FILES; file++) {
    const stream = createWriteStream(join(folder, `${file}.jsonl`));
    for (let i = 0; i < documents; i++) {
      // The square of a uniform number prefers the first words, as texts do.
      const words = Array.from({ length: DOCUMENT_WORDS }, () => vocabulary[Math.floor(random() ** 2 * VOCABULARY)]!);
      const id = `${file}-${i}`;
      if (i % Math.ceil(documents / 3) === 1) asked.push({ id, text: words.slice(100, 160).join(" ") });
      if (!stream.write(`${JSON.stringify({ id, text: words.join(" ") })}\n`)) await once(stream, "drain");
    }
    stream.end();
    await once(stream, "finish");
  }
  return asked;
}

async function worked(line: readonly string[]): Promise<{ code: number; processorSeconds: number; memoryKb: number }> {
  const child = spawn(process.execPath, [PROGRAM, ...line], { stdio: ["ignore", "ignore", "inherit"] });
  const used = { processorSeconds: 0, memoryKb: 0 };
  const timer = setInterval(() => {
    try {
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      used.processorSeconds = (Number(fields[11]) + Number(fields[12])) / TICKS;
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      used.memoryKb = Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? used.memoryKb);
    } catch {
      // It has ended.
    }
  }, 200);
  const [code] = (await once(child, "exit")) as [number];
  clearInterval(timer);
  return { code, ...used };
}
