/**
 * Reads parts of files in several threads at once, which look at the documents too where the caller only looks at them:
 * then they answer what they saw, and no text. Answers come in the order of the requests.
 */
import { availableParallelism } from "node:os";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import type { RecordReading } from "../../files/documents/datasets/reading.ts";
import type { FoundInput, InputPart } from "../../files/documents/folders/inputParts.ts";
import { type PartReader, weightOf } from "../../files/documents/folders/readInOrder.ts";
import { type ReadOptions, readDocuments } from "../../files/index.ts";
import type { ThreadTask } from "../inputs/inputs.ts";
import { type DocumentLook, type LookedDocument, restored } from "./looks.ts";
import { optionsOf, orderOf, type PartsOrder } from "./readers.ts";
import { Threads } from "./threads.ts";

/** Bytes of the first parts, which take as long as threads take to start: the caller's thread reads them. */
const FIRST_BYTES = 4 * 1024 * 1024;

/** Threads that read and look, until they are closed. */
class Lookers implements PartReader {
  readonly lanes: number;
  readonly #threads: Threads<PartsOrder, (readonly FoundInput[] | null)[]>;
  readonly #look: DocumentLook | undefined;
  #firstBytes = FIRST_BYTES;

  constructor(threads: number, look: DocumentLook | undefined) {
    // Two more orders for each thread are queued: the next answer may be that of a large PDF.
    this.lanes = 3 * threads;
    this.#look = look;
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
    const order = orderOf(parts, about);
    const answers = await this.#threads.ask(order, optionsOf(order, signal));
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
  const reader = new Lookers(jobs, look);
  try {
    yield* readDocuments(paths, { ...options, reader });
  } finally {
    await reader.close();
  }
}
