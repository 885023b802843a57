/**
 * Do the 95 % intervals that comparisons carry hold the truth as often as they say? And do the relations that fingerprints leave open hold
 * the one that the texts have?
 *
 * Each replicate is another pair of texts, seeded by the scenario's name and its number. The truth is the share of all distinct shingles.
 */

import type { CompareResult } from "../../../src/base/contract/operations/compare.ts";
import { fingerprintWith } from "../../../src/core/fingerprint/fingerprint.ts";
import { knownShingles, type ShareEstimate, sharedShingles } from "../../../src/core/fingerprint/overlap.ts";
import { shingleUnkept } from "../../../src/core/fingerprint/shingles.ts";
import type { Kernels } from "../../../src/core/kernels/kernels.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { readText } from "../../../src/core/text/text.ts";
import { createEngine, fingerprint } from "../../../src/index.ts";
import { Random } from "../../harness/random.ts";
import { percent } from "../figures.ts";
import type { Answer, Question, QuestionOptions } from "../question.ts";
import { intervalTables, MEASURES, type PairRow } from "./intervalTables.ts";
import { type Pair, type Scenario, scenarios } from "./pairs.ts";

const REPLICATES = 2_000;
/** Pairs of each scenario that are compared with and without their texts. */
const RELATIONS = 200;
/** What evidence asks of every interval. */
const COVERAGE_MIN = 0.94;
type Outcome = Omit<PairRow, "material" | "pair"> & { scenario: Scenario };

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

function coveragesOf(kernels: Kernels, scenario: Scenario, replicates: number): Outcome["coverages"] {
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
    text: shingleUnkept(kernels, readText(kernels, pair[i]!)),
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
  const claims = { identical: "ab", near_duplicate: "ab", contains: "b", excerpt: "a" } as Partial<
    Record<string, string>
  >;
  return [...(claims[told] ?? "")].some((side) => !(claims[relation] ?? "").includes(side));
}

function answerOf(outcomes: readonly Outcome[]): Answer {
  const record = outcomes.map(({ scenario: { name, material }, ...outcome }) => ({ material, pair: name, ...outcome }));
  const short = record.flatMap(({ material, pair, replicates, coverages }) =>
    coverages
      .filter(({ covered }) => covered / replicates < COVERAGE_MIN)
      .map(({ measure, covered }) => `${material}, ${pair}, ${measure}: ${percent(covered / replicates)} %`),
  );
  return {
    tables: Object.values(intervalTables(record)),
    worst: short.length === 0 ? [`no interval covers less than ${percent(COVERAGE_MIN)} %`] : short,
    record,
  };
}
