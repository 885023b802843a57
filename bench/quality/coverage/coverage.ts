/**
 * Do 95 % intervals hold the truth as often as they say? Those that results may carry have to in every scenario, 0.94 at least; the
 * others are shown beside them. Runs on its own as well: `node bench/quality/coverage/coverage.ts [REPLICATES]`.
 *
 * Each replicate is seeded by the scenario's name and its number.
 */
import { clopperPearson } from "../../../src/core/statistics/binomial.ts";
import { Random } from "../../harness/random.ts";
import { type Cell, markdownLines } from "../../harness/table.ts";
import type { Answer, Question } from "../question.ts";
import { binomialScenarios, clusteredScenarios } from "./binomial.ts";
import { bootstrapScenarios } from "./bootstrap.ts";
import { conformalScenarios, logisticScenarios, shareScenarios } from "./calibration.ts";
import type { Scenario } from "./scenario.ts";
import { stepScenarios } from "./steps.ts";
import { windowScenarios } from "./windows.ts";

const REPLICATES = 2_000;
/** What evidence asks of every interval that a result carries. */
const COVERAGE_MIN = 0.94;

export interface Outcome {
  method: string;
  isCarried: boolean;
  scenario: string;
  replicates: number;
  covered: number;
  /** Replicates in which the method gave no interval; they count as covered. */
  none: number;
  meanWidth: number;
}

export const coverage: Question = {
  name: "coverage",
  question: "Do the 95 % intervals of `src/core/statistics` hold the truth as often as they say?",
  skip: () => null,
  run: async ({ sample, onProgress }) => {
    const rooms: [string, readonly Scenario[]][] = [
      ["shares of independent cases", binomialScenarios],
      ["shares by works", clusteredScenarios],
      ["how much of a work is recited, from windows", windowScenarios],
      ["means and ratios by clusters", bootstrapScenarios()],
      ["conformal thresholds: new scores below", conformalScenarios],
      ["share of positives at a score", shareScenarios],
      ["log10 LR of a score", logisticScenarios],
      ["log10 LR of a step, as confidence is read off it", stepScenarios],
    ];
    const outcomes = rooms.map(([title, scenarios]) => {
      onProgress(title);
      return { title, outcomes: scenarios.flatMap((scenario) => outcomesOf(scenario, sample ?? REPLICATES)) };
    });
    return answerOf(outcomes);
  },
};

/** What came of so many replicates of a scenario, by method. */
export function outcomesOf(scenario: Scenario, replicates: number): Outcome[] {
  const outcomes = new Map<string, Outcome>();
  for (let i = 0; i < replicates; i++) {
    for (const { method, interval, truth } of scenario.draw(new Random(`coverage, ${scenario.name}, ${i}`))) {
      const { name, isCarried } = method;
      const fresh = { method: name, isCarried, scenario: scenario.name, replicates, covered: 0, none: 0, meanWidth: 0 };
      const outcome = outcomes.get(name) ?? fresh;
      outcomes.set(name, outcome);
      outcome.none += Number(interval === null);
      outcome.covered += Number(interval === null || (interval[0] <= truth && truth <= interval[1]));
      if (interval !== null) outcome.meanWidth += (interval[1] - interval[0]) / replicates;
    }
  }
  return [...outcomes.values()];
}

const share = ({ covered, replicates }: Outcome) => covered / replicates;

function answerOf(rooms: readonly { title: string; outcomes: readonly Outcome[] }[]): Answer {
  const all = rooms.flatMap(({ outcomes }) => outcomes);
  const short = all.filter((outcome) => outcome.isCarried && share(outcome) < COVERAGE_MIN);
  const names = [...new Set(all.map(({ method }) => method))];
  return {
    tables: [
      {
        title: "By method: the least coverage over its scenarios",
        head: ["method", "carried", "scenarios", "least coverage", "mean coverage", "where least"],
        rows: names.map((name) => summaryRow(all.filter(({ method }) => method === name))),
      },
      ...rooms.map(({ title, outcomes }) => ({
        title,
        head: ["scenario", "method", "coverage", "95 % of that", "mean width", "none given"],
        rows: outcomes.map(row),
      })),
    ],
    worst:
      short.length === 0
        ? [`no interval that a result may carry covers less than ${COVERAGE_MIN}`]
        : short.map((outcome) => `${outcome.method}, ${outcome.scenario}: ${share(outcome).toFixed(4)}`),
    record: rooms,
  };
}

function summaryRow(outcomes: readonly Outcome[]): Cell[] {
  const least = outcomes.reduce((one, other) => (share(other) < share(one) ? other : one));
  const mean = outcomes.reduce((sum, outcome) => sum + share(outcome) / outcomes.length, 0);
  const { method, isCarried, scenario } = least;
  return [method, isCarried ? "yes" : "no", outcomes.length, share(least).toFixed(4), mean.toFixed(4), scenario];
}

function row(outcome: Outcome): Cell[] {
  const { scenario, method, covered, replicates, meanWidth, none } = outcome;
  const bounds = clopperPearson(covered, replicates).map((end) => end.toFixed(3));
  const width = Number.isFinite(meanWidth) ? meanWidth.toFixed(4) : null;
  return [scenario, method, share(outcome).toFixed(4), bounds.join("–"), width, none];
}

if (import.meta.filename === process.argv[1]) {
  const sample = process.argv[2] === undefined ? undefined : Number(process.argv[2]);
  const { tables, worst } = await coverage.run({ sample, onProgress: (stage) => console.error(`  ${stage} …`) });
  for (const { title, head, rows } of tables) console.log(`\n${title}\n\n${markdownLines(head, rows).join("\n")}`);
  console.log(`\n${worst.join("\n")}`);
}
