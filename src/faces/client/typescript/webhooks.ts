/** Webhooks, with the check of a message that was received. */

import { WebhooksResource } from "../../../../build/generated/methods.ts";
import type { PlatformHeaders } from "../../../base/platform.ts";
import type { MessageDocuments } from "../../../service/http/openapi/documents.ts";
import { SpoliaClientError } from "./errors.ts";

/** A message whose signature is not that of the secret, or which is older than five minutes. */
export class WebhookVerificationError extends SpoliaClientError {
  override readonly name = "WebhookVerificationError";
}

/** What a webhook can be told. Types that are newer than the client come as they are. */
export type ReceivedMessage = MessageDocuments[keyof MessageDocuments];

/** Headers of a received request: of the web, or of Node. */
type ReceivedHeaders = PlatformHeaders | Readonly<Record<string, string | readonly string[] | undefined>>;

export class SignedWebhooks extends WebhooksResource {
  /**
   * The message of a request that a webhook received, once its signature is verified.
   *
   * @param body the body as it came, before anything parsed it
   * @param secret the `whsec_` secret of the webhook; while a secret is rotated, the old and the new one verify
   * @throws WebhookVerificationError
   */
  async unwrap(body: string | Uint8Array, headers: ReceivedHeaders, secret: string): Promise<ReceivedMessage> {
    // Only receivers need it.
    const { verifyWebhook } = await import("../../../service/deliveries/webhooks.ts");
    const text = typeof body === "string" ? body : new TextDecoder().decode(body);
    if (!(await verifyWebhook(lowerCased(headers), text, secret, Date.now())))
      throw new WebhookVerificationError("The message is not signed with this secret, or is older than five minutes.");
    return JSON.parse(text) as ReceivedMessage;
  }
}

function lowerCased(headers: ReceivedHeaders): Record<string, string | undefined> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value?.toString()]));
}
