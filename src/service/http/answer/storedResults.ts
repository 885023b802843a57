/**
 * Stores results: those about registered works, and others only if the caller requests it, because an unregistered text
 * belongs to the caller alone. Only the tenant can derive the ids of its results from the requests.
 */
import type { OperationName } from "../../../base/contract/operations.ts";
import { workIdOf as workIdOfTenant } from "../../runs/analysis.ts";
import { resultOfTenant } from "../../runs/tenantResult.ts";
import type { Parameters, RouteCall } from "../route.ts";

/** A query parameter. */
export const KEEP_PARAMETER: Parameters = {
  keep: {
    description: "Whether to store the result. Results about registered works are always stored.",
    schema: { type: "boolean", default: false },
  },
};

/**
 * Gives the result the id of its tenant, and stores it if it is about a registered work or the caller requests it.
 *
 * @param operation an operation whose results can be stored
 * @param options.request the request, for replays
 * @param options.workId the registered work that the result is about, or `null`
 */
export async function storeResult<Result extends object>(
  { service: { registry }, caller: { tenant }, query }: RouteCall,
  operation: OperationName,
  result: Result,
  { request, workId }: { request: object; workId: string | null },
): Promise<Result> {
  if (registry === null) return result;
  const isKept = workId !== null || query["keep"] === true;
  return (await resultOfTenant(registry, result, { tenant, operation, request, workId, isKept })).result;
}

/** Id of the caller's work with this hash, or `null` if no such work is registered. */
export const workIdOf = async (
  { service: { registry }, caller: { tenant } }: RouteCall,
  workHash: string | undefined,
): Promise<string | null> => (registry === null ? null : workIdOfTenant(registry, tenant, workHash));
