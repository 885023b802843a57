/** Writes and reads the rows of a segment's tables, each field at the offset that `layout.ts` gives it. */
import {
  type BlockRow,
  COUNT_IN_COMMON,
  COUNT_MAX,
  checksumSeed,
  type DocumentRow,
  hexOf,
  RECORD_UNIT_BYTES,
  ROW_BYTES,
  ROW_OFFSETS,
  setHex,
  type TextRow,
} from "./layout.ts";

const {
  blocks: BLOCK,
  texts: TEXT,
  documents: DOCUMENT,
  copies: COPY,
  ids: ID,
  common: COMMON,
  vocabulary: WORD,
} = ROW_OFFSETS;
const BLOCK_NUMBERS = ["storedBytes", "rawBytes", "ownBytes", "firstText", "utf16Start"] as const;
const TEXT_NUMBERS = [
  "firstBlock",
  "blocks",
  "offsetBytes",
  "lengthBytes",
  "words",
  "firstDocument",
  "documents",
] as const;
const HALF = 0x1_0000;

/** The block's hash is bound to its place when the table is packed: see `bindBlock`. */
export function writeBlockRow(view: DataView, at: number, row: BlockRow): void {
  view.setFloat64(at + BLOCK.offsetBytes, row.offsetBytes, true);
  for (const field of BLOCK_NUMBERS) view.setUint32(at + BLOCK[field], row[field], true);
  view.setUint32(at + BLOCK.hash, (row.hash & ~1) | row.codec, true);
}

/** Binds a block's hash to segment and place; a second call undoes the first. The lowest bit is the codec and stays. */
export function bindBlock(view: DataView, at: number, segmentSeed: number, block: number): void {
  const hash = view.getUint32(at + BLOCK.hash, true);
  view.setUint32(at + BLOCK.hash, hash ^ (checksumSeed(segmentSeed, "blocks", ~block) & ~1), true);
}

/** A row with its hash as it was before it was bound. */
export function parseBlockRow(view: DataView, at: number, segmentSeed: number, block: number): BlockRow {
  const number = (field: (typeof BLOCK_NUMBERS)[number]) => view.getUint32(at + BLOCK[field], true);
  const hash = view.getUint32(at + BLOCK.hash, true);
  return {
    offsetBytes: view.getFloat64(at + BLOCK.offsetBytes, true),
    storedBytes: number("storedBytes"),
    rawBytes: number("rawBytes"),
    ownBytes: number("ownBytes"),
    firstText: number("firstText"),
    utf16Start: number("utf16Start"),
    hash: ((hash ^ checksumSeed(segmentSeed, "blocks", ~block)) & ~1) >>> 0,
    codec: hash & 1,
  };
}

export function writeTextRow(view: DataView, at: number, row: TextRow & { hash: string }): void {
  setHex(view, at + TEXT.hash, row.hash);
  for (const field of TEXT_NUMBERS) view.setUint32(at + TEXT[field], row[field], true);
}

export function parseTextRow(view: DataView, at: number): TextRow {
  const number = (field: (typeof TEXT_NUMBERS)[number]) => view.getUint32(at + TEXT[field], true);
  return {
    firstBlock: number("firstBlock"),
    blocks: number("blocks"),
    offsetBytes: number("offsetBytes"),
    lengthBytes: number("lengthBytes"),
    words: number("words"),
    firstDocument: number("firstDocument"),
    documents: number("documents"),
  };
}

/** The hash of a row of texts. */
export const parseTextHash = (view: DataView, at: number): string => hexOf(view, at + TEXT.hash);

/** Where the record of a text's first document begins, rounded down; `null` where the row does not tell. */
export function parseRecordPlace(view: DataView, at: number): number | null {
  const units = view.getUint32(at + TEXT.record, true);
  return units === 0 ? null : (units - 1) * RECORD_UNIT_BYTES;
}

/**
 * Records in a row of texts that a document has this text.
 *
 * @param recordBytes where the document's record begins
 * @returns whether the document is the first one, and the length of the text
 */
