/** `spolia corpus build --jobs-from`: several processes build one corpus by jobs in PostgreSQL. */
import { readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { type BuildJob, type BuildPlan, workOnBuild } from "../cluster/builds.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { SegmentEntry } from "../corpus/manifest.ts";
import type { BuildOptions } from "../corpus/options.ts";
import { isSpoliaError } from "../errors.ts";
import type { BuildShard } from "./shards.ts";
import { isInBucket, writableAt } from "./storages.ts";

interface JobsOfBuild {
  database: string;
  /** Corpora that are built, and segments that these are merged into. */
  shards: number;
  segments: number;
  output: string;
  /** What all processes have to be told alike. */
  told: object;
  options: Pick<BuildOptions, "name" | "dataset" | "profile" | "text" | "declaredBy" | "declaredOn" | "memoryBytes">;
  signal: AbortSignal;
}

/** Builds a part of the documents. */
type BuildsShard = (shard: BuildShard, output: string, signal: AbortSignal) => Promise<unknown>;

/** @returns what was built, by this process and others */
export async function buildByJobs(jobs: JobsOfBuild, buildShard: BuildsShard): Promise<Corpus> {
  const { openCorpus } = await import("../index.ts");
  const { database, shards, segments, output, told, signal } = jobs;
  const plan: BuildPlan = { output, jobs: { shard: shards, merge: segments, finish: 1 }, options: told };
  const does = { shard: shardJob, merge: mergeJob, finish: finishJob };
  await workOnBuild(database, plan, (job, stopped) => does[job.stage](jobs, job, stopped, buildShard), signal);
  return openCorpus(await writableAt(output));
}

/** Shards are corpora beside the one that is built, until it is. */
const placeOf = ({ output, shards }: JobsOfBuild, number: number): string =>
  `${output}.parts/${String(number).padStart(4, "0")}-of-${shards}.spolia`;

/** Whether the shard has documents. */
async function shardJob(
  jobs: JobsOfBuild,
  { number }: BuildJob,
  signal: AbortSignal,
  buildShard: BuildsShard,
): Promise<{ isEmpty: boolean }> {
  try {
    await buildShard({ number, of: jobs.shards }, placeOf(jobs, number), signal);
  } catch (error) {
    if (isSpoliaError(error) && error.code === "no_documents") return { isEmpty: true };
    // Whoever built it ended before it could say so.
    if (!isSpoliaError(error) || error.code !== "corpus_exists") throw error;
  }
  return { isEmpty: false };
}

async function mergeJob(
  jobs: JobsOfBuild,
  { number, before }: BuildJob,
  signal: AbortSignal,
): Promise<SegmentEntry | null> {
  const { mergePart } = await import("../corpus/union.parts.ts");
  const own = filledIn(before).filter((shard) => shard % jobs.segments === number % jobs.segments);
  if (own.length === 0) return null;
  const sources = await Promise.all(own.map((shard) => writableAt(placeOf(jobs, shard))));
  return mergePart(sources, number, { ...jobs.options, storage: await writableAt(jobs.output), signal });
}

/** Numbers of the shards that have documents. */
const filledIn = (shards: readonly unknown[]): number[] =>
  shards.flatMap((one, i) => ((one as { isEmpty: boolean }).isEmpty ? [] : [i + 1]));

async function finishJob(jobs: JobsOfBuild, { before }: BuildJob, signal: AbortSignal): Promise<null> {
  const { uniteParts } = await import("../corpus/union.parts.ts");
  const all = await Promise.all(Array.from({ length: jobs.shards }, (_, i) => writableAt(placeOf(jobs, i + 1))));
  const lists = await Promise.all(all.map((shard) => shard.list()));
  const filled = all.filter((_, i) => lists[i]!.includes("manifest.json"));
  const parts = before.filter((one): one is SegmentEntry => one !== null);
  try {
    const storage = await writableAt(jobs.output);
    await (await uniteParts(filled, parts, { ...jobs.options, storage, signal })).close();
  } catch (error) {
    if (!isSpoliaError(error) || error.code !== "corpus_exists") throw error;
  }
  // The manifest of each goes first, so that what is left of one is no corpus.
  for (const [i, shard] of all.entries())
    for (const name of [...lists[i]!].sort((x) => (x === "manifest.json" ? -1 : 1))) await shard.remove(name);
  if (!isInBucket(jobs.output)) removeEmpty(`${jobs.output}.parts`);
  return null;
}

/** Removes folders without files. */
function removeEmpty(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
