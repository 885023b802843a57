/** A dry run: a model that counts all queries and answers none, and the estimated cost of the queries. */
import { checkArguments, hasMethods } from "../../base/arguments.ts";
import type { ModelConnector } from "../../base/contract/resources/model.ts";
import { unanswered } from "./ask.ts";
import type { AskPlan, PlannedConnector, Questions } from "./asked.ts";

export interface DryRun {
  /** Replaces the model. An operation that queries it ends with `budget_exhausted`, since it gives no answers. */
  readonly model: ModelConnector;
  /** Queries so far. Queries that depend on answers are not included. */
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
      name,
      scores,
      completes,
      continues,
      retrieval,
      logprobs: (texts) => plan({ texts }, texts.length),
      complete: (prefixes, sampling) => plan({ prefixes, sampling }, prefixes.length),
    },
  };
}
