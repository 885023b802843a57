/** Shared parts of the routes for records of the registry. */
import type { Registry } from "../../../registry.ts";
import { succeeded } from "../../answer/answers.ts";
import type { Route, RouteCall } from "../../route.ts";

/** A call about records of the caller's tenant. */
interface OwnCall {
  readonly tenant: string;
  /** The path parameter `{id}`; empty if the path has none. */
  readonly id: string;
  readonly query: RouteCall["query"];
  readonly call: RouteCall;
}

/** Makes a route's `run` from a function of the registry; for routes that need one. */
export const fromRegistry =
  (answer: (registry: Registry, own: OwnCall) => object | Promise<object>): Route["run"] =>
  async (call) => {
    const { service, caller, path, query } = call;
    const own = { tenant: caller.tenant, id: path["id"] ?? "", query, call };
    return succeeded(await answer(service.registry!, own));
  };

/** Parts of a route that deletes the record with the id of the path. */
export const removal = (remove: (registry: Registry, tenant: string, id: string) => Promise<void>) =>
  ({
    method: "DELETE",
    access: "write",
    answer: { name: "Removed" },
    problems: ["not_found"],
    run: fromRegistry(async (registry, { tenant, id }) => {
      await remove(registry, tenant, id);
      return { deleted: true };
    }),
  }) as const;

/** The filter of a list by one query parameter with a text; empty if the query does not have it. */
export const filterOf = <Name extends string, Value extends string = string>(
  query: RouteCall["query"],
  name: Name,
): { [Key in Name]?: Value } =>
  query[name] === undefined ? {} : ({ [name]: query[name] } as { [Key in Name]?: Value });
