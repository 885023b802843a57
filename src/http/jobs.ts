/** Jobs and runs as they are answered: with problems in place of what was kept of errors. */
import { SpoliaError } from "../errors.ts";
import type { JobDocument } from "../registry/jobs.ts";
import type { StoredError } from "../registry/storedError.ts";
import { type Problem, problemOf } from "./problems.ts";
import type { RouteCall } from "./route.ts";

export function jobAnswer(call: RouteCall, { error, ...job }: JobDocument) {
  return { ...job, problem: keptProblem(call, error) };
}

/** What was kept of an error, as this exchange tells it. */
export function keptProblem(
  { requestId, service: { basePath } }: RouteCall,
  error: StoredError | null,
): Problem | null {
  if (error === null) return null;
  const { code, message, hint } = error;
  return problemOf(new SpoliaError(code, message, hint === null ? {} : { hint }), requestId, basePath);
}
