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
import { greatest, rounded } from "../../base/lists/numbers.ts";
import { loadedOnce } from "../../base/queues/remembered.ts";
import { parseFingerprint } from "../../core/fingerprint/fingerprint.ts";
import type { SharedShingles, ShareEstimate } from "../../core/fingerprint/overlap.ts";
import type { Passages } from "../../core/passages/passages.ts";
import { shinglesOfTexts } from "../../core/uncounted/given.ts";
import { areDone, stageOf } from "../steps/completeness.ts";
import type { Content } from "../steps/content.ts";
import { type EngineContext, methodOf, type OperationCode, resultId } from "../steps/context.ts";
import type { RewordedSide } from "./reworded.ts";
import { type ComparedSide, readSide, type Shared, sharedInAnySpelling, sideOfPrint } from "./sides.ts";

export const compareOperation: OperationCode<"compare"> = { schema: compareRequestSchema, answer: compare };

async function compare(context: EngineContext, request: CompareRequest, host: HostOptions): Promise<CompareResult> {
  const ignore = request.options?.ignore ?? [];
  const given = ignore.length === 0 ? null : shinglesOfTexts(context.kernels, ignore);
  const [a, b] = [request.a, request.b].map((text): ComparedSide => {
    // A string stands for its content.
    const side: CompareSide = typeof text === "string" ? { content: text } : text;
    if (side.content !== undefined) return readSide(context, side, given);
    return sideOfPrint(context.kernels, parseFingerprint(fingerprintBytes(side.fingerprint_data!)));
  }) as [ComparedSide, ComparedSide];
  const { spelling, found } = sharedInAnySpelling(context.kernels, a, b, given === null);
  const encoder = request.options?.reworded === false ? null : context.encoder;
  const inOtherWords = await saidOtherwise(encoder, rewordedSides([a, b], found), host);
  const method = methodOf(context, [], {
    parameters: { ...(spelling !== null && { spelling }), ...inOtherWords?.parameters },
  });
  return {
    comparison_id: await resultId("cmp", method, [
      ...[a, b].map(({ whole, content }) => [whole.id, content !== null]),
      ...(given === null ? [] : [ignore]),
    ]),
    ...found.relations,
    ...measuresOf(found),
    ...(inOtherWords !== null && { reworded: inOtherWords.reworded }),
    a: comparedText(a, given !== null),
    b: comparedText(b, given !== null),
    offset_unit: "utf16",
    method,
    completeness: completenessOf(found.common, found.shared, inOtherWords?.stage),
  };
}

/** Both texts, with the places of the passages in each; `null` where one is fingerprint data. */
function rewordedSides(
  given: readonly [ComparedSide, ComparedSide],
  { common, sides }: Shared,
): [RewordedSide, RewordedSide] | null {
  if (common === null) return null;
  const [a, b] = given.map(({ content }) => content!) as [Content, Content];
  return [
    { content: a, verbatim: sides.a.content!.spans(common.passages.map((passage) => passage.a)) },
    { content: b, verbatim: sides.b.content!.spans(common.passages.map((passage) => passage.b)) },
  ];
}

/** Its code is loaded with the first encoder. */
const loadReworded = loadedOnce(() => import("./reworded.ts"));

async function saidOtherwise(
  encoder: EngineContext["encoder"],
  sides: [RewordedSide, RewordedSide] | null,
  host: HostOptions,
) {
  return encoder === null ? null : (await loadReworded()).rewordedOf(encoder, sides, host);
}

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
  return stageOf("passages", "bounded", common.bounded ? REPEATED : null);
}

export const REPEATED = "A text repeats itself so often that not every repetition was followed up.";
