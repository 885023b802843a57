/** Schemas of `contract/common.ts`. */
import * as v from "valibot";
import { REQUEST_DEPTH_MAX } from "../../limits.ts";
import { isPlainData } from "./plainData.ts";
import { closedObject, count, finite, oneOf, openObject, texts } from "./primitives.ts";

/** The longest title is some 1,700 characters; metadata is hashed and matched against rules, never stored. */
const SHORT_TEXT_CHARACTERS_MAX = 10_000;

export const label = v.pipe(
  v.string(),
  v.maxLength(SHORT_TEXT_CHARACTERS_MAX, `must not be longer than ${SHORT_TEXT_CHARACTERS_MAX} characters`),
);

/** A date of the calendar, as precise as it is known. */
const publicationDate = v.pipe(
  v.string(),
  v.regex(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/, "must be a date written YYYY, YYYY-MM or YYYY-MM-DD"),
  v.check(isOnCalendar, "must be a date that the calendar has"),
  v.description("When the work was first published: YYYY, YYYY-MM or YYYY-MM-DD."),
);

function isOnCalendar(date: string): boolean {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const daysOfMonth = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= daysOfMonth[month - 1]!;
}

export const contentMetadataSchema = v.pipe(
  openObject({
    title: v.optional(label),
    author: v.optional(label),
    published: v.optional(publicationDate),
  }),
  v.check(
    (metadata) => isPlainData(metadata, REQUEST_DEPTH_MAX),
    `must hold plain JSON values only, at most ${REQUEST_DEPTH_MAX} levels deep`,
  ),
  v.description("What the caller says about the content. Further fields are taken as they are."),
);

export const spanSchema = closedObject({ start: count, end: count });

export const stageSchema = closedObject({
  name: v.string(),
  status: oneOf(["done", "skipped", "bounded", "failed"]),
  reason: v.exactOptional(v.string()),
});

export const completenessSchema = v.pipe(
  closedObject({ complete: v.boolean(), stages: v.array(stageSchema) }),
  v.description("What was and what was not looked at."),
);

export const corpusReferenceSchema = closedObject({
  name: v.string(),
  dataset: v.string(),
  revision: v.string(),
  documents: count,
  words: count,
  lookups: oneOf(["all", "kept", "coarse"]),
});

export const methodEntries = {
  engine: v.string(),
  wasm_sha256: v.nullable(v.string()),
  fold: v.string(),
  parameters: v.record(v.string(), v.union([finite, v.string()])),
  corpora: v.array(corpusReferenceSchema),
  catalogue: v.nullable(v.string()),
  calibration: v.nullable(v.string()),
};

export const methodSchema = v.pipe(
  closedObject(methodEntries),
  v.description("How the result came about: what is needed to replay it."),
);

/** Evidence as a signed decimal logarithm of a likelihood ratio. */
export const log10LikelihoodRatio = v.nullable(closedObject({ estimate: finite, lo: finite, hi: finite }));

export const sourceIds = v.pipe(texts, v.description("Ids of the catalogue's sources."));
