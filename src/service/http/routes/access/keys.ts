/** Keys of a tenant, their usage, and plans. */
import * as v from "valibot";
import { parseRequest } from "../../../../base/contract/schemas/parse.ts";
import { boundedText, closedObject, oneOf } from "../../../../base/contract/schemas/primitives.ts";
import { KEY_LABEL_CHARACTERS_MAX } from "../../../../base/limits.ts";
import { isOfCalendar, requireScope, SCOPES, TIME_OF_CALENDAR } from "../../../accounts/keys.ts";
import { succeeded } from "../../answer/answers.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import { pathParameter } from "../../request/parameters.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../../request/query.ts";
import { hasRegistry, type Route } from "../../route.ts";
import { fromRegistry, removal } from "../data/records.ts";

const TIME_IN_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;
const scope = oneOf(SCOPES);
const mode = oneOf(["live", "test"]);

const keyRequestSchema = closedObject({
  label: v.optional(boundedText(KEY_LABEL_CHARACTERS_MAX)),
  mode: v.optional(mode),
  scopes: v.optional(v.pipe(v.array(scope), v.minLength(1, "must name a scope"))),
  expires_at: v.optional(
    v.pipe(
      v.string(),
      v.regex(TIME_IN_UTC, "must be a time of ISO 8601 in UTC"),
      v.check((time) => !TIME_IN_UTC.test(time) || isOfCalendar(time), TIME_OF_CALENDAR),
    ),
  ),
});

const parts = { tag: "Keys", access: "keys", isServed: hasRegistry } as const;
const ID = { id: pathParameter("Id of the key.") };

export const KEYS: readonly Route[] = [
  {
    ...parts,
    method: "POST",
    path: `${API_ROOT}/keys`,
    operationId: "createKey",
    summary: "Create a key.",
    description:
      "Only this response contains `key`, which is not stored. A test key sees and changes test records only, and can create test keys only. A live key can list and revoke the keys of both modes.",
    request: { name: "KeyRequest", schema: keyRequestSchema, example: examples.keyRequest },
    answer: { name: "NewKey", status: 201, secrets: [["key"]] },
    run: async ({ service, caller, document }) => {
      const request = parseRequest(keyRequestSchema, document);
      const scopes = request.scopes ?? caller.scopes;
      // A key cannot create a key with more scopes.
      for (const wanted of scopes) requireScope(caller, wanted);
      return succeeded(await service.registry!.createKey(caller.tenant, { ...request, scopes }));
    },
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/keys`,
    operationId: "listKeys",
    summary: "List keys, the newest first.",
    description: "Includes revoked keys. Shows only the last four characters of each key. A test key lists test keys.",
    queryParameters: PAGE_PARAMETERS,
    answer: { name: "KeyPage" },
    run: fromRegistry((registry, { tenant, query }) => registry.listKeys(tenant, pageRequestOf(query))),
  },
  {
    ...parts,
    ...removal((registry, tenant, id) => registry.revokeKey(tenant, id)),
    access: "keys",
    path: `${API_ROOT}/keys/{id}`,
    operationId: "revokeKey",
    summary: "Revoke a key.",
    description: "Takes effect with the next request or line; tokens obtained with the key end too.",
    pathParameters: ID,
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/usage`,
    operationId: "listUsage",
    access: "read",
    summary: "List the number of calls per UTC day, the latest first.",
    description:
      "Calls that count towards the plan: all except those to public paths. Calls with test keys are counted apart; a test key lists those.",
    queryParameters: PAGE_PARAMETERS,
    answer: { name: "UsagePage" },
    run: fromRegistry((registry, { tenant, query }) => registry.usage(tenant, pageRequestOf(query))),
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/plans`,
    operationId: "listPlans",
    access: "read",
    summary: "List plans: calls per UTC day, and their burst.",
    description: "Prices and uptime targets are texts of the operator, present if configured.",
    answer: { name: "Plans" },
    run: fromRegistry(({ plans }) => plans),
  },
];
