import { monitorChangesSchema, monitorRequestSchema } from "../../contract/schemas/monitor.ts";
import { parseRequest } from "../../contract/schemas/parse.ts";
import * as examples from "../examples.ts";
import { jobAnswer, keptProblem } from "../jobs.ts";
import { API_ROOT } from "../paths.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../query.ts";
import { hasRegistry, type Route } from "../route.ts";
import { filterOf, fromRegistry, removal } from "./records.ts";

const parts = { tag: "Monitors", isServed: hasRegistry } as const;
const ID = { id: "Id of the monitor." };
const one = { ...parts, path: `${API_ROOT}/monitors/{id}`, pathParameters: ID } as const;
const create: Route = {
  ...parts,
  method: "POST",
  path: `${API_ROOT}/monitors/create`,
  operationId: "createMonitor",
  summary: "Watch a registered work.",
  description:
    "It is analysed, and scored for `target_models`, on schedule and when something that it rests on has changed. Only a changed finding " +
    "is told of, by the signed message `monitor.finding_changed`; the first run, where it found something.",
  access: "write",
  request: { name: "MonitorRequest", schema: monitorRequestSchema, example: examples.monitorRequest },
  answer: {
    name: "NewMonitor",
    status: 201,
  },
  problems: ["not_found", "webhook_refused", "unknown_model", "unknown_jurisdiction"],
  run: fromRegistry(({ monitors }, { tenant, call }) => {
    const request = parseRequest(monitorRequestSchema, call.document);
    const { catalogue } = call.service.engine;
    // Otherwise every run would fail by it.
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
    summary: "Monitors, the newest first.",
    description: "Those of the caller's tenant.",
    access: "read",
    queryParameters: { ...PAGE_PARAMETERS, work_id: "Only those of this work." },
    answer: { name: "MonitorPage" },
    run: fromRegistry(({ monitors }, { tenant, query }) =>
      monitors.list(tenant, pageRequestOf(query), filterOf(query, "work_id")),
    ),
  },
  {
    ...one,
    method: "GET",
    operationId: "getMonitor",
    summary: "A monitor.",
    description: "With what its last run came to.",
    access: "read",
    answer: { name: "MonitorAnswer" },
    problems: ["not_found"],
    run: fromRegistry(({ monitors }, { tenant, id }) => monitors.find(tenant, id)),
  },
  {
    ...one,
    method: "PATCH",
    operationId: "changeMonitor",
    summary: "Pause a monitor or take it up again, look more or less often, tell another webhook.",
    description: "A run that is under way ends as it was begun.",
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
    summary: "Stop watching, and forget the runs.",
    description: "The results that they came to are kept.",
  },
  {
    ...one,
    method: "GET",
    path: `${one.path}/runs`,
    operationId: "listRuns",
    summary: "Runs of a monitor, the newest first.",
    description: "Looks at which nothing had changed are none.",
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
    description: "A job: poll it. Paused monitors run too.",
    access: "analyze",
    answer: { name: "JobAnswer", status: 202 },
    problems: ["not_found"],
    run: fromRegistry(async ({ monitors, jobs }, { tenant, id, call }) => {
      const { monitor_id } = await monitors.find(tenant, id);
      return jobAnswer(call, await jobs.create(tenant, "monitor_run", { monitor_id }));
    }),
  },
];
