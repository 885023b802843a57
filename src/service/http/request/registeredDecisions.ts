/** Adds the registered decisions of the caller's tenant to the request of an analysis. */
import type { AnalyzeRequest } from "../../../base/contract/operations/analyze.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { withDecisions } from "../../runs/analysis.ts";
import type { Parameters, RouteCall } from "../route.ts";
import { wordParameter } from "./parameters.ts";

/** A query parameter. */
export const DECISIONS_PARAMETER: Parameters = {
  decisions: wordParameter(
    "`registered` adds the registered decisions to those of the request. The result is that of a request which holds them all.",
    ["registered"],
  ),
};

/**
 * @param request a valid request
 * @throws invalid_request where the service keeps no decisions, or there are too many of them
 */
export async function withRegisteredDecisions(
  { service: { registry }, caller: { tenant }, query }: RouteCall,
  request: AnalyzeRequest,
): Promise<AnalyzeRequest> {
  if (query["decisions"] === undefined) return request;
  if (registry === null)
    throw new SpoliaError("invalid_request", "The query does not have the expected form.", {
      hint: "This service keeps no decisions: send them with the request.",
      fields: [{ pointer: "/decisions", detail: "must be absent" }],
    });
  return withDecisions(registry, tenant, request);
}
