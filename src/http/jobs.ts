/** Jobs and runs as they are answered: with problems in place of what was kept of errors. */
import * as v from "valibot";
import { closedObject, count, oneOf, openObject } from "../contract/schemas/primitives.ts";
import { SpoliaError } from "../errors.ts";
import type { JobDocument } from "../registry/jobs.ts";
import type { StoredError } from "../registry/storedError.ts";
import { type Problem, problemOf } from "./problems.ts";
import type { RouteCall } from "./route.ts";
import { problemSchema } from "./schemas.ts";

export const time = v.pipe(v.string(), v.metadata({ format: "date-time" }));
export const jobStatus = oneOf(["queued", "running", "done", "failed", "cancelled"]);

export const jobEntries = {
  job_id: v.string(),
  kind: v.string(),
  status: jobStatus,
  created_at: time,
  input: v.pipe(openObject({}), v.description("What is worked on.")),
  progress: v.pipe(
    v.nullable(closedObject({ stage: v.string(), done: count, total: v.nullable(count), unit: v.string() })),
    v.description("How far it has come, where that is known."),
  ),
  result: v.pipe(v.nullable(openObject({})), v.description("Of a job that is done.")),
  problem: v.pipe(v.nullable(problemSchema), v.description("Of a job that failed.")),
};

export function jobAnswer(call: RouteCall, { error, ...job }: JobDocument) {
  return { ...job, problem: keptProblem(call, error) };
}

/** What was kept of an error, as this exchange tells it. */
export function keptProblem({ requestId, service: { basePath } }: RouteCall, error: StoredError | null): Problem | null {
  if (error === null) return null;
  const { code, message, hint } = error;
  return problemOf(new SpoliaError(code, message, hint === null ? {} : { hint }), requestId, basePath);
}
