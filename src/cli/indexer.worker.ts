/** A thread that indexes chunks of text, one after another, with kernels of its own. */
import { isMainThread, parentPort } from "node:worker_threads";
import { indexChunk } from "../corpus/chunk.ts";
import { loadKernels } from "../kernels/load.ts";
import { type ChunkOrder, type ChunkReply, textsOf } from "./indexers.ts";

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  const kernels = loadKernels();
  port.on("message", async ({ number, bytes, lengthsBytes, profile, codec }: ChunkOrder) => {
    try {
      const chunk = indexChunk(await kernels, textsOf(bytes, lengthsBytes), profile, codec);
      const arrays = [
        ...chunk.stored,
        ...[...chunk.keys, ...chunk.coarse].flatMap(({ run }) => [run.high, run.low]),
        ...[chunk.words.hashes.low, chunk.words.hashes.high, chunk.words.counts],
      ];
      const buffers = new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer));
      port.postMessage({ number, chunk } satisfies ChunkReply, [...buffers]);
    } catch (error) {
      port.postMessage({ number, error } satisfies ChunkReply);
    }
  });
}
