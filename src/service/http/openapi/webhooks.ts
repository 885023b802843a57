/** Messages to webhooks in the OpenAPI document: their bodies, and the headers that sign them. */
import type { EventTime, WebhookEvent } from "../../deliveries/events.ts";
import type { MessageDocuments } from "./documents.ts";
import { reference } from "./schemas.ts";

interface WebhookMessage {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Its interface in `documents.ts`. */
  readonly name: keyof MessageDocuments;
  readonly example: WebhookEvent & EventTime;
}

const TIME: EventTime = { timestamp: "2026-11-23T06:00:04.250Z", mode: "live" };

/** By the type of the event. */
const MESSAGES: { readonly [Type in WebhookEvent["type"]]: WebhookMessage & { readonly example: { type: Type } } } = {
  "monitor.finding_changed": {
    operationId: "onFindingChanged",
    summary: "The findings of a monitor changed.",
    description: "A run found something else than the last run that ended well. The first run: it found something.",
    name: "FindingChangedMessage",
    example: {
      type: "monitor.finding_changed",
      ...TIME,
      data: {
        monitor_id: "mo_0000000000000000000000",
        work_id: "wk_0000000000000000000000",
        run_id: "run_0000000000000000000000",
        analysis_id: "an_0",
        verdict: "match",
        previous_verdict: "none_found",
        added: [{ type: "verdict", verdict: "match" }],
        removed: [{ type: "verdict", verdict: "none_found" }],
        added_count: 1,
        removed_count: 1,
        links: {
          monitor: "monitors/mo_0000000000000000000000",
          runs: "monitors/mo_0000000000000000000000/runs",
          analysis: "analyses/an_0",
        },
      },
    },
  },
  "monitor.failing": {
    operationId: "onMonitorFailing",
    summary: "Three runs of a monitor in a row failed.",
    description: "Sent once until a run has ended well. A run fails also where a search did not reach all of a corpus.",
    name: "MonitorFailingMessage",
    example: {
      type: "monitor.failing",
      ...TIME,
      data: {
        monitor_id: "mo_0000000000000000000000",
        work_id: "wk_0000000000000000000000",
        run_id: "run_0000000000000000000000",
        failures: 3,
        code: "search_incomplete",
        links: { monitor: "monitors/mo_0000000000000000000000", runs: "monitors/mo_0000000000000000000000/runs" },
      },
    },
  },
  "webhook.test": {
    operationId: "onWebhookTest",
    summary: "A test of the webhook.",
    description: "Sent by `testWebhook`.",
    name: "WebhookTestMessage",
    example: { type: "webhook.test", ...TIME, data: { webhook_id: "we_0000000000000000000000" } },
  },
};

const KINDS: readonly (readonly [type: string, kind: WebhookMessage])[] = Object.entries(MESSAGES);

export const MESSAGE_NAMES = KINDS.map(([, { name }]) => name);

/** `webhooks` of the document: each message as a request that the receiver answers. */
export const webhooks = (): object => Object.fromEntries(KINDS.map(([type, kind]) => [type, { post: message(kind) }]));

const message = ({ operationId, summary, description, name }: WebhookMessage): object => ({
  operationId,
  tags: ["Webhooks"],
  summary,
  description,
  // Without this mark, OpenAPI Generator makes calls of messages, in the place of the calls that manage webhooks.
  "x-internal": true,
  // The signature takes the place of authentication.
  security: [],
  parameters: Object.keys(HEADER_PARAMETERS).map((title) => reference("parameters", title)),
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: reference("schemas", name), examples: { typical: reference("examples", name) } },
    },
  },
  responses: {
    "2XX": { description: "Received: the message is not sent again." },
    "410": { description: "No more messages: the webhook is disabled." },
    default: { description: "Not received, as without a response within 20 s: sent again, for three days." },
  },
});

export const messageExamples = (): object =>
  Object.fromEntries(KINDS.map(([, { name, example }]) => [name, { value: example }]));

const header = (name: string, description: string, schema: object): object => ({
  name,
  in: "header",
  required: true,
  description,
  schema,
});

/** The headers of every message, by the names of their components. */
export const HEADER_PARAMETERS: Readonly<Record<string, object>> = {
  MessageId: header("webhook-id", "Id of the message, the same for every attempt.", { type: "string" }),
  MessageTimestamp: header(
    "webhook-timestamp",
    "Unix time of the attempt, in seconds. Refuse what is older than 5 minutes.",
    {
      type: "integer",
      minimum: 0,
    },
  ),
  MessageSignature: header(
    "webhook-signature",
    "Signatures by the secrets in use, separated by spaces: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (standardwebhooks.com).",
    { type: "string", pattern: "^v1,[0-9A-Za-z+/=]+( v1,[0-9A-Za-z+/=]+)*$" },
  ),
};
