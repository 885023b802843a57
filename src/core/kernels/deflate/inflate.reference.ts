/** Reference implementation of `assembly/deflate/inflate.ts`: bit by bit. */
import { DISTANCE_SPANS, END, FIXED_LENGTHS, LENGTH_SPANS, ORDER } from "./form.ts";

/** Ends the reading of a damaged stream. */
class Damaged extends Error {}

export function inflate(stream: Uint8Array, textBytes: number): Uint8Array<ArrayBuffer> | null {
  try {
    return new Inflation(stream, textBytes).run();
  } catch (error) {
    if (error instanceof Damaged) return null;
    throw error;
  }
}

class Inflation {
  readonly #stream: Uint8Array;
  readonly #out: Uint8Array<ArrayBuffer>;
  #written = 0;
  #bits = 0;

  constructor(stream: Uint8Array, textBytes: number) {
    this.#stream = stream;
    this.#out = new Uint8Array(textBytes);
  }

  run(): Uint8Array<ArrayBuffer> {
    for (let isLast = false; !isLast; ) {
      isLast = this.#take(1) === 1;
      const kind = this.#take(2);
      if (kind === 0) this.#copy();
      else if (kind === 1) this.#decode(...fixedCodes());
      else if (kind === 2) this.#decode(...this.#ownCodes());
      else throw new Damaged();
    }
    return this.#out.slice(0, this.#written);
  }

  #take(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.#bits++) {
      const byte = this.#stream[Math.floor(this.#bits / 8)];
      if (byte === undefined) throw new Damaged();
      value |= ((byte >> (this.#bits % 8)) & 1) << i;
    }
    return value;
  }

  #symbol(code: Code): number {
    let value = 0;
    for (let length = 1; length <= 15; length++) {
      value = 2 * value + this.#take(1);
      const symbol = code.symbols.get((1 << length) + value);
      if (symbol !== undefined) return symbol;
    }
    throw new Damaged();
  }

  #put(byte: number): void {
    if (this.#written === this.#out.length) throw new Damaged();
    this.#out[this.#written++] = byte;
  }

  #copy(): void {
    this.#bits = 8 * Math.ceil(this.#bits / 8);
    const count = this.#take(16);
    if ((this.#take(16) ^ 0xffff) !== count) throw new Damaged();
    for (let i = 0; i < count; i++) this.#put(this.#take(8));
  }

  #ownCodes(): [Code, Code] {
    const [literals, distances, stated] = [this.#take(5) + 257, this.#take(5) + 1, this.#take(4) + 4];
    if (literals > 286 || distances > 30) throw new Damaged();
    const ofLengths = ORDER.map(() => 0);
    for (const symbol of ORDER.slice(0, stated)) ofLengths[symbol] = this.#take(3);
    const code = new Code(ofLengths);
    const lengths: number[] = [];
    while (lengths.length < literals + distances) {
      const symbol = this.#symbol(code);
      if (symbol < 16) {
        lengths.push(symbol);
        continue;
      }
      const length = symbol === 16 ? lengths.at(-1) : 0;
      if (length === undefined) throw new Damaged();
      const times = symbol === 16 ? 3 + this.#take(2) : symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7);
      for (let i = 0; i < times; i++) lengths.push(length);
    }
    if (lengths.length > literals + distances || lengths[END] === 0) throw new Damaged();
    return [new Code(lengths.slice(0, literals)), new Code(lengths.slice(literals))];
  }

  #decode(literals: Code, distances: Code): void {
    for (let symbol = this.#symbol(literals); symbol !== END; symbol = this.#symbol(literals)) {
      if (symbol < END) {
        this.#put(symbol);
        continue;
      }
      const length = this.#spanned(LENGTH_SPANS[symbol - 257]);
      const distance = this.#spanned(DISTANCE_SPANS[this.#symbol(distances)]);
      if (distance > this.#written) throw new Damaged();
      for (let i = 0; i < length; i++) this.#put(this.#out[this.#written - distance]!);
    }
  }

  #spanned(span: (typeof LENGTH_SPANS)[number] | undefined): number {
    if (span === undefined) throw new Damaged();
    return span.base + this.#take(span.extraBits);
  }
}

let fixed: [Code, Code] | undefined;

/** Made once: blocks of ten bits can ask for them. */
function fixedCodes(): [Code, Code] {
  fixed ??= [new Code(FIXED_LENGTHS), new Code(Array.from({ length: 32 }, () => 5))];
  return fixed;
}

/** Which symbol each code is: a code with a 1 before it. */
class Code {
  readonly symbols = new Map<number, number>();

  constructor(lengths: readonly number[]) {
    let code = 0;
    for (let length = 1; length <= 15; length++) {
      code *= 2;
      for (const [symbol, own] of lengths.entries())
        if (own === length) this.symbols.set((1 << length) + code++, symbol);
      if (code > 1 << length) throw new Damaged();
    }
  }
}
