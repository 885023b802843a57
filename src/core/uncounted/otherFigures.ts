/** Tables whose form alone is shared: the same rows, such as stops or places, with other figures. */
import { sum } from "../../base/lists/numbers.ts";
import type { SharedPassage, Uncounted } from "./spans.ts";

/** Name of such a passage among what does not count. */
export const OTHER_FIGURES = "table with other figures";

/** Least share of numbers in a table of figures. */
const TABLE_NUMBERS_MIN = 0.3;
/** Most of its numbers that agree in another table with the same rows. */
const OTHER_FIGURES_MAX = 1 / 2;
/**
 * Least share of its words that the document has in the same places: subtitles put numbers between the words of a
 * book.
 */
const SAME_PLACES_MIN = 0.9;

/** Whether a passage is a table with other figures in the document. */
export function hasOtherFigures({ content, agreeing, sourceWords }: SharedPassage, uncounted: Uncounted): boolean {
  const words = content.end - content.start;
  const numbers = uncounted.numbersIn(content);
  if (numbers < TABLE_NUMBERS_MIN * words || sourceWords < SAME_PLACES_MIN * words) return false;
  const equal = sum(agreeing, ({ a, lengthWords }) => uncounted.numbersIn({ start: a, end: a + lengthWords }));
  return equal <= OTHER_FIGURES_MAX * numbers;
}
