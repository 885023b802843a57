/** `compare`: measures what two texts share, from the texts or from fingerprint data alone. */

import { fromBase64 } from "../../base/bytes/bytes.ts";
import type { Completeness, Stage } from "../../base/contract/common.ts";
import type {
  ComparedPassage,
  ComparedText,
  CompareRequest,
  CompareResult,
  CompareSide,
  Relation,
  ShareWithInterval,
} from "../../base/contract/operations/compare.ts";
import type { HostOptions } from "../../base/contract/resources/host.ts";
import { compareRequestSchema } from "../../base/contract/schemas/operations/compare.ts";
import { SpoliaError } from "../../base/errors.ts";
import { PASSAGE_WORDS_MIN } from "../../base/limits.ts";
import { greatest, rounded } from "../../base/lists/numbers.ts";
import { loadedOnce } from "../../base/queues/remembered.ts";
import { type Fingerprint, fingerprintWith, parseFingerprint } from "../../core/fingerprint/fingerprint.ts";
import {
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
import { SPELLINGS, type SpellingName } from "../../core/text/spellings/spellings.ts";
import { type GivenTexts, givenIn, shinglesOfTexts } from "../../core/uncounted/given.ts";
import { areDone, stageOf } from "../steps/completeness.ts";
import { type Content, readContent, respelled, withoutWords } from "../steps/content.ts";
import { type EngineContext, methodOf, type OperationCode, resultId } from "../steps/context.ts";
import { establishedRelation, possibleRelations, relationOfTexts } from "../steps/relation.ts";
import type { RewordedSide } from "./reworded.ts";

interface ComparedSide {
  /** Of all its words, and of those that count. */
  whole: Fingerprint;
  print: Fingerprint;
  /** The words that count; `null` if the side was given as fingerprint data. */
  content: Content | null;
}

export const compareOperation: OperationCode<"compare"> = { schema: compareRequestSchema, answer: compare };

async function compare(context: EngineContext, request: CompareRequest, host: HostOptions): Promise<CompareResult> {
  const ignore = request.options?.ignore ?? [];
  const given = ignore.length === 0 ? null : shinglesOfTexts(context.kernels, ignore);
  const a = readSide(context, sideOf(request.a), given);
  const b = readSide(context, sideOf(request.b), given);
  const plain = sharedBy(context.kernels, a, b);
  // Texts that do not count are left out as they are spelt.
  const respelled = given === null ? otherSpelling(context.kernels, a, b, plain) : null;
  const { common, shared, relations, sides } = respelled?.found ?? plain;
  const inOtherWords = await saidOtherwise(context, rewordedSides([a, b], common, [sides.a, sides.b]), host);
  const method = methodOf(context, [], {
    parameters: { ...(respelled !== null && { spelling: respelled.name }), ...inOtherWords?.parameters },
  });
  return {
    comparison_id: await resultId("cmp", method, [
      ...[a, b].map(({ whole, content }) => [whole.id, content !== null]),
      ...(given === null ? [] : [ignore]),
    ]),
    ...relations,
    jaccard: reported(shared.jaccard),
    containment_a_in_b: reported(shared.aInB),
    containment_b_in_a: reported(shared.bInA),
    longest_run_words: common ? longestRun(common, relations.relation, sides.a.print) : null,
    passages: common && passagesOf(common, sides.a.content!, sides.b.content!),
    ...(inOtherWords !== null && { reworded: inOtherWords.reworded }),
    a: comparedText(a, given !== null),
    b: comparedText(b, given !== null),
    offset_unit: "utf16",
    method,
    completeness: completenessOf(common, shared, inOtherWords?.stage),
  };
}

/** Both texts, with the places of the passages in each; `null` where one is fingerprint data. */
function rewordedSides(
  given: readonly [ComparedSide, ComparedSide],
  common: Passages | null,
  read: readonly [ComparedSide, ComparedSide],
): [RewordedSide, RewordedSide] | null {
  if (common === null) return null;
  const [a, b] = given.map(({ content }) => content!) as [Content, Content];
  return [
    { content: a, verbatim: read[0].content!.spans(common.passages.map((passage) => passage.a)) },
    { content: b, verbatim: read[1].content!.spans(common.passages.map((passage) => passage.b)) },
  ];
}

/** Its code is loaded with the first encoder. */
const loadReworded = loadedOnce(() => import("./reworded.ts"));

async function saidOtherwise(
  { encoder }: EngineContext,
  sides: [RewordedSide, RewordedSide] | null,
  host: HostOptions,
) {
  return encoder === null ? null : (await loadReworded()).rewordedOf(encoder, sides, host);
}

interface Shared {
  sides: { a: ComparedSide; b: ComparedSide };
  common: Passages | null;
  shared: SharedShingles;
  relations: Pick<CompareResult, "relation" | "possible_relations">;
}

function sharedBy(kernels: Kernels, a: ComparedSide, b: ComparedSide): Shared {
  const common =
    a.content && b.content ? passagesBetween(kernels, a.content, b.content, isLonger(a.print, b.print)) : null;
  const shared = sharedShingles(knownOf(kernels, a), knownOf(kernels, b));
  return { sides: { a, b }, common, shared, relations: relationsOf(a.print, b.print, common, shared) };
}

/** UTF-16 units of texts that are read in other spellings: each letter that changes has a place to be kept. */
const RESPELLED_UNITS_MAX = 1024 * 1024;
/** Least share of the words of a side that must agree under another spelling. */
const RESPELLED_SHARE_MIN = 0.5;

/**
 * What the texts share where both are read in another spelling, if that is much more: twice as many words agree, or
 * half as many do not.
 */
function otherSpelling(
  kernels: Kernels,
  a: ComparedSide,
  b: ComparedSide,
  plain: Shared,
): { name: SpellingName; found: Shared } | null {
  const [first, second] = [a.content, b.content];
  if (first === null || second === null) return null;
  const before = agreeingShare(plain);
  const isTooLong = [first, second].some(({ text }) => text.length > RESPELLED_UNITS_MAX);
  if (isTooLong || before >= STANDS_IN_SHARE || plain.relations.relation === "insufficient_evidence") return null;
  const least = Math.max(RESPELLED_SHARE_MIN, Math.min(2 * before, (1 + before) / 2));
  for (const spelling of SPELLINGS) {
    const readings = [first, second].map((content) => respelled(kernels, content, spelling));
    if (readings.includes(null)) continue;
    const [one, other] = readings.map((content) => {
      const print = fingerprintWith(kernels, [content!.shingled.text.bytes])[0]!;
      return { whole: print, print, content };
    });
    const found = sharedBy(kernels, one!, other!);
    // Unrelated code has many like tokens in like order, but few runs of five of them after each other.
    const { aInB, bInA } = found.shared;
    const isCode = spelling.name === "names_in_code";
    const runs = isCode ? Math.max(aInB.value, bInA.value) : 1;
    if (Math.min(runs, agreeingShare(found)) < least || (isCode && isMonotonous(found))) continue;
    // Their words are not the same, though they are so in this spelling.
    const relation = found.relations.relation === "identical" ? "near_duplicate" : found.relations.relation;
    return { name: spelling.name, found: { ...found, relations: { ...found.relations, relation } } };
  }
  return null;
}

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

/** A string stands for its content. */
function sideOf(side: string | CompareSide): CompareSide {
  return typeof side === "string" ? { content: side } : side;
}

function readSide(context: EngineContext, side: CompareSide, given: GivenTexts | null): ComparedSide {
  if (side.content === undefined) {
    const print = parseFingerprint(fingerprintBytes(side.fingerprint_data!));
    return { whole: print, print, content: null };
  }
  const { kernels } = context;
  const read = readContent(context, side);
  const printOf = ({ shingled }: Content) => fingerprintWith(kernels, [shingled.text.bytes])[0]!;
  const whole = printOf(read);
  if (given === null) return { whole, print: whole, content: read };
  const content = withoutWords(kernels, read, givenIn(given, read.shingled));
  return { whole, print: printOf(content), content };
}

const comparedText = ({ whole, print }: ComparedSide, hasGiven: boolean): ComparedText => ({
  fingerprint: whole.id,
  words: whole.lengthWords,
  ...(hasGiven && { ignored_words: whole.lengthWords - print.lengthWords }),
});

function knownOf(kernels: Kernels, { print, content }: ComparedSide) {
  return { print, known: knownShingles(kernels, print, content?.shingled ?? null) };
}

/** @throws fingerprint_invalid */
export function fingerprintBytes(data: string | Uint8Array): Uint8Array {
  if (typeof data !== "string") return data;
  try {
    return fromBase64(data);
  } catch (cause) {
    throw new SpoliaError("fingerprint_invalid", "The fingerprint data is not base64.", {
      hint: "In JSON, send the bytes of fingerprint() as base64.",
      cause,
    });
  }
}

function reported({ value, interval: [lo, hi] }: ShareEstimate): ShareWithInterval {
  return { value: rounded(value), ci_95: [rounded(lo), rounded(hi)] };
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
function longestRun({ passages }: Passages, relation: Relation, { lengthWords }: Fingerprint): number {
  if (relation === "identical") return lengthWords;
  return greatest(passages, ({ longestRunWords }) => longestRunWords);
}

function completenessOf(common: Passages | null, { oneIn }: SharedShingles, reworded: Stage | undefined): Completeness {
  const estimated = `Fingerprint data holds one in ${oneIn} of the word sequences of a text of this length: shares are estimates.`;
  const stages = [
    stageOf("shares", "bounded", oneIn === 1 ? null : estimated),
    passagesStage(common),
    ...(reworded === undefined ? [] : [reworded]),
  ];
  return { complete: areDone(stages), stages };
}

function passagesStage(common: Passages | null): Stage {
  if (common === null) {
    const reason = "A side was given as fingerprint data, which has no positions: passages cannot be listed.";
    return stageOf("passages", "skipped", reason);
  }
  const repeated = "A text repeats itself so often that not every repetition was followed up.";
  return stageOf("passages", "bounded", common.bounded ? repeated : null);
}
