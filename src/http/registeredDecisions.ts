/** Adds the registered decisions of the caller's tenant to the request of an analysis. */
import type { AnalyzeRequest } from "../contract/analyze.ts";
import { analyzeRequestSchema } from "../contract/schemas/analyze.ts";
import { validated } from "../engine/requests.ts";
import { SpoliaError } from "../errors.ts";
import type { RouteCall } from "./route.ts";

/** A query parameter. */
export const DECISIONS_PARAMETER = {
  decisions:
    "`registered` adds the registered decisions to those of the request. The result is that of a request which holds them all.",
};

/**
 * @param request a valid request
 * @throws invalid_request where the parameter has another value, or there are too many decisions
 */
export async function withRegisteredDecisions(
  { service: { registry }, caller: { tenant }, query }: RouteCall,
  request: AnalyzeRequest,
): Promise<AnalyzeRequest> {
  const { decisions: asked } = query;
  if (asked === undefined) return request;
  if (asked !== "registered" || registry === null)
    throw new SpoliaError("invalid_request", "The query does not have the expected form.", {
      hint:
        registry === null ? "This service keeps no decisions: send them with the request." : "Leave the parameter out.",
      fields: [{ pointer: "/decisions", detail: 'must be "registered", or absent' }],
    });
  const registered = (await registry.decisions.all(tenant)).map(({ decision }) => decision);
  const decisions = [...(request.decisions ?? []), ...registered];
  return decisions.length === 0 ? request : validated(analyzeRequestSchema, { ...request, decisions });
}
