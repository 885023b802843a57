/**
 * Reads the bytes of a request's body under running caps: on what arrives, on what comes out of decompression, since
 * 130 kB of gzip can hold 128 MiB, and on how far the two are apart. At a cap the stream is cancelled, so nothing more
 * is received or unpacked.
 */
import { concat } from "../base/bytes.ts";
import { isSpoliaError, SpoliaError } from "../errors.ts";
import { BODY_BYTES_MAX, GZIP_FREE_BYTES, GZIP_RATIO_MAX } from "./limits.ts";
import { requestEncoding } from "./negotiate.ts";

/** How bodies of one kind are read. */
export interface BodyKind {
  /**
   * For one body: a look at each piece as it arrives, unpacked, that throws where the body is refused whatever follows.
   */
  readonly watch?: () => (piece: Uint8Array) => void;
  /** The whole, after every piece was looked at. */
  readonly parse: (body: Uint8Array) => unknown;
}

/**
 * The body, unpacked: at most `BODY_BYTES_MAX` bytes, otherwise `content_too_large`; or what its kind throws at a
 * piece.
 */
export async function readBody(request: Request, kind?: BodyKind): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_BYTES_MAX) {
    requestEncoding(request.headers.get("content-encoding"));
    throw bodyTooLarge();
  }
  return readAtMost(bodyStream(request).getReader(), BODY_BYTES_MAX, request.signal, kind?.watch?.());
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
  // Bytes are counted on both sides of it, and both streams end with an error where they are too far apart.
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
      // Not awaited: the sender may take its time to notice, and the answer need not wait for it.
      reader.cancel().catch(() => {});
      throw error;
    }
    chunks.push(value);
  }
}

function bodyTooLarge(): SpoliaError {
  return new SpoliaError("content_too_large", `The body is larger than ${BODY_BYTES_MAX} bytes.`, {
    hint: "The limit holds after unpacking. Split the content, or send it as MessagePack, which needs no escapes.",
  });
}

const packedTooClosely = (): SpoliaError =>
  new SpoliaError("content_too_large", `The body unpacks to more than ${GZIP_RATIO_MAX} times its bytes.`, {
    hint: "Send it as it is.",
  });

export function unreadable(cause: unknown, signal: AbortSignal): SpoliaError {
  if (isSpoliaError(cause)) return cause;
  if (signal.aborted) return new SpoliaError("aborted", "The request was broken off before its end.", { cause });
  return new SpoliaError("invalid_request", "The body could not be read to its end.", {
    hint: "Check that it was sent whole, and that it is gzip if Content-Encoding says so.",
    cause,
  });
}
