/**
 * Checks what an Arrow file says of itself before the library believes it, which reads any number of entries beyond
 * the end of its bytes: one flipped bit would fill memory. Flatbuffers of the messages, then lengths of columns.
 */
import { damaged, NotRead } from "../../bytes/notRead.ts";

/** Fields within fields. */
const DEPTH = 64;
/** Rows for each byte of a file: those of nulls alone take none. */
const ROWS_A_BYTE_MAX = 64;
const HEADERS = { schema: 1, dictionary: 2, records: 3 } as const;
/** Lists by views, unions and runs: no dataset has them, and their values may overlap. */
const UNREAD_TYPES = new Set([14, 22, 25, 26]);

/** Bytes of offsets by the types of values that dictionaries may have: texts and bytes, of which each value is made. */
const OFFSET_BYTES: Readonly<Record<number, 4 | 8>> = { 4: 4, 5: 4, 19: 8, 20: 8 };
const NESTED_TYPES = new Set([12, 13, 16, 17, 21, 23, 24]);
/** Of a packed dictionary, whose values are not looked at, entries times bytes. */
const PACKED_DICTIONARY_MAX = 2 ** 32;

/** @throws NotRead */
export function checkMessages(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    new ArrowMessages(view).check(String.fromCharCode(...bytes.subarray(0, 6)) === "ARROW1");
  } catch (error) {
    // Whatever lies beyond the bytes.
    throw error instanceof NotRead ? error : contradiction();
  }
}

const contradiction = (): NotRead => damaged("it contradicts its format");

class ArrowMessages {
  readonly #view: DataView;
  /** Bytes of the offsets of values in dictionaries. */
  readonly #offsetBytes = new Set<4 | 8>();

  constructor(view: DataView) {
    this.#view = view;
  }

  check(isFile: boolean): void {
    const view = this.#view;
    if (!isFile) {
      let at: number | undefined = 0;
      while (at !== undefined && at + 4 <= view.byteLength) at = this.#checkMessage(at);
      return;
    }
    const footer = new FlatTable(view, view.byteLength - 10 - view.getInt32(view.byteLength - 10, true));
    this.#checkSchema(footer.table(6));
    footer.vector(12, 4);
    for (const field of [8, 10])
      for (const block of footer.vector(field, 24)) this.#checkMessage(Number(view.getBigInt64(block, true)));
  }

  /** @returns where the next message begins; `undefined` behind the last */
  #checkMessage(start: number): number | undefined {
    const view = this.#view;
    let at = start + 4;
    let length = view.getInt32(start, true);
    if (length === -1) {
      length = view.getInt32(at, true);
      at += 4;
    }
    if (length === 0) return undefined;
    const message = new FlatTable(new DataView(view.buffer, view.byteOffset + at, length), 0);
    const [type, bodyBytes] = [message.byte(6), message.long(10)];
    const body = new DataView(view.buffer, view.byteOffset + at + length, bodyBytes);
    const header = message.table(8);
    if (type === HEADERS.schema) this.#checkSchema(header);
    else if (type === HEADERS.dictionary) this.#checkDictionary(header.table(6), body);
    else if (type === HEADERS.records) this.#checkBatch(header);
    return at + length + bodyBytes;
  }

  #checkSchema(schema: FlatTable): void {
    schema.vector(8, 4);
    this.#checkFields(schema, 6, 0);
  }

  #checkFields(of: FlatTable, index: number, depth: number): void {
    if (depth > DEPTH) throw damaged("it is nested too deep");
    for (const place of of.vector(index, 4)) {
      const field = new FlatTable(of.view, place);
      const type = field.byte(8);
      const isDictionary = field.place(12) !== 0;
      const bytes = OFFSET_BYTES[type];
      if (isDictionary && bytes !== undefined) this.#offsetBytes.add(bytes);
      if (UNREAD_TYPES.has(type) || (isDictionary && NESTED_TYPES.has(type)) || this.#offsetBytes.size > 1)
        throw new NotRead("format_not_read", "it has columns of a form that is not read here", "Arrow");
      field.vector(16, 4);
      this.#checkFields(field, 14, depth + 1);
    }
  }

  #checkBatch(batch: FlatTable): void {
    const most = ROWS_A_BYTE_MAX * this.#view.byteLength;
    batch.vector(8, 16);
    batch.vector(12, 8);
    for (const node of batch.vector(6, 16)) if (longAt(batch.view, node) > most) throw contradiction();
  }

  /** All values of a dictionary are made at once: none may be made of bytes of another. */
  #checkDictionary(batch: FlatTable, body: DataView): void {
    this.#checkBatch(batch);
    const [node] = batch.vector(6, 16);
    const [, offsets, values] = batch.vector(8, 16);
    const [bytes] = this.#offsetBytes;
    if (node === undefined || offsets === undefined || values === undefined || bytes === undefined) return;
    const [length, start] = [longAt(batch.view, node), longAt(batch.view, offsets)];
    if (length === 0) return;
    if (batch.place(10) !== 0) {
      const unpacked = longAt(body, longAt(batch.view, values));
      if (length * unpacked > PACKED_DICTIONARY_MAX) throw new NotRead("too_large", "a packed dictionary is too large");
      return;
    }
    let last = 0;
    for (let i = 0; i <= length; i += 1) {
      const at = start + i * bytes;
      const offset = bytes === 4 ? body.getInt32(at, true) : longAt(body, at);
      if (offset < last || offset > longAt(batch.view, values + 8)) throw contradiction();
      last = offset;
    }
  }
}

