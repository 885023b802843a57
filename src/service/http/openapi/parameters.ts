/** Parameters of paths, queries and headers in the OpenAPI document. */

import type { Parameter } from "../request/parameters.ts";
import type { Route } from "../route.ts";
import { isDoneOnce, type ServedParts } from "./headers.ts";
import { pascal, reference } from "./schemas.ts";

type ParameterPlace = "path" | "query";

/** `WorkId` for the `id` that is described as "Id of the work."; otherwise the parameter's own name. */
function titleOf(name: string, { description }: Parameter): string {
  const [, noun] = /(?<!\w)(\w+)\.$/.exec(description) ?? [];
  return name === "id" && noun !== undefined ? `${pascal(noun)}Id` : pascal(name);
}

/** Parameters that several routes have become components; the others stay with their route. */
export class ParameterComponents {
  /** By name. */
  readonly components: Readonly<Record<string, object>>;
  readonly #names = new Map<string, string>();

  constructor(routes: readonly Route[], parts: ServedParts) {
    const isOnce = routes.some((route) => isDoneOnce(route, parts));
    const components: Record<string, object> = {
      ...(isOnce && { IdempotencyKey: IDEMPOTENCY_KEY_PARAMETER }),
      ...(routes.some(({ isCacheable }) => isCacheable) && { IfNoneMatch: IF_NONE_MATCH_PARAMETER }),
    };
    const seen = new Set<string>();
    for (const [place, name, parameter] of routes.flatMap(parametersOf)) {
      const text = JSON.stringify(documented(place, name, parameter));
      const title = `${titleOf(name, parameter)}In${pascal(place)}`;
      if (seen.has(text) && !this.#names.has(text) && !(title in components)) {
        this.#names.set(text, title);
        components[title] = documented(place, name, parameter);
      }
      seen.add(text);
    }
    this.components = components;
  }

  of(route: Route): object[] {
    return parametersOf(route).map(([place, name, parameter]) => {
      const own = documented(place, name, parameter);
      const title = this.#names.get(JSON.stringify(own));
      return title === undefined ? own : reference("parameters", title);
    });
  }
}

const parametersOf = ({ pathParameters = {}, queryParameters = {} }: Route): [ParameterPlace, string, Parameter][] => [
  ...Object.entries(pathParameters).map(([name, one]): [ParameterPlace, string, Parameter] => ["path", name, one]),
  ...Object.entries(queryParameters).map(([name, one]): [ParameterPlace, string, Parameter] => ["query", name, one]),
];

const documented = (place: ParameterPlace, name: string, { description, schema }: Parameter): object => ({
  name,
  in: place,
  ...(place === "path" ? { required: true } : {}),
  description,
  schema,
});

const IDEMPOTENCY_KEY_PARAMETER = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Chosen by the caller. Requests with the same key within 24 hours are processed once and get the same response, later ones with `null` for secrets and the header `Idempotent-Replayed: true`.",
  schema: { type: "string", pattern: "^[!-~]{1,255}$" },
};

/** Header of routes whose requests may become jobs. */
export const PREFER = {
  name: "Prefer",
  in: "header",
  description: "`respond-async`: the request becomes a job (RFC 7240).",
  schema: { type: "string" },
};

export const IDEMPOTENCY_KEY = reference("parameters", "IdempotencyKey");

const IF_NONE_MATCH_PARAMETER = {
  name: "If-None-Match",
  in: "header",
  description: "The `ETag` of the caller's copy.",
  schema: { type: "string" },
};

export const IF_NONE_MATCH = reference("parameters", "IfNoneMatch");
