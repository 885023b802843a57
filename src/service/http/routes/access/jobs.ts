/** Jobs: routes to poll and cancel them. Other routes create them. */

import { NDJSON } from "../../answer/negotiate.ts";
import { batchResults } from "../../batch/batchJobs.ts";
import { jobAnswer } from "../../batch/jobs.ts";
import { API_ROOT } from "../../paths.ts";
import { idParameter, wordParameter } from "../../request/parameters.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../../request/query.ts";
import { hasRegistry, type Route } from "../../route.ts";
import { filterOf, fromRegistry } from "../data/records.ts";

const parts = { tag: "Jobs", isServed: hasRegistry } as const;
const ID = { id: idParameter("Id of the job.", "job") };
const STATUSES = ["queued", "running", "done", "failed", "cancelled"] as const;

export const JOBS: readonly Route[] = [
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/jobs`,
    operationId: "listJobs",
    summary: "List jobs, the newest first.",
    description: "The jobs of the caller's tenant.",
    access: "read",
    queryParameters: { ...PAGE_PARAMETERS, status: wordParameter("Only jobs with this status.", STATUSES) },
    answer: { name: "JobPage" },
    run: fromRegistry(async ({ jobs }, { tenant, query, call }) => {
      const filter = filterOf<"status", (typeof STATUSES)[number]>(query, "status");
      const { items, ...page } = await jobs.list(tenant, pageRequestOf(query), filter);
      return { items: items.map((job) => jobAnswer(call, job)), ...page };
    }),
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/jobs/{id}`,
    operationId: "getJob",
    summary: "Get the progress and result of a job.",
    description: "A job that is done contains its result.",
    access: "read",
    pathParameters: ID,
    answer: { name: "JobAnswer" },
    problems: ["not_found"],
    run: fromRegistry(async ({ jobs }, { tenant, id, call }) => jobAnswer(call, await jobs.find(tenant, id))),
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/jobs/{id}/results`,
    operationId: "getJobResults",
    summary: "Get the answered lines of a batch that is a job.",
    description:
      "The lines that the batch in one exchange has, in order, as far as they are answered: `progress.done` of the job. " +
      "Ask again with `after` for those that follow.",
    access: "read",
    pathParameters: ID,
    queryParameters: {
      after: {
        description: "Only lines behind this `index`.",
        schema: { type: "integer", minimum: 0, maximum: 999_999 },
      },
    },
    answer: { name: "BatchLine", mediaType: NDJSON },
    problems: ["not_found"],
    run: batchResults,
  },
  {
    ...parts,
    method: "DELETE",
    path: `${API_ROOT}/jobs/{id}`,
    operationId: "cancelJob",
    summary: "Cancel a job.",
    description:
      "A running job stops within seconds. A job that has ended does not change. Of a batch, the answered lines stay; the others are removed.",
    access: "analyze",
    pathParameters: ID,
    answer: { name: "JobAnswer" },
    problems: ["not_found"],
    run: fromRegistry(async ({ jobs }, { tenant, id, call }) => jobAnswer(call, await jobs.cancel(tenant, id))),
  },
];
