/** `identify`: the identifiers of a text, equal to those in the results of all other operations. */
import type { IdentifyRequest, IdentifyResult } from "../base/contract/operations/identify.ts";
import { identifyRequestSchema } from "../base/contract/schemas/operations/identify.ts";
import { textId } from "../core/fingerprint/fingerprint.ts";
import { isccTextCodeWith } from "../core/fingerprint/iscc.ts";
import { readContent } from "./steps/content.ts";
import type { EngineContext, OperationCode } from "./steps/context.ts";

export const identifyOperation: OperationCode<"identify"> = { schema: identifyRequestSchema, answer: identify };

async function identify(context: EngineContext, request: IdentifyRequest): Promise<IdentifyResult> {
  const { text, shingled } = readContent(context, request);
  return {
    fingerprint: textId(context.kernels, shingled.text.words),
    iscc: isccTextCodeWith(context.kernels, text, 64),
    words: shingled.text.lengthWords,
  };
}
