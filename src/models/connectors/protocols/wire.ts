/**
 * Reads values from a host's answer: every value is checked before it is used, and messages name positions, never
 * values.
 */
import { isRecord } from "../../../base/arguments.ts";
import type { Continuation } from "../../../base/contract/resources/model.ts";
import { type JsonObject, Unusable } from "./protocol.ts";

export function malformed(message: string): Unusable {
  return new Unusable("malformed", message);
}

export function objectAt(value: unknown, place: string): JsonObject {
  if (!isRecord(value)) throw malformed(`${place} is not an object`);
  return value;
}

/** The parsed JSON of a text; `undefined`, which JSON cannot express, where the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A list of at least one item. */
export function listAt(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw malformed(`${place} is not a list with items`);
  return value;
}

export function textAt(value: unknown, place: string): string {
  if (typeof value !== "string") throw malformed(`${place} is not a text`);
  return value;
}

/** The value of an own field; inherited fields are ignored, since the name may be anything. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as JsonObject)[name]
    : undefined;
}

/** The sum of counts, `null` unless all of them are whole numbers. */
export function countsOf(...counts: readonly unknown[]): number | null {
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  return counts.every(isCount) ? counts.reduce((sum, count) => sum + count, 0) : null;
}

/** Maps the host's word for the end of a continuation to ours. */
export function finishOf(
  word: unknown,
  words: Readonly<Record<string, Continuation["finish"]>>,
): Continuation["finish"] {
  return typeof word === "string" && Object.hasOwn(words, word) ? words[word]! : "unknown";
}

/** Drops undefined fields: JSON has no `undefined`, and a host may refuse a field that it does not know. */
export function given(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function bearer(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}
