/** Schemas of `contract/rights.ts`. */
import * as v from "valibot";
import { NAME_CHARACTERS_MAX, RIGHTS_FILES_MAX } from "../../../limits.ts";
import { boundedText, closedObject, contentText, listOf, oneOf, webAddress } from "../primitives.ts";

const rightsFileSchema = closedObject({
  name: boundedText(NAME_CHARACTERS_MAX),
  content: contentText,
  kind: v.optional(oneOf(["robots", "tdmrep", "rsl", "headers", "html", "epub", "c2pa", "text"])),
});

export const rightsRequestSchema = closedObject({
  files: v.pipe(
    listOf(rightsFileSchema, 1, RIGHTS_FILES_MAX),
    v.check((files) => new Set(files.map(({ name }) => name)).size === files.length, "must have different names"),
  ),
  url: v.optional(webAddress),
});
