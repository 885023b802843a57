/** Names places in a text as people do: by page, heading and paragraph. */

import type { Span, TextPlace, TextSection } from "../../base/contract/common.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { partitionPoint } from "../../base/lists/sorted.ts";

/** Numbers of the paragraphs in which a passage begins and ends, from 1. */
export interface Paragraphs {
  first: number;
  last: number;
}

/** The headings and pages of a text, ready to be looked up. */
export class TextSections {
  readonly #ofKind: ReadonlyMap<TextSection["kind"], readonly TextSection[]>;

  /** @param sections ascending by `start` */
  constructor(sections: readonly TextSection[] = []) {
    this.#ofKind = groupBy(sections, ({ kind }) => kind);
  }

  /** The place of a passage, which is not empty. @param paragraphs `null` where they are not known */
  placeOf({ start, end }: Span, paragraphs: Paragraphs | null): TextPlace {
    const place: TextPlace = {};
    for (const kind of ["page", "heading"] as const) {
      const first = this.#before(kind, start);
      const last = this.#before(kind, end - 1);
      if (first !== undefined) place[kind] = first.label;
      if (last !== undefined && last !== first) place[`last_${kind}`] = last.label;
    }
    if (paragraphs === null) return place;
    place.paragraph = paragraphs.first;
    if (paragraphs.last !== paragraphs.first) place.last_paragraph = paragraphs.last;
    return place;
  }

  /** The last section of a kind that begins at or before a place. */
  #before(kind: TextSection["kind"], at: number): TextSection | undefined {
    const sections = this.#ofKind.get(kind) ?? [];
    return sections[partitionPoint(sections.length, (index) => sections[index]!.start <= at) - 1];
  }
}

/** The paragraphs of a passage. @param starts where paragraphs begin, in units of the passage's span */
export function paragraphsOf(starts: readonly number[], { start, end }: Span): Paragraphs {
  return { first: numberAt(starts, start), last: numberAt(starts, end - 1) };
}

function numberAt(starts: readonly number[], at: number): number {
  return partitionPoint(starts.length, (index) => starts[index]! <= at);
}
