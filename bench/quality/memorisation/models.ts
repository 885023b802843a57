/**
 * The models of the evaluation. It reads what the cache has and says how many; only a sample is trained on the spot.
 *
 *   null   0 … 3,999       exact tests; of them 0 … 1,999 fit likelihood ratios, 2,000 … 3,999 validate their cap
 *   null   4,000 … 4,999   untouched: they test likelihood ratios
 *   member 0 … 999         power and areas under ROC curves; 3 of 10 fit, 3 validate, 4 test
 *   reciter 0 … 99         extraction
 */
import { loadKernels } from "../../../src/core/kernels/load.ts";
import type { TokenCounts } from "../../../src/models/membership/formulas.ts";
import { wasmBackend } from "../../models/kernels.ts";
import { modelOf } from "../../models/observe.ts";
import { CONDITIONS, type Kind, planOf } from "../../models/plan.ts";
import { population } from "../../models/population.ts";
import { seedsKept, study } from "../../models/study.ts";
import { type Reference, Summaries, type Summary } from "./summary.ts";

export const UNTOUCHED_FROM = 4_000;
export const SEEDS: Readonly<Record<Kind, number>> = { null: 5_000, member: 1_000, reciter: 100 };
/** Of a sample: models of each kind, and so many of them null models that are untouched. */
const UNTOUCHED_SHARE = 0.4;
const RECITER_SHARE = 0.1;
/** Null models with this seed and later are in no other part: the reference is one of them. */
const REFERENCE_SEED = 1_000_000;

export interface Models {
  /** Summaries of null models 0 to 3,999, of untouched ones, of members. */
  nulls: Summary[];
  untouched: Summary[];
  members: Summary[];
  /** Seeds of reciters. */
  reciters: number[];
}

/** What was asked of the run. */
export interface ModelOptions {
  folder: string | undefined;
  /** Models of each kind to train where there is no cache. */
  sample: number | undefined;
  reference: Reference;
  onProgress: (stage: string) => void;
}

/** Which models there are. */
export async function seedsOf({
  folder,
  sample,
}: Pick<ModelOptions, "folder" | "sample">): Promise<Record<Kind, number[]>> {
  if (sample === undefined) {
    const kept = await Promise.all((["null", "member", "reciter"] as const).map((kind) => seedsKept(kind, folder)));
    const [nulls, members, reciters] = kept as [number[], number[], number[]];
    const within = (seeds: number[], kind: Kind) => seeds.filter((seed) => seed < SEEDS[kind]);
    return { null: within(nulls, "null"), member: within(members, "member"), reciter: within(reciters, "reciter") };
  }
  const range = (from: number, count: number) => Array.from({ length: Math.ceil(count) }, (_, i) => from + i);
  return {
    null: [...range(0, sample), ...range(UNTOUCHED_FROM, sample * UNTOUCHED_SHARE)],
    member: range(0, sample),
    reciter: range(0, sample * RECITER_SHARE),
  };
}

export async function readModels(options: ModelOptions): Promise<Models> {
  const { folder, onProgress } = options;
  const seeds = await seedsOf(options);
  const summaries = new Summaries(await loadKernels(), population().tokenizer, options.reference);
  const read = async (kind: Kind): Promise<Summary[]> => {
    const all: Summary[] = [];
    onProgress(`${seeds[kind].length} ${kind} models`);
    for await (const one of study(kind, { seeds: seeds[kind], folder })) all.push(summaries.of(one));
    return all;
  };
  const nulls = await read("null");
  return {
    nulls: nulls.filter(({ seed }) => seed < UNTOUCHED_FROM),
    untouched: nulls.filter(({ seed }) => seed >= UNTOUCHED_FROM),
    members: await read("member"),
    reciters: seeds.reciter,
  };
}

/** A null model of the largest condition, and how often tokens stand in what it was trained on. */
export async function referenceOf(): Promise<Reference> {
  const most = Math.max(...CONDITIONS.map(([size]) => size));
  let seed = REFERENCE_SEED;
  while (planOf("null", seed, population()).size < most) seed++;
  const plan = planOf("null", seed, population());
  return { model: modelOf(plan, population(), await wasmBackend()), counts: countsOf(plan.training) };
}

function countsOf(texts: readonly string[]): TokenCounts {
  const { tokenizer } = population();
  const counts = new Map<string, number>();
  let total = 0;
  for (const text of texts) {
    const { starts, ids } = tokenizer.encode(text);
    ids.forEach((_, i) => {
      const token = text.slice(starts[i], starts[i + 1]);
      counts.set(token, (counts.get(token) ?? 0) + 1);
      total++;
    });
  }
  return { counts, total, vocabulary: tokenizer.size };
}
