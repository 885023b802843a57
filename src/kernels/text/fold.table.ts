/**
 * The fold table of `spolia1`: what every code point becomes. Two levels, so that a text touches a few kB of it.
 *
 *   stage1  u16[17,408]        code point >> 6          → block
 *   stage2  u32[64] a block    code point & 63          → entry
 *   pool    u32                count, piece, piece …    for entries that are more than one code point
 *
 *   entry   31            4  3  2   0        piece   31            4  3    2   0
 *          [ signed distance ][0][class]            [ code point    ][0][class]
 *          [ index into pool ][1][  -  ]
 *
 * A distance rather than a code point lets whole alphabets and all unified Han share their blocks.
 */
import { unzlibSync } from "fflate";
import { fromBase64 } from "../base64.ts";
import { FOLD_TABLE_BASE64 } from "./fold.table.generated.ts";

/** Classes of an entry, as in `assembly/fold.ts`. */
export const ENTRY_CLASS = { separator: 0, letter: 1, solo: 2, extend: 3, drop: 4, hangul: 5, isExpansion: 8 } as const;

export interface FoldTable {
  stage1: Uint16Array;
  stage2: Uint32Array;
  pool: Uint32Array;
}

/** stage2 length and pool length in entries (u32 each), then stage1, stage2, pool; little-endian. */
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

export function unpackFoldTable(bytes: Uint8Array): FoldTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stage2Length = view.getUint32(0, true);
  const poolLength = view.getUint32(4, true);
  const stage1 = new Uint16Array(0x110000 >> 6).map((_, i) => view.getUint16(8 + 2 * i, true));
  const stage2At = 8 + stage1.byteLength;
  const words = (from: number, length: number) => new Uint32Array(length).map((_, i) => view.getUint32(from + 4 * i, true));
  return { stage1, stage2: words(stage2At, stage2Length), pool: words(stage2At + 4 * stage2Length, poolLength) };
}

let shipped: FoldTable | undefined;

/** The frozen table that ships with the engine; expanded once, at first use. */
export function foldTable(): FoldTable {
  shipped ??= unpackFoldTable(unzlibSync(fromBase64(FOLD_TABLE_BASE64)));
  return shipped;
}
