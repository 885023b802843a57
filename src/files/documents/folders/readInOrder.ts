/**
 * Reads parts of inputs ahead in other threads, and gives what they hold in the order of the parts.
 *
 *   parts of file 1, of file 2, …  ──▶ [ orders of some 1 MB ] ──▶ threads ──▶ in the order of the parts
 *                                       at most `lanes`, 64 MB
 */
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import type { RecordReading } from "../datasets/reading.ts";
import { type FoundInput, foundIn, type InputPart } from "./inputParts.ts";

/** Reads parts of inputs in other threads. */
export interface PartReader {
  /** Number of orders that can be under way. */
  readonly lanes: number;
  /**
   * What each part holds; `null` where that takes much memory, so that it is read where it is needed. Takes ownership
   * of the parts' bytes.
   */
  read(
    parts: readonly InputPart[],
    about: RecordReading,
    signal?: PlatformAbortSignal,
  ): Promise<(readonly FoundInput[] | null)[]>;
}

/** Bytes and parts of an order: enough that sending them costs little. */
const ORDER_BYTES = 1024 * 1024;
const ORDER_PARTS = 256;
/** Bytes of a part that other threads read; larger ones are read where they are needed, one at a time. */
const AHEAD_PART_BYTES_MAX = 32 * 1024 * 1024;
/** Bytes of all orders that are under way, unless one alone has more. */
const AHEAD_BYTES = 64 * 1024 * 1024;
/** UTF-16 units of text that a thread answers for one order. */
const ANSWER_LENGTH_MAX = 64 * 1024 * 1024;
/** Formats of which one document is an order's worth of work. */
const SLOW_ENDING = /\.(pdf|epub|docx|docm|odt)$/i;

/** Something to do in order: read a part, or whatever the caller does between parts. */
interface Step {
  readonly part?: InputPart | undefined;
}

interface AheadOrder<One> {
  steps: One[];
  bytes: number;
  answer: Promise<Map<One, readonly FoundInput[] | null>>;
  /** The error of the steps, which comes after these. */
  failure?: { cause: unknown };
}

/** Gives the steps in order, each with what its part holds; `null` where the caller is to read the part. */
export async function* readAhead<One extends Step>(
  steps: AsyncIterator<One>,
  reader: PartReader,
  about: RecordReading,
  signal?: PlatformAbortSignal,
): AsyncGenerator<{ step: One; found: readonly FoundInput[] | null }> {
  const orders: AheadOrder<One>[] = [];
  let bytes = 0;
  let isOver = false;
  try {
    for (;;) {
      while (!isOver && orders.length < reader.lanes && (orders.length === 0 || bytes < AHEAD_BYTES)) {
        const order = await nextOrder(steps, reader, about, signal);
        isOver = order.failure !== undefined || order.steps.length === 0;
        orders.push(order);
        bytes += order.bytes;
      }
      const order = orders.shift();
      if (order === undefined) return;
      const answers = await order.answer;
      bytes -= order.bytes;
      for (const step of order.steps) yield { step, found: answers.get(step) ?? null };
      if (order.failure !== undefined) throw order.failure.cause;
    }
  } finally {
    await steps.return?.();
  }
}

/** Collects steps, and has their parts read. */
async function nextOrder<One extends Step>(
  steps: AsyncIterator<One>,
  reader: PartReader,
  about: RecordReading,
  signal: PlatformAbortSignal | undefined,
): Promise<AheadOrder<One>> {
  const taken: One[] = [];
  const sent: { step: One; part: InputPart }[] = [];
  let bytes = 0;
  let failure: AheadOrder<One>["failure"];
  while (taken.length < ORDER_PARTS && bytes < ORDER_BYTES) {
    try {
      const next = await steps.next();
      if (next.done) break;
      taken.push(next.value);
    } catch (cause) {
      failure = { cause };
      break;
    }
    const step = taken.at(-1)!;
    const { part } = step;
    const size = part === undefined ? 0 : weightOf(part);
    const isSent = part !== undefined && part.kind !== "item" && size <= AHEAD_PART_BYTES_MAX;
    if (isSent) sent.push({ step, part });
    // A large part that has its bytes with it takes memory also where it is not sent.
    if (isSent || (part !== undefined && "bytes" in part)) bytes += size;
  }
  const answer =
    sent.length === 0
      ? Promise.resolve([])
      : reader.read(
          sent.map(({ part }) => part),
          about,
          signal,
        );
  const byStep = answer.then((all) => new Map(all.map((found, i) => [sent[i]!.step, found])));
  byStep.catch(() => {}); // It is awaited in order.
  return { steps: taken, bytes, answer: byStep, ...(failure && { failure }) };
}

/** Bytes of memory, or an order's worth for documents that take long. */
export function weightOf(part: InputPart): number {
  if (part.kind === "item" || part.kind === "hash") return 0;
  if (part.kind === "rows") return part.unpackedBytes;
  const bytes = part.kind === "file" ? part.sizeBytes : part.bytes.length;
  const name = part.kind === "file" ? part.path : part.kind === "archived file" ? part.within : "";
  return SLOW_ENDING.test(name) ? Math.max(bytes, ORDER_BYTES) : bytes;
}

/** What a thread answers: what each part holds, and `null` from the part on with which it is too much. */
export async function readParts(
  parts: readonly InputPart[],
  about: RecordReading,
  signal?: PlatformAbortSignal,
): Promise<(readonly FoundInput[] | null)[]> {
  let length = 0;
  const answers: (readonly FoundInput[] | null)[] = [];
  for (const part of parts) {
    const found: FoundInput[] = [];
    if (length <= ANSWER_LENGTH_MAX)
      for await (const one of foundIn(part, about, { signal })) {
        found.push(one);
        if ("item" in one && "text" in one.item) length += one.item.text.length + (one.content?.length ?? 0);
        if (length > ANSWER_LENGTH_MAX) break;
      }
    answers.push(length > ANSWER_LENGTH_MAX ? null : found);
  }
  return answers;
}
