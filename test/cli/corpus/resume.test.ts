/** A build whose process is killed goes on where it stopped: the corpus is the same to the byte. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { CorpusDocument } from "../../../src/base/contract/resources/corpus.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { BuildResume } from "../../../src/corpus/build/resume.ts";
import { SourceLog } from "../../../src/corpus/build/sources.ts";
import { UnreadLog } from "../../../src/corpus/build/unread.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { readDocuments } from "../../../src/files/documents/folders/files.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";

const CLI = fileURLToPath(new URL("../../../src/cli/index.ts", import.meta.url));
const root = temporaryFolder();
const inputs = join(root, "inputs");
/** A chunk takes 16,384 documents, so that short ones make many chunks in little time. */
const LINES = fewOrAll(14_000, 40_000);
const ROWS = fewOrAll(26_000, 30_000);

beforeAll(() => {
  mkdirSync(join(inputs, "z"), { recursive: true });
  const text = (i: number) => `word${i % 7_919} and word${i % 104_729} of ${i}`;
  const lines = Array.from({ length: LINES }, (_, i) =>
    i % 9_973 === 7 ? '{"text":null}' : JSON.stringify({ id: String(i % (LINES - 1_000)), text: text(i) }),
  );
  writeFileSync(join(inputs, "a.jsonl.gz"), gzipSync(lines.join("\n")));
  const data = Array.from({ length: ROWS }, (_, i) => (i % 8_887 === 5 ? null : text(i * 3)));
  const file = parquetWriteBuffer({ columnData: [{ name: "text", data, type: "STRING" }], rowGroupSize: [7_000] });
  writeFileSync(join(inputs, "b.parquet"), new Uint8Array(file));
  for (let i = 0; i < 20; i += 1) writeFileSync(join(inputs, "z", `${i}.txt`), text(i));
  writeFileSync(join(inputs, "picture.png"), "no");
});

/** All files of a corpus by their names. */
function filesOf(corpus: string): Map<string, string> {
  const names = readdirSync(corpus, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => statSync(join(corpus, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(corpus, name)).toString("latin1")]));
}

function build(name: string, ...more: string[]) {
  const options = ["-o", join(root, name), "--name", "c", "--dataset", "mine", "--jobs", "2", ...more];
  const child = spawn(process.execPath, [CLI, "corpus", "build", ...options, inputs], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, errors }));
  });
  return { child, ended };
}

describe("a killed build", () => {
  test("goes on when the same command is run again", async () => {
    // One thread reads and indexes; the others have two that read, and two that index.
    expect(await build("whole", "--jobs", "1").ended).toMatchObject({ code: 0 });
    const whole = filesOf(join(root, "whole"));
    expect(whole.size).toBeGreaterThan(2);
    if (fewOrAll(false, true)) {
      expect(await build("at-once-by-threads").ended).toMatchObject({ code: 0 });
      expect(filesOf(join(root, "at-once-by-threads"))).toEqual(whole);
    }
    const parts = (): string[] => {
      const folder = join(root, "cut/resume");
      return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".part")) : [];
    };
    for (const until of notEmpty(fewOrAll([1], [1, 3]))) {
      const { child, ended } = build("cut");
      const isOver = ended.then(() => true);
      while (parts().length < until && !(await Promise.race([isOver, later(2)])));
      child.kill("SIGKILL");
      await ended;
      expect(parts().length).toBeGreaterThanOrEqual(until);
    }
    expect(existsSync(join(root, "cut/manifest.json"))).toBe(false);
    const resumed = await build("cut").ended;
    expect(resumed).toMatchObject({ code: 0, errors: expect.stringContaining("goes on after an interrupted build") });
    const files = filesOf(join(root, "cut"));
    expect([...files.keys()]).toEqual([...whole.keys()]);
    for (const [name, bytes] of notEmpty([...whole])) expect(files.get(name) === bytes, name).toBe(true);
  });
});

const later = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), ms));

/** Builds a corpus from the inputs, and breaks off after so many documents. */
async function buildUntil(folder: string, documents: number, paths = [inputs]) {
  const resume = new BuildResume();
  const sources = new SourceLog();
  const unread = new UnreadLog();
  let given = 0;
  const some = async function* (): AsyncGenerator<CorpusDocument> {
    for await (const document of readDocuments(paths, { sources, resume, onSkip: (skip) => unread.add(skip) })) {
      if (given === documents) throw new Error("broken off");
      given += 1;
      yield document;
    }
  };
  const storage = createFileStorage(folder);
  const corpus = await buildCorpus(some(), { name: "c", dataset: "mine", storage, sources, unread, resume });
  await corpus.close();
  return { given, info: corpus.info };
}

describe("a build that broke off", () => {
  test("reads no file again that it had read, and no row group", async () => {
    const folder = join(root, "broken");
    const whole = await buildUntil(join(root, "at-once"), Number.POSITIVE_INFINITY);
    await expect(buildUntil(folder, LINES + ROWS - 1_000)).rejects.toThrow("broken off");
    const opened: string[] = [];
    const files = process.getBuiltinModule("node:fs/promises");
    const spy = vi.spyOn(files, "open").mockImplementation(((path: string, ...more: never[]) => {
      opened.push(path);
      return open(path, ...more);
    }) as typeof open);
    const { given, info } = await buildUntil(folder, Number.POSITIVE_INFINITY);
    spy.mockRestore();
    expect(opened.filter((path) => path.endsWith(".gz"))).toEqual([]);
    expect(opened.filter((path) => path.endsWith(".parquet")).length).toBe(1);
    expect(given).toBeLessThan(whole.given - fewOrAll(12_000, 45_000));
    expect(info).toEqual(whole.info);
    expect(filesOf(folder)).toEqual(filesOf(join(root, "at-once")));
  });

  test("does not go on with other files or settings", async () => {
    const folder = join(root, "changed");
    await expect(buildUntil(folder, fewOrAll(36_000, 40_000))).rejects.toThrow("broken off");
    const other = { code: "conflict", message: expect.stringContaining("its files or options") };
    await expect(buildUntil(folder, 1, [join(inputs, "b.parquet")])).rejects.toMatchObject(other);
    const resume = new BuildResume();
    const documents = readDocuments([inputs], { resume });
    const options = { name: "c", dataset: "mine", storage: createFileStorage(folder), resume, codec: "raw" as const };
    await expect(buildCorpus(documents, options)).rejects.toMatchObject({ code: "conflict" });
    const part = join(folder, "resume/0.part");
    const bytes = readFileSync(part);
    bytes[100]! ^= 1;
    writeFileSync(part, bytes);
    await expect(buildUntil(folder, 1)).rejects.toMatchObject({ code: "corpus_corrupt" });
    utimesSync(join(inputs, "picture.png"), 0, 0);
  });
});
