/** Decisions of people about findings. */
import { decisionSchema } from "../../../../base/contract/schemas/operations/decision.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import { pathParameter } from "../../request/parameters.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../../request/query.ts";
import { hasRegistry, type Route } from "../../route.ts";
import { fromRegistry, removal } from "../data/records.ts";

const parts = { tag: "Decisions", isServed: hasRegistry } as const;
const ID = { id: pathParameter("Id of the decision.") };
const one = { ...parts, path: `${API_ROOT}/decisions/{id}`, pathParameters: ID } as const;

export const DECISIONS: readonly Route[] = [
  {
    ...parts,
    method: "POST",
    path: `${API_ROOT}/decisions`,
    operationId: "registerDecision",
    summary: "Register what a person decided about a finding.",
    description:
      "Monitors, and analyses with `decisions=registered`, show it beside what they find. It changes no verdict and hides nothing, " +
      "and it holds for as long as the text, the document and the passage that it names are as they were. " +
      "Registering the same decision again returns the existing one.",
    access: "write",
    request: { name: "DecisionRequest", schema: decisionSchema, example: examples.decision },
    answer: { name: "DecisionAnswer", status: 201 },
    problems: ["conflict"],
    run: fromRegistry(({ decisions }, { tenant, call }) => decisions.register(tenant, call.document)),
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/decisions`,
    operationId: "listDecisions",
    summary: "List decisions, the newest first.",
    description: "The decisions of the caller's tenant.",
    access: "read",
    queryParameters: PAGE_PARAMETERS,
    answer: { name: "DecisionPage" },
    run: fromRegistry(({ decisions }, { tenant, query }) => decisions.list(tenant, pageRequestOf(query))),
  },
  {
    ...one,
    method: "GET",
    operationId: "getDecision",
    summary: "Get a decision.",
    description: "As it was registered.",
    access: "read",
    answer: { name: "DecisionAnswer" },
    problems: ["not_found"],
    run: fromRegistry(({ decisions }, { tenant, id }) => decisions.find(tenant, id)),
  },
  {
    ...one,
    ...removal(({ decisions }, tenant, id) => decisions.remove(tenant, id)),
    operationId: "deleteDecision",
    summary: "Delete a decision.",
    description: "Results that were given it keep it.",
  },
];
