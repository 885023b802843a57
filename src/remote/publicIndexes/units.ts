/**
 * Divides a text into the units of queries. An index of characters takes every word as one. An index of tokens reads a
 * query as if a space stood before it, so that a query begins where the text has a space: words without one before them
 * belong to the unit of the word before.
 */
import type { Text, WordRange } from "../../core/text/text.ts";
import type { IndexKind } from "./names.ts";
import type { UnitRange } from "./oracle.ts";

/** Most bytes of a query: services take 1,000 characters and 500 tokens, and a token has two bytes or more. */
const QUERY_BYTES_MAX = 1_000;
const SPACE = 0x20;
/** Marks that stand close to the word behind them, in UTF-8: `(`, `[`, `"`, `'` and the typographic ones. */
const OPENING = /(?<![("'\u00ab\u2018\u201c\u201e[])[("'\u00ab\u2018\u201c\u201e[]+$/u;

export class Units {
  readonly #text: Text;
  /** First word of each unit. */
  readonly #words: number[] = [];
  /** First byte of each unit, with the marks before its first word. */
  readonly #bytes: number[] = [];

  constructor(text: Text, kind: IndexKind) {
    this.#text = text;
    for (let word = 0; word < text.lengthWords; word++) {
      const start = text.bounds[2 * word]!;
      const first = kind === "infini-gram" ? start - openingBytes(text, word) : start;
      const begins = kind !== "infini-gram" || first === 0 || text.bytes[first - 1] === SPACE;
      if (!begins && word > 0) continue;
      this.#words.push(word);
      this.#bytes.push(first);
    }
  }

  get count(): number {
    return this.#words.length;
  }

  wordsOf({ start, end }: UnitRange): WordRange {
    return { start: this.#words[start]!, end: this.#words[end] ?? this.#text.lengthWords };
  }

  textOf(range: UnitRange): string {
    const { start, end } = this.#bytesOf(range);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.#text.bytes.subarray(start, end));
  }

  /** The greatest end of a query that starts at a unit. */
  fitEnd(start: number): number {
    let [fits, tooLong] = [start, Math.min(this.count, start + QUERY_BYTES_MAX) + 1];
    while (tooLong - fits > 1) {
      const end = (fits + tooLong) >> 1;
      const bytes = this.#bytesOf({ start, end });
      if (bytes.end - bytes.start <= QUERY_BYTES_MAX) fits = end;
      else tooLong = end;
    }
    return fits;
  }

  #bytesOf(range: UnitRange): { start: number; end: number } {
    const { end } = this.wordsOf(range);
    return { start: this.#bytes[range.start]!, end: this.#text.bounds[2 * end - 1]! };
  }
}

/** Bytes of the opening marks directly before a word. */
function openingBytes({ bytes, bounds }: Text, word: number): number {
  const start = bounds[2 * word]!;
  const from = Math.max(word === 0 ? 0 : bounds[2 * word - 1]!, start - 12);
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, start));
  const marks = OPENING.exec(before)?.[0] ?? "";
  return new TextEncoder().encode(marks).length;
}

/**
 * The forms in which a text is asked for, where they differ: as it is, and with the typography of plain text, on one
 * line. Each form of a part is the part of the form.
 */
export function formsOf(text: string): string[] {
  const asTyped = text.replaceAll("\r\n", "\n");
  return [...new Set([asTyped, plain(asTyped)])];
}

function plain(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "")
    .replaceAll(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replaceAll(/[\u201c\u201d\u201e\u2033]/g, '"')
    .replaceAll(/[\u2010-\u2012]/g, "-")
    .replaceAll(/\s+/gu, " ")
    .trim();
}
