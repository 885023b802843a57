/**
 * Reads parts of files in several threads at once. Answers come in the order of the requests. Where the caller only
 * looks at the documents, threads do most of that too: then they answer what they saw, and no text.
 */
import { availableParallelism } from "node:os";
import { concat } from "../../base/bytes/bytes.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import type { RecordReading } from "../../files/documents/datasets/reading.ts";
import type { FoundInput, InputPart } from "../../files/documents/folders/inputParts.ts";
import { type PartReader, weightOf } from "../../files/documents/folders/readInOrder.ts";
import { type ReadOptions, readDocuments } from "../../files/index.ts";
import type { ThreadTask } from "../inputs/inputs.ts";
import { type DocumentLook, type LookedDocument, restored } from "./looks.ts";
import { Threads } from "./threads.ts";

/** The order to a thread: the parts without their bytes, which are concatenated. */
export interface PartsOrder {
  parts: InputPart[];
  about: RecordReading;
  bytes: Uint8Array;
  lengthsBytes: number[];
}

const NONE = new Uint8Array(0);
/** Bytes of the first parts, which take as long as threads take to start: those who look at documents read them. */
const FIRST_BYTES = 4 * 1024 * 1024;

/** The parts of an order, with their bytes. */
export function partsOf({ parts, bytes, lengthsBytes }: PartsOrder): InputPart[] {
  let at = 0;
  return parts.map((part, i) => {
    at += lengthsBytes[i]!;
    return "bytes" in part ? { ...part, bytes: bytes.subarray(at - lengthsBytes[i]!, at) } : part;
  });
}

interface ReaderOptions {
  /** What threads see of documents, whose text they keep to themselves. */
  look?: DocumentLook | undefined;
  /** Bytes of parts that are read where they are needed before threads start. */
  firstBytes?: number;
}

/** Threads that read, until they are closed. */
export class ReaderThreads implements PartReader {
  readonly lanes: number;
  readonly #threads: Threads<PartsOrder, (readonly FoundInput[] | null)[]>;
  readonly #look: DocumentLook | undefined;
  #firstBytes: number;

  constructor(threads: number, { look, firstBytes = 0 }: ReaderOptions = {}) {
    // Two more orders for each thread are queued: the next answer may be that of a large PDF.
    this.lanes = 3 * threads;
    this.#look = look;
    this.#firstBytes = firstBytes;
    this.#threads = new Threads({
      file: "cli.worker",
      data: { task: "read documents", look } satisfies ThreadTask,
      count: threads,
      hint: "Try again with --jobs 1, or with more memory.",
    });
  }

  async read(
    parts: readonly InputPart[],
    about: RecordReading,
    signal?: PlatformAbortSignal,
  ): Promise<(readonly FoundInput[] | null)[]> {
    if (this.#firstBytes > 0) {
      for (const part of parts) this.#firstBytes -= weightOf(part);
      return parts.map(() => null);
    }
    const all = parts.map((part) => ("bytes" in part ? part.bytes : NONE));
    const bytes = concat(all);
    const withoutBytes = parts.map((part) => ("bytes" in part ? { ...part, bytes: NONE } : part));
    const order = { parts: withoutBytes, about, bytes, lengthsBytes: all.map(({ length }) => length) };
    const options = { transfer: [bytes.buffer], ...(signal && { signal: signal as AbortSignal }) };
    const answers = await this.#threads.ask(order, options);
    return this.#look === undefined ? answers : answers.map((found) => found && restored(found));
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

/**
 * The documents of files in their order, which threads have looked at where there are many.
 *
 * @param jobs number of threads; 1 for none beside this one. Default: one for each core
 */
export async function* readLookedAt(
  paths: readonly string[],
  options: ReadOptions,
  jobs = availableParallelism(),
  look?: DocumentLook,
): AsyncGenerator<LookedDocument> {
  if (jobs < 2) return yield* readDocuments(paths, options);
  const reader = new ReaderThreads(jobs, { look, firstBytes: FIRST_BYTES });
  try {
    yield* readDocuments(paths, { ...options, reader });
  } finally {
    await reader.close();
  }
}
