/**
 * Results that are kept: those about registered works, and others where the caller asks for it, since texts that nobody registered are
 * nobody's but the caller's. All have ids that only their tenant can tell from the question.
 */
import type { ResultKind } from "../registry/records.ts";
import type { RouteCall } from "./route.ts";

/** A parameter of the query. */
export const KEEP_PARAMETER = { keep: "`true` keeps the result, which is kept anyway where it is about a registered work." };

/**
 * The result under its tenant's id, kept where there is a registry.
 *
 * @param idField name of the field that holds the engine's id
 * @param asked.request what it answers, so that it can be asked again
 * @param asked.workId the registered work that it is about, or `null`
 */
export async function storeResult<Field extends string, Result extends Readonly<Record<Field, string>>>(
  { service: { registry }, caller: { tenant }, query }: RouteCall,
  kind: ResultKind,
  idField: Field,
  result: Result,
  { request, workId = null }: { request: object; workId?: string | null },
): Promise<Result> {
  if (registry === null) return result;
  const id = await registry.resultIdFor(tenant, result[idField]);
  const own = { ...result, [idField]: id };
  if (workId !== null || query["keep"] === "true")
    await registry.works.keep(tenant, kind, { id, result: own, work_id: workId, request });
  return own;
}

/** Id of the tenant's work of this hash, or `null`: then the result is about no registered work. */
export async function workIdOf(
  { service: { registry }, caller: { tenant } }: RouteCall,
  workHash: string | undefined,
): Promise<string | null> {
  if (registry === null || workHash === undefined) return null;
  return (await registry.host.store.read(({ works }) => works.findByHash(tenant, workHash)))?.id ?? null;
}
