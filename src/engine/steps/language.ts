/** The language of a content: as the caller states it, or as the detector finds it. */
import type { ContentMetadata, ContentType } from "../../base/contract/common.ts";
import { JUDGED_WORDS_MIN } from "../../base/limits.ts";
import { loadedOnce } from "../../base/queues/remembered.ts";
import type { Disguise } from "../../core/text/disguise.ts";
import type { Content } from "./content.ts";
import type { EngineContext } from "./context.ts";

interface Asked {
  readonly content_type?: ContentType | undefined;
  readonly metadata?: ContentMetadata | undefined;
}

export interface ContentLanguage {
  /** ISO 639-1, or `und`. */
  readonly language: string;
  /** What goes into `method.parameters`: the detector, if it was asked. */
  readonly parameters: { readonly language_detector?: string };
}

export const UNKNOWN_LANGUAGE: ContentLanguage = { language: "und", parameters: {} };

/** A language tag that begins with a code of ISO 639-1, or with `und`. Works of 0.1.0 may have any text here. */
const LANGUAGE_TAG = /^([a-z]{2}|und)(?:-[a-z0-9]{2,8})*$/i;

/**
 * Without a catalogue nothing depends on the language, so it is `und`, as is that of code, short texts and disguised
 * ones; the detector is loaded for other texts only.
 */
export async function languageOf(
  { catalogue }: Pick<EngineContext, "catalogue">,
  content: Content,
  { content_type, metadata }: Asked,
): Promise<ContentLanguage> {
  const stated = LANGUAGE_TAG.exec(metadata?.language ?? "")?.[1];
  if (stated !== undefined) return { language: stated.toLowerCase(), parameters: {} };
  if (catalogue === null || content_type === "code" || content.shingled.text.lengthWords < JUDGED_WORDS_MIN)
    return UNKNOWN_LANGUAGE;
  if ((await disguisesOf(content.text)).length > 0) return UNKNOWN_LANGUAGE;
  const { detectLanguage, LANGUAGE_DETECTOR } = await loadLanguage();
  return { language: detectLanguage(content.text), parameters: { language_detector: LANGUAGE_DETECTOR } };
}

const loadLanguage = loadedOnce(() => import("../../core/text/language.ts"));
const loadDisguise = loadedOnce(() => import("../../core/text/disguise.ts"));
const NOT_ASCII = /[^\0-\x7f]/;

/** ASCII text cannot be disguised, so the detection is loaded only for other text. */
export async function disguisesOf(text: string): Promise<Disguise[]> {
  return NOT_ASCII.test(text) ? (await loadDisguise()).disguises(text) : [];
}
