/**
 * Pages of keys, kept beside the code that looks keys up in them, so that a lookup copies no page:
 *
 *   [ frame ][ keys ][ missing ][ indexes ][ ends ][ values ][ buckets ][ slots ][ pages ]
 *
 * The frame has the addresses of the others, as `FRAME` names them. A page is found by a chain that begins in its
 * bucket: numbers of slots, from 1. A slot tells the section of its page, its number, the next slot of the chain, and
 * the call that used it last. Those that no call has used for a while make room for others (the clock algorithm:
 * F. J. Corbató, MIT Project MAC report MAC-M-384, 1968). The memory never grows, so views of it stay.
 */
import { type PageForm, pageStart, roomBits, spanBits, upperValues } from "./pageForm.ts";

/** Of all sections of a thread together: the keys of 12 million words of novels. */
const PAGES_BYTES = 16 * 1024 * 1024;

/** Places of 32-bit numbers in a frame; `assembly/tables/keyPages.ts` has the same. */
export const FRAME = {
  keys: 0,
  missing: 1,
  indexes: 2,
  ends: 3,
  values: 4,
  buckets: 5,
  bucketBits: 6,
  slots: 7,
  pages: 8,
  pageBytes: 9,
  valuesMost: 10,
  call: 11,
  missingCount: 12,
};
const FRAME_BYTES = 64;
/** And in a slot. */
export const SLOT = { numbers: 4, section: 0, page: 1, next: 2, call: 3 };

/** What `findKeys` answers where it has not found all. */
export const MISSING = -1;
export const DAMAGED = -2;

/**
 * Looks up the keys of a frame: writes the index of each that has values, where its values end, and the values.
 *
 * @param near keys so near to the end of their page have the next page read with it, in case their entries spilled
 * @returns how many have values; `MISSING` where pages are not here, whose numbers it writes; `DAMAGED`
 */
export type FindKeys = (
  ...parameters: [
    ...[frame: number, section: number, count: number, pages: number],
    ...[lowBits: number, valueBits: number, spanBits: number, upperValues: number, near: number],
  ]
) => number;

interface KeyPageKernels {
  findKeys: FindKeys;
  /** xxHash32 of bytes of the memory. */
  xxhash32(at: number, lengthBytes: number, seed: number): number;
}

/** Keys that have values, by their index among all, ascending; their values end at `ends`. Until the next call. */
export interface FoundKeys {
  indexes: Uint32Array;
  ends: Uint32Array;
  values: Float64Array;
}

export class KeyPages {
  /** Most keys of a call: each may need its page and the next. */
  readonly keysMost: number;
  readonly pageBytes: number;
  readonly #slotsMost: number;
  readonly #base: number;
  readonly #frame: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #numbers: Uint32Array;
  readonly #values: Float64Array;
  readonly #kernels: KeyPageKernels;
  #slots = 0;
  /** A slot of no page, or 0: one whose page could not be read or was damaged. */
  #freeSlot = 0;
  #hand = 0;
  #sections = 0;

  /** Bytes of memory that are needed behind `base`. */
  static bytes(pageBytes: number, valuesMost: number): number {
    const slots = PAGES_BYTES / pageBytes;
    // Keys are half as many as slots; a page is read up to eight bytes behind its end.
    return FRAME_BYTES + slots * (2 + 4 + 2 + 2 + 4 * valuesMost + 8 + 16) + PAGES_BYTES + 64;
  }

  /** @param valuesMost a key with more values is damage */
  constructor(memory: ArrayBuffer, base: number, pageBytes: number, valuesMost: number, kernels: KeyPageKernels) {
    const slots = PAGES_BYTES / pageBytes;
    const keys = slots / 2;
    let end = base + FRAME_BYTES;
    const take = (bytes: number) => {
      end += bytes;
      return end - bytes;
    };
    this.keysMost = keys;
    this.pageBytes = pageBytes;
    this.#slotsMost = slots;
    this.#base = base;
    this.#kernels = kernels;
    this.#bytes = new Uint8Array(memory);
    this.#numbers = new Uint32Array(memory);
    this.#frame = new Uint32Array(memory, base, FRAME_BYTES / 4);
    this.#values = new Float64Array(memory, take(8 * valuesMost * keys), valuesMost * keys);
    this.#frame.set([take(4 * keys), take(8 * keys), take(4 * keys), take(4 * keys), this.#values.byteOffset]);
    this.#frame.set([take(8 * slots), 31 - Math.clz32(2 * slots), take(16 * slots), take(PAGES_BYTES)], FRAME.buckets);
    this.#frame.set([pageBytes, valuesMost, 0, 0], FRAME.pageBytes);
  }

  /** A number for one more section. */
  newSection(): number {
    return ++this.#sections;
  }

  /** Begins a call: until the next begins, pages that are used or put stay. */
  begin(): void {
    this.#frame[FRAME.call]!++;
  }

