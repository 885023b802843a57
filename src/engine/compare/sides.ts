/** The two sides of a comparison, and what they share: as they are written, or else in another spelling. */
import type {
  ComparedPassage,
  ComparedText,
  CompareResult,
  CompareSide,
  Relation,
  ShareWithInterval,
} from "../../base/contract/operations/compare.ts";
import { PASSAGE_WORDS_MIN } from "../../base/limits.ts";
import { greatest, rounded } from "../../base/lists/numbers.ts";
import { type Fingerprint, fingerprintWith } from "../../core/fingerprint/fingerprint.ts";
import {
  type KnownShingles,
  knownShingles,
  type SharedShingles,
  type ShareEstimate,
  sharedShingles,
} from "../../core/fingerprint/overlap.ts";
import { countDistinct } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { agreeingShares, STANDS_IN_SHARE } from "../../core/passages/agreement.ts";
import { findPassages, type Passage, type Passages } from "../../core/passages/passages.ts";
import { indexShingles, usingIndex } from "../../core/passages/shingleIndex.ts";
import { type OtherSpelling, SPELLINGS, type SpellingName } from "../../core/text/spellings/spellings.ts";
import { type GivenTexts, givenIn } from "../../core/uncounted/given.ts";
import { type Content, readContent, respelled, withoutWords } from "../steps/content.ts";
import type { EngineContext } from "../steps/context.ts";
import { establishedRelation, possibleRelations, relationOfTexts } from "./relation.ts";

export interface ComparedSide {
  /** Of all its words, and of those that count. */
  whole: Fingerprint;
  print: Fingerprint;
  /** The words that count; `null` if the side was given as fingerprint data. */
  content: Content | null;
  known: KnownShingles;
  /** Its readings in other spellings, as far as they were asked for. */
  readings: Map<SpellingName, ComparedSide | null>;
}

export interface Shared {
  sides: { a: ComparedSide; b: ComparedSide };
  common: Passages | null;
  shared: SharedShingles;
  relations: Pick<CompareResult, "relation" | "possible_relations">;
}

export const sideOfPrint = (kernels: Kernels, print: Fingerprint): ComparedSide => ({
  whole: print,
  print,
  content: null,
  known: knownShingles(kernels, print, null),
  readings: new Map(),
});

/** @param given texts that do not count; `null` where all words count */
export function readSide(
  context: Pick<EngineContext, "kernels" | "readers">,
  side: CompareSide,
  given: GivenTexts | null,
): ComparedSide {
  const { kernels } = context;
  const read = readContent(context, side);
  if (given === null) return sideOfContent(kernels, read);
  const counted = sideOfContent(kernels, withoutWords(kernels, read, givenIn(given, read.shingled)));
  return { ...counted, whole: printOf(kernels, read) };
}

function sideOfContent(kernels: Kernels, content: Content): ComparedSide {
  const print = printOf(kernels, content);
  const known = knownShingles(kernels, print, content.shingled);
  return { whole: print, print, content, known, readings: new Map() };
}

const printOf = (kernels: Kernels, { shingled }: Content): Fingerprint =>
  fingerprintWith(kernels, [shingled.text.bytes])[0]!;

/** The side in another spelling; `null` where that is of other texts. */
export function readingOf(kernels: Kernels, side: ComparedSide, spelling: OtherSpelling): ComparedSide | null {
  const known = side.readings.get(spelling.name);
  if (known !== undefined) return known;
  const { content } = side;
  // A letter that changes has a place to be kept.
  const isRead = content !== null && content.text.length <= RESPELLED_UNITS_MAX;
  const read = isRead ? respelled(kernels, content, spelling) : null;
  const reading = read === null ? null : read === content ? side : sideOfContent(kernels, read);
  side.readings.set(spelling.name, reading);
  return reading;
}

/**
 * What two sides share.
 *
 * @param isRespelled whether other spellings are tried: not where texts do not count, which are left out as they are
 *   spelt
 */
export function sharedInAnySpelling(
  kernels: Kernels,
  a: ComparedSide,
  b: ComparedSide,
  isRespelled: boolean,
): { spelling: SpellingName | null; found: Shared } {
  const plain = sharedBy(kernels, a, b);
  const respelled = isRespelled ? otherSpelling(kernels, a, b, plain) : null;
  return respelled ?? { spelling: null, found: plain };
}

function sharedBy(kernels: Kernels, a: ComparedSide, b: ComparedSide): Shared {
  const common =
    a.content && b.content ? passagesBetween(kernels, a.content, b.content, isLonger(a.print, b.print)) : null;
  const shared = sharedShingles(a, b);
  return { sides: { a, b }, common, shared, relations: relationsOf(a.print, b.print, common, shared) };
}

/** UTF-16 units of texts that are read in other spellings. */
const RESPELLED_UNITS_MAX = 1024 * 1024;
/** Least share of the words of a side that must agree under another spelling. */
export const RESPELLED_SHARE_MIN = 0.5;

/** From this share of the runs of code on it is shown as it is written. */
const WRITTEN_RUNS_MIN = 0.9;

/**
 * What the texts share where both are read in another spelling, if that is much more: twice as many words agree, or
 * half as many do not. Code that is not written alike is read with one name for all names wherever that shares more, so
 * that the shares of many pairs are of one kind.
 */
