/** Where a passage stands in a text, in words: by characters, page, heading and paragraph. */
import type { PlacedSpan, TextPlace } from "../../base/contract/common.ts";
import { figure } from "./page.ts";

/** Results of 0.1.0 have spans without places. */
type StoredSpan = Omit<PlacedSpan, "place"> & Partial<Pick<PlacedSpan, "place">>;

/** `characters 36 to 453, paragraph 1, page 2, under “Book I”`: paragraphs are counted from the start of the text. */
export function placeOf({ start, end, place }: StoredSpan): string {
  return [`characters ${figure(start)} to ${figure(end)}`, ...namesOf(place)].join(", ");
}

/** The same for a cell of a table: `36–453, paragraph 1, page 2, under “Book I”`. */
export function shortPlaceOf({ start, end, place }: StoredSpan): string {
  return [`${start}–${end}`, ...namesOf(place)].join(", ");
}

function namesOf(place: TextPlace = {}): string[] {
  const { page, last_page: lastPage, heading, last_heading: lastHeading } = place;
  const { paragraph, last_paragraph: lastParagraph } = place;
  return [
    rangeOf("paragraph", numbered(paragraph), numbered(lastParagraph)),
    rangeOf("page", page, lastPage),
    underOf(quoted(heading), quoted(lastHeading)),
  ].filter((name) => name !== "");
}

const quoted = (heading: string | undefined) => (heading === undefined ? undefined : `“${heading}”`);
const numbered = (paragraph: number | undefined) => (paragraph === undefined ? undefined : figure(paragraph));

function rangeOf(what: string, first: string | undefined, last: string | undefined): string {
  if (first !== undefined && last !== undefined) return `${what}s ${first} to ${last}`;
  if (first !== undefined) return `${what} ${first}`;
  return last === undefined ? "" : `up to ${what} ${last}`;
}

function underOf(first: string | undefined, last: string | undefined): string {
  if (first === undefined) return last === undefined ? "" : `up to ${last}`;
  return last === undefined ? `under ${first}` : `under ${first} to ${last}`;
}
