/**
 * The fold table of `spolia1`: what every code point becomes. It has two levels, so that a text reads only a few kB.
 *
 *   stage1  u16[17,408]        code point >> 6          → block
 *   stage2  u32[64] a block    code point & 63          → entry
 *   pool    u32                count, piece, piece …    for entries that are more than one code point; before all of them the
 *                              look-alikes: count, letter, letter …, ascending
 *
 *   entry   31            4  3  2   0        piece   31            4  3    2   0       letter   31            8  7           0
 *          [ signed distance ][0][class]            [ code point    ][0][class]                [ folded letter ][ ASCII letter ]
 *          [ index into pool ][1][  -  ]
 *
 * A distance rather than a code point lets whole alphabets and all unified Han share their blocks.
 *
 * The package contains the table as runs: the difference from the previous value and, if longer than 1, the run length:
 *
 *   varint [ zigzag difference ][ 1 bit: a length follows ]   varint [ length ]
 *
 * After the gzip of a package or server, this is as small as deflate would be, and it expands in a tenth of the time.
 */
import { fromBase64 } from "../../../base/bytes/bytes.ts";
import { FOLD_TABLE_BASE64 } from "./foldTable.generated.ts";

/** Classes of an entry, as in `assembly/text/table.ts`. */
export const ENTRY_CLASS = { separator: 0, letter: 1, solo: 2, extend: 3, drop: 4, hangul: 5, isExpansion: 8 } as const;

const STAGE1_LENGTH = 0x110000 >> 6;

export interface FoldTable {
  stage1: Uint16Array;
  stage2: Uint32Array;
  pool: Uint32Array;
}

/**
 * The table as plain bytes, for its hash and for programs in C: lengths of stage2 and pool, then all three;
 * little-endian.
 */
export function packFoldTable({ stage1, stage2, pool }: FoldTable): Uint8Array {
  const bytes = new Uint8Array(8 + stage1.byteLength + stage2.byteLength + pool.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, stage2.length, true);
  view.setUint32(4, pool.length, true);
  stage1.forEach((value, i) => {
    view.setUint16(8 + 2 * i, value, true);
  });
  [...stage2, ...pool].forEach((value, i) => {
    view.setUint32(8 + stage1.byteLength + 4 * i, value, true);
  });
  return bytes;
}

/** The table as packaged: the lengths of stage2 and pool, then the runs of all three parts. */
export function compressFoldTable({ stage1, stage2, pool }: FoldTable): Uint8Array {
  const bytes: number[] = [];
  const put = (value: number): void => {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
    bytes.push(rest);
  };
  put(stage2.length);
  put(pool.length);
  for (const values of [stage1, stage2, pool]) {
    let before = 0;
    for (let at = 0, end = 0; at < values.length; at = end) {
      const value = values[at]!;
      while (values[end] === value) end++;
      const difference = (value - before) | 0;
      const zigzag = ((difference << 1) ^ (difference >> 31)) >>> 0;
      const isLong = end - at > 1;
      put(2 * zigzag + Number(isLong));
      if (isLong) put(end - at);
      before = value;
    }
  }
  return Uint8Array.from(bytes);
}

/** Reads variable-length numbers (7 bits per byte, lowest first); `place` is the offset of the next one. */
function numbersOf(bytes: Uint8Array): { take: () => number; place: () => number } {
  let next = 0;
  const take = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes[next++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  return { take, place: () => next };
}

export function expandFoldTable(bytes: Uint8Array): FoldTable {
  const { take } = numbersOf(bytes);
  const lengths = [take(), take()] as const;
  const runs = <Values extends Uint16Array | Uint32Array>(values: Values): Values => {
    let value = 0;
    for (let at = 0; at < values.length; ) {
      const head = take();
      const zigzag = Math.floor(head / 2);
      value = (value + ((zigzag >>> 1) ^ -(zigzag & 1))) | 0;
      for (const end = at + (head % 2 === 1 ? take() : 1); at < end; at++) values[at] = value;
    }
    return values;
  };
  return {
    stage1: runs(new Uint16Array(STAGE1_LENGTH)),
    stage2: runs(new Uint32Array(lengths[0])),
    pool: runs(new Uint32Array(lengths[1])),
  };
}

/**
 * The runs of the packaged table, and the sizes of the expanded one: `assembly/text/table.ts` expands faster.
 */
export function shippedRuns(): { runs: Uint8Array; tableBytes: number; stage2Length: number; poolLength: number } {
  const bytes = fromBase64(FOLD_TABLE_BASE64);
  const { take, place } = numbersOf(bytes);
  const [stage2Length, poolLength] = [take(), take()];
  const tableBytes = 2 * STAGE1_LENGTH + 4 * (stage2Length + poolLength);
  return { runs: bytes.subarray(place()), tableBytes, stage2Length, poolLength };
}

let shipped: FoldTable | undefined;

/** The frozen table of the engine; expanded once, at first use. */
export function foldTable(): FoldTable {
  shipped ??= expandFoldTable(fromBase64(FOLD_TABLE_BASE64));
  return shipped;
}

/** One result of folding a code point: a class and the folded code point. */
export interface FoldPiece {
  kind: number;
  codePoint: number;
}

const HANGUL_FIRST = 0xac00;

export function entryAt(codePoint: number, { stage1, stage2 }: FoldTable): number {
  return stage2[stage1[codePoint >> 6]! * 64 + (codePoint & 63)]!;
}

/** What a code point becomes: one piece or several. */
export function piecesAt(codePoint: number, table: FoldTable): FoldPiece[] {
  const entry = entryAt(codePoint, table);
  if (entry & ENTRY_CLASS.isExpansion) {
    const at = entry >>> 4;
    const packed = table.pool.subarray(at + 1, at + 1 + table.pool[at]!);
    return Array.from(packed, (piece) => ({ kind: piece & 7, codePoint: piece >>> 4 }));
  }
  if ((entry & 7) === ENTRY_CLASS.hangul) return jamo(codePoint - HANGUL_FIRST);
  return [{ kind: entry & 7, codePoint: codePoint + (entry >> 4) }];
}

/** The letters of a Hangul syllable: 19 leads × 21 vowels × 28 tails; tail 0 means no tail. */
function jamo(index: number): FoldPiece[] {
  const letters = [0x1100 + Math.floor(index / 588), 0x1161 + Math.floor((index % 588) / 28), 0x11a7 + (index % 28)];
  return (index % 28 === 0 ? letters.slice(0, 2) : letters).map((codePoint) => ({
    kind: ENTRY_CLASS.letter,
    codePoint,
  }));
}
