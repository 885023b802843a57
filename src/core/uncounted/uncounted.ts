/**
 * Which words of a content are no evidence that it was copied from another text? What everybody writes, and what the
 * user says does not count. Loaded only where passages were found, since the lists are large.
 */
import type { ShingledText } from "../fingerprint/shingles.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { WordRange } from "../text/text.ts";
import { enumerationsOf } from "./enumerations/enumerations.ts";
import { listedWords } from "./enumerations/listedWords.ts";
import { readWords } from "./enumerations/words.ts";
import { type GivenTexts, givenIn, namedText, shinglesOfTexts } from "./given.ts";
import { boilerplateOf, loadBoilerplate } from "./listed/boilerplate.ts";
import { noticesOf } from "./notices/sourceHead.ts";
import { standingNoticesOf } from "./notices/standing.ts";
import { areProvisions, provisionsOf } from "./provisions.ts";
import type { Uncounted, UncountedSpan } from "./spans.ts";

export { shinglesOfTexts };

const NOTICE = "notice at the head of a source file";

export async function uncountedIn(kernels: Kernels, shingled: ShingledText): Promise<Uncounted> {
  const list = await loadBoilerplate();
  const words = readWords(shingled.text, listedWords(kernels));
  const listed = boilerplateOf(list, shingled);
  const atHead = noticesOf(shingled.text).map((range) => ({ ...range, name: NOTICE }));
  const standing = standingNoticesOf(kernels, list.signs, shingled.text, words.keys);
  const spans: UncountedSpan[] = [
    ...[...listed, ...outside(atHead, listed), ...outside(standing, [...listed, ...atHead])].map((range) => ({
      ...range,
      kind: "boilerplate" as const,
    })),
    ...enumerationsOf(shingled.text, words).map((range) => ({ ...range, kind: "enumeration" as const })),
  ];
  const provisions = provisionsOf(shingled.text, words);
  const numbersBefore = new Uint32Array(words.listed.length + 1);
  for (const [word, { isNumber }] of words.listed.entries())
    numbersBefore[word + 1] = numbersBefore[word]! + Number(isNumber);
  return {
    lists: list.lists,
    ...placed(spans, shingled),
    keys: words.keys,
    areProvisions: (range) => areProvisions(provisions, range),
    numbersIn: ({ start, end }) => numbersBefore[end]! - numbersBefore[start]!,
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
function outside<Range extends WordRange>(ranges: readonly Range[], others: readonly WordRange[]): Range[] {
  return ranges.flatMap((range) => {
    const within = others
      .filter((other) => other.end > range.start && other.start < range.end)
      .sort((one, other) => one.start - other.start);
    const starts = [range.start, ...within.map((other) => other.end)];
    const ends = [...within.map((other) => other.start), range.end];
    return starts.map((start, i) => ({ ...range, start, end: ends[i]! })).filter((one) => one.start < one.end);
  });
}
