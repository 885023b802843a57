/** Asks a scenario of the engine, and says where the answer is not what three readers would call right. */
import picocolors from "picocolors";
import type { Catalogue } from "../../../src/catalogue/catalogue.ts";
import { readers } from "../../../src/files/index.ts";
import { type AnalyzeResult, createEngine } from "../../../src/index.ts";
import { plainAnalysis, plainScore } from "../../../src/report/index.ts";
import { corporaOf } from "./corpora.ts";
import type { Heard, Recipe, Scenario, Sentence } from "./scenario.ts";

export interface Judged {
  id: string;
  corpus: string;
  verdict: { got: string; wanted: string };
  relation: { got: string; wanted: string };
  level: { got: string; wanted: string };
  /** Why it is not right, a sentence each; empty where the answer is right. */
  wrong: string[];
}

const PLAIN = { colours: picocolors.createColors(false), columns: 120 };
const NONE = "none";
const NOT_STATED = "not stated";

export async function judge(scenario: Scenario, recipe: Recipe, catalogue: Catalogue): Promise<Judged> {
  const heard = await ask(scenario, recipe, catalogue);
  const { result } = heard;
  const wanted = [...new Set(Object.values(scenario.risk))];
  const judged = {
    id: scenario.id,
    corpus: scenario.corpus,
    verdict: { got: result.verdict, wanted: scenario.verdict },
    relation: { got: relationOf(result), wanted: scenario.relation ?? NONE },
    level: { got: result.risk_assessment.level, wanted: wanted.join("/") },
  };
  return { ...judged, wrong: [...differences(judged, wanted), ...sentencesWrong(scenario, recipe, heard)] };
}

async function ask(scenario: Scenario, recipe: Recipe, catalogue: Catalogue): Promise<Heard> {
  const corpora = await corporaOf(recipe.corpora ?? scenario.corpus.split(","));
  const engine = await createEngine({ corpora, catalogue, readers });
  const { text, metadata, content_type } = recipe;
  const content = text();
  const request = { content, ...(metadata && { metadata }), ...(content_type && { content_type }) };
  const result = await engine.analyze(request);
  const report =
    recipe.score === undefined
      ? plainAnalysis(result, { ...PLAIN, content })
      : plainScore(await engine.score({ ...request, ...recipe.score }), PLAIN);
  return { result, report: report.replace(/\s+/g, " ").trim() };
}

/** The relation of the text to what was found, where the result states one. */
function relationOf(result: AnalyzeResult): string {
  const stated = [result, result.matches[0]].map((part) => (part as { relation?: unknown } | undefined)?.relation);
  const relation = stated.find((one) => one !== undefined);
  return typeof relation === "string" ? relation : relation === null || result.matches.length === 0 ? NONE : NOT_STATED;
}

function differences({ verdict, relation, level }: Omit<Judged, "wrong">, levels: readonly string[]): string[] {
  // No relation is wanted where nothing is found; there, not to state one is right.
  const isStated = relation.got !== NOT_STATED || relation.wanted !== NONE;
  return [
    ...(verdict.got === verdict.wanted ? [] : [`The verdict is ${verdict.got}, not ${verdict.wanted}.`]),
    ...(relation.got === relation.wanted || !isStated
      ? []
      : [`The relation is ${relation.got}, not ${relation.wanted}.`]),
    ...(levels.includes(level.got) ? [] : [`The risk is ${level.got}, not ${level.wanted}.`]),
  ];
}

function sentencesWrong(scenario: Scenario, { sentences }: Recipe, heard: Heard): string[] {
  const isSaid = (sentence: string) => says(sentences[sentence], heard, `${scenario.id}: ${sentence}`);
  return [
    ...scenario.must_say.filter((one) => !isSaid(one)).map((one) => `It does not say: ${one}.`),
    ...scenario.must_not_say.filter(isSaid).map((one) => `It says: ${one}.`),
  ];
}

function says(sentence: Sentence | undefined, heard: Heard, name: string): boolean {
  if (sentence === undefined) throw new Error(`There is no pattern for ${name}.`);
  return sentence instanceof RegExp ? sentence.test(heard.report) : sentence(heard);
}
