/**
 * What counts as the same text? Words after folding, and the place of each word in the original string.
 *
 * Folding has a version, `spolia1`: it ignores case, diacritics, typography, compatibility forms and invisible
 * characters, and takes every letter of a script without spaces as a word. `src/build/tables/foldTable.ts` holds
 * the rules; `assembly/text/words/lines.ts` and `lookalikes.ts` explain words over line ends and look-alike letters.
 *
 * Not handled, because no rule for a single word can decide: words written entirely in look-alikes of another script,
 * digits for letters, traditional and simplified Han, letters reordered by a bidirectional override, entities and tags
 * that were left in (`&nbsp;` is the word nbsp).
 */
import { builtinIfAny } from "../../base/bytes/builtin.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import type { WordRoom } from "../kernels/text/growing.ts";
import { utf16Lengths } from "./utf16.ts";

/** Version of the folding and of the word hashes. Texts are compared only under the same version. */
export const FOLD_VERSION = "spolia1";

/** Half-open range of words. */
export interface WordRange {
  start: number;
  end: number;
}

/** A folded text. */
export interface Text {
  /** UTF-8 of the string; a lone surrogate became U+FFFD. */
  readonly bytes: Uint8Array;
  readonly lengthWords: number;
  /** Hash of each word. */
  readonly words: Hashes;
  /** Word i stands from byte `bounds[2 * i]` to byte `bounds[2 * i + 1]`; the end includes trailing marks. */
  readonly bounds: Uint32Array;
}

/**
 * Folds a text into words.
 *
 * @param content a string, or UTF-8
 * @throws invalid_request where the bytes are not UTF-8
 */
export function readText(kernels: Kernels, content: string | Uint8Array): Text {
  if (typeof content !== "string") return readUtf8(kernels, utf8Of(content));
  return content.length < LONG_UNITS
    ? readUtf8(kernels, new TextEncoder().encode(content))
    : readLong(kernels, content);
}

/** UTF-16 length of a long text: its bytes and bounds take 13 bytes a word, in which nothing is looked up meanwhile. */
const LONG_UNITS = 1 << 20;

/** Of a long text the hashes of words alone, until a place in it is asked for. */
function readLong(kernels: Kernels, content: string): Text {
  const words = kernels.hashWords(content);
  let read: Pick<Text, "bytes" | "bounds"> | undefined;
  const placed = () => {
    if (read !== undefined) return read;
    const { bytes, bounds } = readUtf8(kernels, new TextEncoder().encode(content));
    read = { bytes, bounds };
    return read;
  };
  return {
    lengthWords: words.low.length,
    words,
    get bytes() {
      return placed().bytes;
    },
    get bounds() {
      return placed().bounds;
    },
  };
}

/** The same for bytes that are known to be UTF-8. @param room see `readWords` */
export function readUtf8(kernels: Kernels, bytes: Uint8Array, room?: WordRoom): Text {
  const { hashes, bounds } = kernels.readWords(bytes, room);
  return { bytes, lengthWords: hashes.low.length, words: hashes, bounds };
}

/**
 * Returns the same bytes if they are valid UTF-8.
 *
 * @throws invalid_request where they are not
 */
export function utf8Of(bytes: Uint8Array): Uint8Array {
  if (isUtf8(bytes)) return bytes;
  throw new SpoliaError("invalid_request", "The content is not UTF-8.", {
    hint: "Convert it to UTF-8, or pass a string.",
  });
}

/** Asks Node itself, which needs no string for it; the answer is the same. */
function isUtf8(bytes: Uint8Array): boolean {
  const native = builtinIfAny("node:buffer")?.isUtf8;
  try {
    // Of a detached array, which is empty, it throws.
    if (native !== undefined && bytes.length > 0) return native(bytes);
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * The bytes that a range of words covers, from the first letter to the end of the last word; empty for an empty range.
 */
function byteSpan(text: Text, { start, end }: WordRange): { start: number; end: number } {
  if (end <= start) return { start: 0, end: 0 };
  return { start: text.bounds[2 * start]!, end: text.bounds[2 * end - 1]! };
}

/** The text of a range of words, as UTF-8. */
export function bytesOf(text: Text, range: WordRange): Uint8Array {
  const { start, end } = byteSpan(text, range);
  return text.bytes.subarray(start, end);
}

/** UTF-16 indices of ranges of words, for many ranges in one pass over the text. */
export function utf16Spans(text: Text, ranges: readonly WordRange[]): { start: number; end: number }[] {
  const spans = ranges.map((range) => byteSpan(text, range));
  const offsets = utf16Lengths(
    text.bytes,
    spans.flatMap(({ start, end }) => [start, end]),
  );
  return spans.map(({ start, end }) => ({ start: offsets.get(start)!, end: offsets.get(end)! }));
}
