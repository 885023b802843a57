/** Lines of JSON, read and written one at a time, with back pressure. */
import { concat } from "../../../base/bytes/bytes.ts";
import { SpoliaError } from "../../../base/errors.ts";
import type { WithinSpan } from "../../../base/lists/spans.ts";
import { readUnless } from "./body.ts";
import type { BodyRoom } from "./intake.ts";
import { BODY_TIMEOUT_MS } from "./limits.ts";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A line without its line end, or `null` for a line over the limit. */
type Line = Uint8Array | null;

/**
 * Yields the lines that are not empty, each of which has been dealt with when the next is asked for.
 *
 * @param room where the bytes of a long line are reserved
 * @throws request_timeout if the next bytes do not arrive in time; the time in which nobody asks for a line is free
 */
export async function* readLines(
  stream: ReadableStream<Uint8Array>,
  lineBytesMax: number,
  signal: AbortSignal,
  room: BodyRoom,
): AsyncGenerator<Line, void, undefined> {
  const reader = stream.getReader();
  const line = new OpenLine(lineBytesMax);
  try {
    for (;;) {
      const { done, value } = await readUnless(within(BODY_TIMEOUT_MS), reader, signal);
      if (done) break;
      let from = 0;
      for (let end = value.indexOf(LINE_FEED); end !== -1; end = value.indexOf(LINE_FEED, from)) {
        line.add(value.subarray(from, end));
        from = end + 1;
        if (!line.isEmpty) yield line.take();
        else line.take();
        room.release();
      }
      line.add(value.subarray(from));
      await room.reserve(Math.min(lineBytesMax, line.bytes), signal);
    }
    if (!line.isEmpty) yield line.take();
  } finally {
    room.release();
    // Not awaited: the sender may notice late.
    reader.cancel().catch(() => {});
  }
}

function within(ms: number): () => boolean {
  const startedMs = performance.now();
  return () => performance.now() - startedMs > ms;
}

/** A line that is being received. */
class OpenLine {
  readonly #bytesMax: number;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the line has no content except a carriage return. */
  get isEmpty(): boolean {
    return this.#bytes === 0 || (this.#bytes === 1 && this.#parts[0]?.[0] === CARRIAGE_RETURN);
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    if (this.#bytes > this.#bytesMax) this.#parts = [];
    else this.#parts.push(part);
  }

  take(): Line {
    const line = this.#bytes > this.#bytesMax ? null : concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    return line;
  }
}

/** @param onEnd called when all documents were read, when the reader disconnects, or on failure; may be called twice */
export function writeLines(documents: AsyncGenerator<object>, onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await documents.next().catch((error) => {
          onEnd();
          throw error;
        });
        if (!done) return controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
        onEnd();
        controller.close();
      },
      async cancel() {
        onEnd();
        await documents.return(undefined);
      },
    },
    // Produce a line only when the reader requests one.
    { highWaterMark: 0 },
  );
}

/**
 * A body as it is, which tells when it has ended.
 *
 * @param within runs each reading
 * @param onEnd called once: with `undefined` when all was read, with `"left"` when the reader disconnects, with what
 *   was thrown on failure
 */
export function watchedToEnd(
  body: ReadableStream<Uint8Array>,
  within: WithinSpan,
  onEnd: (end: unknown) => void,
): typeof body {
  const reader = body.getReader();
  let hasEnded = false;
  // A reader that leaves while a line is made ends that line too.
  const tell = (end: unknown) => {
    if (!hasEnded) onEnd(end);
    hasEnded = true;
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await within(() => reader.read());
          if (!done) return controller.enqueue(value);
        } catch (error) {
          tell(error);
          throw error;
        }
        tell(undefined);
        controller.close();
      },
      async cancel(reason) {
        tell("left");
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

export const lineTooLong = (bytesMax: number): SpoliaError =>
  new SpoliaError("content_too_large", `The line is longer than ${bytesMax} bytes.`, { hint: "Split the content." });
