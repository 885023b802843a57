/**
 * The building blocks of request schemas. Each schema corresponds to an interface in the parent folder, and a type test
 * checks that they are equal: the interface documents the meaning of a field, the schema defines its form.
 */
import * as v from "valibot";
import { CONTENT_BYTES_MAX, URL_CHARACTERS_MAX } from "../../limits.ts";
import { utf8BytesAtMost } from "./plainData.ts";

/**
 * A schema that accepts only objects. valibot also accepts arrays and byte arrays as objects, so `[]` would be valid if
 * every field is optional.
 */
export function objectsOnly<Schema extends v.GenericSchema>(schema: Schema): Schema {
  const run = schema["~run"];
  return {
    ...schema,
    "~run"(dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) {
      return run.call(this, isObject(dataset.value) ? dataset : { ...dataset, value: null }, config);
    },
  };
}

export const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

/** An object of exactly these fields. */
export const closedObject = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  objectsOnly(v.strictObject(entries));

/**
 * An object of these fields and any others. valibot's own passes over fields named `constructor`, `prototype` and
 * `__proto__` in silence.
 */
export function openObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  const schema = objectsOnly(v.looseObject(entries));
  const run = schema["~run"];
  const all: typeof run = function (this: typeof schema, dataset, config) {
    const given = dataset.value;
    const parsed = run.call(this, dataset, config);
    if (!isObject(given)) return parsed;
    return { ...parsed, value: { ...given, ...(parsed.value as object) } } as ReturnType<typeof run>;
  };
  return { ...schema, "~run": all };
}

/** One of these words. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  v.picklist(words, `must be one of ${words.map((word) => `"${word}"`).join(", ")}`);

/** Non-empty text with a maximum length in UTF-16 units, far above that of any real value. */
export const boundedText = (charactersMax: number) =>
  v.pipe(
    v.string(),
    v.nonEmpty("must not be empty"),
    v.maxLength(charactersMax, `must not be longer than ${charactersMax} characters`),
  );

/** An address of the web. `URL` passes over line ends, which would begin a new line where the address is written. */
export const webAddress = v.pipe(
  boundedText(URL_CHARACTERS_MAX),
  v.check(
    (text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text),
    "must be an address with http or https, without blanks",
  ),
);

/** A list with a minimum and a maximum of items. */
export function listOf<const Schema extends v.GenericSchema>(schema: Schema, min: number, max: number) {
  const message = `must have ${min} to ${max} items`;
  return v.pipe(v.array(schema), v.minLength(min, message), v.maxLength(max, message));
}

/** A whole number in a closed range. */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(v.number(), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
}

export const CONTENT_TOO_LARGE = `must not be longer than ${CONTENT_BYTES_MAX} bytes of UTF-8`;

/** Whether content is within the limit. Any such content is valid: empty, with NUL, with lone surrogates. */
const fitsContentLimit = (content: string): boolean => utf8BytesAtMost(content, CONTENT_BYTES_MAX);

export const contentText = v.pipe(v.string(), v.check(fitsContentLimit, CONTENT_TOO_LARGE));

export const contentType = oneOf(["text", "markdown", "html", "code"]);

/** Provider, slash and name. Names on the public hubs stay below 200 characters. */
const MODEL_CHARACTERS_MAX = 256;

export const targetModel = v.pipe(
  boundedText(MODEL_CHARACTERS_MAX),
  v.regex(/^[^/]+\/[^/]/, 'must be written "<provider>/<model>", as in "eleutherai/pythia"'),
);

/** SHA-256 of a registered work. Upper-case digits are folded, since both forms name the same work. */
export const workHash = v.pipe(
  v.string(),
  v.regex(/^[sS][hH][aA]256:[0-9a-fA-F]{64}$/, 'must be "sha256:" and 64 hexadecimal digits'),
  v.toLowerCase(),
);

/** The result of `fingerprint()`. The engine checks the bytes (`fingerprint_invalid`). */
export const fingerprintData = v.custom<string | Uint8Array>(
  (value) => typeof value === "string" || value instanceof Uint8Array,
  "must be the bytes of a fingerprint, or their base64",
);

/** Requires exactly one of these fields. */
export function exactlyOneOf<Sides extends object>(names: readonly (keyof Sides & string)[]) {
  const listed = names.map((name) => `"${name}"`).join(", ");
  return [
    v.check<Sides, string>(
      (sides) => names.filter((name) => sides[name] !== undefined).length === 1,
      `must have exactly one of ${listed}`,
    ),
    v.metadata<Sides, ReturnType<typeof hasOneOf>>(hasOneOf(names)),
  ] as const;
}

/**
 * The same as JSON Schema. Not `oneOf` itself: generators of clients read that as a choice of types, each with one of
 * these fields and without all others.
 */
const hasOneOf = (names: readonly string[]) => ({
  if: { oneOf: names.map((name) => ({ required: [name] })) },
  else: { not: {} },
});

/** Requires exactly one of these fields, and allows what is said of `content` only together with it. */
export function namesTextBy<Sides extends { content?: unknown; content_type?: unknown; sections?: unknown }>(
  names: readonly (keyof Sides & string)[],
  about: readonly (keyof Sides & ("content_type" | "sections"))[] = ["content_type"],
) {
  const listed = about.map((field) => `"${field}"`).join(" or ");
  return [
    ...exactlyOneOf<Sides>(names),
    v.check<Sides, string>(
      (sides) => sides.content !== undefined || about.every((field) => sides[field] === undefined),
      `has a ${listed} without "content"`,
    ),
    v.metadata<Sides, { dependentRequired: object }>({
      dependentRequired: Object.fromEntries(about.map((field) => [field, ["content"]])),
    }),
  ] as const;
}

/** Numbers of results. They are never NaN or infinite, because JSON has no such numbers. */
export const finite = v.pipe(v.number(), v.finite());
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
