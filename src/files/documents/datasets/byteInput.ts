/** Takes bytes of a stream one after another, whatever the bounds of its chunks are. */
import { concat } from "../../../base/bytes/bytes.ts";
import { damaged } from "../bytes/notRead.ts";

export class ByteInput {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** Why the stream gave no more bytes: told when the bytes before are taken. */
  #failure: { cause: unknown } | undefined;
  /** A chunk in the place of which bytes are missing. */
  readonly #gap: Uint8Array | undefined;
  #isAtGap = false;

  constructor(chunks: AsyncIterable<Uint8Array>, gap?: Uint8Array) {
    this.#gap = gap;
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Whether so many bytes are left; holds them in memory. */
  async has(bytes: number): Promise<boolean> {
    if (this.#left >= bytes) return true;
    const parts = [this.#held.subarray(this.#at)];
    let left = this.#left;
    while (left < bytes) {
      const chunk = await this.#next();
      if (chunk === undefined) break;
      parts.push(chunk);
      left += chunk.length;
    }
    this.#held = concat(parts);
    this.#at = 0;
    if (left === 0 && bytes > 0 && this.#failure !== undefined) throw this.#failure.cause;
    return left >= bytes;
  }

  async #next(): Promise<Uint8Array | undefined> {
    if (this.#failure !== undefined) return undefined;
    try {
      const { value, done } = await this.#chunks.next();
      if (!done && value === this.#gap) {
        this.#isAtGap = true;
        throw damaged("its packing is wrong or was cut");
      }
      return done ? undefined : value;
    } catch (cause) {
      this.#failure = { cause };
      return undefined;
    }
  }

  /** The next bytes. @throws NotRead where fewer are left */
  async take(bytes: number): Promise<Uint8Array> {
    if (!(await this.has(bytes))) throw this.#failure?.cause ?? damaged("it was cut");
    this.#at += bytes;
    return this.#held.subarray(this.#at - bytes, this.#at);
  }

  /** The next bytes, or as many as are left, without taking them. */
  async peek(bytes: number): Promise<Uint8Array> {
    await this.has(bytes);
    return this.#held.subarray(this.#at, this.#at + bytes);
  }

  /** Passes over bytes without holding them. @throws NotRead where fewer are left */
  async skip(bytes: number): Promise<void> {
    for await (const _ of this.pieces(bytes));
  }

  /** The next bytes in pieces, not held together. @throws NotRead where fewer are left */
  async *pieces(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; ) {
      if (this.#left === 0 && !(await this.has(1))) throw damaged("it was cut");
      const piece = this.#held.subarray(this.#at, Math.min(this.#held.length, this.#at + left));
      this.#at += piece.length;
      left -= piece.length;
      yield piece;
    }
  }

  get #left(): number {
    return this.#held.length - this.#at;
  }

  /** Goes on behind missing bytes, without those that are left before them. @returns whether there were any */
  passGap(): boolean {
    if (!this.#isAtGap) return false;
    this.#isAtGap = false;
    this.#failure = undefined;
    this.#held = new Uint8Array(0);
    this.#at = 0;
    return true;
  }

  /** Ends the reading of the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
