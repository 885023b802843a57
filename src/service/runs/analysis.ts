/** One analysis for a tenant: with its registered decisions, under an id of its own, stored where that is wanted. */

import type { Engine } from "../../base/contract/engine.ts";
import type { AnalyzeRequest, AnalyzeResult } from "../../base/contract/operations/analyze.ts";
import { analyzeRequestSchema } from "../../base/contract/schemas/operations/analyze.ts";
import { validated } from "../../engine/requests.ts";
import type { AnalysisWishes } from "../jobs/batchState.ts";
import type { Registry } from "../registry.ts";
import { resultOfTenant } from "./tenantResult.ts";

/** @param request a valid request @throws errors of the engine and of the store; invalid_request */
export async function analyzeForTenant(
  registry: Registry,
  engine: Pick<Engine, "analyze">,
  tenant: string,
  { request: asked, signal, ...wishes }: { request: AnalyzeRequest; signal: AbortSignal } & AnalysisWishes,
): Promise<AnalyzeResult> {
  const request = wishes.decisions ? await withDecisions(registry, tenant, asked) : asked;
  const found = await engine.analyze(request, { tenant, signal });
  const workId = await workIdOf(registry, tenant, request.work_hash);
  const kept = { tenant, operation: "analyze", request, workId, isKept: workId !== null || wishes.keep } as const;
  return (await resultOfTenant(registry, found, kept)).result;
}

/** @throws invalid_request where there are too many decisions */
export async function withDecisions(
  registry: Registry,
  tenant: string,
  request: AnalyzeRequest,
): Promise<AnalyzeRequest> {
  const registered = (await registry.decisions.all(tenant)).map(({ decision }) => decision);
  const decisions = [...(request.decisions ?? []), ...registered];
  return decisions.length === 0 ? request : validated(analyzeRequestSchema, { ...request, decisions });
}

/** Id of the tenant's work with this hash, or `null` if no such work is registered. */
export async function workIdOf(
  { host: { store } }: Registry,
  tenant: string,
  workHash: string | undefined,
): Promise<string | null> {
  if (workHash === undefined) return null;
  return (await store.read(({ works }) => works.findByHash(tenant, workHash)))?.id ?? null;
}
