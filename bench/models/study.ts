/**
 * Thousands of models with known truth, for whoever evaluates: `for await (const one of study("null", { to: 4000 }))`.
 *
 * Models are trained by worker threads where the cache lacks them, and only what was observed of them is kept; `train()` makes one
 * again, with the same weights. The cache is a folder named by what a model comes out as, so that code which trains otherwise
 * never reads what was trained before, and code that was merely rewritten does:
 *
 *   FOLDER/DIGEST/manifest.json         what made it
 *   FOLDER/DIGEST/null/000000.bin …     a file a model (observe.ts), written whole or not at all
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { ENGINE_VERSION } from "../../src/base/version.ts";
import { modelModule, wasmBackend } from "./kernels.ts";
import type { TinyModel } from "./model.ts";
import { modelOf, type Observations, observe, packed, unpacked } from "./observe.ts";
import { CONDITIONS, KINDS, type Kind, type Plan, planOf } from "./plan.ts";
import { population } from "./population.ts";

export interface Studied extends Plan {
  /** Ids of the documents that were trained on, of those asked about. */
  members: readonly string[];
  observations: Observations;
  /** The model itself, trained again. */
  train(): TinyModel;
}

/** Which models: seeds `from`, by default 0, up to but not `to`, or those that are named. */
type Seeds = { from?: number; to: number } | { seeds: readonly number[] };

export type StudyOptions = Seeds & {
  /** The cache, by default `node_modules/.cache/spolia-models`. */
  folder?: string | undefined;
  /** Threads that train what the cache lacks, by default 1. */
  workers?: number;
  onProgress?: (done: number, of: number) => void;
};

/** What a worker is told. */
export interface Task {
  module: WebAssembly.Module;
  kind: Kind;
  seeds: readonly number[];
  cache: string;
}

const FOLDER = fileURLToPath(new URL("../../node_modules/.cache/spolia-models", import.meta.url));

/** Models in the order of their seeds, all trained before the first is handed over. */
export async function* study(kind: Kind, options: StudyOptions): AsyncGenerator<Studied, void, undefined> {
  const { folder = FOLDER, workers = 1, onProgress } = options;
  const backend = await wasmBackend();
  const cache = await openCache(folder);
  const seeds = seedsOf(options);
  await fill(kind, seeds, { cache, workers, onProgress });
  for (const seed of seeds) {
    const plan = planOf(kind, seed, population());
    const members = plan.documents.filter(({ trained }) => trained).map(({ id }) => id);
    const observations = unpacked(readFileSync(fileOf(cache, kind, seed)));
    yield { ...plan, members, observations, train: () => modelOf(plan, population(), backend) };
  }
}

function seedsOf(options: Seeds): readonly number[] {
  if ("seeds" in options) return options.seeds;
  const { from = 0, to } = options;
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

/** Seeds of the models that a cache has, ascending. */
export async function seedsKept(kind: Kind, folder = FOLDER): Promise<number[]> {
  if (!existsSync(folder)) return [];
  const names = readdirSync(join(await openCache(folder), kind));
  return names.flatMap((name) => /^(\d+)\.bin$/.exec(name)?.slice(1).map(Number) ?? []).sort((a, b) => a - b);
}

/** The folder of what this code makes of these texts, with its manifest. */
export async function openCache(folder: string): Promise<string> {
  const digest = await witness();
  const cache = join(folder, digest.slice(0, 16));
  for (const kind of KINDS) mkdirSync(join(cache, kind), { recursive: true });
  const { tokenizer, sha256 } = population();
  const manifest = {
    ...{ engine: ENGINE_VERSION, node: process.version, population_sha256: sha256, witness_sha256: digest },
    ...{ vocabulary: tokenizer.size, conditions: CONDITIONS, seeds: "the name of a file is the seed of its model" },
  };
  const path = join(cache, "manifest.json");
  if (!existsSync(path)) writeFileSync(path, `${JSON.stringify(manifest, null, 1)}\n`);
  return cache;
}

/** SHA-256 of the texts, of one plan and of what is observed of its model. */
async function witness(): Promise<string> {
  const texts = population();
  const plan = planOf("member", 0, texts);
  const model = modelOf(plan, texts, await wasmBackend());
  const hash = createHash("sha256").update(texts.sha256).update(JSON.stringify(plan));
  return hash.update(packed(observe(model, plan))).digest("hex");
}

/** Trains in threads what is missing. */
async function fill(
  kind: Kind,
  seeds: readonly number[],
  { cache, workers, onProgress }: { cache: string; workers: number; onProgress: StudyOptions["onProgress"] },
): Promise<void> {
  const missing = seeds.filter((seed) => !existsSync(fileOf(cache, kind, seed)));
  if (missing.length === 0) return;
  const module = await modelModule();
  let done = seeds.length - missing.length;
  const shares = Array.from({ length: Math.min(workers, missing.length) }, (_, share) =>
    missing.filter((_, i) => i % workers === share),
  );
  await Promise.all(
    shares.map(
      (share) =>
        new Promise<void>((resolve, reject) => {
          const task: Task = { module, kind, seeds: share, cache };
          const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: task });
          worker.on("message", () => onProgress?.(++done, seeds.length));
          worker.on("error", reject);
          worker.on("exit", (code) =>
            code === 0 ? resolve() : reject(new Error(`A worker ended with code ${code}.`)),
          );
        }),
    ),
  );
}

/** Trains a model, observes it and keeps that. */
export function keep(cache: string, kind: Kind, seed: number, backend: Awaited<ReturnType<typeof wasmBackend>>): void {
  const plan = planOf(kind, seed, population());
  const bytes = packed(observe(modelOf(plan, population(), backend), plan));
  const path = fileOf(cache, kind, seed);
  writeFileSync(`${path}.${process.pid}`, bytes);
  renameSync(`${path}.${process.pid}`, path);
}

function fileOf(cache: string, kind: Kind, seed: number): string {
  return join(cache, kind, `${String(seed).padStart(6, "0")}.bin`);
}
