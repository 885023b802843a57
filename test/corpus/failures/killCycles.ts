/** Processes that change a corpus are killed, and what they leave is looked at. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, mergeCorpus } from "../../../src/corpus/change/change.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { filesOf, readManifest } from "../../../src/corpus/format/manifest.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { closeSegments, openSnapshot } from "../../../src/corpus/search/open.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import {
  builtOf,
  byId,
  expectFigures,
  expectRuns,
  figuresOf,
  NAMES,
  sliceOf,
} from "../../support/suites/corpus/living.ts";
import { seeded } from "../../support/texts.ts";
import { applied, type Change, documentOf, type Line, OPTIONS, type Task } from "./killed.ts";

const CHILD = fileURLToPath(new URL("killed.child.ts", import.meta.url));
/** Lines that a child may say before the moment of its end is chosen, and time from then on. */
const LINES_MAX = 12;
const DELAY_MS_MAX = 40;

/** What a child said before it was killed. */
interface Said {
  acknowledged: Change[];
  inFlight: Change | null;
}

/** Runs a child and kills it some time after it has said so many lines. */
function killedAfter(task: Task, lines: number, delayMs: number): Promise<Said> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", CHILD, JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: Said = { acknowledged: [], inFlight: null };
  let count = 0;
  let errors = "";
  child.stderr.on("data", (bytes) => {
    errors += bytes;
  });
  createInterface({ input: child.stdout }).on("line", (text) => {
    const line = JSON.parse(text) as Line;
    if (line.says === "begins") said.inFlight = line.change;
    else {
      said.acknowledged.push(said.inFlight!);
      said.inFlight = null;
    }
    if (++count === lines) setTimeout(() => child.kill("SIGKILL"), delayMs);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (_, signal) => {
      if (signal === "SIGKILL") resolve(said);
      else reject(new Error(`the child ended by itself: ${errors}`));
    });
  });
}

/** All files on the disk, those with a dot too. */
const everything = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((name) => statSync(join(folder, name)).isFile()).sort();

export interface Tally {
  acknowledged: number;
  inFlight: number;
  /** Killed in a change that was there afterwards, or that changes no answer, and in one that was not, by kind. */
  made: Record<string, number>;
  lost: Record<string, number>;
  staleLocks: number;
  unfinished: number;
  filesMax: number;
}

/** Kills so many children in turn, all at work on one corpus. */
export async function killCycles(folder: string, cycles: number, seed: number): Promise<Tally> {
  const random = seeded(seed);
  const tally: Tally = { acknowledged: 0, inFlight: 0, made: {}, lost: {}, staleLocks: 0, unfinished: 0, filesMax: 0 };
  let living: number[] = [];
  let nextNumber = 0;
  for (let cycle = 0; cycle < cycles; cycle++) {
    const task = { folder, seed: seed + cycle, living, nextNumber };
    const { acknowledged, inFlight } = await killedAfter(
      task,
      1 + Math.floor(random() * LINES_MAX),
      Math.floor(random() * DELAY_MS_MAX),
    );
    for (const change of acknowledged) living = applied(change, living);
    tally.acknowledged += acknowledged.length;
    const begun = inFlight === null ? acknowledged : [...acknowledged, inFlight];
    for (const change of begun)
      if ("numbers" in change && change.kind !== "delete")
        nextNumber = Math.max(nextNumber, 1 + Math.max(...change.numbers));
    if (inFlight !== null) tally.inFlight++;
    if (existsSync(folder)) {
      const left = everything(folder);
      tally.filesMax = Math.max(tally.filesMax, left.length);
      if (left.some((name) => name.startsWith(".lock"))) tally.staleLocks++;
      if (left.some((name) => name.startsWith(".new-") || name.startsWith("spill/"))) tally.unfinished++;
    }
    if (!existsSync(join(folder, "manifest.json"))) {
      expect(inFlight?.kind).toBe("build"); // nothing was acknowledged yet
      expect(living).toEqual([]);
      nextNumber = 0;
      continue;
    }
    const isMade = await expectStateOf(folder, living, inFlight, `cycle ${cycle}`);
    if (inFlight !== null) {
      const counts = isMade ? tally.made : tally.lost;
      counts[inFlight.kind] = (counts[inFlight.kind] ?? 0) + 1;
      if (isMade) living = applied(inFlight, living);
    }
    if (cycle % 2 === 0) continue; // the next child takes over
    await appendDocuments(createFileStorage(folder), [documentOf(nextNumber)], OPTIONS);
    living = [...living, nextNumber++];
    await expectTidy(folder);
  }
  return tally;
}

