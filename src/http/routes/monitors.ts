/** Monitors: works that are watched, and what their runs came to. */
import * as v from "valibot";
import { SCHEDULES, WATCHED } from "../../contract/monitor.ts";
import { monitorChangesSchema, monitorRequestSchema } from "../../contract/schemas/monitor.ts";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { closedObject, count, oneOf, openObject, texts } from "../../contract/schemas/primitives.ts";
import type { Monitors } from "../../registry/monitors.ts";
import * as examples from "../examples.ts";
import { API_ROOT } from "../paths.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../query.ts";
import { hasRegistry, type Route, type RouteCall } from "../route.ts";
import { jobAnswer, jobEntries, keptProblem, time } from "../schemas.jobs.ts";
import { answerSchema, pageSchema, problemSchema, removedSchema, succeeded } from "../schemas.ts";
import { newWebhookEntries } from "./webhooks.ts";

const runStatus = oneOf(["running", "unchanged", "changed", "failed"]);
const verdict = oneOf(["match", "partial", "none_found", "insufficient_evidence"]);

const monitorEntries = {
  monitor_id: v.string(),
  work_id: v.string(),
  status: oneOf(["active", "paused"]),
  schedule: v.nullable(oneOf(SCHEDULES)),
  on: v.array(oneOf(WATCHED)),
  target_models: texts,
  jurisdiction: v.nullable(v.string()),
  webhook_id: v.nullable(v.string()),
  created_at: time,
  next_look_at: v.pipe(v.nullable(time), v.description("Null where it runs on request only.")),
  verdict: v.pipe(v.nullable(verdict), v.description("Of the last run that ended well.")),
  last_run: v.nullable(closedObject({ run_id: v.string(), status: runStatus, ended_at: time })),
  failures: v.pipe(
    count,
    v.description("Runs that failed since one ended well. Each is waited for twice as long, up to a day."),
  ),
};

const findings = v.pipe(
  v.array(openObject({ type: oneOf(["verdict", "attribution", "document", "score"]) })),
  v.description("Up to 100."),
);

const runEntries = {
  run_id: v.string(),
  monitor_id: v.string(),
  status: v.pipe(
    runStatus,
    v.description("Changed: told of, where there is a webhook. The first run is, where it found something."),
  ),
  triggers: v.pipe(v.array(oneOf(["first", "schedule", ...WATCHED, "retry", "request"])), v.description("Why it was made.")),
  started_at: time,
  ended_at: v.nullable(time),
  analysis_id: v.nullable(v.string()),
  score_ids: texts,
  added: findings,
  removed: findings,
  added_count: count,
  removed_count: count,
  delivery_id: v.pipe(v.nullable(v.string()), v.description("The message that tells of it.")),
  problem: v.nullable(problemSchema),
};

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
    schema: answerSchema({ ...monitorEntries, webhook: v.nullable(closedObject(newWebhookEntries)) }),
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
    answer: { name: "MonitorPage", schema: pageSchema(closedObject(monitorEntries)) },
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
    answer: { name: "MonitorAnswer", schema: answerSchema(monitorEntries) },
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
    answer: { name: "MonitorAnswer", schema: answerSchema(monitorEntries) },
    problems: ["not_found"],
    run: async (call) => succeeded(await monitorsOf(call).change(call.caller.tenant, call.path["id"]!, call.document as never)),
  },
  {
    ...one,
    method: "DELETE",
    operationId: "deleteMonitor",
    summary: "Stop watching, and forget the runs.",
    description: "The results that they came to are kept.",
    access: "write",
    answer: { name: "Removed", schema: removedSchema },
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
    answer: { name: "RunPage", schema: pageSchema(closedObject(runEntries)) },
    problems: ["not_found"],
    async run(call) {
      const { items, ...page } = await monitorsOf(call).runs(call.caller.tenant, call.path["id"]!, pageRequestOf(call.query));
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
    answer: { name: "JobAnswer", schema: answerSchema(jobEntries), status: 202 },
    problems: ["not_found"],
    async run(call) {
      const { tenant } = call.caller;
      const { monitor_id } = await monitorsOf(call).find(tenant, call.path["id"]!);
      return succeeded(jobAnswer(call, await call.service.registry!.jobs.create(tenant, "monitor_run", { monitor_id })));
    },
  },
];
