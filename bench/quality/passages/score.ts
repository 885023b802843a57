/** One answer held against what was planted, and many of them summed up. */
import type { Reported } from "../baselines/detector.ts";
import { mean, type Proportion, proportion, type Spread, spread, total } from "../figures.ts";
import { runsOf, sharesRun, type Words, wordsBefore, wordsOf } from "../words.ts";
import { type PassagePair, type PlagDet, plagdet, type Range } from "./plagdet.ts";
import type { Plant, PlantedText } from "./plant.ts";

/** `pair`: one text against one document (text alignment); `search`: one text against all of them. */
export type Mode = "pair" | "search";

export interface PlantOutcome {
  id: string;
  condition: string;
  lengthWords: number;
  isFound: boolean;
  /** Not found, but a passage at its place in the text shares 12 words in a row with another place: texts that repeat themselves. */
  isFoundElsewhere: boolean;
  /** Words of the planted passage as it stands in the text, and those of them in a passage that was reported for it. */
  words: number;
  coveredWords: number;
  /** Passages reported for it. */
  pieces: number;
  /** Words between the ends of what was reported, together, and of what was planted; empty where nothing was found. */
  errors: number[];
  /** Whether both ranges are those of the whole common run, character by character. Only for verbatim passages. */
  isExact: boolean | null;
}

export interface TextOutcome {
  plants: PlantOutcome[];
  cases: PassagePair[];
  /** Reports without those that are truly shared. */
  reports: PassagePair[];
  /** Passages for no planted one: elsewhere but with a common run of 12 words, and neither. */
  elsewhere: { shared: number; false: FalsePassage[] };
  /** Characters of the text in passages reported for a planted one, and those of them that were planted. */
  extents: { reported: number; planted: number };
}

export interface FalsePassage {
  text: string;
  document: string;
  content: string;
  source: string;
}

const overlaps = (a: Range, b: Range) => a.start < b.end && b.start < a.end;
const hull = (ranges: readonly Range[]): Range => ({
  start: Math.min(...ranges.map(({ start }) => start)),
  end: Math.max(...ranges.map(({ end }) => end)),
});

/** @param textOf the searched document of an id */
export function judge(
  text: PlantedText,
  found: readonly Reported[],
  textOf: (document: string) => string,
): TextOutcome {
  const isFor = ({ document, ranges }: Reported, plant: Plant) =>
    document === plant.document &&
    (ranges === null || (overlaps(ranges.content, plant.content) && overlaps(ranges.source, plant.source)));
  const ofPlants = text.plants.map((plant) => found.filter((one) => isFor(one, plant)));
  const known = new Set(ofPlants.flat());
  const others = found.filter((one) => !known.has(one));
  const shared = new Set(others.filter((one) => isTrulyShared(text.words.text, one, textOf)));
  const falseOnes = others.filter((one) => !shared.has(one));
  return {
    plants: text.plants.map((plant, i) => ({
      ...judgePlant(text, plant, ofPlants[i]!, textOf(plant.document)),
      isFoundElsewhere:
        ofPlants[i]!.length === 0 &&
        [...shared].some(({ ranges }) => ranges !== null && overlaps(ranges.content, plant.content)),
    })),
    cases: text.plants.map(({ document, content, source }) => ({ suspicious: text.id, document, content, source })),
    reports: found
      .filter((one) => one.ranges !== null && !shared.has(one))
      .map(({ document, ranges }) => ({ suspicious: text.id, document, ...ranges! })),
    elsewhere: { shared: shared.size, false: falseOnes.map((one) => quoted(text.id, text.words.text, one, textOf)) },
    extents: extentsOf(text.plants, ofPlants),
  };
}

/** A common run of 12 words between the two sides, by a scan that shares no code with any of those who search. */
export function isTrulyShared(
  text: string,
  { document, ranges }: Reported,
  textOf: (document: string) => string,
): boolean {
  const runs = new Set(runsOf(wordsOf(ranges === null ? text : text.slice(ranges.content.start, ranges.content.end))));
  const source = textOf(document);
  return (
    runs.size > 0 && sharesRun(runs, ranges === null ? source : source.slice(ranges.source.start, ranges.source.end))
  );
}

export function quoted(
  id: string,
  text: string,
  { document, ranges }: Reported,
  textOf: (document: string) => string,
): FalsePassage {
  const words = (whole: string, range: Range | undefined) =>
    range === undefined ? "" : whole.slice(range.start, range.end).replace(/\s+/g, " ");
  return { text: id, document, content: words(text, ranges?.content), source: words(textOf(document), ranges?.source) };
}

function judgePlant(
  text: PlantedText,
  plant: Plant,
  found: readonly Reported[],
  source: string,
): Omit<PlantOutcome, "isFoundElsewhere"> {
  const ranges = found.flatMap(({ ranges }) => (ranges === null ? [] : [ranges]));
  const [content, place] = [ranges.map((one) => one.content), ranges.map((one) => one.source)];
  const errors =
    ranges.length === 0
      ? []
      : [...endErrors(text.words.text, hull(content), plant.content), ...endErrors(source, hull(place), plant.source)];
  return {
    id: `${text.id} | ${plant.document}@${plant.source.start}`,
    condition: text.condition,
    lengthWords: plant.lengthWords,
    isFound: found.length > 0,
    words: wordsBefore(text.words, plant.content.end) - wordsBefore(text.words, plant.content.start),
    coveredWords: coveredWords(text.words, plant.content, content),
    pieces: found.length,
    errors,
    isExact: text.kind === "edits" && text.rate === 0 ? isExact(text.words.text, source, plant, ranges) : null,
  };
}

