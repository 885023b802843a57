/** Pages of keys as versions 3 and 4 of the segment have them: what 0.1.0 wrote, kept to judge what reads it. */
import { powerOfTwo } from "../../../../src/base/lists/numbers.ts";
import { bitsFor, setBits, setWide } from "../../../../src/core/kernels/tables/bits.ts";
import {
  HEAD_BITS,
  type PageForm,
  SPILLS_FLAG,
  spanBits,
  upperValues,
} from "../../../../src/core/kernels/tables/pageForm.ts";
import { PAGE_BYTES, PAGE_ROOM_BYTES } from "../../../../src/corpus/format/layout.ts";
import { emptyEntries, type PageEntries } from "../../../../src/corpus/format/page.ts";

const WIDTH_BITS = 6;

/** As `packPage`. */
export function packEarlierPage(
  form: PageForm,
  bytes: Uint8Array,
  spilled: PageEntries,
  { keys, values }: PageEntries,
): PageEntries | null {
  const { lowBits, valueBits } = form;
  const uppers = upperValues(form);
  const room = 8 * PAGE_ROOM_BYTES - HEAD_BITS - spilledBits(form, spilled) - uppers;
  if (room < 0) return null;
  const own = Math.min(keys.length, Math.floor(room / (1 + lowBits + valueBits)));
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, PAGE_BYTES / 4);
  words[0] = (own | (own < keys.length ? SPILLS_FLAG : 0) | (spilled.keys.length << 16)) >>> 0;
  const scale = powerOfTwo(lowBits);
  for (let i = 0; i < own; i++) setBits(words, HEAD_BITS + i + Math.floor(keys[i]! / scale), 1, 1);
  let bit = HEAD_BITS + uppers + own;
  for (let i = 0; i < own; i++, bit += lowBits + valueBits) {
    setBits(words, bit, lowBits, keys[i]! % scale);
    setWide(words, bit + lowBits, valueBits, values[i]!);
  }
  packSpilled(form, words, bit, spilled);
  return own === keys.length ? emptyEntries : { keys: keys.slice(own), values: values.slice(own) };
}

const widthOf = ({ keys }: PageEntries): number => bitsFor(keys[keys.length - 1]! - keys[0]! + 1);

function spilledBits({ pages, valueBits }: PageForm, spilled: PageEntries): number {
  const { length } = spilled.keys;
  return length === 0 ? 0 : WIDTH_BITS + spanBits(pages) + length * (widthOf(spilled) + valueBits);
}

function packSpilled({ pages, valueBits }: PageForm, words: Uint32Array, start: number, spilled: PageEntries): void {
  if (spilled.keys.length === 0) return;
  const span = spanBits(pages);
  const width = widthOf(spilled);
  setBits(words, start, WIDTH_BITS, width);
  setWide(words, start + WIDTH_BITS, span, spilled.keys[0]!);
  let bit = start + WIDTH_BITS + span;
  for (let i = 0; i < spilled.keys.length; i++, bit += width + valueBits) {
    setWide(words, bit, width, spilled.keys[i]! - spilled.keys[0]!);
    setWide(words, bit + width, valueBits, spilled.values[i]!);
  }
}
