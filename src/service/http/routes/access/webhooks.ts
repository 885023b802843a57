/** Webhooks: the addresses for messages, and the deliveries of messages. */
import { webhookChangesSchema, webhookRequestSchema } from "../../../../base/contract/schemas/resources/monitor.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import { idParameter, wordParameter } from "../../request/parameters.ts";
import { PAGE_PARAMETERS, pageRequestOf } from "../../request/query.ts";
import { hasRegistry, type Route } from "../../route.ts";
import { filterOf, fromRegistry, removal } from "../data/records.ts";

const DELIVERY_STATUSES = ["pending", "delivered", "dead"] as const;

const parts = { tag: "Webhooks", isServed: hasRegistry } as const;
const ID = { id: idParameter("Id of the webhook.", "we") };
const one = { ...parts, path: `${API_ROOT}/webhooks/{id}`, pathParameters: ID } as const;
const deliveryAnswer = { name: "DeliveryAnswer", status: 202 } as const;

export const WEBHOOKS: readonly Route[] = [
  {
    ...parts,
    method: "POST",
    path: `${API_ROOT}/webhooks`,
    operationId: "createWebhook",
    summary: "Create a webhook.",
    description: "Several monitors can use one webhook. Only this response contains its secret.",
    access: "write",
    request: { name: "WebhookRequest", schema: webhookRequestSchema, example: examples.webhookRequest },
    answer: { name: "NewWebhook", status: 201, secrets: [["secret"]] },
    problems: ["webhook_refused", "plan_limit"],
    run: fromRegistry(({ webhooks }, { tenant, call }) => webhooks.create(tenant, call.document as never)),
  },
  {
    ...parts,
    method: "GET",
    path: `${API_ROOT}/webhooks`,
    operationId: "listWebhooks",
    summary: "List webhooks, the newest first.",
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
    summary: "Get a webhook.",
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
    summary: "Disable or enable a webhook, or change its address.",
    description: "Messages that became dead letters while it was disabled can be sent again.",
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
    summary: "Delete a webhook and its messages.",
    description: "Monitors that used it continue to run without notifications.",
  },
  {
    ...one,
    method: "POST",
    path: `${one.path}/rotate`,
    operationId: "rotateWebhookSecret",
    summary: "Create a new secret for a webhook.",
    description:
      "Until the next change, messages are signed with both the new and the previous secret, so receivers can switch without interruption.",
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
    summary: "Send a test message `webhook.test`.",
    description: "The webhook's deliveries show the outcome.",
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
    summary: "List the messages of a webhook, the newest first.",
    description:
      "Includes every attempt. A failed message is retried ten times over three days and then becomes a dead letter.",
    access: "read",
    queryParameters: {
      ...PAGE_PARAMETERS,
      status: wordParameter("Only messages with this status.", DELIVERY_STATUSES),
    },
    answer: { name: "DeliveryPage" },
    problems: ["not_found"],
    run: fromRegistry(({ webhooks }, { tenant, id, query }) =>
      webhooks.deliveries(
        tenant,
        id,
        pageRequestOf(query),
        filterOf<"status", (typeof DELIVERY_STATUSES)[number]>(query, "status"),
      ),
    ),
  },
  {
    ...one,
    method: "POST",
    path: `${one.path}/deliveries/{delivery}/redeliver`,
    operationId: "redeliver",
    summary: "Send a message again.",
    description: "Keeps its id and body, signs it again, and starts with no attempts.",
    access: "write",
    pathParameters: { ...ID, delivery: idParameter("Id of the message.", "msg") },
    answer: deliveryAnswer,
    problems: ["not_found"],
    run: fromRegistry(({ webhooks }, { tenant, id, call }) => webhooks.redeliver(tenant, id, call.path["delivery"]!)),
  },
];
