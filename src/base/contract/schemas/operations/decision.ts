/** Schemas of `contract/decision.ts`. Whether a signature fits, the engine checks. */
import * as v from "valibot";
import { DECISIONS_MAX, NAME_CHARACTERS_MAX } from "../../../limits.ts";
import type { DecisionSubject } from "../../operations/decision.ts";
import { isDate } from "../common.ts";
import { closedObject, listOf, oneOf, workHash } from "../primitives.ts";

const REASON_CHARACTERS_MAX = 2_000;
const DOCUMENT_ID_CHARACTERS_MAX = 10_000;

/** Text whose canonical JSON is the same everywhere: a lone surrogate has no UTF-8. */
const wellFormedText = (charactersMax: number) =>
  v.pipe(
    v.string(),
    v.nonEmpty("must not be empty"),
    v.maxLength(charactersMax, `must not be longer than ${charactersMax} characters`),
    v.check((text) => !/\p{Surrogate}/u.test(text), "must not have a lone surrogate"),
  );

const base64url = (characters: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^[\\w-]{${characters}}$`), `must be ${characters} characters of base64url`));

const subject = v.pipe(
  closedObject({
    work_hash: v.optional(workHash),
    document: v.optional(
      closedObject({
        corpus: wellFormedText(NAME_CHARACTERS_MAX),
        id: wellFormedText(DOCUMENT_ID_CHARACTERS_MAX),
        text_digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, "must be the text_digest of a document of a result")),
      }),
    ),
    passage_id: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^ps_[1-9][0-9]{0,8}_[0-9a-f]{16}_[0-9a-f]{32}$/, "must be the passage_id of a match"),
      ),
    ),
  }),
  v.check(
    ({ work_hash, document, passage_id }: DecisionSubject) => (work_hash ?? document ?? passage_id) !== undefined,
    'must have at least one of "work_hash", "document", "passage_id"',
  ),
  v.metadata({ minProperties: 1 }),
);

export const decisionSchema = closedObject({
  decision: oneOf(["mine", "licensed", "quoted", "public_domain", "not_mine", "false"]),
  reason: wellFormedText(REASON_CHARACTERS_MAX),
  author: wellFormedText(NAME_CHARACTERS_MAX),
  date: v.pipe(
    v.string(),
    v.regex(/^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/, "must be a day written YYYY-MM-DD"),
    v.check(isDate, "must be an existing calendar date"),
  ),
  about: subject,
  signature: v.optional(closedObject({ public_key: base64url(43), value: base64url(86) })),
});

export const decisionsSchema = listOf(decisionSchema, 0, DECISIONS_MAX);

export const decisionsFileSchema = closedObject({
  format: oneOf(["spolia-decisions-1"]),
  decisions: decisionsSchema,
});
