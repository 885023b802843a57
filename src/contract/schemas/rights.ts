/** Schemas of `contract/rights.ts`. */
import * as v from "valibot";
import { NAME_CHARACTERS_MAX, RIGHTS_FILES_MAX, URL_CHARACTERS_MAX } from "../../limits.ts";
import { boundedText, closedObject, contentText, listOf, oneOf } from "./primitives.ts";

const rightsFileSchema = closedObject({
  name: boundedText(NAME_CHARACTERS_MAX),
  content: contentText,
  kind: v.optional(oneOf(["robots", "tdmrep", "rsl", "headers", "html", "epub", "c2pa", "text"])),
});

const webAddress = v.pipe(
  boundedText(URL_CHARACTERS_MAX),
  v.check((text) => /^https?:\/\//i.test(text) && URL.canParse(text), "must be an address with http or https"),
);

export const rightsRequestSchema = closedObject({
  files: v.pipe(
    listOf(rightsFileSchema, 1, RIGHTS_FILES_MAX),
    v.check((files) => new Set(files.map(({ name }) => name)).size === files.length, "must have different names"),
  ),
  url: v.optional(webAddress),
});
