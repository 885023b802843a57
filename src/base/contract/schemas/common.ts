/** Schemas of `contract/common.ts`. */
import * as v from "valibot";
import { REQUEST_DEPTH_MAX } from "../../limits.ts";
import { isPlainData } from "./plainData.ts";
import { closedObject, openObject } from "./primitives.ts";

/** The longest title is some 1,700 characters; metadata is hashed and matched against rules, never stored. */
const SHORT_TEXT_CHARACTERS_MAX = 10_000;

export const label = v.pipe(
  v.string(),
  v.maxLength(SHORT_TEXT_CHARACTERS_MAX, `must not be longer than ${SHORT_TEXT_CHARACTERS_MAX} characters`),
);

/** A calendar date: a year, month or day. */
const publicationDate = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/,
    "must be a date written YYYY, YYYY-MM or YYYY-MM-DD",
  ),
  v.check(isOnCalendar, "must be an existing calendar date"),
);

/** Whether text is a year, month or day of the calendar. */
export const isDate = (text: string): boolean => v.is(publicationDate, text);

const DAY = /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/;
const TIME = /^.{10}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,3})?Z$/;
/** Whether text is a day of the calendar. */
export const isDay = (text: string): boolean => DAY.test(text) && isDate(text);

export const utcTime = v.pipe(
  v.string(),
  v.check((text) => TIME.test(text) && isDay(text.slice(0, 10)), "must be a time in UTC, as 2027-01-31T00:00:00Z"),
);

function isOnCalendar(date: string): boolean {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const daysOfMonth = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= daysOfMonth[month - 1]!;
}

/** A tag of BCP 47 that begins with a code of ISO 639-1, or with `und`. */
const language = v.pipe(
  v.string(),
  v.regex(/^(?:[A-Za-z]{2}|und)(?:-[A-Za-z0-9]{2,8})*$/, "must be an ISO 639-1 code such as de, or und"),
);

/** The options of every search. */
export const partial = v.optional(v.boolean("must be true or false"));
const IGNORED_TEXTS_MAX = 100;
const IGNORED_UNITS_MAX = 10_000_000;
export const ignore = v.optional(
  v.pipe(
    v.array(v.pipe(v.string(), v.minLength(1, "must not be empty"))),
    v.maxLength(IGNORED_TEXTS_MAX, `must have at most ${IGNORED_TEXTS_MAX} items`),
    v.check(
      (texts) => texts.reduce((units, text) => units + text.length, 0) <= IGNORED_UNITS_MAX,
      `must have at most ${IGNORED_UNITS_MAX} characters together`,
    ),
  ),
);
export const searchOptionsSchema = closedObject({ partial, ignore });

export const contentMetadataSchema = v.pipe(
  openObject({
    title: v.optional(label),
    author: v.optional(label),
    published: v.optional(publicationDate),
    language: v.optional(language),
  }),
  v.check(
    (metadata) => isPlainData(metadata, REQUEST_DEPTH_MAX),
    `must hold plain JSON values only, at most ${REQUEST_DEPTH_MAX} levels deep`,
  ),
  // MessagePack is not read where an object has such a field, so an answer with it would be lost.
  v.rawCheck(({ dataset, addIssue }) => {
    const path = dataset.typed ? pathOfProto(dataset.value, REQUEST_DEPTH_MAX, new Set()) : null;
    if (path !== null) addIssue({ message: "must have another name", path: path as never });
  }),
);

/** The way to a field named `__proto__` in plain data, with each object looked at once; `null` where there is none. */
function pathOfProto(value: unknown, depthMax: number, seen: Set<unknown>): { key: string }[] | null {
  if (typeof value !== "object" || value === null || depthMax < 0 || seen.has(value)) return null;
  seen.add(value);
  for (const [key, child] of Object.entries(value)) {
    const below = key === "__proto__" ? [] : pathOfProto(child, depthMax - 1, seen);
    if (below !== null) return [{ key }, ...below];
  }
  return null;
}
