/**
 * Standard Webhooks 1.0.0 (standardwebhooks.com): the form of a message, its signature, and the times of its attempts.
 *
 *   webhook-id         the same for every attempt
 *   webhook-timestamp  Unix time in seconds of the attempt
 *   webhook-signature  `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, one for each secret that is in use
 */
import { checkArguments, isRecord } from "../../base/arguments.ts";
import { fromBase64, toBase64 } from "../../base/bytes/bytes.ts";
import { SpoliaError } from "../../base/errors.ts";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;
const TOLERANCE_SECONDS = 300;

/**
 * Waiting times before the second and later attempts, in seconds, as the specification proposes: more than three days
 * in total.
 */
export const RETRY_SECONDS: readonly number[] = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
];

/** A new secret: `whsec_` and base64 of 32 random bytes. */
export function createWebhookSecret(randomBytes: (length: number) => Uint8Array): string {
  return SECRET_PREFIX + toBase64(randomBytes(SECRET_BYTES));
}

interface SignedMessage {
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

export async function webhookHeaders(
  message: SignedMessage,
  secrets: readonly string[],
): Promise<Record<string, string>> {
  const signatures = await Promise.all(secrets.map((secret) => signatureOf(message, secret)));
  return {
    "content-type": "application/json",
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestampSeconds),
    "webhook-signature": signatures.join(" "),
  };
}

/**
 * The check of a receiver: whether the sender of a message had the secret, and whether the message is from the last
 * five minutes.
 *
 * @param body the body as it was received, before parsing
 */
export async function verifyWebhook(
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
  secret: string,
  nowMs: number,
): Promise<boolean> {
  checkArguments("verifyWebhook", [
    ["/headers", isRecord(headers), "an object of headers by their lower-case names"],
    ["/body", typeof body === "string", "the body as it came, a string"],
    ["/secret", typeof secret === "string", "the secret, a string"],
  ]);
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (id === undefined || signatures === undefined || !/^\d{1,12}$/.test(timestamp ?? "")) return false;
  const timestampSeconds = Number(timestamp);
  if (Math.abs(nowMs / 1000 - timestampSeconds) > TOLERANCE_SECONDS) return false;
  const key = await keyOf(secret, "verify");
  const signed = signedBytes({ id, timestampSeconds, body });
  for (const signature of signatures.split(" ").slice(0, 10)) {
    const [version, value = ""] = signature.split(",");
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, bytesOf(value), signed))) return true;
  }
  return false;
}

async function signatureOf(message: SignedMessage, secret: string): Promise<string> {
  const signature = await crypto.subtle.sign("HMAC", await keyOf(secret, "sign"), signedBytes(message));
  return `v1,${toBase64(new Uint8Array(signature))}`;
}

const signedBytes = ({ id, timestampSeconds, body }: SignedMessage): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${id}.${timestampSeconds}.${body}`);

function keyOf(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  const bytes = bytesOf(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : "");
  if (bytes.length < 16) {
    throw new SpoliaError("invalid_request", "The secret is not one of a webhook.", { hint: "It begins with whsec_." });
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(base64);
  } catch {
    return new Uint8Array(0);
  }
}

/**
 * Time of the next attempt after so many attempts, or `null` after the last. It is delayed by up to a tenth, to spread
 * the load.
 */
export function nextAttemptMs(
  attempts: number,
  nowMs: number,
  fraction: number,
  retryAfterSeconds: number | null,
): number | null {
  const wait = RETRY_SECONDS[attempts - 1];
  if (wait === undefined) return null;
  return nowMs + 1000 * Math.max(wait * (1 + fraction / 10), retryAfterSeconds ?? 0);
}
