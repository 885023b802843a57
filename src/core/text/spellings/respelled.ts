/** A text written otherwise, with the way back to its places. */
import type { ReadText } from "../../../base/contract/engine.ts";

/** `pieces` map each place of the text to the one that it came from. */
export type RespelledText = Required<Pick<ReadText, "text" | "pieces">>;

/** Writes a text from pieces of another, in their order. */
export class Respelling {
  readonly #source: string;
  readonly #parts: string[] = [];
  readonly #pieces: RespelledText["pieces"] = [];
  #length = 0;
  #done = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** What stands before this span as it is, and this in its place. */
  replace(start: number, end: number, text: string): void {
    this.#add(this.#source.slice(this.#done, start), this.#done, start);
    this.#add(text, start, end);
    this.#done = end;
  }

  /** @returns the whole text, or `null` where nothing was replaced */
  finish(): RespelledText | null {
    if (this.#pieces.length === 0) return null;
    const end = this.#source.length;
    this.#add(this.#source.slice(this.#done), this.#done, end);
    return { text: this.#parts.join(""), pieces: this.#pieces };
  }

  #add(text: string, sourceStart: number, sourceEnd: number): void {
    if (sourceEnd === sourceStart && text === "") return;
    this.#pieces.push({ textStart: this.#length, sourceStart, sourceEnd });
    this.#parts.push(text);
    this.#length += text.length;
  }
}