/** Several children at work on one corpus at once, each with documents of its own; all are killed, so many times. */
export async function killManyCycles(
  folder: string,
  cycles: number,
  children: number,
  seed: number,
): Promise<number[]> {
  const random = seeded(seed);
  await (await buildCorpus([documentOf(0)], { ...NAMES, storage: createFileStorage(folder) })).close();
  const own = Array.from({ length: children }, (_, i) => ({
    living: [] as number[],
    nextNumber: 100_000 * (i + 1),
    acknowledged: 0,
  }));
  for (let cycle = 0; cycle < cycles; cycle++) {
    const inFlight = await Promise.all(
      own.map(async (one, i) => {
        const { living, nextNumber } = one;
        const task = { folder, seed: seed + cycles * i + cycle, living, nextNumber, isOneOfMany: true };
        const said = await killedAfter(task, 1 + Math.floor(random() * LINES_MAX), Math.floor(random() * DELAY_MS_MAX));
        for (const change of said.acknowledged) one.living = applied(change, one.living);
        one.acknowledged += said.acknowledged.length;
        for (const change of said.inFlight === null ? said.acknowledged : [...said.acknowledged, said.inFlight])
          if (change.kind === "append") one.nextNumber = 1 + Math.max(...change.numbers);
        return said.inFlight;
      }),
    );
    expect((await verifyCorpus(folder)).damages).toEqual([]);
    await using corpus = await openCorpus(folder);
    const there = await documentsIn(folder);
    for (const [i, one] of notEmpty(own.entries())) {
      const first = 100_000 * (i + 1);
      const found = there.filter((number) => number >= first && number < first + 100_000);
      const made = inFlight[i] === null ? one.living : applied(inFlight[i]!, one.living);
      expect([one.living, made], `cycle ${cycle}, child ${i}`).toContainEqual(found);
      one.living = found;
    }
    const documents = byId(there.map(documentOf));
    expectFigures(corpus, documents);
    const texts = [...new Set([...documents.values()].map(({ text }) => text))];
    await expectRuns(
      corpus,
      documents,
      texts.slice(-20).map((text) => sliceOf(text, 2)),
    );
  }
  await mergeCorpus(createFileStorage(folder));
  await expectTidy(folder);
  return own.map(({ acknowledged }) => acknowledged);
}

/** Numbers of the documents that are there, in order. */
async function documentsIn(folder: string): Promise<number[]> {
  const { segments } = await openSnapshot(kernels, createFileStorage(folder));
  const documents: number[] = [];
  for (const { segment, deletions } of segments) {
    for (let document = 0; document < segment.documents.rows; document++)
      if (!deletions.documents.has(document)) documents.push(Number((await segment.record(document)).id.slice(1)));
  }
  await closeSegments(segments);
  return documents;
}

/** @returns whether the change in flight was made */
async function expectStateOf(
  folder: string,
  living: readonly number[],
  inFlight: Change | null,
  where: string,
): Promise<boolean> {
  expect((await verifyCorpus(folder)).damages, where).toEqual([]);
  await using corpus = await openCorpus(folder);
  const candidates = [living, ...(inFlight === null ? [] : [applied(inFlight, living)])];
  const revisions: (string | null)[] = [];
  for (const numbers of candidates) {
    const documents = byId(numbers.map(documentOf));
    if (numbers.length === 0) revisions.push(corpus.info.documents === 0 ? corpus.info.revision : null);
    else {
      await using fresh = await builtOf(documents);
      revisions.push(fresh.info.revision);
    }
  }
  expect(revisions, where).toContain(corpus.info.revision);
  const isMade = revisions.lastIndexOf(corpus.info.revision) === 1;
  const documents = byId(candidates[isMade ? 1 : 0]!.map(documentOf));
  expect(corpus.info.documents).toBe(figuresOf(documents).documents);
  expectFigures(corpus, documents);
  const texts = [...new Set([...documents.values()].map(({ text }) => text))];
  await expectRuns(
    corpus,
    documents,
    [...texts.slice(-12), documentOf(0).text, documentOf(7).text].map((text) => sliceOf(text, 2)),
  );
  return isMade;
}

/** After a change that was let finish there is what the manifest names, and nothing else. */
async function expectTidy(folder: string): Promise<void> {
  const { manifest } = await readManifest(kernels, createFileStorage(folder));
  const named = [...filesOf(manifest), ...manifest.superseded.map(({ file }) => file), "manifest.json"];
  expect(everything(folder)).toEqual(named.sort());
}
