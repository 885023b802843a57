/** Jobs and runs in responses: with problems instead of stored errors. */
import { SpoliaError } from "../../../base/errors.ts";
import type { JobDocument } from "../../jobs/jobs.ts";
import type { StoredError } from "../../jobs/storedError.ts";
import { type Problem, problemOf } from "../answer/problems.ts";
import type { RouteCall } from "../route.ts";

export function jobAnswer(call: RouteCall, { error, ...job }: JobDocument) {
  return { ...job, problem: keptProblem(call, error) };
}

/** A stored error as a problem of this exchange. */
export function keptProblem(
  { requestId, service: { basePath } }: RouteCall,
  error: StoredError | null,
): Problem | null {
  if (error === null) return null;
  const { code, message, hint } = error;
  return problemOf(new SpoliaError(code, message, hint === null ? {} : { hint }), requestId, basePath);
}
