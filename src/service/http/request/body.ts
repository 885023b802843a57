/**
 * Reads the bytes of a request's body with limits that apply while it arrives: on the received bytes, on the
 * decompressed bytes (130 kB of gzip can contain 128 MiB), and on their ratio. At a limit the stream is cancelled, so
 * nothing more is received or decompressed.
 */
import { concat } from "../../../base/bytes/bytes.ts";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { HttpError } from "../answer/httpError.ts";
import { requestEncoding } from "../answer/negotiate.ts";
import type { BodyRoom } from "./intake.ts";
import {
  BODY_BYTES_MAX,
  BODY_BYTES_PER_SECOND_MIN,
  BODY_START_MS,
  BODY_TIMEOUT_MS,
  GZIP_FREE_BYTES,
  GZIP_RATIO_EXPECTED,
  GZIP_RATIO_MAX,
  TIMEOUT_CHECK_INTERVAL_MS,
} from "./limits.ts";

/** How to read bodies of one kind. */
export interface BodyKind {
  /**
   * Returns a check for one body. The check receives each decompressed piece as it arrives, and throws as soon as the
   * body is invalid.
   */
  readonly watch?: () => (piece: Uint8Array) => void;
  /** Parses the complete body after all pieces were checked. */
  readonly parse: (body: Uint8Array) => unknown;
  /** The same as data, for parsing in a thread; absent where bodies are small. */
  readonly form?: BodyForm;
}

/** A format, and the maximum number of values. */
export interface BodyForm {
  readonly format: "json" | "msgpack";
  readonly valuesMax: number;
}

/**
 * The decompressed body. Throws `content_too_large` above `BODY_BYTES_MAX` bytes, `request_timeout` if it does not
 * arrive in time, and any error of the kind's check.
 *
 * @param room where its bytes are reserved before they are received
 */
export async function readBody(
  request: Request,
  kind?: BodyKind,
  room?: BodyRoom,
  signal = request.signal,
): Promise<Uint8Array> {
  const declaredBytes = Number(request.headers.get("content-length") ?? 0);
  const encoding = requestEncoding(request.headers.get("content-encoding"));
  if (declaredBytes > BODY_BYTES_MAX) throw bodyTooLarge();
  const expectedBytes = encoding === "gzip" ? GZIP_RATIO_EXPECTED * declaredBytes : declaredBytes;
  await room?.reserve(Math.min(BODY_BYTES_MAX, expectedBytes), signal);
  const watch = kind?.watch?.();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = bodyStream(request).getReader();
  try {
    for await (const piece of piecesOf(reader, signal, room)) {
      bytes += piece.length;
      if (bytes > BODY_BYTES_MAX) throw bodyTooLarge();
      await room?.reserve(bytes, signal);
      watch?.(piece);
      chunks.push(piece);
    }
  } finally {
    // Not awaited: the sender may notice late, and the response need not wait for it.
    reader.cancel().catch(() => {});
  }
  room?.arrived(bytes);
  return chunks.length === 1 ? chunks[0]! : concat(chunks);
}

/** The decompressed body as a stream of any length; the reader must limit what it holds. */
export function bodyStream(request: Request): ReadableStream<Uint8Array> {
  const encoding = requestEncoding(request.headers.get("content-encoding"));
  const body = sentStream(request);
  if (body === null) return new Blob([]).stream();
  return encoding === "gzip" ? unpacked(body) : body;
}

/** Requests have no `body` in Firefox, where one that is answered in the page holds its bytes in memory. */
function sentStream(request: Request): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  const { body } = request as { body: Request["body"] | undefined };
  if (body !== undefined) return body;
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(new Uint8Array(await request.arrayBuffer()));
      controller.close();
    },
  });
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

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

/** The pieces of one body. @throws request_timeout, aborted, invalid_request, and the errors of decompression */
async function* piecesOf(
  reader: BodyReader,
  signal: AbortSignal,
  room: BodyRoom | undefined,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  /** Time in which the service waited for the sender, without the current piece. */
  let waitedMs = 0;
  let askedMs = 0;
  const isTooSlow = () => {
    const tookMs = waitedMs + performance.now() - askedMs;
    if (tookMs > BODY_TIMEOUT_MS) return true;
    return room?.isWanted === true && tookMs > BODY_START_MS && 1000 * bytes < BODY_BYTES_PER_SECOND_MIN * tookMs;
  };
  for (;;) {
    askedMs = performance.now();
    const { done, value } = await readUnless(isTooSlow, reader, signal);
    if (done) return;
    waitedMs += performance.now() - askedMs;
    bytes += value.length;
    yield value;
  }
}

/** The next piece. @throws request_timeout once `isTooSlow`; aborted, invalid_request, and errors of decompression */
export async function readUnless(
  isTooSlow: () => boolean,
  reader: BodyReader,
  signal: AbortSignal,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setInterval(() => isTooSlow() && reject(tooSlow()), TIMEOUT_CHECK_INTERVAL_MS);
  });
  try {
    return await Promise.race([reader.read(), overdue]);
  } catch (cause) {
    throw unreadable(cause, signal);
  } finally {
    clearInterval(timer);
  }
}

const tooSlow = (): HttpError =>
  new HttpError("request_timeout", "The body did not arrive in time.", {
    hint: "Send it without pauses, or in parts.",
    headers: { connection: "close" },
  });

function bodyTooLarge(): SpoliaError {
  return new SpoliaError("content_too_large", `The body is larger than ${BODY_BYTES_MAX} bytes.`, {
    hint: "The limit applies after decompression. Split the content, or send it as MessagePack, which needs no escapes.",
  });
}

const packedTooClosely = (): SpoliaError =>
  new SpoliaError("content_too_large", `The body decompresses to more than ${GZIP_RATIO_MAX} times its size.`, {
    hint: "Send it uncompressed.",
  });

function unreadable(cause: unknown, signal: AbortSignal): SpoliaError {
  if (isSpoliaError(cause)) return cause;
  if (signal.aborted) return new SpoliaError("aborted", "The request was aborted before its end.", { cause });
  return new SpoliaError("invalid_request", "The body could not be read completely.", {
    hint: "Check that it was sent completely, and that it is gzip if Content-Encoding says so.",
    cause,
  });
}
