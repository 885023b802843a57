/** `spolia corpus build --jobs-from`: several processes build one corpus by jobs in PostgreSQL. */
import { existsSync, readdirSync, rmdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { sha256 } from "../../../base/bytes/sha256.ts";
import { isSpoliaError } from "../../../base/errors.ts";
import type { BuildOptions } from "../../../corpus/build/options.ts";
import type { SegmentEntry } from "../../../corpus/format/manifest.ts";
import type { Corpus } from "../../../corpus/search/corpus.ts";
import { isInBucket, writableAt } from "../storages.ts";
import { type BuildJob, type BuildPlan, workOnBuild } from "./jobs.ts";
import type { BuildShard } from "./shards.ts";

interface JobsOfBuild {
  database: string;
  /** Corpora that are built, and segments that these are merged into. */
  shards: number;
  segments: number;
  output: string;
  /** What all processes have to be told alike. */
  told: object;
  options: Omit<BuildOptions, "storage" | "resume">;
  signal: AbortSignal;
}

interface PlacedJobs extends JobsOfBuild {
  /** Where shards are, each a corpus, until they are merged. */
  parts: string;
}

/** Builds a part of the documents. */
type BuildsShard = (shard: BuildShard, output: string, signal: AbortSignal) => Promise<unknown>;

/** @returns what was built, by this process and others */
export async function buildByJobs(asked: JobsOfBuild, buildShard: BuildsShard): Promise<Corpus> {
  const { openCorpus } = await import("../../../index.ts");
  const { database, shards, segments, told, signal } = asked;
  const output = isInBucket(asked.output) ? asked.output : resolve(asked.output);
  // What another build has left here was built by other rules.
  const digest = (await sha256(JSON.stringify({ shards, told }))).slice(0, 16);
  const jobs = { ...asked, output, parts: `${output}.parts/${digest}` };
  const plan: BuildPlan = { output, jobs: { shard: shards, merge: segments, finish: 1 }, options: told };
  const does = { shard: shardJob, merge: mergeJob, finish: finishJob };
  await workOnBuild(database, plan, (job, stopped) => does[job.stage](jobs, job, stopped, buildShard), signal);
  return openCorpus(await writableAt(output));
}

const placeOf = ({ parts, shards }: PlacedJobs, number: number): string =>
  `${parts}/${String(number).padStart(4, "0")}-of-${shards}.spolia`;

/** @throws corpus_exists where another corpus is, or files of others: known before anything is built for it */
async function refuseOther({ output }: PlacedJobs): Promise<void> {
  const { refuseExisting } = await import("../../../corpus/build/commit.ts");
  await refuseExisting(await writableAt(output));
}

/** Whether the shard has documents. */
async function shardJob(
  jobs: PlacedJobs,
  { number }: BuildJob,
  signal: AbortSignal,
  buildShard: BuildsShard,
): Promise<{ isEmpty: boolean }> {
  await refuseOther(jobs);
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
  jobs: PlacedJobs,
  { number, before }: BuildJob,
  signal: AbortSignal,
): Promise<SegmentEntry | null> {
  const { mergePart } = await import("../../../corpus/change/unionParts.ts");
  await refuseOther(jobs);
  const own = filledIn(before).filter((shard) => shard % jobs.segments === number % jobs.segments);
  if (own.length === 0) return null;
  const sources = await Promise.all(own.map((shard) => writableAt(placeOf(jobs, shard))));
  return mergePart(sources, number, { ...jobs.options, storage: await writableAt(jobs.output), signal });
}

/** Numbers of the shards that have documents. */
const filledIn = (shards: readonly unknown[]): number[] =>
  shards.flatMap((one, i) => ((one as { isEmpty: boolean }).isEmpty ? [] : [i + 1]));

async function finishJob(jobs: PlacedJobs, { before }: BuildJob, signal: AbortSignal): Promise<null> {
  const { uniteParts } = await import("../../../corpus/change/unionParts.ts");
  const all = await Promise.all(Array.from({ length: jobs.shards }, (_, i) => writableAt(placeOf(jobs, i + 1))));
  const lists = await Promise.all(all.map((shard) => shard.list()));
  const filled = all.filter((_, i) => lists[i]!.includes("manifest.json"));
  const parts = before.filter((one): one is SegmentEntry => one !== null);
  const storage = await writableAt(jobs.output);
  await (await uniteParts(filled, parts, { ...jobs.options, storage, signal })).close();
  // The manifest of each goes first, so that what is left of one is no corpus.
  for (const [i, shard] of all.entries())
    for (const name of [...lists[i]!].sort((x) => (x === "manifest.json" ? -1 : 1))) await shard.remove(name);
  const around = `${jobs.output}.parts`;
  if (!isInBucket(jobs.output) && existsSync(around)) removeEmpty(around);
  return null;
}

/** Removes folders without files. */
function removeEmpty(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
