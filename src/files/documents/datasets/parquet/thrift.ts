/**
 * Reads structures of Thrift's compact protocol within limits. hyparquet reads them too, but takes lengths of lists and
 * depths as they are stated: some bytes could make it reserve memory without bound. What is read here once is safe to
 * be read there.
 */
import { damaged } from "../../bytes/notRead.ts";

/** Numbers, bytes, lists and structures by field number; truth values as 0 and 1. */
type ThriftValue = number | Uint8Array | ThriftValue[] | ThriftStruct;
export type ThriftStruct = Map<number, ThriftValue>;

/** Structures within structures: the deepest of Parquet, types of a logical type in a list of the schema, has six. */
const DEPTH_MAX = 16;
/** Bytes of a number of 64 bits, seven bits each. */
const VARINT_BYTES_MAX = 10;

const [TRUE, FALSE, BYTE, DOUBLE, BINARY, LIST, STRUCT] = [1, 2, 3, 7, 8, 9, 12];

export class ThriftReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** @throws NotRead where it is none, ends too early, or nests too deeply */
  struct(depth = 0): ThriftStruct {
    if (depth > DEPTH_MAX) throw damaged("its structures nest too deeply");
    const fields: ThriftStruct = new Map();
    for (let field = 0; ; ) {
      const head = this.#byte();
      if ((head & 15) === 0) return fields;
      field = head >> 4 === 0 ? this.#zigzag() : field + (head >> 4);
      fields.set(field, this.#value(head & 15, depth));
    }
  }

  #value(type: number, depth: number): ThriftValue {
    if (type === TRUE || type === FALSE) return type === TRUE ? 1 : 0;
    if (type === BYTE) return this.#byte();
    if (type > BYTE && type < DOUBLE!) return this.#zigzag();
    if (type === DOUBLE) return this.#take(8)[0]!;
    if (type === BINARY) return this.#take(this.#varint());
    if (type === LIST) return this.#list(depth);
    if (type === STRUCT) return this.struct(depth + 1);
    throw damaged("its structures are of another format");
  }

  #list(depth: number): ThriftValue[] {
    const head = this.#byte();
    const length = head >> 4 === 15 ? this.#varint() : head >> 4;
    // Each element takes a byte at least.
    if (length > this.#bytes.length - this.at) throw damaged("it was cut");
    if (depth >= DEPTH_MAX) throw damaged("its structures nest too deeply");
    const type = head & 15;
    const isTruth = type === TRUE || type === FALSE;
    return Array.from({ length }, () => this.#value(isTruth ? BYTE! : type, depth + 1));
  }

  #zigzag(): number {
    const number = this.#varint();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }

  /** Numbers above 2^53 lose their last bits; sizes are checked against the file. */
  #varint(): number {
    let number = 0;
    for (let i = 0; i < VARINT_BYTES_MAX; i += 1) {
      const byte = this.#byte();
      number += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return number;
    }
    throw damaged("a number in it is too long");
  }

  #byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw damaged("it was cut");
    this.at += 1;
    return byte;
  }

  #take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.at) throw damaged("it was cut");
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
}
