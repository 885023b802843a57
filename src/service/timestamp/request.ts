/** Asks an authority for a time stamp of a hash (RFC 3161; over HTTP, section 3.4). It sees the hash only. */
import type { BaseBlock, Sequence } from "asn1js";
import { checkArguments } from "../../base/arguments.ts";
import { concat, fromHex, toBase64, toHex } from "../../base/bytes/bytes.ts";
import type { Sha256 } from "../../base/contract/common.ts";
import type { TimestampDocument } from "../../base/contract/resources/timestamp.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { TIMEOUT_MS_MAX } from "../../base/limits.ts";
import type { Fetch, PlatformAbortSignal, PlatformResponse } from "../../base/platform.ts";
import { type Library, loadLibrary } from "./library.ts";
import { readToken, TIMESTAMP_BYTES_MAX } from "./token.ts";
import { verifiedToken } from "./verify.ts";

export interface TimestampOptions {
  /** Address of the authority. */
  url: string;
  /** Sends the request; the runtime's `fetch` when absent. */
  fetch?: Fetch | undefined;
  /** Returns cryptographically random bytes; the system's source when absent. */
  random?: ((length: number) => Uint8Array) | undefined;
  /** Certificates of trusted authorities, in PEM: the time stamp is refused where it does not lead to one of them. */
  authorities?: string | undefined;
  /** Milliseconds until the answer is complete; 30,000 when absent. */
  timeout_ms?: number | undefined;
  signal?: PlatformAbortSignal | undefined;
}

const SHA_256 = "2.16.840.1.101.3.4.2.1";
const NONCE_BYTES = 16;
const TIMEOUT_MS = 30_000;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const QUERY = "application/timestamp-query";
const REPLY = "application/timestamp-reply";
/** `granted` and `grantedWithMods` (RFC 3161, section 2.4.2). */
const GRANTED_MAX = 1;

/**
 * Gets a time stamp of a hash, and verifies it as far as `verifyTimestamp` does.
 *
 * @param digest `sha256:` and hexadecimal digits: a commitment, the seal of an observation, the digest of a report
 * @returns the time stamp, to be kept beside what it is about
 * @throws timestamp_failed where the authority gives none; timestamp_invalid where what it gives does not verify;
 *   invalid_request; aborted; unsupported_runtime without the package pkijs
 * @since 0.2.0
 */
export async function requestTimestamp(digest: Sha256, options: TimestampOptions): Promise<TimestampDocument> {
  checkArguments("requestTimestamp", [
    ["/digest", typeof digest === "string" && DIGEST.test(digest), "sha256: and 64 hexadecimal digits"],
    [
      "/timeout_ms",
      options?.timeout_ms === undefined || (options.timeout_ms > 0 && options.timeout_ms <= TIMEOUT_MS_MAX),
      `a number above 0, at most ${TIMEOUT_MS_MAX}`,
    ],
    ["/url", typeof options?.url === "string" && /^https?:\/\//.test(options.url), "an address that begins with http"],
  ]);
  const library = await loadLibrary();
  const nonce = nonceOf(options.random ?? ((length) => crypto.getRandomValues(new Uint8Array(length))));
  const reply = await sent(options, queryOf(library, digest, nonce));
  const token = tokenIn(library, reply);
  await verifiedToken(library, readToken(library, token), {
    digest,
    nonce: toHex(nonce),
    authorities: options.authorities,
  });
  const { url: authority } = options;
  return { format: "spolia-timestamp-1", digest, nonce: toHex(nonce), authority, token: toBase64(token) };
}

/** A positive number of the full length, so that it has one form in DER. */
function nonceOf(random: (length: number) => Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(random(NONCE_BYTES));
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes;
}

function queryOf({ pkijs, asn1js }: Library, digest: Sha256, nonce: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const hashed = fromHex(digest.slice("sha256:".length));
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: hashed.buffer }),
    }),
    nonce: new asn1js.Integer({ valueHex: nonce.buffer }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER(false));
}

async function sent(
  { url, fetch: send = fetch, timeout_ms = TIMEOUT_MS, signal }: TimestampOptions,
  body: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const deadline = AbortSignal.timeout(timeout_ms);
  const both = signal === undefined ? deadline : AbortSignal.any([deadline, signal as AbortSignal]);
  try {
    const response = await send(url, {
      method: "POST",
      headers: { "content-type": QUERY, accept: REPLY },
      body,
      signal: both,
    });
    if (response.status !== 200) throw failed(`It answered with status ${response.status}.`);
    return await bodyOf(response);
  } catch (cause) {
    if (isSpoliaError(cause)) throw cause;
    if (signal?.aborted) throw new SpoliaError("aborted", "The time stamp was not waited for.", { cause });
    throw failed(deadline.aborted ? `It did not answer within ${timeout_ms} ms.` : "It cannot be reached.", cause);
  }
}

async function bodyOf(response: PlatformResponse): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    // Leaving the loop ends the stream, so that no more is received.
    if (length > TIMESTAMP_BYTES_MAX) throw failed(`Its answer has more than ${TIMESTAMP_BYTES_MAX} bytes.`);
    parts.push(part);
  }
  return concat(parts);
}

/** The token of a `TimeStampResp`. @throws timestamp_failed */
function tokenIn({ pkijs, asn1js }: Library, reply: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let status: number;
  let token: BaseBlock | undefined;
  try {
    const read = asn1js.fromBER(reply);
    if (read.offset !== reply.length) throw new RangeError("more or less than one value");
    status = new pkijs.TimeStampResp({ schema: read.result }).status.status;
    token = (read.result as Sequence).valueBlock.value[1];
  } catch (cause) {
    throw failed("What it answered is not a time-stamp response.", cause);
  }
  if (status > GRANTED_MAX) throw failed(`It refused the request with PKIStatus ${status}.`);
  if (token === undefined) throw failed("Its answer has no time stamp.");
  return Uint8Array.from(token.valueBeforeDecodeView); // as it came, since it is signed
}

const failed = (what: string, cause?: unknown): SpoliaError =>
  new SpoliaError("timestamp_failed", `The time stamp authority gave no time stamp. ${what}`, {
    hint: "Try again, or ask another authority.",
    cause,
  });
