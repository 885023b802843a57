/** Accounts and their plans, for the operator only. */
import * as v from "valibot";
import { parseRequest } from "../../../../base/contract/schemas/parse.ts";
import { boundedText, closedObject } from "../../../../base/contract/schemas/primitives.ts";
import { NAME_CHARACTERS_MAX } from "../../../../base/limits.ts";
import { API_ROOT } from "../../paths.ts";
import { pathParameter } from "../../request/parameters.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../../request/query.ts";
import { hasRegistry, type Route } from "../../route.ts";
import { fromRegistry } from "../data/records.ts";

const accountChangesSchema = closedObject({
  plan: v.pipe(boundedText(NAME_CHARACTERS_MAX), v.minLength(1, "must name a plan")),
});

const parts = { tag: "Accounts", access: "operator", isServed: hasRegistry } as const;
const one = {
  ...parts,
  path: `${API_ROOT}/accounts/{id}`,
  pathParameters: { id: pathParameter("Id of the account.") },
} as const;

export const ACCOUNTS: readonly Route[] = [
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/accounts`,
    operationId: "listAccounts",
    summary: "List accounts, the newest first.",
    description: "For the operator: no key of an account may call it.",
    queryParameters: PAGE_PARAMETERS,
    answer: { name: "AccountPage" },
    run: fromRegistry((registry, { query }) => registry.accounts(pageRequestOf(query))),
  },
  {
    ...one,
    method: "GET",
    operationId: "getAccount",
    summary: "Get an account.",
    description: "For the operator: no key of an account may call it.",
    answer: { name: "AccountAnswer" },
    problems: ["not_found"],
    run: fromRegistry((registry, { id }) => registry.account(id)),
  },
  {
    ...one,
    method: "PATCH",
    operationId: "changeAccount",
    summary: "Change the plan of an account.",
    description:
      "Effective with the next call of its keys. What the account keeps above the limits of the new plan stays; nothing is added to it. For the operator: no key of an account may call it.",
    request: { name: "AccountChanges", schema: accountChangesSchema, example: { plan: "pro" } },
    answer: { name: "AccountAnswer" },
    problems: ["not_found"],
    run: fromRegistry((registry, { id, call }) =>
      registry.changePlan(id, parseRequest(accountChangesSchema, call.document).plan),
    ),
  },
];
