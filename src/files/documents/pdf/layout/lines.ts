/** Writes the rows of a page as lines of text: spaces by the gaps, no marks of notes, right-to-left rows turned. */

import type { Region } from "./columns.ts";
import type { Fragment } from "./fragments.ts";
import type { LineSegment } from "./segments.ts";

export interface TextLine {
  text: string;
  x0: number;
  x1: number;
  y: number;
  size: number;
  /** Number of the region on the page that it stands in. */
  region: number;
  /** Whether the document says that it is no part of the text. */
  isArtifact: boolean;
  /** Whether it runs in another direction than the main text, so that its place is of another frame. */
  isAside: boolean;
}

/** Narrowest gap between words, as a part of the size of letters. */
const SPACE_MIN = 0.14;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Mark of a note, raised and small, after a word or a sentence; after a short word it may be an exponent: cm². */
const NOTE_MARK = /^(?:\d{1,3}(?:[,–-]\d{1,3})*|[*†‡§¶]{1,3}|\[\d{1,3}\])$/;
const BEFORE_MARK = /(?:\p{L}{3}|[.,;:!?)\]”"’»])$/u;

export function linesOf(regions: readonly Region[]): TextLine[] {
  return regions.flatMap((rows, region) => rows.map((row) => lineOf(row, region))).filter(({ text }) => text !== "");
}

function lineOf(row: readonly LineSegment[], region: number): TextLine {
  const fragments = row.flatMap(({ fragments }) => fragments);
  const size = Math.max(...row.map((segment) => segment.size));
  const { y } = row.find((segment) => segment.size === size)!;
  const isTurned = isRightToLeft(fragments.map(({ text }) => text).join(""));
  if (isTurned) fragments.sort((a, b) => b.x1 - a.x1);
  const place = { x0: Math.min(...row.map(({ x0 }) => x0)), x1: Math.max(...row.map(({ x1 }) => x1)) };
  const isArtifact = fragments.every((fragment) => fragment.isArtifact);
  return { text: textOf(fragments, size, isTurned), ...place, y, size, region, isArtifact, isAside: false };
}

/** Whether most letters run to the left. */
export function isRightToLeft(text: string): boolean {
  const turned = text.match(RIGHT_TO_LEFT)?.length ?? 0;
  return turned > 0 && 2 * turned > (text.match(/\p{L}/gu)?.length ?? 0);
}

function textOf(fragments: readonly Fragment[], size: number, isTurned: boolean): string {
  let text = "";
  let last: Fragment | undefined;
  const areSpacedOut = haveSpacedLetters(fragments);
  for (const fragment of fragments) {
    if (last !== undefined) {
      if (isNoteMark(fragment, last, text, size)) {
        last = { ...last, x1: fragment.x1, hasSpaceAfter: fragment.hasSpaceAfter || last.hasSpaceAfter };
        continue;
      }
      const gap = isTurned ? last.x0 - fragment.x1 : fragment.x0 - last.x1;
      const smaller = Math.min(last.size, fragment.size);
      // Pieces that lie over each other are of two lines.
      const isWide = gap > SPACE_MIN * smaller || gap < -smaller;
      const isUnspaced = UNSPACED.test(text.at(-1) ?? "") && UNSPACED.test(fragment.text[0] ?? "");
      if (last.hasSpaceAfter ? !isUnspaced : isWide && !isUnspaced) text += " ";
    }
    text +=
      areSpacedOut && areSingle(fragment.text)
        ? fragment.text.replaceAll(" ", "")
        : withoutLetterSpacing(fragment.text);
    last = fragment;
  }
  return text.replace(/ {2,}/g, " ").trim();
}

function isNoteMark(fragment: Fragment, last: Fragment, before: string, size: number): boolean {
  const isRaised = fragment.size < 0.85 * size && last.y - fragment.y > 0.15 * size;
  return isRaised && NOTE_MARK.test(fragment.text) && !last.hasSpaceAfter && BEFORE_MARK.test(before);
}

/** DocumentWords whose letters are spaced out: at least four single letters in a row. */
const SPACED_OUT = /(?<![\p{L}\p{N}])\p{L}\p{M}{0,20}(?: \p{L}\p{M}{0,20}){3,1000}(?![\p{L}\p{N}])/gu;

/** Least share of single letters, and least number of them, in a line whose letters are spaced out. */
const SINGLE_SHARE_MIN = 0.8;
const SINGLE_MIN = 6;

/** Whether the letters of a line stand apart in each of its pieces, so that spaces are between the pieces alone. */
function haveSpacedLetters(fragments: readonly Fragment[]): boolean {
  const parts = fragments.flatMap(({ text }) => text.split(" "));
  const single = parts.filter((part) => SINGLE.test(part)).length;
  return (
    fragments.some(({ text }) => text.includes(" ")) && single >= Math.max(SINGLE_MIN, SINGLE_SHARE_MIN * parts.length)
  );
}

const SINGLE = /^[^\s]\p{M}{0,20}$/u;
const areSingle = (text: string): boolean => text.split(" ").every((part) => SINGLE.test(part));

function withoutLetterSpacing(text: string): string {
  return text.replace(SPACED_OUT, (letters) => letters.replaceAll(" ", ""));
}
