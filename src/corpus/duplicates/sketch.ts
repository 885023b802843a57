/** Reads every live text of a corpus once, block by block, and keeps its signature and its place. */

import { PASSAGE_WORDS_MIN } from "../../base/limits.ts";
import { textId } from "../../core/fingerprint/fingerprint.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { SIGNATURE_PLACES, SIGNATURE_SHINGLE_WORDS } from "../../core/sketch/signature.ts";
import { readUtf8 } from "../../core/text/text.ts";
import type { TextRow } from "../format/layout.ts";
import type { OpenSegment } from "../search/open.ts";
import { readBlock, textsOfBlock } from "../segment/blocks.ts";

/** Where a text is stored. */
export interface SketchedText {
  open: OpenSegment;
  number: number;
}

/** A text with bytes unlike all others; a text of fewer words than a passage, with words unlike all others. */
export interface DistinctText {
  /** First half of the SHA-256 of its bytes; the smallest one where several byte strings have its words. */
  hash: string;
  words: number;
  /** Number of live documents. */
  documents: number;
  /** One place for each segment that has the text. */
  places: SketchedText[];
}

/** What is kept of the texts of a corpus: about a kilobyte for each. */
interface Sketches {
  texts: DistinctText[];
  /** `SIGNATURE_PLACES` values for each text: the lower 16 bits of its MinHash values. */
  signatures: Uint16Array;
}

/** @param onBytes called with the number of bytes of each block that is read; may throw */
export async function sketchTexts(
  kernels: Kernels,
  segments: readonly OpenSegment[],
  onBytes: (bytes: number) => void,
): Promise<Sketches> {
  const textsMax = segments.reduce((sum, { segment }) => sum + segment.texts.rows, 0);
  const sketcher = new Sketcher(kernels, textsMax, onBytes);
  for (const open of segments) {
    for (let block = 0; block < open.segment.blocks.rows; ) {
      const texts = await textsOfBlock(open.segment, block);
      await sketcher.add(open, block, texts);
      block += texts[0]!.row.blocks;
    }
  }
  return sketcher.finish();
}

class Sketcher {
  readonly #kernels: Kernels;
  readonly #onBytes: (bytes: number) => void;
  readonly #texts: DistinctText[] = [];
  readonly #signatures: Uint16Array;
  readonly #byHash = new Map<string, number>();
  /** Texts too short for a passage, by the hash of their folded words. */
  readonly #byWords = new Map<string, number>();

  constructor(kernels: Kernels, textsMax: number, onBytes: (bytes: number) => void) {
    this.#kernels = kernels;
    this.#signatures = new Uint16Array(textsMax * SIGNATURE_PLACES);
    this.#onBytes = onBytes;
  }

  /** Adds the texts of a shared block, or the one text that the block belongs to with all its blocks. */
  async add(open: OpenSegment, block: number, texts: readonly { number: number; row: TextRow }[]): Promise<void> {
    const hashes = await open.segment.textHashes.at(texts.map(({ number }) => number));
    let raw: Uint8Array | undefined;
    for (const [i, { number, row }] of texts.entries()) {
      const liveText = open.deletions.liveText(number, row);
      if (liveText === null) continue;
      const { documents } = liveText;
      const text = { hash: hashes[i]!, words: row.words, documents, places: [{ open, number }] };
      const known = this.#byHash.get(text.hash);
      if (known !== undefined) this.#join(known, text);
      else if (row.blocks > 1) this.#put(text, await this.#signatureOfBlocks(open, row));
      else {
        raw ??= await this.#read(open, block);
        const bytes = raw.subarray(row.offsetBytes, row.offsetBytes + row.lengthBytes);
        if (row.words < PASSAGE_WORDS_MIN) this.#putShort(text, bytes);
        else this.#put(text, this.#signature(bytes));
      }
    }
  }

  async #read(open: OpenSegment, block: number): Promise<Uint8Array> {
    const { storedBytes } = await open.segment.blocks.row(block);
    this.#onBytes(storedBytes);
    return readBlock(open, block);
  }

  /** The minimum of a union is the smaller of the two minima, so a long text is read one block at a time. */
  async #signatureOfBlocks(open: OpenSegment, { firstBlock, blocks }: TextRow): Promise<Uint32Array> {
    const least = new Uint32Array(SIGNATURE_PLACES).fill(0xffffffff);
    for (let block = firstBlock; block < firstBlock + blocks; block++) {
      const values = this.#signature(await this.#read(open, block));
      for (let i = 0; i < SIGNATURE_PLACES; i++) if (values[i]! < least[i]!) least[i] = values[i]!;
    }
    return least;
  }

  #signature(bytes: Uint8Array): Uint32Array {
    const shingles = this.#kernels.hashShingles(readUtf8(this.#kernels, bytes).words, SIGNATURE_SHINGLE_WORDS);
    return this.#kernels.minhash(shingles.low, SIGNATURE_PLACES);
  }

  #putShort(text: DistinctText, bytes: Uint8Array): void {
    const words = textId(this.#kernels, readUtf8(this.#kernels, bytes).words);
    const known = this.#byWords.get(words);
    if (known === undefined) {
      this.#byWords.set(words, this.#texts.length);
      this.#put(text, null);
    } else this.#join(known, text);
  }

  #join(index: number, text: DistinctText): void {
    const known = this.#texts[index]!;
    this.#byHash.set(text.hash, index);
    if (text.hash < known.hash) known.hash = text.hash;
    known.documents += text.documents;
    known.places.push(...text.places);
  }

  #put(text: DistinctText, signature: Uint32Array | null): void {
    const index = this.#texts.length;
    this.#byHash.set(text.hash, index);
    this.#texts.push(text);
    // Assignment to a 16-bit element drops the upper half.
    if (signature !== null) this.#signatures.set(signature, index * SIGNATURE_PLACES);
  }

  finish(): Sketches {
    return { texts: this.#texts, signatures: this.#signatures };
  }
}
