/** Marks of words: which words of a text belong to something that everybody writes, and to what. */
import type { WordRange } from "../../text/text.ts";

/** The name of what a word belongs to, or `undefined`; the first mark of a word stays. */
export class Marks<Name extends string> {
  readonly #names: Name[] = [];
  /** 1 + the number of a name, or 0. */
  readonly #marks: Uint16Array;

  constructor(lengthWords: number) {
    this.#marks = new Uint16Array(lengthWords);
  }

  mark(start: number, end: number, name: Name): void {
    let number = this.#names.indexOf(name);
    if (number < 0) number = this.#names.push(name) - 1;
    for (let word = start; word < end; word++) if (this.#marks[word] === 0) this.#marks[word] = number + 1;
  }

  /** The longest ranges of one name, ascending. */
  ranges(): (WordRange & { name: Name })[] {
    const ranges: (WordRange & { name: Name })[] = [];
    if (this.#names.length === 0) return ranges;
    for (let word = 0; word < this.#marks.length; word++) {
      const mark = this.#marks[word]!;
      if (mark === 0) continue;
      const last = ranges.at(-1);
      const name = this.#names[mark - 1]!;
      if (last?.end === word && last.name === name) last.end++;
      else ranges.push({ start: word, end: word + 1, name });
    }
    return ranges;
  }
}
