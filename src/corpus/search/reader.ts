/**
 * Reads the blocks of one segment during one search: many at a time, since a store may answer many parallel reads as
 * fast as one.
 */
import { allSettledValues } from "../../base/queues/settled.ts";
import type { BlockRow, TextRow } from "../format/layout.ts";
import { inflatedBlock, readStored, type TextSource, textsOfBlock } from "../segment/blocks.ts";

export class BlockReader {
  readonly #source: TextSource;
  #raw = new Map<number, Uint8Array>();

  constructor(source: TextSource) {
    this.#source = source;
  }

  row(block: number): Promise<BlockRow> {
    return this.#source.segment.blocks.row(block);
  }

  /** The texts of a block, with their numbers; a block of a long text has one. */
  texts(block: number): Promise<{ number: number; row: TextRow }[]> {
    return textsOfBlock(this.#source.segment, block);
  }

  /** Reads blocks in parallel, and the rows that are needed with them. */
  async fetch(blocks: readonly number[]): Promise<void> {
    const missing = blocks.filter((block) => !this.#raw.has(block));
    if (missing.length === 0) return;
    const { segment } = this.#source;
    const rows = await segment.blocks.at(missing);
    const texts = segment.texts.at([...new Set(rows.map(({ firstText }) => firstText))]);
    await allSettledValues([
      texts,
      ...missing.map(async (block, i) => {
        this.#raw.set(block, inflatedBlock(rows[i]!, await readStored(this.#source, rows[i]!)));
      }),
    ]);
  }

  /** The text of a block, overlap included. */
  async raw(block: number): Promise<Uint8Array> {
    await this.fetch([block]);
    return this.#raw.get(block)!;
  }

  forget(): void {
    this.#raw = new Map();
  }
}

/** First and last block that a passage may reach. */
export interface BlockReach {
  first: number;
  last: number;
}

/**
 * The blocks that a passage may reach if it touches a candidate block, or one of the following candidates that are
 * within that reach of each other. Each is told by the one behind it, since a long query has thousands.
 *
 * @param blocks candidates, ascending
 */
export function reachesOf(blocks: readonly number[], reachBlocks: number): Map<number, BlockReach> {
  const reaches = new Map<number, BlockReach>();
  let next = { block: Number.POSITIVE_INFINITY, last: 0 };
  for (let i = blocks.length - 1; i >= 0; i--) {
    const block = blocks[i]!;
    const last = next.block <= block + reachBlocks + 1 ? next.last : block + reachBlocks;
    reaches.set(block, { first: block - reachBlocks, last });
    next = { block, last };
  }
  return reaches;
}
