/** Chunks of text indexed by several threads at once; they come back in the order in which they were asked for. */
import { Worker } from "node:worker_threads";
import type { ChunkIndexer } from "../corpus/add.ts";
import type { Chunk } from "../corpus/chunk.ts";
import type { CodecName } from "../corpus/layout.ts";
import { SpoliaError } from "../errors.ts";
import type { Profile } from "../fingerprint/profile.ts";

/** What a thread is given: the texts end to end. */
export interface ChunkOrder {
  number: number;
  bytes: Uint8Array;
  lengthsBytes: number[];
  profile: Profile;
  codec: CodecName;
}

export interface ChunkReply {
  number: number;
  chunk?: Chunk;
  error?: unknown;
}

export function textsOf(bytes: Uint8Array, lengthsBytes: readonly number[]): Uint8Array[] {
  let at = 0;
  return lengthsBytes.map((length) => {
    at += length;
    return bytes.subarray(at - length, at);
  });
}

type Waiting = { resolve: (chunk: Chunk) => void; reject: (error: unknown) => void };

/** Threads that live until they are closed. */
export class Indexers implements ChunkIndexer {
  readonly lanes: number;
  readonly #threads: number;
  readonly #workers: Worker[] = [];
  readonly #waiting = new Map<number, Waiting>();
  #orders = 0;

  constructor(threads: number) {
    // One chunk more than there are threads waits, so that none of them does.
    this.lanes = threads + 1;
    this.#threads = threads;
  }

  /** The next thread in turn; each is started when it is needed first. */
  #worker(turn: number): Worker {
    const file = import.meta.url.endsWith(".ts") ? "./indexer.worker.ts" : "./indexer.worker.js";
    const known = this.#workers[turn % this.#threads];
    if (known !== undefined) return known;
    const worker = this.#started(new Worker(new URL(file, import.meta.url)));
    this.#workers.push(worker);
    return worker;
  }

  #started(worker: Worker): Worker {
    worker.on("message", ({ number, chunk, error }: ChunkReply) => {
      const waiting = this.#waiting.get(number)!;
      this.#waiting.delete(number);
      if (chunk === undefined) waiting.reject(error);
      else waiting.resolve(chunk);
    });
    worker.on("error", (cause) => {
      const error = new SpoliaError("internal", "A thread that indexes text has died.", {
        hint: "Try again with fewer --jobs, or with more memory.",
        cause,
      });
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
    return worker;
  }

  index(texts: Uint8Array[], profile: Profile, codec: CodecName): Promise<Chunk> {
    const lengthsBytes = texts.map(({ length }) => length);
    const bytes = new Uint8Array(lengthsBytes.reduce((sum, length) => sum + length, 0));
    let at = 0;
    for (const text of texts) {
      bytes.set(text, at);
      at += text.length;
    }
    const number = this.#orders++;
    const worker = this.#worker(number);
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      worker.postMessage({ number, bytes, lengthsBytes, profile, codec } satisfies ChunkOrder, [bytes.buffer]);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
