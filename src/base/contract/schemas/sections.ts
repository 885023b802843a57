/** Schemas of the headings and pages of a text. */
import * as v from "valibot";
import { CONTENT_BYTES_MAX, SECTION_LABEL_CHARACTERS_MAX, SECTIONS_MAX } from "../../limits.ts";
import type { ContentType, TextSection } from "../common.ts";
import { boundedText, closedObject, oneOf, wholeNumber } from "./primitives.ts";

export const sectionSchema = closedObject({
  kind: oneOf(["heading", "page"]),
  start: wholeNumber(0, CONTENT_BYTES_MAX),
  label: v.pipe(
    boundedText(SECTION_LABEL_CHARACTERS_MAX),
    v.check((label) => !/[\n\r]/.test(label), "must be one line"),
  ),
});

export const sectionsSchema = v.pipe(
  v.array(sectionSchema),
  v.maxLength(SECTIONS_MAX, `must have at most ${SECTIONS_MAX} items`),
);

interface Sectioned {
  content?: string | undefined;
  content_type?: ContentType | undefined;
  sections?: TextSection[] | undefined;
}

/** Requires that sections are of a given text, in order, and begin in it. */
export function sectionsFit<Text extends Sectioned>() {
  return v.rawCheck<Text>(({ dataset, addIssue }) => {
    const fault = dataset.typed ? sectionsFault(dataset.value) : null;
    if (fault === null) return;
    addIssue({ message: fault.detail, path: pathOf(fault.path) });
  });
}

/** The place of an issue that a check of several fields has found. */
export const pathOf = (keys: readonly (string | number)[]): [v.IssuePathItem] => {
  const itemOf = (key: string | number) => ({ type: "unknown", origin: "value", input: null, key, value: null });
  return keys.map(itemOf) as unknown as [v.IssuePathItem];
};

/** A text, which may be of any length, with its sections. */
export const sectionedTextSchema = v.pipe(
  closedObject({ content: v.string(), sections: v.optional(sectionsSchema) }),
  sectionsFit(),
);

/** The first place at which sections do not fit their text, and what is wanted there; `null` where all fit. */
function sectionsFault({ content, content_type: type, sections = [] }: Sectioned) {
  if (content === undefined || sections.length === 0) return null;
  if (type === "html" || type === "markdown")
    return { path: ["sections"], detail: `must be absent: the headings of ${type} are read from it` };
  const at = sections.findIndex(({ start }, i) => start > content.length || start < (sections[i - 1]?.start ?? start));
  if (at === -1) return null;
  const detail =
    sections[at]!.start > content.length
      ? "must not be beyond the end of `content`"
      : "must not be before the start of the section that precedes it";
  return { path: ["sections", at, "start"], detail };
}
