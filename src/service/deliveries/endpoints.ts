/** Webhooks: the addresses that messages are sent to, their secrets, and the state of each message. */

import type { Count, Timestamp } from "../../base/contract/common.ts";
import type { WebhookChanges, WebhookRequest } from "../../base/contract/resources/monitor.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { webhookChangesSchema, webhookRequestSchema } from "../../base/contract/schemas/resources/monitor.ts";
import type { Quota } from "../accounts/quota.ts";
import { existing, type Host, isoTime, isoTimeOrNull, newId, notFound } from "../history/host.ts";
import { mappedPage, type Page, type PageRequest } from "../store/cursor.ts";
import type { Delivery, KeyMode, WebhookEndpoint } from "../store/records.ts";
import type { Records } from "../store/store.ts";
import { type Attempt, type EndpointSettings, enqueue, redeliver } from "./deliveries.ts";
import type { Outgoing } from "./guardedFetch.ts";
import { createWebhookSecret } from "./webhooks.ts";

/** A webhook as it is answered. */
export interface WebhookDocument {
  /** `we_` id of the webhook. */
  webhook_id: string;
  /** Address that messages are sent to. */
  url: string;
  /** `disabled`: by its owner, or because its address answered 410. Messages are then kept as dead letters. */
  status: WebhookEndpoint["status"];
  /** Secrets that sign every message: two after a change of secrets. */
  secrets_in_use: Count;
  /** When the webhook was made. */
  created_at: Timestamp;
}

/** With its newest secret, which is shown this once. */
export interface WebhookWithSecret extends WebhookDocument {
  /** The secret, shown this once. Messages are checked with it (standardwebhooks.com). */
  secret: string;
}

/** A message as it is listed. `dead`: given up, and kept to be sent again. */
export interface DeliveryDocument {
  /** Id of the message: the header `webhook-id` of every attempt. */
  delivery_id: string;
  /** Id of the webhook. */
  webhook_id: string;
  /** `dead`: given up, and kept to be sent again. */
  status: Delivery["status"];
  /** How often the message was tried. */
  attempts: Count;
  /** When the message was made. */
  created_at: Timestamp;
  /** When the message is tried next; `null` where it is not. */
  next_attempt_at: Timestamp | null;
  /** What the message says. */
  event: {
    /** Kind of the event, in words joined by dots. */
    type: string;
    /** When it happened. */
    timestamp: Timestamp;
    /**
     * Mode of the records that it is about; absent in messages of 0.1.0.
     *
     * @since 0.2.0
     */
    mode?: KeyMode;
    /** What a receiver needs to look it up. It never holds a text. */
    data: Record<string, unknown>;
  };
  /** Attempt by attempt, the last 50. */
  log: Attempt[];
}

/** Maximum of secrets in use: a receiver can change over while both sign. */
const SECRETS_MAX = 2;

export class Webhooks {
  readonly #host: Host;
  readonly #outgoing: Outgoing;
  readonly #quota: Quota;

  constructor(host: Host, outgoing: Outgoing, quota: Quota) {
    this.#host = host;
    this.#outgoing = outgoing;
    this.#quota = quota;
  }

  /**
   * @throws invalid_request; webhook_refused where the address may not be called; not_found where there is no such
   * tenant; plan_limit
   */
  async create(tenant: string, unchecked: WebhookRequest): Promise<WebhookWithSecret> {
    const { url } = parseRequest(webhookRequestSchema, unchecked);
    const made = this.prepare(tenant, url);
    await this.#host.store.write((records) => this.add(records, made));
    return shownOnce(made);
  }

  /** Makes an endpoint without storing it. @throws webhook_refused */
  prepare(tenant: string, url: string): WebhookEndpoint {
    this.#outgoing.check(url);
    const { random, now } = this.#host;
    const settings: EndpointSettings = { url, secrets: [createWebhookSecret(random)] };
    const own = { tenant, id: newId(random, "we"), created_at: now() };
    return { ...own, status: "active", settings, due_at: null, sending: null };
  }

  /** Stores a prepared endpoint. @throws plan_limit */
  async add(records: Records, made: WebhookEndpoint): Promise<void> {
    await records.endpoints.add(made);
    await this.#quota.requireRoom(records, made.tenant, ["endpoints"]);
  }

  /** @throws not_found */
  find(tenant: string, id: string): Promise<WebhookDocument> {
    return this.#host.store.read(async (records) => documentOf(await existing(records.endpoints.find(tenant, id))));
  }