function otherSpelling(
  kernels: Kernels,
  a: ComparedSide,
  b: ComparedSide,
  plain: Shared,
): { spelling: SpellingName; found: Shared } | null {
  if (plain.common === null || plain.relations.relation === "insufficient_evidence") return null;
  const [before, runsBefore] = [agreeingShare(plain), runsShare(plain.shared)];
  const least = Math.max(RESPELLED_SHARE_MIN, Math.min(2 * before, (1 + before) / 2));
  for (const spelling of SPELLINGS) {
    const isCode = spelling.name === "names_in_code";
    if (isCode ? runsBefore >= WRITTEN_RUNS_MIN : before >= STANDS_IN_SHARE) continue;
    const [one, other] = [readingOf(kernels, a, spelling), readingOf(kernels, b, spelling)];
    if (one === null || other === null || (one === a && other === b)) continue;
    // Unrelated code has many like tokens in like order, but few runs of five of them after each other.
    if (isCode && !areLikeCode(sharedShingles(one, other), runsBefore)) continue;
    const found = sharedBy(kernels, one, other);
    if (agreeingShare(found) < (isCode ? RESPELLED_SHARE_MIN : least) || (isCode && isMonotonous(found))) continue;
    // Their words are not the same, though they are so in this spelling.
    const relation = found.relations.relation === "identical" ? "near_duplicate" : found.relations.relation;
    return { spelling: spelling.name, found: { ...found, relations: { ...found.relations, relation } } };
  }
  return null;
}

const areLikeCode = (shared: SharedShingles, runsBefore: number): boolean =>
  runsShare(shared) >= RESPELLED_SHARE_MIN && runsShare(shared) > runsBefore;

/** Share of the different runs of five words of a side that the other has, the greater of the two. */
const runsShare = ({ aInB, bInA }: SharedShingles): number => Math.max(aInB.value, bInA.value);

/** Fewest different runs of five tokens in code: in fewer it repeats a form, as lists of assignments do. */
const CODE_SHINGLES_MIN = 40;

const isMonotonous = ({ sides }: Shared): boolean =>
  [sides.a, sides.b].some(
    ({ content }) => countDistinct(content!.shingled.shingles, CODE_SHINGLES_MIN) < CODE_SHINGLES_MIN,
  );

function agreeingShare({ common, sides: { a, b } }: Shared): number {
  const { ofA, ofB } = agreeingShares(common!, a.print.lengthWords, b.print.lengthWords);
  return Math.max(ofA, ofB);
}

function relationsOf(
  a: Fingerprint,
  b: Fingerprint,
  common: Passages | null,
  shared: SharedShingles,
): Pick<CompareResult, "relation" | "possible_relations"> {
  const sure = relationByWords(a, b);
  if (common)
    return { relation: sure ?? relationOfTexts(common, a.lengthWords, b.lengthWords), possible_relations: null };
  if (sure !== null) return { relation: sure, possible_relations: [sure] };
  return { relation: establishedRelation(shared), possible_relations: possibleRelations(shared) };
}

/** The relation if ids and lengths decide it; else `null`. */
function relationByWords(a: Fingerprint, b: Fingerprint): Relation | null {
  const wordsMin = Math.min(a.lengthWords, b.lengthWords);
  if (wordsMin > 0 && a.id === b.id) return "identical";
  return wordsMin < PASSAGE_WORDS_MIN ? "insufficient_evidence" : null;
}

/**
 * Passages of two texts. The longer text is indexed, so that each of its repetitions of the other is reported. The
 * choice never depends on the order of the arguments, because it can decide between equally good passages.
 */
function passagesBetween(kernels: Kernels, a: Content, b: Content, isIndexedA: boolean): Passages {
  const [indexed, other] = isIndexedA ? [a, b] : [b, a];
  const common = usingIndex(kernels, indexShingles(indexed.shingled), (index) =>
    findPassages(kernels, index, other.shingled),
  );
  return isIndexedA ? common : { ...common, passages: common.passages.map(mirrored) };
}

function isLonger(a: Fingerprint, b: Fingerprint): boolean {
  return a.lengthWords > b.lengthWords || (a.lengthWords === b.lengthWords && a.id <= b.id);
}

function mirrored(passage: Passage): Passage {
  const agreeing = passage.agreeing.map(({ a, b, lengthWords }) => ({ a: b, b: a, lengthWords }));
  return { ...passage, a: passage.b, b: passage.a, agreeing };
}

export const REPEATED = "A text repeats itself so often that not every repetition was followed up.";

type Measures = Pick<
  CompareResult,
  "jaccard" | "containment_a_in_b" | "containment_b_in_a" | "longest_run_words" | "passages"
>;

/** What was measured, as results report it. */
export function measuresOf({ common, shared, relations, sides: { a, b } }: Shared): Measures {
  return {
    jaccard: reported(shared.jaccard),
    containment_a_in_b: reported(shared.aInB),
    containment_b_in_a: reported(shared.bInA),
    longest_run_words: common && longestRun(common, relations.relation, a),
    passages: common && passagesOf(common, a.content!, b.content!),
  };
}

export const comparedText = ({ whole, print }: ComparedSide, hasGiven: boolean): ComparedText => ({
  fingerprint: whole.id,
  words: whole.lengthWords,
  ...(hasGiven && { ignored_words: whole.lengthWords - print.lengthWords }),
});

function reported({ value, interval: [lo, hi] }: ShareEstimate): ShareWithInterval {
  return { value: rounded(value), ci_95: [rounded(lo), rounded(hi)] };
}

function passagesOf({ passages }: Passages, a: Content, b: Content): ComparedPassage[] {
  const spansA = a.placed(passages.map((passage) => passage.a));
  const spansB = b.placed(passages.map((passage) => passage.b));
  return passages.map(({ kind, identity, a: range }, i) => ({
    kind,
    a: spansA[i]!,
    b: spansB[i]!,
    words: range.end - range.start,
    identity: rounded(identity),
  }));
}

/** Shorter texts than a passage have no passages, but the same words are one run. */
function longestRun({ passages }: Passages, relation: Relation, { print }: ComparedSide): number {
  if (relation === "identical") return print.lengthWords;
  return greatest(passages, ({ longestRunWords }) => longestRunWords);
}
