/** `compare`: measures what two texts share, from the texts or from fingerprint data alone. */
import type { Stage } from "../../base/contract/common.ts";
import type { CompareRequest, CompareResult, CompareSide } from "../../base/contract/operations/compare.ts";
import type { HostOptions } from "../../base/contract/resources/host.ts";
import { compareRequestSchema } from "../../base/contract/schemas/operations/compare.ts";
import { loadedOnce } from "../../base/queues/remembered.ts";
import { sentFingerprint } from "../../core/fingerprint/fingerprint.ts";
import { shinglesOfTexts } from "../../core/uncounted/given.ts";
import { completenessOf, stageOf } from "../steps/completeness.ts";
import { type EngineContext, methodOf, type OperationCode, resultId } from "../steps/context.ts";
import {
  type ComparedSide,
  comparedText,
  measuresOf,
  REPEATED,
  readSide,
  type Shared,
  sharedInAnySpelling,
  sideOfPrint,
} from "./sides.ts";

/** Its code is loaded with the first encoder. */
const loadReworded = loadedOnce(() => import("./reworded.ts"));

export const compareOperation: OperationCode<"compare"> = { schema: compareRequestSchema, answer: compare };

async function compare(context: EngineContext, request: CompareRequest, host: HostOptions): Promise<CompareResult> {
  const ignore = request.options?.ignore ?? [];
  const given = ignore.length === 0 ? null : shinglesOfTexts(context.kernels, ignore);
  const [a, b] = [request.a, request.b].map((text): ComparedSide => {
    // A string stands for its content.
    const side: CompareSide = typeof text === "string" ? { content: text } : text;
    if (side.content !== undefined) return readSide(context, side, given);
    return sideOfPrint(context.kernels, sentFingerprint(side.fingerprint_data!));
  }) as [ComparedSide, ComparedSide];
  const { spelling, found } = sharedInAnySpelling(context.kernels, a, b, given === null);
  const encoder = request.options?.reworded === false ? null : context.encoder;
  const inOtherWords = encoder && (await (await loadReworded()).rewordedOf(encoder, [a, b], found, host));
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
    completeness: completenessOf([...stagesOf(found), ...(inOtherWords === null ? [] : [inOtherWords.stage])]),
  };
}

/** What the numbers rest on, and why passages are not all there. */
function stagesOf({ common, shared: { oneIn } }: Shared): Stage[] {
  const estimated = `Fingerprint data holds one in ${oneIn} of the word sequences of a text of this length: shares are estimates.`;
  const noPlaces = "A side was given as fingerprint data, which has no positions: passages cannot be listed.";
  return [
    stageOf("shares", "bounded", oneIn === 1 ? null : estimated),
    common === null
      ? stageOf("passages", "skipped", noPlaces)
      : stageOf("passages", "bounded", common.bounded ? REPEATED : null),
  ];
}
