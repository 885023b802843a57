/** How well are reused passages found and told, beside what one would take instead? Planted, natural, unrelated and hostile texts. */
import { readFileSync } from "node:fs";
import { ENGINE_VERSION } from "../../../src/index.ts";
import { hasSharedData } from "../../harness/shared.ts";
import { DETECTORS } from "../baselines/all.ts";
import { grouped } from "../figures.ts";
import type { Answer, Question, QuestionOptions } from "../question.ts";
import { measureExtremes, measureSpeed } from "./extremes.ts";
import { goalLines } from "./goals.ts";
import { measureNatural, type NaturalRow } from "./natural.ts";
import { type AskedText, measurePlanted } from "./planted.ts";
import { byLength, summarize } from "./summary.ts";
import {
  baselineTable,
  extremeTable,
  goalTable,
  languageTable,
  lengthTable,
  naturalTable,
  plantedTable,
  ruleTable,
  unrelatedTable,
} from "./tables.ts";
import { measureUnrelated, type UnrelatedRow } from "./unrelated.ts";

const WORST_SHOWN = 12;

export const passages: Question = {
  name: "passages",
  question: "How well are reused passages found and told, beside what one would take instead?",
  skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
  run: answer,
};

async function answer(options: QuestionOptions): Promise<Answer> {
  const speed = await measureSpeed(options);
  const extremes = await measureExtremes(options);
  const planted = await measurePlanted(options);
  const natural = await measureNatural(options);
  const unrelated = await measureUnrelated(options);
  const own = planted.asked.filter(({ detector }) => detector === "spolia");
  const [byCondition, common] = [summarize(own), summarize(planted.asked.filter(({ isCommon }) => isCommon))];
  const goals = goalLines({ asked: planted.asked, unrelated, speed, extremes });
  return {
    tables: [
      ...[ruleTable(), plantedTable(byCondition), lengthTable(own), languageTable(own), baselineTable(common)],
      ...[naturalTable(natural), unrelatedTable(unrelated), extremeTable(extremes), goalTable(goals)],
    ],
    worst: worstLines(own, natural, unrelated),
    record: {
      versions: versions(),
      seeds: "SHA-256 of the names in the programs; no other chance",
      ...{ goals, speed, extremes, indexed: planted.indexed, seconds: planted.seconds },
      planted: {
        by_condition: byCondition,
        by_set: grouped(own, ({ set }) => set.name).map(([set, some]) => ({ set, conditions: summarize(some) })),
        by_length: byLength(own),
        beside_others: common,
        missed: own.flatMap(({ mode, outcome }) =>
          outcome.plants.filter((one) => !one.isFound).map(({ id }) => `${mode}: ${id}`),
        ),
      },
      ...{ natural, unrelated },
    },
  };
}

function versions() {
  const dolos = new URL("../../rivals/package.json", import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(dolos, "utf8")) as { dependencies: Record<string, string> };
  return {
    ...{
      spolia: ENGINE_VERSION,
      sqlite: process.versions["sqlite"] ?? null,
      "@dodona/dolos-core": dependencies["@dodona/dolos-core"],
    },
    contenders: DETECTORS.map(({ name, rule, skip }) => ({ name, rule, left_out: skip() })),
  };
}

function worstLines(
  own: readonly AskedText[],
  natural: readonly NaturalRow[],
  unrelated: readonly UnrelatedRow[],
): string[] {
  const plants = own.flatMap(({ mode, text, outcome }) =>
    outcome.plants.map((plant) => ({ mode, rate: text.rate, plant })),
  );
  const byRate = <Item extends { rate: number; plant: { lengthWords: number } }>(items: Item[]) =>
    items.sort((x, y) => x.rate - y.rate || y.plant.lengthWords - x.plant.lengthWords).slice(0, WORST_SHOWN);
  const shareOf = ({ plant }: (typeof plants)[number]) => plant.coveredWords / plant.words;
  const notExact = plants.filter(({ plant }) => plant.isExact === false);
  const examples = [
    ...natural.filter(({ detector }) => detector === "spolia"),
    ...unrelated.filter(({ detector }) => detector === "spolia"),
  ].flatMap((row) => row.examples.slice(0, 2));
  return [
    ...byRate(plants.filter(({ plant }) => !plant.isFound)).map(
      ({ mode, plant }) => `${mode}: missed ${plant.lengthWords} words: ${plant.id}`,
    ),
    ...byRate(plants.filter((one) => one.plant.isFound && shareOf(one) < 0.5)).map(
      (one) =>
        `${one.mode}: ${(100 * shareOf(one)).toFixed(0)} % of ${one.plant.lengthWords} words covered: ${one.plant.id}`,
    ),
    ...notExact
      .slice(0, WORST_SHOWN)
      .map(({ mode, plant }) => `${mode}: verbatim, not exact [${plant.errors}]: ${plant.id}`),
    ...examples.map(
      ({ text, document, content, source }) =>
        `false: ${text} in ${document}: ${content.slice(0, 160)} || ${source.slice(0, 160)}`,
    ),
  ];
}
