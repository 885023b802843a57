/** Indexes chunks of text in several threads at once. Results come in the order of the requests. */
import { concat } from "../../base/bytes/bytes.ts";
import type { Profile } from "../../core/fingerprint/profile.ts";
import type { ChunkIndexer } from "../../corpus/build/add.ts";
import type { BlockCodec } from "../../corpus/format/layout.ts";
import type { CorpusChunk } from "../../corpus/segment/write/chunk.ts";
import type { ThreadTask } from "../inputs/inputs.ts";
import { Threads } from "./threads.ts";

/** The order to a thread: the texts, concatenated. */
export interface ChunkOrder {
  bytes: Uint8Array;
  lengthsBytes: number[];
  profile: Profile;
  codec: BlockCodec;
}

export function textsOf(bytes: Uint8Array, lengthsBytes: readonly number[]): Uint8Array[] {
  let at = 0;
  return lengthsBytes.map((length) => {
    at += length;
    return bytes.subarray(at - length, at);
  });
}

/** Threads that index chunks, until they are closed. */
export class Indexers implements ChunkIndexer {
  readonly lanes: number;
  readonly #threads: Threads<ChunkOrder, CorpusChunk>;

  constructor(threads: number) {
    // One more chunk than threads is queued, so that no thread waits.
    this.lanes = threads + 1;
    const hint = "Try again with fewer --jobs, or with more memory.";
    this.#threads = new Threads({
      file: "cli.worker",
      data: { task: "index chunks" } satisfies ThreadTask,
      count: threads,
      hint,
    });
  }

  index(texts: Uint8Array[], profile: Profile, codec: BlockCodec): Promise<CorpusChunk> {
    const lengthsBytes = texts.map(({ length }) => length);
    const bytes = concat(texts);
    return this.#threads.ask({ bytes, lengthsBytes, profile, codec }, { transfer: [bytes.buffer] });
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
