/**
 * The recipe for Spark, in a cluster of its own on this machine: two workers, each a process with an executor of its own. PySpark is
 * looked for in `SPOLIA_SPARK_PYTHON` and in node_modules/.cache/spark: `python3 -m venv node_modules/.cache/spark`, then
 * `node_modules/.cache/spark/bin/pip install pyspark==4.0.1` (400 MB), with Java 17 in PATH.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { skippable } from "../../support/skippable.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { NAMES } from "../../support/suites/corpus/living.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const PYTHON = process.env["SPOLIA_SPARK_PYTHON"] ?? join(ROOT, "node_modules/.cache/spark/bin/python");
const RECIPE = join(ROOT, "test", "deploy", "spark.cluster.py");
const home = spawnSync(PYTHON, ["-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))"], {
  encoding: "utf8",
});
const isMissing = home.status !== 0 || spawnSync("java", ["-version"]).status !== 0;
const skips = isMissing && process.env["CI"] === undefined;

describe.skipIf(skips)(skippable("Spark", skips, "PySpark or Java is not installed"), () => {
  test("partitions are shards: the corpus is that of one build, also where shards are there already", async () => {
    const folder = temporaryFolder();
    const random = seeded(2_610);
    const shared = zipfText(random, 40);
    const documents = Array.from({ length: 40 }, (_, i) => {
      const text = zipfText(random, 200);
      return { id: `${i}.txt`, text: i % 7 === 0 ? `${text} ${shared}` : text };
    });
    mkdirSync(join(folder, "texts"));
    for (const { id, text } of documents) writeFileSync(join(folder, "texts", id), text);
    const output = join(folder, "spark.spolia");
    const program = `${process.execPath} ${join(ROOT, "build", "cli.js")}`;
    const given = [
      "--program",
      program,
      "--shards",
      "5",
      "-o",
      output,
      "--dataset",
      NAMES.dataset,
      join(folder, "texts"),
    ];
    // As an executor leaves it that is lost once it has built a shard.
    const [words, place] = [
      ["corpus", "build", "--dataset", NAMES.dataset, "--jobs", "1"],
      `${output}.parts/0002-of-5.spolia`,
    ];
    const shard = [...words, "--shard", "2/5", "-o", place, join(folder, "texts")];
    expect(spawnSync(process.execPath, [join(ROOT, "build", "cli.js"), ...shard]).status).toBe(0);
    expect(await submitted(folder, given)).toEqual({ code: 0, said: expect.stringContaining("5 shards") });
    expect(readdirSync(`${output}.parts`)).toEqual([1, 2, 3, 4, 5].map((number) => `000${number}-of-5.spolia`));

    expect(await verifyCorpus(createFileStorage(output))).toMatchObject({ is_sound: true });
    const whole = await buildCorpus(documents, { ...NAMES, storage: createMemoryStorage() });
    const built = await openCorpus(output);
    expect(built.info).toMatchObject({ documents: 40, words: whole.info.words, segments: 1 });
    for (const content of notEmpty([shared, ...documents.slice(0, 8).map(({ text }) => text.slice(20, 300))])) {
      const told = async (corpus: typeof whole) =>
        (await corpus.search(queryOf(content))).passages
          .map(({ document, documentFrequency }) => `${document.id.replace(/^.*\//, "")} ${documentFrequency}`)
          .sort();
      const expected = await told(whole);
      expect(expected.length).toBeGreaterThan(0);
      expect(await told(built)).toEqual(expected);
    }
    await Promise.all([whole.close(), built.close()]);
  });
});

/** Runs the recipe with two workers of one core. */
async function submitted(folder: string, given: readonly string[]): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    SPARK_HOME: home.stdout.trim(),
    SPARK_WORKER_DIR: join(folder, "workers"),
    SPARK_LOCAL_IP: "127.0.0.1",
    PYSPARK_PYTHON: PYTHON,
  };
  const submit = join(home.stdout.trim(), "bin", "spark-submit");
  const child = spawn(submit, ["--master", "local-cluster[2,1,1024]", RECIPE, ...given], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [said, errors] = ["", ""];
  child.stdout.on("data", (data) => {
    said += data;
  });
  child.stderr.on("data", (data) => {
    errors = `${errors}${data}`.slice(-5_000);
  });
  const [code] = (await once(child, "close")) as [number];
  if (code !== 0) console.error(errors);
  return { code, said };
}
