/**
 * Reads the blocks of one segment during one search: many at a time, since a store may answer many parallel reads as
 * fast as one. What was read stays in memory for later searches, with what they found out of it.
 */
import { concat } from "../../base/bytes/bytes.ts";
import { allSettledValues } from "../../base/queues/settled.ts";
import { type BlockRow, type TextRow, withoutText } from "../format/layout.ts";
import type { StretchParagraphs } from "../format/paragraphs.ts";
import { inflatedBlock, isIn, readRun, runsOf, type TextSource, textsOfBlock } from "../segment/blocks.ts";
import { type KeptOf, KeptValues } from "../segment/read/kept.ts";
import type { Segment } from "../segment/read/segment.ts";

/** What searches found out of a text. */
interface TextFacts {
  paragraphs?: StretchParagraphs;
  /** The first notice of rights; `null` where there is none. */
  notice?: string | null;
}

export interface BlockText {
  readonly bytes: Uint8Array;
  readonly facts: TextFacts;
}

/** Consecutive blocks of one text, or a block that texts share. */
export interface ReadStretch {
  /** Of its first block. */
  readonly row: BlockRow;
  /** UTF-8 of its blocks, the overlap of the last one included. */
  readonly bytes: Uint8Array;
  readonly texts: readonly { readonly number: number; readonly row: TextRow; readonly read: BlockText }[];
  /** Of its text with the blocks behind it, by their number. */
  readonly longer: TextFacts[];
}

const kept = new KeptValues<ReadStretch>(4 * 1024 * 1024);
const keptOf = new WeakMap<Segment, KeptOf<ReadStretch>>();

/** Of a segment that is closed: its text may have been purged. */
export const forgetTexts = (segment: Segment): void => kept.close(keptTextsOf(segment));

function keptTextsOf(segment: Segment): KeptOf<ReadStretch> {
  const known = keptOf.get(segment) ?? new Map();
  keptOf.set(segment, known);
  return known;
}

/** Most blocks behind one that are kept facts of. */
const LONGER_MAX = 7;
/** What is kept of a text beside its bytes, about: a block may have hundreds. */
const TEXT_BYTES = 256;

export class BlockReader {
  readonly #source: TextSource;
  readonly #kept: KeptOf<ReadStretch>;
  #read = new Map<number, ReadStretch>();

  constructor(source: TextSource) {
    this.#source = source;
    this.#kept = keptTextsOf(source.segment);
  }

  /** Reads blocks in parallel, and the rows that are needed with them. */
  async fetch(blocks: readonly number[]): Promise<void> {
    const missing = blocks.filter((block) => !this.#known(block));
    if (missing.length === 0) return;
    const { segment, text } = this.#source;
    if (text === null) throw withoutText("This");
    const rows = await segment.blocks.at(missing);
    const firsts = [...new Set(rows.map(({ firstText }) => firstText))];
    const texts = segment.texts.at(firsts);
    let next = 0;
    const reads = runsOf(rows, text).map(async (run) => {
      const first = next;
      next += run.length;
      const stored = await readRun(this.#source, run);
      const known = await texts;
      const keeping = run.map(async (row, i) => {
        const block = missing[first + i]!;
        const bytes = inflatedBlock(segment.source.kernels, row, stored[i]!);
        this.#keep(block, await textsIn(segment, block, row, known[firsts.indexOf(row.firstText)]!, bytes));
      });
      await allSettledValues(keeping);
    });
    await allSettledValues([texts, ...reads]);
  }

  /** Blocks from one to another; the texts are those of the first. */
  async stretch(from: number, to: number): Promise<ReadStretch> {
    const one = from === to ? this.#read.get(from) : undefined;
    if (one !== undefined) return one;
    const blocks = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    await this.fetch(blocks);
    const [first, ...more] = blocks.map((block) => this.#read.get(block)!) as [ReadStretch, ...ReadStretch[]];
    const last = more.at(-1);
    if (last === undefined) return first;
    const own = [first, ...more.slice(0, -1)].map(({ row, bytes }) => bytes.subarray(0, row.ownBytes));
    const bytes = concat([...own, last.bytes]);
    const facts = more.length > LONGER_MAX ? {} : (first.longer[more.length] ?? {});
    if (more.length <= LONGER_MAX) first.longer[more.length] = facts;
    return { ...first, bytes, texts: [{ ...first.texts[0]!, read: { bytes, facts } }] };
  }

  forget(): void {
    this.#read = new Map();
  }

  #known(block: number): boolean {
    if (this.#read.has(block)) return true;
    const known = kept.get(this.#kept, block);
    if (known !== undefined) this.#read.set(block, known);
    return known !== undefined;
  }

  #keep(block: number, stretch: ReadStretch): void {
    this.#read.set(block, stretch);
    kept.keep(this.#kept, block, stretch, stretch.bytes.length + TEXT_BYTES * stretch.texts.length);
  }
}

async function textsIn(
  segment: Segment,
  block: number,
  row: BlockRow,
  firstText: TextRow,
  read: Uint8Array,
): Promise<ReadStretch> {
  // Of a larger buffer all of it would stay.
  const bytes = read.length === read.buffer.byteLength ? new Uint8Array(read.buffer) : new Uint8Array(read);
  const isOfOne = firstText.blocks > 1 && isIn(firstText, block);
  const texts = isOfOne ? [{ number: row.firstText, row: firstText }] : await textsOfBlock(segment, block);
  return {
    row,
    bytes,
    longer: [],
    texts: texts.map((text) => {
      const { blocks, offsetBytes, lengthBytes } = text.row;
      const own = blocks === 1 ? bytes.subarray(offsetBytes, offsetBytes + lengthBytes) : bytes;
      return { ...text, read: { bytes: own, facts: {} } };
    }),
  };
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
