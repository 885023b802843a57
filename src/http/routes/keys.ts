/** Keys of a tenant, what they used, and tokens for those who want them. */
import * as v from "valibot";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { boundedText, closedObject, oneOf } from "../../contract/schemas/primitives.ts";
import { KEY_LABEL_CHARACTERS_MAX } from "../../limits.ts";
import { isOfCalendar, requireScope, SCOPES, TIME_OF_CALENDAR } from "../../registry/keys.ts";
import { succeeded } from "../answers.ts";
import * as examples from "../examples.ts";
import { API_ROOT } from "../paths.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../query.ts";
import { hasRegistry, type Route } from "../route.ts";
import { fromRegistry, removal } from "./records.ts";

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
const ID = { id: "Id of the key." };

export const KEYS: readonly Route[] = [
  {
    ...parts,
    method: "POST",
    path: `${API_ROOT}/keys`,
    operationId: "createKey",
    summary: "Make a key.",
    description: "`key` is shown this once and kept nowhere, so that `Idempotency-Key` is not read.",
    request: { name: "KeyRequest", schema: keyRequestSchema, example: examples.keyRequest },
    answer: { name: "NewKey", status: 201, isSecret: true },
    run: async ({ service, caller, document }) => {
      const request = parseRequest(keyRequestSchema, document);
      const scopes = request.scopes ?? caller.scopes;
      // A key makes no key that may do more.
      for (const wanted of scopes) requireScope(caller, wanted);
      return succeeded(await service.registry!.createKey(caller.tenant, { ...request, scopes }));
    },
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/keys`,
    operationId: "listKeys",
    summary: "Keys, the newest first.",
    description: "Revoked ones too. Of each the last four characters are shown.",
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
    description: "Effective with the next request; tokens that were got with it end too.",
    pathParameters: ID,
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/usage`,
    operationId: "listUsage",
    access: "read",
    summary: "Calls of each UTC day, the latest first.",
    description: "What counts for the plan: every call but those to public paths.",
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
    summary: "Plans: calls of a UTC day, and how many at once.",
    description: "Prices and uptime targets are the operator's words, shown where configured.",
    answer: { name: "Plans" },
    run: fromRegistry(({ plans }) => plans),
  },
];
