/** Everyday questions, with the answer that three readers would each call right, and the recipes that make them. */
import { readFileSync } from "node:fs";
import type { AnalyzeRequest, AnalyzeResult, RiskLevel, ScoreRequest, Verdict } from "../../../src/index.ts";

export const RELATIONS = ["same", "part_of", "contains", "quotes", "shares_passages"] as const;
export const READERS = ["rights_lawyer", "editor", "engineer"] as const;

/** As `test/support/scenarios/scenarios.json` has it; the sentences are judged by the recipe's patterns. */
export interface Scenario {
  id: string;
  text: string;
  corpus: string;
  verdict: Verdict;
  relation: (typeof RELATIONS)[number] | null;
  risk: Record<(typeof READERS)[number], RiskLevel>;
  must_say: string[];
  must_not_say: string[];
}

export interface ScenarioFile {
  about: string;
  corpora: Record<string, string>;
  scenarios: Scenario[];
}

/** What an answer was: the result, and its report in one line of text, with single spaces. */
export interface Heard {
  result: AnalyzeResult;
  report: string;
}

/** Whether a sentence is said: a pattern of the report, or a condition on the result where reports cannot show it. */
export type Sentence = RegExp | ((heard: Heard) => boolean);

export interface Recipe {
  /** The text that is asked about: the same bytes each time. */
  text: () => string;
  /** Names of the corpora that are searched; default: those that the scenario names. */
  corpora?: readonly string[];
  metadata?: AnalyzeRequest["metadata"];
  content_type?: AnalyzeRequest["content_type"];
  /** Asks for a score too: the sentences are then looked for in the report of the score. */
  score?: Pick<ScoreRequest, "target_model" | "jurisdiction" | "observations">;
  /** How each sentence of `must_say` and `must_not_say` is recognised, by the sentence. */
  sentences: Readonly<Record<string, Sentence>>;
}

export type Recipes = Readonly<Record<string, Recipe>>;

export function readScenarios(): ScenarioFile {
  const file = new URL("../../../test/support/scenarios/scenarios.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as ScenarioFile;
}