function coveredWords(words: Words, planted: Range, ranges: readonly Range[]): number {
  let covered = 0;
  for (let at = wordsBefore(words, planted.start); at < words.starts.length && words.starts[at]! < planted.end; at++) {
    const word = { start: words.starts[at]!, end: words.ends[at]! };
    if (ranges.some((range) => overlaps(word, range))) covered++;
  }
  return covered;
}

function endErrors(text: string, got: Range, truth: Range): number[] {
  const between = (one: number, other: number) =>
    wordsOf(text.slice(Math.min(one, other), Math.max(one, other))).words.length;
  return [between(got.start, truth.start), between(got.end, truth.end)];
}

/** One passage, of the planted ranges, grown by the words around them that happen to agree on both sides. */
function isExact(
  text: string,
  source: string,
  plant: Plant,
  found: readonly { content: Range; source: Range }[],
): boolean {
  const [one] = found;
  if (found.length !== 1 || one === undefined) return false;
  const reach = 400; // characters: agreement by chance ends before that
  const [before, behind] = [
    (whole: string, at: number) => wordsOf(whole.slice(Math.max(0, at - reach), at)),
    wordsAfter,
  ];
  const backwards = commonEnd(before(text, plant.content.start).words, before(source, plant.source.start).words);
  const forwards = commonBeginning(
    behind(text, plant.content.end, reach).words,
    behind(source, plant.source.end, reach).words,
  );
  const grown = (whole: string, { start, end }: Range): Range => {
    const [left, right] = [before(whole, start), behind(whole, end, reach)];
    const offset = Math.max(0, start - reach);
    return {
      start: backwards === 0 ? start : offset + left.starts.at(-backwards)!,
      end: forwards === 0 ? end : end + right.ends[forwards - 1]!,
    };
  };
  const isSame = (a: Range, b: Range) => a.start === b.start && a.end === b.end;
  return isSame(one.content, grown(text, plant.content)) && isSame(one.source, grown(source, plant.source));
}

const wordsAfter = (whole: string, at: number, reach: number) => wordsOf(whole.slice(at, at + reach));

function commonBeginning(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && plain(one[count]!) === plain(other[count]!)) count++;
  return count;
}

/** Without accents and soft hyphens: `la` in front of one passage and `là` in front of the other agree by the engine's definition. */
const plain = (word: string) => word.normalize("NFKD").replace(/[\p{M}\u00ad]/gu, "");

const commonEnd = (one: readonly string[], other: readonly string[]) =>
  commonBeginning([...one].reverse(), [...other].reverse());

function extentsOf(plants: readonly Plant[], found: readonly (readonly Reported[])[]): TextOutcome["extents"] {
  const extents = { reported: 0, planted: 0 };
  plants.forEach(({ content: planted }, i) => {
    for (const { ranges } of found[i]!) {
      if (ranges === null) continue;
      const { start, end } = ranges.content;
      extents.reported += end - start;
      extents.planted += Math.min(end, planted.end) - Math.max(start, planted.start);
    }
  });
  return extents;
}

/** What is said of the planted passages of some condition. */
export interface PlantSummary {
  found: Proportion;
  /** Of those that were not. */
  found_elsewhere: number;
  /** Planted words in passages reported for them, of all planted words: those of passages that were not found are missing. */
  covered_words_share: number | null;
  covered_share_of_a_passage: { median: number | null; mean: number | null };
  covered_nine_tenths: Proportion;
  pieces_per_found: number | null;
  end_error_words: Spread | null;
  exact: Proportion | null;
}

export function summarizePlants(outcomes: readonly PlantOutcome[]): PlantSummary {
  const found = outcomes.filter(({ isFound }) => isFound);
  const shares = outcomes.map(({ coveredWords, words }) => coveredWords / words);
  const verbatim = outcomes.filter(({ isExact }) => isExact !== null);
  return {
    found: proportion(found.length, outcomes.length),
    found_elsewhere: outcomes.filter(({ isFoundElsewhere }) => isFoundElsewhere).length,
    covered_words_share:
      outcomes.length === 0
        ? null
        : total(outcomes.map((one) => one.coveredWords)) / total(outcomes.map((one) => one.words)),
    covered_share_of_a_passage: { median: spread(shares)?.median ?? null, mean: mean(shares) },
    covered_nine_tenths: proportion(shares.filter((share) => share >= 0.9).length, outcomes.length),
    pieces_per_found: mean(found.map(({ pieces }) => pieces)),
    end_error_words: spread(found.flatMap(({ errors }) => errors)),
    exact: verbatim.length === 0 ? null : proportion(verbatim.filter(({ isExact }) => isExact).length, verbatim.length),
  };
}

export interface TextSummary {
  texts: number;
  plagdet: PlagDet;
  /** Passages that are right: for a planted one or with a common run of 12 words. */
  right_passages: Proportion;
  truly_shared_elsewhere: number;
  /** Share of the reported characters of passages for a planted one that were planted. */
  extent_precision: number | null;
}

export function summarizeTexts(outcomes: readonly TextOutcome[]): TextSummary {
  const reports = outcomes.flatMap(({ reports }) => reports);
  const shared = total(outcomes.map(({ elsewhere }) => elsewhere.shared));
  const wrong = total(outcomes.map(({ elsewhere }) => elsewhere.false.length));
  const reportedCharacters = total(outcomes.map(({ extents }) => extents.reported));
  const right = total(outcomes.flatMap(({ plants }) => plants.map(({ pieces }) => pieces))) + shared;
  return {
    texts: outcomes.length,
    plagdet: plagdet(
      outcomes.flatMap(({ cases }) => cases),
      reports,
    ),
    right_passages: proportion(right, right + wrong),
    truly_shared_elsewhere: shared,
    extent_precision:
      reportedCharacters === 0 ? null : total(outcomes.map(({ extents }) => extents.planted)) / reportedCharacters,
  };
}