export function addDocumentOfText(
  view: DataView,
  at: number,
  document: number,
  recordBytes: number,
): { isFirst: boolean; lengthBytes: number } {
  const documents = view.getUint32(at + TEXT.documents, true);
  if (documents === 0) {
    view.setUint32(at + TEXT.firstDocument, document, true);
    const units = Math.floor(recordBytes / RECORD_UNIT_BYTES) + 1;
    view.setUint32(at + TEXT.record, units <= COUNT_MAX ? units : 0, true);
  }
  view.setUint32(at + TEXT.documents, documents + 1, true);
  return { isFirst: documents === 0, lengthBytes: view.getUint32(at + TEXT.lengthBytes, true) };
}

/**
 * For rows that are not yet packed into pages: a block's place among the blocks of its first text, and bits of that
 * text's hash.
 */
export function originOfBlock(
  blocks: DataView,
  texts: DataView,
  block: number,
): { ordinal: number; textHashBits: number } {
  const text = blocks.getUint32(block * ROW_BYTES.blocks + BLOCK.firstText, true) * ROW_BYTES.texts;
  const ordinal = block - texts.getUint32(text + TEXT.firstBlock, true);
  return { ordinal, textHashBits: texts.getUint32(text + TEXT.hash, true) };
}

export function writeDocumentRow(view: DataView, at: number, row: DocumentRow): void {
  view.setFloat64(at + DOCUMENT.offsetBytes, row.offsetBytes, true);
  view.setUint32(at + DOCUMENT.lengthBytes, row.lengthBytes, true);
  view.setUint32(at + DOCUMENT.text, row.text, true);
  setHex(view, at + DOCUMENT.hash, row.hash);
}

export function parseDocumentRow(view: DataView, at: number): DocumentRow {
  return {
    offsetBytes: view.getFloat64(at + DOCUMENT.offsetBytes, true),
    lengthBytes: view.getUint32(at + DOCUMENT.lengthBytes, true),
    text: view.getUint32(at + DOCUMENT.text, true),
    hash: hexOf(view, at + DOCUMENT.hash),
  };
}

export function writeCopyRow(view: DataView, at: number, { text, document }: { text: number; document: number }): void {
  view.setUint32(at + COPY.text, text, true);
  view.setUint32(at + COPY.document, document, true);
}

/** Numbers of a text and a document. */
export function parseCopyRow(view: DataView, at: number): [text: number, document: number] {
  return [view.getUint32(at + COPY.text, true), view.getUint32(at + COPY.document, true)];
}

/** Halves of the hash of a document's id, and its number. */
export type IdRow = [high: number, low: number, document: number];

export function writeIdRow(view: DataView, at: number, [high, low, document]: IdRow): void {
  view.setUint32(at + ID.high, high, true);
  view.setUint32(at + ID.low, low, true);
  view.setUint32(at + ID.document, document, true);
}

export function parseIdRow(view: DataView, at: number): IdRow {
  return [
    view.getUint32(at + ID.high, true),
    view.getUint32(at + ID.low, true),
    view.getUint32(at + ID.document, true),
  ];
}

/** Halves of a word's hash, and its count. */
export type WordRow = [high: number, low: number, count: number];

/** Of a segment before version 5. */
export function parseCommonRow(view: DataView, at: number): WordRow {
  return [
    view.getUint32(at + COMMON.high, true),
    view.getUint32(at + COMMON.low, true),
    view.getUint32(at + COMMON.count, true),
  ];
}

/** Stores the upper half of `low`; a count that does not fit becomes `COUNT_IN_COMMON`. */
export function writeVocabularyRow(view: DataView, at: number, [high, low, count]: WordRow): void {
  view.setUint32(at + WORD.high, high, true);
  view.setUint16(at + WORD.lowUpper, low >>> 16, true);
  view.setUint16(at + WORD.count, Math.min(COUNT_IN_COMMON, count), true);
}

export function parseVocabularyRow(view: DataView, at: number): WordRow {
  return [
    view.getUint32(at + WORD.high, true),
    view.getUint16(at + WORD.lowUpper, true) * HALF,
    view.getUint16(at + WORD.count, true),
  ];
}
