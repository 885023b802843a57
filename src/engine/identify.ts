/** `identify`: what a text is called, as every other operation calls it. */
import type { HostOptions } from "../contract/engine.ts";
import type { IdentifyRequest, IdentifyResult } from "../contract/identify.ts";
import { identifyRequestSchema } from "../contract/schemas/identify.ts";
import { parseRequest } from "../contract/schemas/parse.ts";
import { throwIfAborted } from "../errors.ts";
import { textId } from "../fingerprint/fingerprint.ts";
import { isccTextCodeWith } from "../fingerprint/iscc.ts";
import { PASSAGE } from "../fingerprint/profile.ts";
import { readContent } from "./content.ts";
import type { EngineContext } from "./context.ts";

export async function identify(
  context: EngineContext,
  asked: IdentifyRequest,
  host: HostOptions = {},
): Promise<IdentifyResult> {
  const { content, content_type = "text" } = parseRequest(identifyRequestSchema, asked);
  throwIfAborted(host.signal);
  const { text, shingled } = readContent(context.kernels, context.readers, content, content_type, PASSAGE);
  return {
    fingerprint: textId(context.kernels, shingled.text.bytes),
    iscc: isccTextCodeWith(context.kernels, text, 64),
    words: shingled.text.lengthWords,
  };
}
