/**
 * Entry of the threads of a build, which read parts of files and index chunks of text, one order after another. They
 * load nothing of engines: a thread starts in a third of the time of the others.
 */
import { isMainThread, parentPort } from "node:worker_threads";
import { loadKernels } from "../../core/kernels/load.ts";
import { WordRoom } from "../../core/kernels/text/growing.ts";
import { indexChunk } from "../../corpus/segment/write/chunk.ts";
import { collectYoungGarbage } from "./garbage.ts";
import { type ChunkOrder, textsOf } from "./indexers.ts";
import { type PartsOrder, partsOf, withTextsApart } from "./readers.ts";
import { answerOrders, type WorkerResult } from "./threads.ts";

/** Bytes of UTF-8 for which a thread keeps room: a kernel encodes into it, twice as fast as the runtime elsewhere. */
const TEXT_BYTES_MAX = 4 * 1024 * 1024;

function readAndIndex(): void {
  const kernels = loadKernels();
  const room = new WordRoom();
  const space = new Uint8Array(TEXT_BYTES_MAX);
  const encoder = new TextEncoder();
  const index = async ({ profile, codec, ...texts }: ChunkOrder): Promise<WorkerResult> => {
    collectYoungGarbage();
    const chunk = indexChunk(await kernels, textsOf(texts), profile, codec, room);
    const arrays = [
      ...chunk.stored,
      ...[...chunk.keys, ...chunk.coarse].flatMap(({ run }) => [run.high, run.low]),
      ...[chunk.words.hashes.low, chunk.words.hashes.high, chunk.words.counts],
    ];
    return { result: chunk, transfer: [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))] };
  };
  const read = async (order: PartsOrder, signal: AbortSignal): Promise<WorkerResult> => {
    const { readParts } = await import("../../files/documents/folders/readInOrder.ts");
    const found = await readParts(partsOf(order), order.about, signal);
    const { encodeUtf8 } = await kernels;
    const result = withTextsApart(found, (text) =>
      3 * text.length > space.length ? encoder.encode(text) : space.slice(0, encodeUtf8(text, space)),
    );
    return { result, transfer: [result.texts.buffer as ArrayBuffer] };
  };
  answerOrders((order: ChunkOrder | PartsOrder, signal) => ("parts" in order ? read(order, signal) : index(order)));
}

if (!isMainThread && parentPort !== null) readAndIndex();
