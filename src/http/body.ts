/**
 * Reads the bytes of a request's body under a running cap: on what arrives, and on what comes out of decompression, since 130 kB
 * of gzip can hold 128 MiB. At the cap the stream is cancelled, so nothing more is received or unpacked.
 */
import { SpoliaError } from "../errors.ts";
import { BODY_BYTES_MAX } from "./limits.ts";
import { requestEncoding } from "./negotiate.ts";

/** The body, unpacked: at most `BODY_BYTES_MAX` bytes, otherwise `content_too_large`. */
export async function readBody(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_BYTES_MAX) {
    requestEncoding(request.headers.get("content-encoding"));
    throw bodyTooLarge();
  }
  return readAtMost(bodyStream(request).getReader(), BODY_BYTES_MAX, request.signal);
}

/** The body as it comes in, unpacked, however long it is: whoever reads it bounds what is held. */
export function bodyStream(request: Request): ReadableStream<Uint8Array> {
  const encoding = requestEncoding(request.headers.get("content-encoding"));
  if (request.body === null) return new Blob([]).stream();
  return encoding === "gzip" ? unpacked(request.body) : request.body;
}

function unpacked(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  if (globalThis.DecompressionStream === undefined) {
    throw new SpoliaError("unsupported_content_type", "The runtime of this service cannot unpack gzip.", {
      hint: "Send the body as it is.",
    });
  }
  return body.pipeThrough(new DecompressionStream("gzip"));
}

async function readAtMost(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause) => {
      throw unreadable(cause, signal);
    });
    if (done) return joined(chunks, bytes);
    bytes += value.length;
    if (bytes > bytesMax) {
      // Not awaited: the sender may take its time to notice, and the answer need not wait for it.
      reader.cancel().catch(() => {});
      throw bodyTooLarge();
    }
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const whole = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

function bodyTooLarge(): SpoliaError {
  return new SpoliaError("content_too_large", `The body is larger than ${BODY_BYTES_MAX} bytes.`, {
    hint: "The limit holds after unpacking. Split the content, or send it as MessagePack, which needs no escapes.",
  });
}

export function unreadable(cause: unknown, signal: AbortSignal): SpoliaError {
  if (signal.aborted) return new SpoliaError("aborted", "The request was broken off before its end.", { cause });
  return new SpoliaError("invalid_request", "The body could not be read to its end.", {
    hint: "Check that it was sent whole, and that it is gzip if Content-Encoding says so.",
    cause,
  });
}
