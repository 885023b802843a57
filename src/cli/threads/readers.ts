/** Reads parts of files in the threads of a build. Answers come in the order of the requests. */
import { concat } from "../../base/bytes/bytes.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import type { RecordReading } from "../../files/documents/datasets/reading.ts";
import type { FoundInput, InputPart } from "../../files/documents/folders/inputParts.ts";
import type { PartReader } from "../../files/documents/folders/readInOrder.ts";
import type { BuildThreads } from "./building.ts";

/** The order to a thread: the parts without their bytes, which are concatenated. */
export interface PartsOrder {
  parts: InputPart[];
  about: RecordReading;
  bytes: Uint8Array;
  lengthsBytes: number[];
}

const NONE = new Uint8Array(0);

/** The parts of an order, with their bytes. */
export function partsOf({ parts, bytes, lengthsBytes }: PartsOrder): InputPart[] {
  let at = 0;
  return parts.map((part, i) => {
    at += lengthsBytes[i]!;
    return "bytes" in part ? { ...part, bytes: bytes.subarray(at - lengthsBytes[i]!, at) } : part;
  });
}

export class Readers implements PartReader {
  readonly lanes: number;
  readonly #threads: BuildThreads;

  constructor(threads: BuildThreads) {
    // Two more orders for each thread are queued: the next answer may be that of a large PDF.
    this.lanes = 3 * threads.count;
    this.#threads = threads;
  }

  read(
    parts: readonly InputPart[],
    about: RecordReading,
    signal?: PlatformAbortSignal,
  ): Promise<(readonly FoundInput[] | null)[]> {
    const all = parts.map((part) => ("bytes" in part ? part.bytes : NONE));
    const bytes = concat(all);
    const withoutBytes = parts.map((part) => ("bytes" in part ? { ...part, bytes: NONE } : part));
    const order = { parts: withoutBytes, about, bytes, lengthsBytes: all.map(({ length }) => length) };
    return this.#threads.ask(order, { transfer: [bytes.buffer], ...(signal && { signal: signal as AbortSignal }) });
  }
}
