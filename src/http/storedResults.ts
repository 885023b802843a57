/**
 * Results that are kept: those about registered works, and others where the caller asks for it, since texts that nobody
 * registered are nobody's but the caller's. All have ids that only their tenant can tell from the question.
 */
import type { OperationName } from "../contract/operations.ts";
import { resultOfTenant } from "../registry/tenantResult.ts";
import type { RouteCall } from "./route.ts";

/** A parameter of the query. */
export const KEEP_PARAMETER = {
  keep: "`true` keeps the result, which is kept anyway where it is about a registered work.",
};

/**
 * The result under its tenant's id, and kept where it is about a registered work or the caller asks for it.
 *
 * @param operation one whose results are kept
 * @param asked.request what it answers, so that it can be asked again
 * @param asked.workId the registered work that it is about, or `null`
 */
export async function storeResult<Result extends object>(
  { service: { registry }, caller: { tenant }, query }: RouteCall,
  operation: OperationName,
  result: Result,
  { request, workId }: { request: object; workId: string | null },
): Promise<Result> {
  if (registry === null) return result;
  const isKept = workId !== null || query["keep"] === "true";
  return (await resultOfTenant(registry, result, { tenant, operation, request, workId, isKept })).result;
}

/** Id of the tenant's work of this hash, or `null`: then the result is about no registered work. */
export async function workIdOf(
  { service: { registry }, caller: { tenant } }: RouteCall,
  workHash: string | undefined,
): Promise<string | null> {
  if (registry === null || workHash === undefined) return null;
  return (await registry.host.store.read(({ works }) => works.findByHash(tenant, workHash)))?.id ?? null;
}
