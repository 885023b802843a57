/**
 * Reads the bytes of a request's body with limits that apply while it arrives: on the received bytes, on the
 * decompressed bytes (130 kB of gzip can contain 128 MiB), and on their ratio. At a limit the stream is cancelled, so
 * nothing more is received or decompressed.
 */
import { concat } from "../base/bytes.ts";
import { isSpoliaError, SpoliaError } from "../errors.ts";
import { BODY_BYTES_MAX, GZIP_FREE_BYTES, GZIP_RATIO_MAX } from "./limits.ts";
import { requestEncoding } from "./negotiate.ts";

/** How to read bodies of one kind. */
export interface BodyKind {
  /**
   * Returns a check for one body. The check receives each decompressed piece as it arrives, and throws as soon as the
   * body is invalid.
   */
  readonly watch?: () => (piece: Uint8Array) => void;
  /** Parses the complete body after all pieces were checked. */
  readonly parse: (body: Uint8Array) => unknown;
}

/**
 * The decompressed body. Throws `content_too_large` above `BODY_BYTES_MAX` bytes, and any error of the kind's check.
 */
export async function readBody(request: Request, kind?: BodyKind): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_BYTES_MAX) {
    requestEncoding(request.headers.get("content-encoding"));
    throw bodyTooLarge();
  }
  return readAtMost(bodyStream(request).getReader(), BODY_BYTES_MAX, request.signal, kind?.watch?.());
}

/** The decompressed body as a stream of any length; the reader must limit what it holds. */
export function bodyStream(request: Request): ReadableStream<Uint8Array> {
  const encoding = requestEncoding(request.headers.get("content-encoding"));
  if (request.body === null) return new Blob([]).stream();
  return encoding === "gzip" ? unpacked(request.body) : request.body;
}

function unpacked(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  if (globalThis.DecompressionStream === undefined) {
    throw new SpoliaError("unsupported_content_type", "The runtime of this service cannot decompress gzip.", {
      hint: "Send the body uncompressed.",
    });
  }
  // Count the bytes before and after decompression; both streams end with an error if the ratio is too large.
  let packedBytes = 0;
  let unpackedBytes = 0;
  const packed = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      packedBytes += piece.length;
      controller.enqueue(piece);
    },
  });
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      unpackedBytes += piece.length;
      if (unpackedBytes > GZIP_FREE_BYTES + GZIP_RATIO_MAX * packedBytes) throw packedTooClosely();
      controller.enqueue(piece);
    },
  });
  return body.pipeThrough(packed).pipeThrough(new DecompressionStream("gzip")).pipeThrough(bounded);
}

async function readAtMost(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bytesMax: number,
  signal: AbortSignal,
  watch: ((piece: Uint8Array) => void) | undefined,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause) => {
      throw unreadable(cause, signal);
    });
    if (done) return chunks.length === 1 ? chunks[0]! : concat(chunks);
    bytes += value.length;
    try {
      if (bytes > bytesMax) throw bodyTooLarge();
      watch?.(value);
    } catch (error) {
      // Not awaited: the sender may notice late, and the response need not wait for it.
      reader.cancel().catch(() => {});
      throw error;
    }
    chunks.push(value);
  }
}

function bodyTooLarge(): SpoliaError {
  return new SpoliaError("content_too_large", `The body is larger than ${BODY_BYTES_MAX} bytes.`, {
    hint: "The limit applies after decompression. Split the content, or send it as MessagePack, which needs no escapes.",
  });
}

const packedTooClosely = (): SpoliaError =>
  new SpoliaError("content_too_large", `The body decompresses to more than ${GZIP_RATIO_MAX} times its size.`, {
    hint: "Send it uncompressed.",
  });

export function unreadable(cause: unknown, signal: AbortSignal): SpoliaError {
  if (isSpoliaError(cause)) return cause;
  if (signal.aborted) return new SpoliaError("aborted", "The request was aborted before its end.", { cause });
  return new SpoliaError("invalid_request", "The body could not be read completely.", {
    hint: "Check that it was sent completely, and that it is gzip if Content-Encoding says so.",
    cause,
  });
}
