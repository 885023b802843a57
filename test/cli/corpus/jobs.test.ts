/** `spolia corpus build --jobs-from`: one corpus by many processes, with jobs in PostgreSQL; each job is done, whoever is killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SpoliaError } from "../../../src/base/errors.ts";
import { workOnBuild } from "../../../src/cli/inputs/builds/jobs.ts";
import { main } from "../../../src/cli/program.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { hasPostgres, NO_POSTGRES, PostgresServer } from "../../support/servers/postgresServer.ts";
import { skippable } from "../../support/skippable.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const PROGRAM = join(import.meta.dirname, "..", "..", "..", "build", "cli.js");
const skips = !hasPostgres && process.env["CI"] === undefined;
const random = seeded(2_608);

describe.skipIf(skips)(skippable("jobs in PostgreSQL", skips, NO_POSTGRES), () => {
  const server = new PostgresServer();
  const folder = temporaryFolder();
  const texts = Array.from({ length: 60 }, () => zipfText(random, 200));
  const shared = zipfText(random, 40);
  beforeAll(async () => {
    await server.start();
    mkdirSync(join(folder, "texts"));
    for (const [i, text] of texts.entries())
      writeFileSync(join(folder, "texts", `${i}.txt`), i % 7 === 0 ? `${text} ${shared}` : text);
  });
  afterAll(() => server.remove());

  const at = (name: string) => join(folder, `${name}.spolia`);
  const line = (name: string, ...more: string[]) =>
    ["corpus", "build", "-o", at(name), "--dataset", "mine", "--jobs", "1", join(folder, "texts")].concat(more);
  const byJobs = (name: string, ...more: string[]) =>
    line(name, "--jobs-from", server.address("spolia_builds"), "--shards", "8", ...more);
  const spolia = (words: string[]) => main(words, fakeTerminal({}));

  async function expectWhole(name: string, segments: number): Promise<void> {
    expect(await verifyCorpus(createFileStorage(at(name)))).toMatchObject({ is_sound: true });
    const [whole, built] = await Promise.all([openCorpus(at("whole")), openCorpus(at(name))]);
    const { documents, words } = whole.info;
    expect(built.info).toMatchObject({ documents, words, segments });
    const told = async (corpus: typeof whole, content: string) =>
      (await corpus.search(queryOf(content))).passages
        .map(({ document, content, rarityBits, documentFrequency }) => ({
          id: document.id,
          content,
          documentFrequency,
          rarityBits: Math.round(rarityBits),
        }))
        .sort((x, y) => (x.id < y.id ? -1 : 1));
    for (const content of notEmpty([shared, ...texts.slice(0, 12).map((text) => text.slice(20, 300))])) {
      const expected = await told(whole, content);
      expect(expected.length).toBeGreaterThan(0);
      expect(await told(built, content)).toEqual(expected);
    }
    expect(readdirSync(folder).filter((one) => one.startsWith(`${name}.spolia.`))).toEqual([]);
    await Promise.all([whole.close(), built.close()]);
  }

  test("three workers at once, one segment, then four: each is the corpus of one build", async () => {
    expect(await spolia(line("whole"))).toBe(0);
    expect(await Promise.all([1, 2, 3].map(() => spolia(byJobs("one"))))).toEqual([0, 0, 0]);
    await expectWhole("one", 1);
    expect(await Promise.all([1, 2].map(() => spolia(byJobs("four", "--segments", "4"))))).toEqual([0, 0]);
    await expectWhole("four", 4);
    expect(await spolia(byJobs("four", "--segments", "4"))).toBe(0); // all of it is done
    expect(await spolia(byJobs("four", "--segments", "2"))).not.toBe(0); // another plan
  });

  test("a corpus that is there already is refused before anything is built, and stays", async () => {
    const older = ["corpus", "build", "-o", at("other"), "--dataset", "mine", "--name", "older"];
    expect(await spolia([...older, join(folder, "texts", "1.txt")])).toBe(0);
    const terminal = fakeTerminal({});
    expect(await main(byJobs("other"), terminal)).not.toBe(0);
    expect(terminal.err()).toContain("There are files in");
    const corpus = await openCorpus(at("other"));
    expect(corpus.info).toMatchObject({ name: "older", documents: 1 });
    await corpus.close();
    expect(existsSync(`${at("other")}.parts`)).toBe(false);
  });

  test("shards that an unfinished build of other options has left are not taken", async () => {
    const [one, other] = [Array.from({ length: 40 }, () => zipfText(random, 100)), texts.slice(0, 40)];
    const file = join(folder, "both.jsonl");
    writeFileSync(file, one.map((a, i) => `${JSON.stringify({ id: `${i}`, a, b: other[i] })}\n`).join(""));
    const where = server.address("spolia_builds");
    const ofField = (field: string) => [
      "corpus",
      "build",
      "-o",
      at("left"),
      "--dataset",
      "mine",
      "--text-field",
      field,
      "--jobs-from",
      where,
      file,
    ];
    const first = spawn(process.execPath, [PROGRAM, ...ofField("a")], { stdio: "ignore" });
    const ended = new Promise((resolve) => first.once("exit", resolve));
    const left = () =>
      existsSync(`${at("left")}.parts`) ? readdirSync(`${at("left")}.parts`, { recursive: true }) : [];
    await expect.poll(() => left().filter((name) => `${name}`.endsWith("manifest.json")).length).toBeGreaterThan(0);
    first.kill("SIGKILL");
    await ended;
    await server.query(`DELETE FROM spolia_builds.builds WHERE output = '${at("left")}'`);
    expect(await spolia(ofField("b"))).toBe(0);
    const corpus = await openCorpus(at("left"));
    for (const [i, text] of notEmpty([...other.entries()])) {
      const { passages } = await corpus.search(queryOf(text));
      expect(passages.map(({ document }) => document.id)).toContain(`${i}`);
    }
    await corpus.close();
  });

  test("of nothing no corpus is built", async () => {
    mkdirSync(join(folder, "nothing"));
    const terminal = fakeTerminal({});
    const build = ["corpus", "build", "-o", at("empty"), "--dataset", "mine", "--shards", "2", join(folder, "nothing")];
    expect(await main([...build, "--jobs-from", server.address("spolia_builds")], terminal)).not.toBe(0);
    expect(terminal.err()).toContain("There is no document to build a corpus from");
  });

  test("a worker that is killed: another one goes on with what it held", async () => {
    const started = (): ChildProcess => spawn(process.execPath, [PROGRAM, ...byJobs("killed")], { stdio: "ignore" });
    const rows = async (where: string) =>
      (
        await server.query(
          `SELECT count(*)::int AS n FROM spolia_builds.jobs WHERE output LIKE '%killed%' AND ${where}`,
        )
      )[0]!["n"];
    const first = started();
    await expect.poll(() => rows("done_at IS NOT NULL").catch(() => 0), { timeout: 300_000 }).toBeGreaterThan(0);
    await expect.poll(() => rows("leased_until IS NOT NULL"), { timeout: 300_000, interval: 5 }).toBeGreaterThan(0);
    const ended = new Promise((resolve) => first.once("exit", resolve));
    first.kill("SIGKILL");
    await ended;
    // The lease of the dead ends by itself in a minute; where that is not waited for, it ends now.
    if (fewOrAll(true, false))
      await server.query("UPDATE spolia_builds.jobs SET leased_until = now() WHERE leased_until IS NOT NULL");
    const done = () =>
      server.query(
        "SELECT stage, number, attempts, done_at::text FROM spolia_builds.jobs WHERE output LIKE '%killed%' AND done_at IS NOT NULL",
      );
    const doneBefore = await done();
    expect(doneBefore.length).toBeLessThan(10);
    expect(await spolia(byJobs("killed"))).toBe(0);
    await expectWhole("killed", 1);
    // Nothing that was done is done again. How often a job was begun depends on the machine: a lease ends in a minute.
    expect(await done()).toEqual(expect.arrayContaining(doneBefore));
  });

  test("many processes: each job is done once, in the order of stages; what fails for good is told to all", async () => {
    const done: string[] = [];
    const plan = { output: "numbers", jobs: { shard: 20, merge: 4, finish: 1 }, options: {} };
    const worker = () =>
      workOnBuild(
        server.address("spolia_builds"),
        plan,
        async ({ stage, number, before }) => {
          done.push(`${stage} ${number}`);
          await new Promise((resolve) => setTimeout(resolve, random() * 20));
          return { number, sum: before.length };
        },
        new AbortController().signal,
      );
    const shares = await Promise.all([1, 2, 3, 4, 5].map(worker));
    expect(shares.reduce((sum, one) => sum + one, 0)).toBe(25);
    expect(new Set(done).size).toBe(25);
    expect(done.length).toBe(25);
    expect(done.map((one) => one.split(" ")[0])).toEqual(
      ["shard", "merge", "finish"].flatMap((stage) =>
        Array.from({ length: { shard: 20, merge: 4, finish: 1 }[stage]! }, () => stage),
      ),
    );
    const broken = { ...plan, output: "broken" };
    const fails = () =>
      workOnBuild(
        server.address("spolia_builds"),
        broken,
        async ({ number }) => {
          if (number === 3) throw new SpoliaError("document_invalid", "No text.");
          return null;
        },
        new AbortController().signal,
      );
    await expect(fails()).rejects.toMatchObject({ code: "document_invalid" });
    const again = workOnBuild(server.address("spolia_builds"), broken, async () => null, new AbortController().signal);
    expect(await again).toBeGreaterThan(0); // tried again, and done
  });
});
