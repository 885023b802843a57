/** One page of a PDF as lines of text in reading order. */
import { regionsOf } from "./columns.ts";
import type { Fragments } from "./fragments.ts";
import { isRightToLeft, linesOf, type TextLine } from "./lines.ts";
import { segmentsOf, usualSize } from "./segments.ts";

export interface PdfPage {
  /** The number that the document gives it, or its place from 1. */
  label: string;
  height: number;
  lines: TextLine[];
  /** Headings by the outline of the document, each with its height from the top. */
  headings: { title: string; y: number }[];
}

/** Lines of all directions of writing: those of the main direction first. */
export function pageLines(groups: readonly Fragments[]): TextLine[] {
  const lines: TextLine[] = [];
  for (const group of groups) {
    const segments = segmentsOf(group);
    const isTurned = isRightToLeft(group.map(({ text }) => text).join(""));
    const before = (lines.at(-1)?.region ?? -1) + 1;
    for (const line of linesOf(regionsOf(segments, usualSize(segments), isTurned)))
      lines.push({ ...line, region: before + line.region, isAside: group !== groups[0] });
  }
  return lines;
}
