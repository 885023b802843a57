/** A thread that indexes chunks of text, one after another, with its own kernels. */

import { loadKernels } from "../../core/kernels/load.ts";
import { WordRoom } from "../../core/kernels/text/growing.ts";
import { indexChunk } from "../../corpus/segment/write/chunk.ts";
import { type ChunkOrder, textsOf } from "./indexers.ts";
import { answerOrders } from "./threads.ts";

export function indexChunks(): void {
  const kernels = loadKernels();
  const room = new WordRoom();
  answerOrders(async ({ profile, codec, ...texts }: ChunkOrder) => {
    const chunk = indexChunk(await kernels, textsOf(texts), profile, codec, room);
    const arrays = [
      ...chunk.stored,
      ...[...chunk.keys, ...chunk.coarse].flatMap(({ run }) => [run.high, run.low]),
      ...[chunk.words.hashes.low, chunk.words.hashes.high, chunk.words.counts],
    ];
    return { result: chunk, transfer: [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))] };
  });
}
