/** Long work: polled and cancelled here, asked for where it belongs. */

import * as v from "valibot";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { closedObject, oneOf } from "../../contract/schemas/primitives.ts";
import { jobAnswer } from "../jobs.ts";
import { API_ROOT } from "../paths.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../query.ts";
import { hasRegistry, type Route } from "../route.ts";
import { filterOf, fromRegistry } from "./records.ts";

const parts = { tag: "Jobs", isServed: hasRegistry } as const;
const ID = { id: "Id of the job." };
const STATUSES = ["queued", "running", "done", "failed", "cancelled"] as const;
const filterSchema = closedObject({ status: v.exactOptional(oneOf(STATUSES)) });

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
    run: fromRegistry(async ({ jobs }, { tenant, query, call }) => {
      const filter = parseRequest(filterSchema, filterOf(query, "status"));
      const { items, ...page } = await jobs.list(tenant, pageRequestOf(query), filter);
      return { items: items.map((job) => jobAnswer(call, job)), ...page };
    }),
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
    run: fromRegistry(async ({ jobs }, { tenant, id, call }) => jobAnswer(call, await jobs.find(tenant, id))),
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
    run: fromRegistry(async ({ jobs }, { tenant, id, call }) => jobAnswer(call, await jobs.cancel(tenant, id))),
  },
];
