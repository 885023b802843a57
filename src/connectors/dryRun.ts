/** A dry run: a model that is asked everything and answers nothing, and what asking would cost. */
import { checkArguments, hasMethods } from "../arguments.ts";
import type { ModelConnector } from "../contract/model.ts";
import { unanswered } from "./ask.ts";
import type { AskPlan, PlannedConnector, Questions } from "./asked.ts";

export interface DryRun {
  /** In the model's place. An operation that asks it ends with `budget_exhausted`, since nothing is answered. */
  readonly model: ModelConnector;
  /** What was asked so far. Questions that follow from answers are not among them. */
  readonly planned: Readonly<AskPlan>;
}

export function dryRun(model: PlannedConnector): DryRun {
  checkArguments("dryRun", [["/model", hasMethods(model, "plan"), "a connector: connectorFrom(config)"]]);
  const planned: AskPlan = { requests: 0, tokens: 0 };
  const { name, scores, completes, continues, retrieval } = model;
  const plan = async (questions: Questions, count: number) => {
    const { requests, tokens } = await model.plan(questions);
    planned.requests += requests;
    planned.tokens += tokens;
    return Array.from({ length: count }, () => unanswered("budget", "this is a dry run"));
  };
  return {
    planned,
    model: {
      ...{ name, scores, completes, continues, retrieval },
      logprobs: (texts) => plan({ texts }, texts.length),
      complete: (prefixes, sampling) => plan({ prefixes, sampling }, prefixes.length),
    },
  };
}