  /** The newest first. */
  async list(tenant: string, page: PageRequest = {}): Promise<Page<WebhookDocument>> {
    return mappedPage(await this.#host.store.read(({ endpoints }) => endpoints.list(tenant, page)), documentOf);
  }

  /** @throws invalid_request, webhook_refused, not_found */
  async change(tenant: string, id: string, unchecked: WebhookChanges): Promise<WebhookDocument> {
    const { status, url } = parseRequest(webhookChangesSchema, unchecked);
    if (url !== undefined) this.#outgoing.check(url);
    return this.#host.store.write(async (records) => {
      const changed = await changeUnchanged(records, tenant, id, (found) => ({
        status: status ?? found.status,
        settings: { ...settingsOf(found), ...(url === undefined ? {} : { url }) },
      }));
      return documentOf(changed);
    });
  }

  /** Adds a new secret. The previous secret keeps signing until the next change. @throws not_found */
  async rotate(tenant: string, id: string): Promise<WebhookWithSecret> {
    const secret = createWebhookSecret(this.#host.random);
    return this.#host.store.write(async (records) => {
      const changed = await changeUnchanged(records, tenant, id, (found) => {
        const { url, secrets } = settingsOf(found);
        const settings: EndpointSettings = { url, secrets: [secret, ...secrets].slice(0, SECRETS_MAX) };
        return { settings };
      });
      return shownOnce(changed);
    });
  }

  /** Removes a webhook with its messages. Its monitors send no messages from then on. @throws not_found */
  async remove(tenant: string, id: string): Promise<void> {
    await existing(this.#host.store.write(({ endpoints }) => endpoints.remove(tenant, id)));
  }

  /** Messages, the newest first. @throws not_found */
  deliveries(
    tenant: string,
    id: string,
    page: PageRequest = {},
    filter: { status?: Delivery["status"] } = {},
  ): Promise<Page<DeliveryDocument>> {
    return this.#host.store.read(async (records) => {
      await existing(records.endpoints.find(tenant, id));
      return mappedPage(
        await records.deliveries.list(tenant, page, { ...filter, endpoint_id: id }),
        deliveryDocumentOf,
      );
    });
  }

  /** Sends a message `webhook.test`. @throws not_found */
  test(tenant: string, id: string): Promise<DeliveryDocument> {
    const [now, message] = [this.#host.now(), newId(this.#host.random, "msg")];
    return this.#host.store.write(async (records) => {
      const endpoint = await existing(records.endpoints.find(tenant, id));
      await enqueue(records, endpoint, message, { type: "webhook.test", data: { webhook_id: id } }, now);
      return deliveryDocumentOf((await records.deliveries.find(tenant, message))!);
    });
  }

  /** Sends a message again, with its old id and as if it had never been tried. @throws not_found */
  redeliver(tenant: string, id: string, delivery: string): Promise<DeliveryDocument> {
    return this.#host.store.write(async (records) => {
      const found = await existing(records.deliveries.find(tenant, delivery));
      if (found.endpoint_id !== id) throw notFound();
      await redeliver(records, tenant, delivery, this.#host.now());
      return deliveryDocumentOf((await records.deliveries.find(tenant, delivery))!);
    });
  }
}

/** Changes an endpoint, and looks at it again where another process has changed it since. @throws not_found */
async function changeUnchanged(
  { endpoints }: Records,
  tenant: string,
  id: string,
  changesOf: (endpoint: WebhookEndpoint) => Partial<Pick<WebhookEndpoint, "status" | "settings">>,
): Promise<WebhookEndpoint> {
  for (;;) {
    const found = await existing(endpoints.find(tenant, id));
    const { status, settings } = found;
    const changes = changesOf(found);
    if (await endpoints.change(tenant, id, changes, { status, settings })) return { ...found, ...changes };
  }
}

const settingsOf = ({ settings }: WebhookEndpoint) => settings as EndpointSettings;

function documentOf(endpoint: WebhookEndpoint): WebhookDocument {
  const { url, secrets } = settingsOf(endpoint);
  const { id, status, created_at } = endpoint;
  return { webhook_id: id, url, status, secrets_in_use: secrets.length, created_at: isoTime(created_at) };
}

export const shownOnce = (endpoint: WebhookEndpoint): WebhookWithSecret => ({
  ...documentOf(endpoint),
  secret: settingsOf(endpoint).secrets[0]!,
});

function deliveryDocumentOf({
  id,
  endpoint_id,
  status,
  attempts,
  created_at,
  due_at,
  payload,
  log,
}: Delivery): DeliveryDocument {
  return {
    delivery_id: id,
    webhook_id: endpoint_id,
    status,
    attempts,
    created_at: isoTime(created_at),
    next_attempt_at: isoTimeOrNull(due_at),
    event: JSON.parse(payload),
    log: log as Attempt[],
  };
}
