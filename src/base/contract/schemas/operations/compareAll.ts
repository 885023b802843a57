/** Schema of `contract/compareAll.ts`. */
import * as v from "valibot";
import { COMPARED_TEXTS_MAX, COMPARED_UNITS_MAX } from "../../../limits.ts";
import type { CompareAllRequest, NamedContent } from "../../operations/compareAll.ts";
import { ignore } from "../common.ts";
import { boundedText, closedObject, contentText, contentType, listOf } from "../primitives.ts";
import { pathOf, sectionsFit, sectionsSchema } from "../sections.ts";

const ID_CHARACTERS_MAX = 4_096;

const namedContentSchema = v.pipe(
  closedObject({
    id: boundedText(ID_CHARACTERS_MAX),
    content: contentText,
    content_type: v.optional(contentType),
    sections: v.optional(sectionsSchema),
  }),
  sectionsFit<NamedContent>(),
);

export const compareAllRequestSchema = v.pipe(
  closedObject({
    texts: listOf(namedContentSchema, 1, COMPARED_TEXTS_MAX),
    references: v.optional(v.array(namedContentSchema)),
    options: v.optional(closedObject({ ignore })),
  }),
  v.rawCheck<CompareAllRequest>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { texts, references = [] } = dataset.value;
    const all = [...texts, ...references];
    const ids = new Set<string>();
    for (const [i, { id }] of all.entries()) {
      const path = i < texts.length ? ["texts", i, "id"] : ["references", i - texts.length, "id"];
      if (ids.has(id)) addIssue({ message: "must not be the id of an earlier text", path: pathOf(path) });
      ids.add(id);
    }
    const units = all.reduce((sum, { content }) => sum + content.length, 0);
    const areMany = all.length >= 2 && all.length <= COMPARED_TEXTS_MAX;
    // The list itself has told of too few and too many.
    const isTold = texts.length === 0 || texts.length > COMPARED_TEXTS_MAX;
    if (!isTold && !(areMany && units <= COMPARED_UNITS_MAX))
      addIssue({
        message: `must be 2 to ${COMPARED_TEXTS_MAX} texts, with the references, of at most ${COMPARED_UNITS_MAX} characters together`,
        path: pathOf([references.length > texts.length ? "references" : "texts"]),
      });
  }),
);