/** @throws NotRead where it is no length */
function longAt(view: DataView, at: number): number {
  const value = Number(view.getBigInt64(at, true));
  if (!(value >= 0 && Number.isSafeInteger(value))) throw contradiction();
  return value;
}

/** A table of a flatbuffer: the places of its fields, by the places that its format gives them. */
class FlatTable {
  readonly view: DataView;
  readonly #start: number;

  /** @param at where it stands how far away the table is */
  constructor(view: DataView, at: number) {
    this.view = view;
    this.#start = at + view.getInt32(at, true);
  }

  /** Where a field stands; 0 where it is absent. */
  place(index: number): number {
    const fields = this.#start - this.view.getInt32(this.#start, true);
    if (index >= this.view.getInt16(fields, true)) return 0;
    const away = this.view.getInt16(fields + index, true);
    return away === 0 ? 0 : this.#start + away;
  }

  byte(index: number): number {
    const place = this.place(index);
    return place === 0 ? 0 : this.view.getUint8(place);
  }

  long(index: number): number {
    const place = this.place(index);
    return place === 0 ? 0 : longAt(this.view, place);
  }

  table(index: number): FlatTable {
    const place = this.place(index);
    if (place === 0) throw contradiction();
    return new FlatTable(this.view, place);
  }

  /** Where the entries of a vector stand; none where it is absent. */
  vector(index: number, stride: number): number[] {
    const place = this.place(index);
    if (place === 0) return [];
    const base = place + this.view.getInt32(place, true);
    const count = this.view.getInt32(base, true);
    if (count < 0 || base + 4 + count * stride > this.view.byteLength) throw contradiction();
    return Array.from({ length: count }, (_, i) => base + 4 + i * stride);
  }
}

/** A part of a column, as the library gives it. */
export interface ArrowBatch {
  length: number;
  offsets?: ArrayLike<number | bigint> | null | undefined;
  children?: readonly ArrowBatch[] | null | undefined;
  stride?: number;
}

/** @param bytes those of the file @throws NotRead where a list goes beyond its entries */
export function checkBatchLengths({ length, offsets, children, stride }: ArrowBatch, bytes: number): void {
  if (!(length >= 0 && length <= ROWS_A_BYTE_MAX * bytes)) throw damaged("it has more rows than bytes can hold");
  for (const child of children ?? []) checkBatchLengths(child, bytes);
  const [entries] = children ?? [];
  if (entries === undefined) return;
  if (stride !== undefined && stride * length > entries.length) throw damaged("a list goes beyond its entries");
  if (!offsets) return;
  let last = 0;
  for (let i = 0; i <= length; i += 1) {
    const offset = Number(offsets[i] ?? -1);
    if (length > 0 && !(offset >= last && offset <= entries.length)) throw damaged("a list goes beyond its entries");
    last = offset;
  }
}
