/** What is told of many inputs in the same words, but for its numbers: once, with how many there are. */
import { figure } from "../../report/layout/page.ts";

/** So many are told one by one. */
const APART = 3;
/** Sentences that name fields or files of their own are many. */
const NOTICE_KINDS_MAX = 1_000;
const WORDS = /\((\d+) words\)$/;

export class AlikeNotices {
  readonly #kinds = new Map<string, { first: string[]; inputs: number; words: number }>();
  #others = 0;

  /** @param place of the input, with what comes before the reason */
  add(place: string, reason: string): void {
    const key = reason.replace(/\d+/g, "0");
    const kind = this.#kinds.get(key) ?? { first: [], inputs: 0, words: 0 };
    if (kind.inputs === 0 && this.#kinds.size === NOTICE_KINDS_MAX) {
      this.#others += 1;
      return;
    }
    this.#kinds.set(key, kind);
    kind.inputs += 1;
    kind.words += Number(WORDS.exec(reason)?.[1] ?? 0);
    if (kind.first.length < APART) kind.first.push(`${place}: ${reason}`);
  }

  /** Lines, so many at most. */
  lines(most: number): { lines: string[]; more: number } {
    const all = [...this.#kinds.values()].flatMap(({ first, inputs, words }) => {
      if (inputs <= APART) return first.map((line) => ({ line, inputs: 1 }));
      const sum = words === 0 ? "" : `, ${figure(words)} words in all`;
      return [{ line: `${first[0]}; ${figure(inputs - 1)} more inputs like it${sum}`, inputs }];
    });
    const more = all.slice(most).reduce((sum, { inputs }) => sum + inputs, this.#others);
    return { lines: all.slice(0, most).map(({ line }) => line), more };
  }
}
