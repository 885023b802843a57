/** Long work: polled and cancelled here, asked for where it belongs. */

import * as v from "valibot";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { closedObject, oneOf } from "../../contract/schemas/primitives.ts";
import { succeeded } from "../answers.ts";
import { jobAnswer } from "../jobs.ts";
import { API_ROOT } from "../paths.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../query.ts";
import { hasRegistry, type Route } from "../route.ts";

const parts = { tag: "Jobs", isServed: hasRegistry } as const;
const ID = { id: "Id of the job." };
const STATUSES = ["queued", "running", "done", "failed", "cancelled"] as const;
const filterSchema = closedObject({ status: v.optional(oneOf(STATUSES)) });

export const JOBS: readonly Route[] = [
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/jobs`,
    operationId: "listJobs",
    summary: "Jobs, the newest first.",
    description: "Those of the caller's tenant.",
    access: "read",
    queryParameters: { ...PAGE_PARAMETERS, status: "Only jobs in this state." },
    answer: { name: "JobPage" },
    problems: [],
    async run(call) {
      const filter = parseRequest(filterSchema, { status: call.query["status"] });
      const { items, ...page } = await call.service.registry!.jobs.list(
        call.caller.tenant,
        pageRequestOf(call.query),
        filter.status === undefined ? {} : { status: filter.status },
      );
      return succeeded({ items: items.map((job) => jobAnswer(call, job)), ...page });
    },
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/jobs/{id}`,
    operationId: "getJob",
    summary: "How far is a job?",
    description: "Its result stands in it once it is done.",
    access: "read",
    pathParameters: ID,
    answer: { name: "JobAnswer" },
    problems: ["not_found"],
    run: async (call) =>
      succeeded(jobAnswer(call, await call.service.registry!.jobs.find(call.caller.tenant, call.path["id"]!))),
  },
  {
    ...parts,
    method: "DELETE",
    path: `${API_ROOT}/jobs/{id}`,
    operationId: "cancelJob",
    summary: "Cancel a job.",
    description: "Whoever does it stops within seconds. A job that has ended stays as it is.",
    access: "analyze",
    pathParameters: ID,
    answer: { name: "JobAnswer" },
    problems: ["not_found"],
    run: async (call) =>
      succeeded(jobAnswer(call, await call.service.registry!.jobs.cancel(call.caller.tenant, call.path["id"]!))),
  },
];
