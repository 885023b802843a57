/**
 * Do the 95 % intervals that comparisons carry hold the truth as often as they say? And do the relations that fingerprints leave open hold
 * the one that the texts have?
 *
 * Each replicate is another pair of texts, seeded by the scenario's name and its number. The truth is the share of all distinct shingles.
 */

import type { CompareResult } from "../../src/contract/compare.ts";
import { fingerprintWith } from "../../src/fingerprint/fingerprint.ts";
import { knownShingles, type ShareEstimate, sharedShingles } from "../../src/fingerprint/overlap.ts";
import { PASSAGE } from "../../src/fingerprint/profile.ts";
import { shingleUnkept } from "../../src/fingerprint/shingles.ts";
import { createEngine, fingerprint } from "../../src/index.ts";
import type { Kernels } from "../../src/kernels/kernels.ts";
import { loadKernels } from "../../src/kernels/load.ts";
import { readText } from "../../src/text/text.ts";
import { Random } from "../random.ts";
import type { Cell } from "../table.ts";
import { type Pair, type Scenario, scenarios } from "./pairs.ts";
import type { Answer, Question, QuestionOptions } from "./question.ts";

const REPLICATES = 2_000;
/** Pairs of each scenario that are compared with and without their texts. */
const RELATIONS = 200;
/** What evidence asks of every interval. */
const COVERAGE_MIN = 0.94;
const MEASURES = ["jaccard", "aInB", "bInA"] as const;
type Measure = (typeof MEASURES)[number];

interface Coverage {
  measure: Measure;
  covered: number;
  /** Replicates in which nothing was counted, so that the interval is [0, 1]; they count as covered. */
  empty: number;
  meanWidth: number;
  meanTruth: number;
  /** Mean of value less truth, over replicates in which something was counted. */
  bias: number | null;
}

interface Outcome {
  scenario: Scenario;
  replicates: number;
  coverages: Coverage[];
  relations: { pairs: number; held: number; settled: number; likeliest: number; overstated: number };
}

export const intervals: Question = {
  name: "intervals",
  question:
    "Do the intervals of comparisons from fingerprints hold the truth, and the possible relations the one of the texts?",
  skip: () => null,
  run: async ({ sample, onProgress }: QuestionOptions) => {
    const kernels = await loadKernels();
    const outcomes: Outcome[] = [];
    for (const scenario of scenarios()) {
      onProgress(`${scenario.material}, ${scenario.name}`);
      const replicates = sample ?? REPLICATES;
      outcomes.push({
        scenario,
        replicates,
        coverages: coveragesOf(kernels, scenario, replicates),
        relations: await relationsOf(scenario, Math.min(replicates, RELATIONS)),
      });
    }
    return answerOf(outcomes);
  },
};

function drawn({ name, material, draw }: Scenario, replicate: number): Pair {
  return draw(new Random(`intervals, ${material}, ${name}, ${replicate}`));
}

function coveragesOf(kernels: Kernels, scenario: Scenario, replicates: number): Coverage[] {
  const pairs = Array.from({ length: replicates }, (_, i) => estimates(kernels, drawn(scenario, i)));
  return MEASURES.map((measure) => {
    const each = pairs.map(({ truth, estimate }) => ({ truth: truth[measure].value, estimate: estimate[measure] }));
    const counted = each.filter(({ estimate }) => width(estimate) < 1);
    return {
      measure,
      covered: each.filter(({ truth, estimate: { interval } }) => interval[0] <= truth && truth <= interval[1]).length,
      empty: each.length - counted.length,
      meanWidth: mean(each.map(({ estimate }) => width(estimate))),
      meanTruth: mean(each.map(({ truth }) => truth)),
      bias: counted.length === 0 ? null : mean(counted.map(({ truth, estimate }) => estimate.value - truth)),
    };
  });
}

function estimates(kernels: Kernels, pair: Pair) {
  const sides = fingerprintWith(kernels, pair).map((print, i) => ({
    print,
    text: shingleUnkept(kernels, readText(kernels, pair[i]!), PASSAGE),
  }));
  const [textA, textB] = sides.map(({ print, text }) => ({ print, known: knownShingles(kernels, print, text) }));
  const [printA, printB] = sides.map(({ print }) => ({ print, known: knownShingles(kernels, print, null) }));
  return { truth: sharedShingles(textA!, textB!), estimate: sharedShingles(printA!, printB!) };
}

const width = ({ interval: [lo, hi] }: ShareEstimate) => hi - lo;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function relationsOf(scenario: Scenario, pairs: number): Promise<Outcome["relations"]> {
  const engine = await createEngine({ corpora: [] });
  const counts = { pairs, held: 0, settled: 0, likeliest: 0, overstated: 0 };
  for (let i = 0; i < pairs; i++) {
    const [a, b] = drawn(scenario, i);
    const { relation } = await engine.compare({ a: { content: a }, b: { content: b } });
    const [printA, printB] = [await fingerprint(a), await fingerprint(b)];
    const told = await engine.compare({ a: { fingerprint_data: printA.bytes }, b: { fingerprint_data: printB.bytes } });
    const possible = told.possible_relations!;
    counts.held += Number(possible.includes(relation));
    counts.settled += Number(possible.length === 1);
    counts.likeliest += Number(possible[0] === relation);
    counts.overstated += Number(claimsMore(told.relation, relation));
  }
  return counts;
}

/** Whether it is told that a side stands in the other that by the texts does not. */
function claimsMore(told: CompareResult["relation"], relation: CompareResult["relation"]): boolean {
  const claims = { identical: "ab", near_duplicate: "ab", contains: "b", excerpt: "a" } as Partial<Record<string, string>>;
  return [...(claims[told] ?? "")].some((side) => !(claims[relation] ?? "").includes(side));
}

const percent = (share: number) => (100 * share).toFixed(1);

function coverageRows({ scenario, replicates, coverages }: Outcome): Cell[][] {
  return coverages.map(({ measure, covered, empty, meanWidth, meanTruth, bias }) => [
    ...[scenario.material, scenario.name, measure, replicates, percent(covered / replicates), meanWidth.toFixed(3)],
    ...[meanTruth.toFixed(3), bias === null ? null : bias.toFixed(4), empty],
  ]);
}

function answerOf(outcomes: readonly Outcome[]): Answer {
  const short = outcomes.flatMap(({ scenario, replicates, coverages }) =>
    coverages
      .filter(({ covered }) => covered / replicates < COVERAGE_MIN)
      .map(({ measure, covered }) => `${scenario.material}, ${scenario.name}, ${measure}: ${percent(covered / replicates)} %`),
  );
  return {
    tables: [
      {
        title: "Shares from two fingerprints: how often the 95 % interval holds the truth",
        head: ["material", "pair", "share", "n", "coverage %", "mean width", "mean truth", "bias", "of them nothing sampled"],
        rows: outcomes.flatMap(coverageRows),
      },
      {
        title: "Relations from two fingerprints, against those of the texts",
        head: ["material", "pair", "n", "among the possible %", "the likeliest %", "one alone possible %", "overstated"],
        rows: outcomes.map(({ scenario, relations: { pairs, held, likeliest, settled, overstated } }) => [
          ...[scenario.material, scenario.name, pairs, percent(held / pairs), percent(likeliest / pairs)],
          ...[percent(settled / pairs), overstated],
        ]),
      },
    ],
    worst: short.length === 0 ? [`no interval covers less than ${percent(COVERAGE_MIN)} %`] : short,
    record: outcomes.map(({ scenario: { name, material }, ...outcome }) => ({ material, pair: name, ...outcome })),
  };
}
