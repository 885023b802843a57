import { monitorChangesSchema, monitorRequestSchema } from "../../contract/schemas/monitor.ts";
import { parseRequest } from "../../contract/schemas/parse.ts";
import type { Monitors } from "../../registry/monitors.ts";
import { succeeded } from "../answers.ts";
import * as examples from "../examples.ts";
import { jobAnswer, keptProblem } from "../jobs.ts";
import { API_ROOT } from "../paths.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../query.ts";
import { hasRegistry, type Route, type RouteCall } from "../route.ts";

const parts = { tag: "Monitors", isServed: hasRegistry } as const;
const ID = { id: "Id of the monitor." };
const one = { ...parts, path: `${API_ROOT}/monitors/{id}`, pathParameters: ID } as const;
const monitorsOf = ({ service }: RouteCall): Monitors => service.registry!.monitors;

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
  async run(call) {
    const request = parseRequest(monitorRequestSchema, call.document);
    const { catalogue } = call.service.engine;
    // Otherwise every run would fail by it.
    for (const model of request.target_models ?? []) catalogue?.model(model);
    if (request.jurisdiction !== undefined) catalogue?.jurisdiction(request.jurisdiction);
    return succeeded(await monitorsOf(call).create(call.caller.tenant, request));
  },
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
    problems: [],
    async run(call) {
      const filter = call.query["work_id"] === undefined ? {} : { work_id: call.query["work_id"] };
      return succeeded(await monitorsOf(call).list(call.caller.tenant, pageRequestOf(call.query), filter));
    },
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
    run: async (call) => succeeded(await monitorsOf(call).find(call.caller.tenant, call.path["id"]!)),
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
    run: async (call) =>
      succeeded(await monitorsOf(call).change(call.caller.tenant, call.path["id"]!, call.document as never)),
  },
  {
    ...one,
    method: "DELETE",
    operationId: "deleteMonitor",
    summary: "Stop watching, and forget the runs.",
    description: "The results that they came to are kept.",
    access: "write",
    answer: { name: "Removed" },
    problems: ["not_found"],
    async run(call) {
      await monitorsOf(call).remove(call.caller.tenant, call.path["id"]!);
      return succeeded({ deleted: true });
    },
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
    async run(call) {
      const { items, ...page } = await monitorsOf(call).runs(
        call.caller.tenant,
        call.path["id"]!,
        pageRequestOf(call.query),
      );
      const runs = items.map(({ error, ...run }) => ({ ...run, problem: keptProblem(call, error) }));
      return succeeded({ items: runs, ...page });
    },
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
    async run(call) {
      const { tenant } = call.caller;
      const { monitor_id } = await monitorsOf(call).find(tenant, call.path["id"]!);
      return succeeded(
        jobAnswer(call, await call.service.registry!.jobs.create(tenant, "monitor_run", { monitor_id })),
      );
    },
  },
];
