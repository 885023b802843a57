import { parseRequest } from "../../../../base/contract/schemas/parse.ts";
import { monitorChangesSchema, monitorRequestSchema } from "../../../../base/contract/schemas/resources/monitor.ts";
import { jobAnswer, keptProblem } from "../../batch/jobs.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import { idParameter } from "../../request/parameters.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../../request/query.ts";
import { hasRegistry, type Route } from "../../route.ts";
import { filterOf, fromRegistry, removal } from "./records.ts";

const parts = { tag: "Monitors", isServed: hasRegistry } as const;
const ID = { id: idParameter("Id of the monitor.", "mo") };
const one = { ...parts, path: `${API_ROOT}/monitors/{id}`, pathParameters: ID } as const;
const create: Route = {
  ...parts,
  method: "POST",
  path: `${API_ROOT}/monitors/create`,
  operationId: "createMonitor",
  summary: "Monitor a registered work.",
  description:
    "Each run analyses the work, and scores it for `target_models`. It counts as one call with the words of the work, of which no encoder looks for rewordings. The monitor runs on schedule and when a corpus, the catalogue or the models have changed. " +
    "The signed message `monitor.finding_changed` is sent only if the finding has changed, and after the first run if it found something. " +
    "A run whose search did not reach all of a corpus has failed: it is made again, counts nothing and tells nothing; `monitor.failing` is sent after three in a row.",
  access: "write",
  request: { name: "MonitorRequest", schema: monitorRequestSchema, example: examples.monitorRequest },
  answer: {
    name: "NewMonitor",
    status: 201,
    secrets: [["webhook", "secret"]],
  },
  problems: ["not_found", "webhook_refused", "unknown_model", "unknown_jurisdiction", "plan_limit"],
  run: fromRegistry(({ monitors }, { tenant, call }) => {
    const request = parseRequest(monitorRequestSchema, call.document);
    const { catalogue } = call.service.engine;
    // With an unknown model or jurisdiction, every run would fail.
    for (const model of request.target_models ?? []) catalogue?.model(model);
    if (request.jurisdiction !== undefined) catalogue?.jurisdiction(request.jurisdiction);
    return monitors.create(tenant, request);
  }),
};

export const MONITORS: readonly Route[] = [
  create,
  { ...create, path: `${API_ROOT}/monitors`, operationId: "addMonitor" },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/monitors`,
    operationId: "listMonitors",
    summary: "List monitors, the newest first.",
    description: "The monitors of the caller's tenant.",
    access: "read",
    queryParameters: { ...PAGE_PARAMETERS, work_id: idParameter("Only monitors of this work.", "wk") },
    answer: { name: "MonitorPage" },
    run: fromRegistry(({ monitors }, { tenant, query }) =>
      monitors.list(tenant, pageRequestOf(query), filterOf(query, "work_id")),
    ),
  },
  {
    ...one,
    method: "GET",
    operationId: "getMonitor",
    summary: "Get a monitor.",
    description: "Includes the outcome of its last run.",
    access: "read",
    answer: { name: "MonitorAnswer" },
    problems: ["not_found"],
    run: fromRegistry(({ monitors }, { tenant, id }) => monitors.find(tenant, id)),
  },
  {
    ...one,
    method: "PATCH",
    operationId: "changeMonitor",
    summary: "Pause or resume a monitor, or change its schedule or webhook.",
    description: "A run in progress is not affected.",
    access: "write",
    request: { name: "MonitorChanges", schema: monitorChangesSchema, example: { status: "paused" } },
    answer: { name: "MonitorAnswer" },
    problems: ["not_found"],
    run: fromRegistry(({ monitors }, { tenant, id, call }) => monitors.change(tenant, id, call.document as never)),
  },
  {
    ...one,
    ...removal(({ monitors }, tenant, id) => monitors.remove(tenant, id)),
    operationId: "deleteMonitor",
    summary: "Delete a monitor and its runs.",
    description: "The results of the runs remain stored.",
  },
  {
    ...one,
    method: "GET",
    path: `${one.path}/runs`,
    operationId: "listRuns",
    summary: "List the runs of a monitor, the newest first.",
    description: "A check that finds no change is not a run.",
    access: "read",
    queryParameters: PAGE_PARAMETERS,
    answer: { name: "RunPage" },
    problems: ["not_found"],
    run: fromRegistry(async ({ monitors }, { tenant, id, query, call }) => {
      const { items, ...page } = await monitors.runs(tenant, id, pageRequestOf(query));
      return { items: items.map(({ error, ...run }) => ({ ...run, problem: keptProblem(call, error) })), ...page };
    }),
  },
  {
    ...one,
    method: "POST",
    path: `${one.path}/run`,
    operationId: "runMonitor",
    summary: "Run a monitor now.",
    description: "Creates a job: poll it. Paused monitors run too.",
    access: "analyze",
    answer: { name: "JobAnswer", status: 202 },
    problems: ["not_found"],
    run: fromRegistry(async ({ monitors, jobs }, { tenant, id, call }) => {
      const { monitor_id } = await monitors.find(tenant, id);
      return jobAnswer(call, await jobs.create(tenant, "monitor_run", { monitor_id }));
    }),
  },
];
