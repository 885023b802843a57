/** Webhooks: where messages go, and what became of each. */
import * as v from "valibot";
import { webhookChangesSchema, webhookRequestSchema } from "../../contract/schemas/monitor.ts";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { closedObject, oneOf } from "../../contract/schemas/primitives.ts";
import type { Webhooks } from "../../registry/endpoints.ts";
import { succeeded } from "../answers.ts";
import * as examples from "../examples.ts";
import { API_ROOT } from "../paths.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../query.ts";
import { hasRegistry, type Route, type RouteCall } from "../route.ts";

const deliveryStatus = oneOf(["pending", "delivered", "dead"]);
const filterSchema = closedObject({ status: v.optional(deliveryStatus) });

const parts = { tag: "Webhooks", isServed: hasRegistry } as const;
const ID = { id: "Id of the webhook." };
const one = { ...parts, path: `${API_ROOT}/webhooks/{id}`, pathParameters: ID } as const;
const webhooksOf = ({ service }: RouteCall): Webhooks => service.registry!.webhooks;
const deliveryAnswer = { name: "DeliveryAnswer", status: 202 } as const;

export const WEBHOOKS: readonly Route[] = [
  {
    ...parts,
    method: "POST",
    path: `${API_ROOT}/webhooks`,
    operationId: "createWebhook",
    summary: "Make a webhook.",
    description: "Several monitors can tell one. Its secret is shown this once.",
    access: "write",
    request: { name: "WebhookRequest", schema: webhookRequestSchema, example: examples.webhookRequest },
    answer: { name: "NewWebhook", status: 201 },
    problems: ["webhook_refused"],
    run: async (call) => succeeded(await webhooksOf(call).create(call.caller.tenant, call.document as never)),
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/webhooks`,
    operationId: "listWebhooks",
    summary: "Webhooks, the newest first.",
    description: "Without their secrets.",
    access: "read",
    queryParameters: PAGE_PARAMETERS,
    answer: { name: "WebhookPage" },
    problems: [],
    run: async (call) => succeeded(await webhooksOf(call).list(call.caller.tenant, pageRequestOf(call.query))),
  },
  {
    ...one,
    method: "GET",
    operationId: "getWebhook",
    summary: "A webhook.",
    description: "Without its secrets.",
    access: "read",
    answer: { name: "WebhookAnswer" },
    problems: ["not_found"],
    run: async (call) => succeeded(await webhooksOf(call).find(call.caller.tenant, call.path["id"]!)),
  },
  {
    ...one,
    method: "PATCH",
    operationId: "changeWebhook",
    summary: "Turn a webhook off or on, or send its messages elsewhere.",
    description: "What became a dead letter meanwhile can be sent again.",
    access: "write",
    request: { name: "WebhookChanges", schema: webhookChangesSchema, example: { status: "active" } },
    answer: { name: "WebhookAnswer" },
    problems: ["not_found", "webhook_refused"],
    run: async (call) =>
      succeeded(await webhooksOf(call).change(call.caller.tenant, call.path["id"]!, call.document as never)),
  },
  {
    ...one,
    method: "DELETE",
    operationId: "deleteWebhook",
    summary: "Forget a webhook, with its messages.",
    description: "Monitors that told it go on, and tell nobody.",
    access: "write",
    answer: { name: "Removed" },
    problems: ["not_found"],
    async run(call) {
      await webhooksOf(call).remove(call.caller.tenant, call.path["id"]!);
      return succeeded({ deleted: true });
    },
  },
  {
    ...one,
    method: "POST",
    path: `${one.path}/rotate`,
    operationId: "rotateWebhookSecret",
    summary: "Make a new secret.",
    description:
      "Messages are signed with it and with the one before, until the next change: receivers change over without a gap.",
    access: "write",
    answer: { name: "NewWebhook" },
    problems: ["not_found"],
    run: async (call) => succeeded(await webhooksOf(call).rotate(call.caller.tenant, call.path["id"]!)),
  },
  {
    ...one,
    method: "POST",
    path: `${one.path}/test`,
    operationId: "testWebhook",
    summary: "Send a message `webhook.test`.",
    description: "Look at the webhook's deliveries for what became of it.",
    access: "write",
    answer: deliveryAnswer,
    problems: ["not_found"],
    run: async (call) => succeeded(await webhooksOf(call).test(call.caller.tenant, call.path["id"]!)),
  },
  {
    ...one,
    method: "GET",
    path: `${one.path}/deliveries`,
    operationId: "listDeliveries",
    summary: "Messages of a webhook, the newest first.",
    description:
      "With every attempt. Failed ones are tried again ten times over three days; then they are dead letters.",
    access: "read",
    queryParameters: { ...PAGE_PARAMETERS, status: "Only messages in this state: pending, delivered or dead." },
    answer: { name: "DeliveryPage" },
    problems: ["not_found"],
    async run(call) {
      const { status } = parseRequest(filterSchema, { status: call.query["status"] });
      const filter = status === undefined ? {} : { status };
      const page = pageRequestOf(call.query);
      return succeeded(await webhooksOf(call).deliveries(call.caller.tenant, call.path["id"]!, page, filter));
    },
  },
  {
    ...one,
    method: "POST",
    path: `${one.path}/deliveries/{delivery}/redeliver`,
    operationId: "redeliver",
    summary: "Send a message again.",
    description: "With its old id and the same body, signed anew, as if it had never been tried.",
    access: "write",
    pathParameters: { ...ID, delivery: "Id of the message." },
    answer: deliveryAnswer,
    problems: ["not_found"],
    async run(call) {
      const { id, delivery } = call.path;
      return succeeded(await webhooksOf(call).redeliver(call.caller.tenant, id!, delivery!));
    },
  },
];