  /** @returns `null` where pages are `missing` */
  find(section: number, form: PageForm, keys: Uint32Array, nearShare: number): FoundKeys | "damaged" | null {
    this.#numbers.set(keys, this.#frame[FRAME.keys]! >>> 2);
    const { pages, lowBits, valueBits } = form;
    const near = Math.floor(pageStart(1, pages) * nearShare);
    const found = this.#kernels.findKeys(
      ...[this.#base, section, keys.length, pages],
      ...([lowBits, valueBits, spanBits(pages), upperValues(form), near] as const),
    );
    if (found === MISSING) return null;
    if (found === DAMAGED) return "damaged";
    const ends = this.#words(FRAME.ends, found);
    return { indexes: this.#words(FRAME.indexes, found), ends, values: this.#values.subarray(0, ends.at(-1) ?? 0) };
  }

  /** Numbers of the pages that the last call missed, ascending, each once. */
  missing(): number[] {
    const all = this.#words(FRAME.missing, this.#frame[FRAME.missingCount]!).sort();
    return [...all.filter((page, i) => i === 0 || page !== all[i - 1])];
  }

  /** Puts a page here that is not damaged. */
  put(section: number, page: number, { buffer, byteOffset, byteLength }: DataView): void {
    if (this.#has(section, page)) return;
    this.#bytes.set(new Uint8Array(buffer, byteOffset, byteLength), this.#room());
    this.#take(section, page);
  }

  /**
   * Puts a page here that `write` writes to a place of the memory.
   *
   * @param seed of its checksum
   * @returns false where it is damaged, and so is not here
   */
  read(section: number, page: number, seed: number, write: (memory: Uint8Array, at: number) => void): boolean {
    const at = this.#room();
    write(this.#bytes, at);
    const room = roomBits(this) / 8;
    if (this.#kernels.xxhash32(at, room, seed) >>> 0 !== this.#numbers[(at + room) >>> 2]) return false;
    this.#take(section, page);
    return true;
  }

  #has(section: number, page: number): boolean {
    let slot = this.#numbers[this.#bucketOf(section, page)]!;
    while (slot > 0 && !this.#isOf(slot, section, page)) slot = this.#numbers[this.#slot(slot) + SLOT.next]!;
    return slot > 0;
  }

  /** Where the free slot's page stands. */
  #room(): number {
    if (this.#freeSlot === 0) this.#freeSlot = this.#slots < this.#slotsMost ? ++this.#slots : this.#cleared();
    return this.#frame[FRAME.pages]! + (this.#freeSlot - 1) * this.pageBytes;
  }

  /** The free slot becomes that of a page. */
  #take(section: number, page: number): void {
    const at = this.#slot(this.#freeSlot);
    const bucket = this.#bucketOf(section, page);
    this.#numbers[at + SLOT.section] = section;
    this.#numbers[at + SLOT.page] = page;
    this.#numbers[at + SLOT.next] = this.#numbers[bucket]!;
    this.#numbers[at + SLOT.call] = this.#frame[FRAME.call]!;
    this.#numbers[bucket] = this.#freeSlot;
    this.#freeSlot = 0;
  }

  /** Frees the slot of a page that no call has used for a while. */
  #cleared(): number {
    for (;;) {
      this.#hand = (this.#hand % this.#slotsMost) + 1;
      const at = this.#slot(this.#hand);
      const call = this.#numbers[at + SLOT.call]!;
      if (call === this.#frame[FRAME.call]) continue;
      if (call === 0) break;
      this.#numbers[at + SLOT.call] = 0;
    }
    const at = this.#slot(this.#hand);
    let link = this.#bucketOf(this.#numbers[at + SLOT.section]!, this.#numbers[at + SLOT.page]!);
    while (this.#numbers[link] !== this.#hand) link = this.#slot(this.#numbers[link]!) + SLOT.next;
    this.#numbers[link] = this.#numbers[at + SLOT.next]!;
    return this.#hand;
  }

  #isOf(slot: number, section: number, page: number): boolean {
    const at = this.#slot(slot);
    return this.#numbers[at + SLOT.page] === page && this.#numbers[at + SLOT.section] === section;
  }

  /** Where a slot begins, as the place of a number. */
  #slot(slot: number): number {
    return (this.#frame[FRAME.slots]! >>> 2) + SLOT.numbers * (slot - 1);
  }

  #bucketOf(section: number, page: number): number {
    return (this.#frame[FRAME.buckets]! >>> 2) + bucketOf(section, page, this.#frame[FRAME.bucketBits]!);
  }

  #words(place: number, length: number): Uint32Array {
    return new Uint32Array(this.#numbers.buffer, this.#frame[place]!, length);
  }
}

/** A multiplicative hash of a page. */
export function bucketOf(section: number, page: number, bits: number): number {
  return Math.imul(page + Math.imul(section, 0x9e37_79b1), 0x85eb_ca6b) >>> (32 - bits);
}
