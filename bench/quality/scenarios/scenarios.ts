/** Are everyday questions answered as three readers would answer them? */
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { hasSharedData } from "../../harness/shared.ts";
import type { Cell } from "../../harness/table.ts";
import type { Answer, Question } from "../question.ts";
import { type Judged, judge } from "./judge.ts";
import { RECIPES } from "./recipes/all.ts";
import { readScenarios } from "./scenario.ts";

export const scenarios: Question = {
  name: "scenarios",
  question: "Are everyday questions answered as a rights lawyer, an editor and an engineer would answer them?",
  skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
  run: async ({ sample, onProgress }) => {
    const catalogue = await loadCatalogue();
    const judged: Judged[] = [];
    for (const scenario of readScenarios().scenarios.slice(0, sample)) {
      onProgress(scenario.id);
      judged.push(await judge(scenario, RECIPES[scenario.id]!, catalogue));
    }
    return answerOf(judged);
  },
};

function answerOf(judged: readonly Judged[]): Answer {
  const right = (some: readonly boolean[]): Cell[] => [some.filter(Boolean).length, some.length];
  const parts = [
    ["verdict", judged.map(({ verdict }) => verdict.got === verdict.wanted)],
    ["relation", judged.map(({ wrong }) => !wrong.some((why) => why.startsWith("The relation")))],
    ["level of risk", judged.map(({ wrong }) => !wrong.some((why) => why.startsWith("The risk")))],
    ["sentences", judged.map(({ wrong }) => !wrong.some((why) => why.startsWith("It ")))],
    ["all of it", judged.map(({ wrong }) => wrong.length === 0)],
  ] as const;
  return {
    tables: [
      {
        title: "Everyday questions",
        head: ["scenario", "corpus", "verdict", "wanted", "relation", "wanted", "risk", "wanted", "right"],
        rows: judged.map(({ id, corpus, verdict, relation, level, wrong }) => [
          ...[id, corpus, verdict.got, verdict.wanted, relation.got, relation.wanted, level.got, level.wanted],
          wrong.length === 0 ? "yes" : "no",
        ]),
      },
      { title: "Right", head: ["what", "right", "of"], rows: parts.map(([what, some]) => [what, ...right(some)]) },
    ],
    worst: judged.filter(({ wrong }) => wrong.length > 0).map(({ id, wrong }) => `${id}: ${wrong.join(" ")}`),
    record: judged,
  };
}
