/** A text that is handed out piece by piece, as UTF-8, into memory that is not its own. */

const encoder = new TextEncoder();

export class TextFeed {
  #rest: string | Uint8Array;

  /** @param text a string, of which a lone surrogate becomes U+FFFD, or bytes */
  constructor(text: string | Uint8Array) {
    this.#rest = text;
  }

  get isEmpty(): boolean {
    return this.#rest.length === 0;
  }

  /** Writes as much as fits, whole characters of a string, and returns the bytes written. */
  fill(target: Uint8Array): number {
    if (typeof this.#rest === "string") {
      const { read, written } = encoder.encodeInto(this.#rest, target);
      this.#rest = this.#rest.slice(read);
      return written;
    }
    const piece = this.#rest.subarray(0, target.length);
    target.set(piece);
    this.#rest = this.#rest.subarray(piece.length);
    return piece.length;
  }
}
