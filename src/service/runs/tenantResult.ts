/** Results under the ids of one tenant. */
import type { OperationName } from "../../base/contract/operations.ts";
import { OPERATIONS } from "../../engine/operations.ts";
import type { Registry } from "../registry.ts";

interface TenantResult {
  tenant: string;
  /** One whose results are kept. */
  operation: OperationName;
  /** The request of the result, so that it can be replayed. */
  request: object;
  /** The registered work that it is about, or `null`. */
  workId: string | null;
  isKept: boolean;
}

/**
 * Returns the result under an id from which other tenants cannot infer the request, and stores it where that is
 * requested.
 */
export async function resultOfTenant<Result extends object>(
  registry: Pick<Registry, "resultIdFor" | "works">,
  result: Result,
  { tenant, operation, request, workId, isKept }: TenantResult,
): Promise<{ id: string; result: Result }> {
  const { idField, keptAs } = OPERATIONS[operation];
  if (idField === null || keptAs === null) throw new TypeError(`Results of ${operation} are not kept.`);
  const id = await registry.resultIdFor(tenant, (result as Readonly<Record<string, string>>)[idField]!);
  const own = { ...result, [idField]: id };
  if (isKept) await registry.works.keep(tenant, keptAs, { id, result: own, work_id: workId, request });
  return { id, result: own };
}
