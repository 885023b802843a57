/**
 * The threads of a build: each reads parts of files and indexes chunks of text, whichever is asked for. Threads for one
 * of both alone would wait for the other, and take their memory meanwhile.
 */
import type { CorpusChunk } from "../../corpus/segment/write/chunk.ts";
import type { ChunkOrder } from "./indexers.ts";
import type { PartsAnswer, PartsOrder } from "./readers.ts";
import { type OrderOptions, Threads } from "./threads.ts";

type BuildOrder = ChunkOrder | PartsOrder;
type BuildAnswer<Order extends BuildOrder> = Order extends ChunkOrder ? CorpusChunk : PartsAnswer;

/** Threads that work until they are closed. */
export class BuildThreads {
  readonly count: number;
  readonly #threads: Threads<BuildOrder, never>;

  constructor(count: number) {
    this.count = count;
    const hint = "Try again with fewer --jobs, or with more memory.";
    this.#threads = new Threads({ file: "build.worker", data: { task: "read and index" }, count, hint });
  }

  ask<Order extends BuildOrder>(order: Order, options: OrderOptions): Promise<BuildAnswer<Order>> {
    return this.#threads.ask(order, options);
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
