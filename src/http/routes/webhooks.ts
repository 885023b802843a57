/** Webhooks: where messages go, and what became of each. */
import * as v from "valibot";
import { webhookChangesSchema, webhookRequestSchema } from "../../contract/schemas/monitor.ts";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { closedObject, oneOf } from "../../contract/schemas/primitives.ts";
import * as examples from "../examples.ts";
import { API_ROOT } from "../paths.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../query.ts";
import { hasRegistry, type Route } from "../route.ts";
import { filterOf, fromRegistry, removal } from "./records.ts";

const deliveryStatus = oneOf(["pending", "delivered", "dead"]);
const filterSchema = closedObject({ status: v.exactOptional(deliveryStatus) });

const parts = { tag: "Webhooks", isServed: hasRegistry } as const;
const ID = { id: "Id of the webhook." };
const one = { ...parts, path: `${API_ROOT}/webhooks/{id}`, pathParameters: ID } as const;
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
    run: fromRegistry(({ webhooks }, { tenant, call }) => webhooks.create(tenant, call.document as never)),
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
    run: fromRegistry(({ webhooks }, { tenant, query }) => webhooks.list(tenant, pageRequestOf(query))),
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
    run: fromRegistry(({ webhooks }, { tenant, id }) => webhooks.find(tenant, id)),
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
    run: fromRegistry(({ webhooks }, { tenant, id, call }) => webhooks.change(tenant, id, call.document as never)),
  },
  {
    ...one,
    ...removal(({ webhooks }, tenant, id) => webhooks.remove(tenant, id)),
    operationId: "deleteWebhook",
    summary: "Forget a webhook, with its messages.",
    description: "Monitors that told it go on, and tell nobody.",
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
    run: fromRegistry(({ webhooks }, { tenant, id }) => webhooks.rotate(tenant, id)),
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
    run: fromRegistry(({ webhooks }, { tenant, id }) => webhooks.test(tenant, id)),
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
    run: fromRegistry(({ webhooks }, { tenant, id, query }) => {
      const filter = parseRequest(filterSchema, filterOf(query, "status"));
      return webhooks.deliveries(tenant, id, pageRequestOf(query), filter);
    }),
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
    run: fromRegistry(({ webhooks }, { tenant, id, call }) => webhooks.redeliver(tenant, id, call.path["delivery"]!)),
  },
];
