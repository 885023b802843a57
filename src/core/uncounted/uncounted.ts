/**
 * Which words of a content are no evidence that it was copied from another text? What everybody writes, and what the
 * user says does not count. Loaded only where passages were found, since the lists are large.
 */
import { hashKey, type ShingledText } from "../fingerprint/shingles.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { WordRange } from "../text/text.ts";
import { enumerationsOf } from "./enumerations/enumerations.ts";
import { listedWords } from "./enumerations/listedWords.ts";
import { readWords, wordsOf } from "./enumerations/words.ts";
import { type GivenTexts, givenIn, namedText, shinglesOfTexts } from "./given.ts";
import { boilerplateOf, loadBoilerplate } from "./listed/boilerplate.ts";
import { noticesOf } from "./notices/sourceHead.ts";
import { standingNoticesOf } from "./notices/standing.ts";
import { areProvisions, countIn, provisionsOf } from "./provisions.ts";
import type { Uncounted, UncountedSpan } from "./spans.ts";

export { shinglesOfTexts };

const NOTICE = "notice at the head of a source file";

export async function uncountedIn(kernels: Kernels, shingled: ShingledText): Promise<Uncounted> {
  const list = await loadBoilerplate();
  const words = readWords(shingled.text, listedWords(kernels));
  const listed = boilerplateOf(list, shingled);
  const atHead = noticesOf(shingled.text).map((range) => ({ ...range, name: NOTICE }));
  const standing = standingNoticesOf(kernels, list.signs, shingled.text);
  const spans: UncountedSpan[] = [
    ...[...listed, ...outside(atHead, listed, shingled), ...outside(standing, [...listed, ...atHead], shingled)].map(
      (range) => ({
        ...range,
        kind: "boilerplate" as const,
      }),
    ),
    ...enumerationsOf(shingled.text, words).map((range) => ({ ...range, kind: "enumeration" as const })),
  ];
  const provisions = provisionsOf(shingled.text, words);
  const numbers = wordsOf(words, ({ isNumber }) => isNumber);
  return {
    lists: list.lists,
    ...placed(spans, shingled),
    keyOf: (word) => hashKey(shingled.text.words, word),
    areProvisions: (range) => areProvisions(provisions, range),
    numbersIn: (range) => countIn(numbers, range),
  };
}

/** The same with the words of texts that do not count, as the user or a corpus says. */
export function withGiven(uncounted: Uncounted, shingled: ShingledText, given: GivenTexts): Uncounted {
  if (given.length === 0) return uncounted;
  const spans = givenIn(given, shingled).map(({ text, start, end }): UncountedSpan => {
    return { start, end, kind: "given", name: namedText(given[text]!) };
  });
  return { ...uncounted, ...placed([...uncounted.spans, ...spans], shingled) };
}

function placed(spans: readonly UncountedSpan[], { text }: ShingledText): Pick<Uncounted, "spans" | "mask"> {
  const mask = new Uint8Array(text.lengthWords);
  for (const { start, end } of spans) mask.fill(1, start, end);
  return { spans: [...spans].sort((one, other) => one.start - other.start), mask };
}

/** What of the ranges is in none of the others. */
function outside<Range extends WordRange>(
  ranges: readonly Range[],
  others: readonly WordRange[],
  { text }: ShingledText,
): Range[] {
  if (ranges.length === 0) return [];
  const taken = new Uint8Array(text.lengthWords);
  for (const { start, end } of others) taken.fill(1, start, end);
  const free: Range[] = [];
  for (const range of ranges)
    for (let word = range.start, start = -1; word <= range.end; word++) {
      const isFree = word < range.end && taken[word] === 0;
      if (isFree && start < 0) start = word;
      if (isFree || start < 0) continue;
      free.push({ ...range, start, end: word });
      start = -1;
    }
  return free;
}
