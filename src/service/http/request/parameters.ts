/** Parameters of paths and queries: one definition for the OpenAPI document and for the check of a request. */

/** Maximum length of a parameter's value; names and ids are much shorter. */
const VALUE_CHARACTERS_MAX = 1_000;

interface TextSchema {
  readonly type: "string";
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly maxLength?: number;
}

interface WholeNumberSchema {
  readonly type: "integer";
  readonly minimum: number;
  readonly maximum: number;
  readonly default?: number;
}

interface TruthSchema {
  readonly type: "boolean";
  readonly default: boolean;
}

export interface Parameter {
  readonly description: string;
  /** JSON Schema of the value. A text without other keywords may have up to 1,000 characters. */
  readonly schema: TextSchema | WholeNumberSchema | TruthSchema;
}

/** Values of query parameters, by name. */
export type Query = Readonly<Record<string, string | number | boolean>>;

export const textParameter = (description: string): Parameter => ({
  description,
  schema: { type: "string", maxLength: VALUE_CHARACTERS_MAX },
});

/** Part of a path: a name or an id of any form. */
export const pathParameter = (description: string): Parameter => ({ description, schema: { type: "string" } });

export const wordParameter = (description: string, words: readonly string[]): Parameter => ({
  description,
  schema: { type: "string", enum: words },
});

/** An id that the registry made: the prefix and 22 random characters (`newId`). */
export const idParameter = (description: string, prefix: string): Parameter => ({
  description,
  schema: { type: "string", pattern: `^${prefix}_[0-9A-Za-z]{22}$` },
});

type Parsed = { readonly value: string | number | boolean } | { readonly detail: string };

/** The value of a parameter, or why the text has none. */
export function parseParameter({ schema }: Parameter, text: string): Parsed {
  if (schema.type === "boolean")
    return text === "true" || text === "false" ? { value: text === "true" } : { detail: "must be true or false" };
  if (schema.type === "integer") {
    const { minimum, maximum } = schema;
    const value = /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
    const isInside = value >= minimum && value <= maximum;
    return isInside ? { value } : { detail: `must be a whole number from ${minimum} to ${maximum}` };
  }
  const { enum: words, pattern, maxLength = VALUE_CHARACTERS_MAX } = schema;
  if (words !== undefined && !words.includes(text))
    return { detail: `must be one of ${words.map((word) => `"${word}"`).join(", ")}` };
  if ([...text].length > maxLength) return { detail: `must not be longer than ${maxLength} characters` };
  if (pattern !== undefined && !new RegExp(pattern, "u").test(text)) return { detail: `must match ${pattern}` };
  return { value: text };
}
