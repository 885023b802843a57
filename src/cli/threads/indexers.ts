/** Indexes chunks of text in the threads of a build. Results come in the order of the requests. */
import type { Profile } from "../../core/fingerprint/profile.ts";
import type { ChunkIndexer } from "../../corpus/build/add.ts";
import type { BlockCodec } from "../../corpus/format/layout.ts";
import type { CorpusChunk } from "../../corpus/segment/write/chunk.ts";
import { collectYoungGarbage } from "./garbage.ts";
import type { TakesOrders } from "./threads.ts";

/** How long a chunk of 8 MB takes, beside an order of 1 MB to read. */
const CHUNK_COST = 16;

/** The order to a thread: the buffers that the texts are in, and of each text its buffer, first byte and length. */
export interface ChunkOrder {
  buffers: ArrayBuffer[];
  places: number[];
  profile: Profile;
  codec: BlockCodec;
}

export function textsOf({ buffers, places }: Pick<ChunkOrder, "buffers" | "places">): Uint8Array[] {
  return Array.from({ length: places.length / 3 }, (_, i) => {
    const [buffer, from, length] = places.slice(3 * i, 3 * i + 3) as [number, number, number];
    return new Uint8Array(buffers[buffer]!, from, length);
  });
}

export class Indexers implements ChunkIndexer {
  readonly lanes: number;
  readonly #threads: TakesOrders<ChunkOrder, CorpusChunk>;

  constructor(threads: TakesOrders<ChunkOrder, CorpusChunk>) {
    // One more chunk than threads is queued, so that no thread waits.
    this.lanes = threads.count + 1;
    this.#threads = threads;
  }

  index(texts: Uint8Array[], profile: Profile, codec: BlockCodec): Promise<CorpusChunk> {
    const numbers = new Map<ArrayBuffer, number>();
    const places = texts.flatMap(({ buffer, byteOffset, length }) => {
      const number = numbers.get(buffer as ArrayBuffer) ?? numbers.size;
      numbers.set(buffer as ArrayBuffer, number);
      return [number, byteOffset, length];
    });
    const buffers = [...numbers.keys()];
    collectYoungGarbage();
    return this.#threads.ask({ buffers, places, profile, codec }, { transfer: buffers, cost: CHUNK_COST });
  }
}
