/**
 * What do memorisation's answers mean, held against tiny models whose training is known (`bench/models`)? Models are read from a cache that
 * takes an hour and a half to fill; `--sample 50` trains a few by itself.
 */
import { loadKernels } from "../../../src/core/kernels/load.ts";
import type { Answer, Question } from "../question.ts";
import { exactTests } from "./exact.ts";
import { extraction } from "./extraction.ts";
import { fusion } from "./fusion.ts";
import { gatePart } from "./gate.ts";
import { readModels, referenceOf, seedsOf } from "./models.ts";
import { type Part, verdict } from "./part.ts";
import { ratios, splitOf } from "./ratios.ts";
import { statistics } from "./statistics.ts";

/** In full, and of a sample. */
const FULL = { replicates: 2_000, draws: 20_000, samples: 84, reciters: 24, divisions: 20 };
const FEW = { replicates: 100, draws: 2_000, samples: 5, reciters: 24, divisions: 3 };

export const memorisation: Question = {
  name: "memorisation",
  question:
    "Are exact tests exact, likelihood ratios what they say, and extraction right, on models whose training is known?",
  skip: async ({ sample, models }) => {
    if (sample !== undefined) return null;
    const seeds = await seedsOf({ folder: models, sample });
    if (Object.values(seeds).every(({ length }) => length > 1)) return null;
    return "there are no models: `node bench/models/run.ts --null 5000 --member 1000 --reciter 100 --workers 2` trains them in an hour and a half; --models names another folder, and --sample 50 trains a few here";
  },
  run: async ({ sample, models: folder, onProgress }) => {
    const kernels = await loadKernels();
    const reference = await referenceOf();
    const models = await readModels({ folder, sample, reference, onProgress });
    const { nulls, untouched, members, reciters } = models;
    const size = sample === undefined ? FULL : FEW;
    onProgress("likelihood ratios");
    const ofRatios = ratios(splitOf(nulls, untouched, members), size.replicates);
    onProgress("score");
    const ofFusion = fusion([...nulls, ...untouched], members, size.draws);
    const { samples, replicates } = size;
    const seeds = reciters.slice(0, size.reciters);
    const ofExtraction = await extraction({ folder, seeds, samples, replicates, onProgress });
    onProgress("the blind gate on passages of novels");
    const ofGate = gatePart(kernels, reference.model, size.divisions);
    const parts: Record<string, Part> = {
      exact: exactTests(nulls, members),
      statistics: statistics([...nulls, ...untouched], members),
      ratios: ofRatios,
      fusion: ofFusion,
      extraction: ofExtraction,
      gate: ofGate,
    };
    const counted = {
      nulls: nulls.length,
      untouched: untouched.length,
      members: members.length,
      reciters: seeds.length,
    };
    return answerOf(parts, counted);
  },
};

function answerOf(parts: Readonly<Record<string, Part>>, models: MemorisationRecord["models"]): Answer {
  const told = Object.values(parts).flatMap(({ goals }) => goals);
  const goals = told.map(({ isMet, ...goal }) => ({ ...goal, verdict: verdict(isMet) }));
  return {
    tables: [...Object.values(parts).flatMap(({ tables }) => tables), memorisationGoals({ models, goals })],
    worst: Object.values(parts).flatMap(({ worst = [] }) => worst),
    record: { models, goals, ...Object.fromEntries(Object.entries(parts).map(([name, { record }]) => [name, record])) },
  };
}

export interface MemorisationRecord {
  models: { nulls: number; untouched: number; members: number; reciters: number };
  goals: { goal: string; figure: string; bar: string; verdict: string }[];
}

/** Of the record, so that a README can have it too. */
export function memorisationGoals({ models, goals }: MemorisationRecord): Answer["tables"][number] {
  return {
    title: `Goals, over ${models.nulls} null models for exact tests and fitting, ${models.untouched} untouched ones, ${models.members} members, ${models.reciters} reciters`,
    head: ["goal", "figure", "bar", ""],
    rows: goals.map(({ goal, figure, bar, verdict }) => [goal, figure, bar, verdict]),
  };
}
