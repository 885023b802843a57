/**
 * Checks the arguments of public functions. Callers without types may pass anything: the error names each wrong
 * argument and what it must be.
 */
import { didYouMean } from "./closest.ts";
import { SpoliaError } from "./errors.ts";

/** A JSON pointer to an argument, whether the argument is right, and the end of "must be …". */
export type ArgumentCheck = readonly [pointer: string, isRight: boolean, must: string];

/**
 * @param name of the function, as it is exported
 * @throws invalid_request that names every wrong argument
 */
export function checkArguments(name: string, checks: readonly ArgumentCheck[]): void {
  const fields = checks
    .filter(([, isRight]) => !isRight)
    .map(([pointer, , must]) => ({ pointer, detail: `must be ${must}` }));
  if (fields.length > 0) throw new SpoliaError("invalid_request", `${name} cannot be called like this.`, { fields });
}

/** Checks an options object, all of whose fields are optional. */
export function optionsCheck(options: unknown, pointer = "/options"): ArgumentCheck {
  return [pointer, options === undefined || isRecord(options), "an object, or absent"];
}

/** The names of all options; the type check holds them equal to the fields of the interface. */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: true };

/** Checks the same, and that nothing is set that is no option: a misspelt one would be ignored without a word. */
export function optionsChecks<Options>(options: unknown, names: OptionNames<Options>): ArgumentCheck[] {
  return [optionsCheck(options), ...unknownChecks(options, names)];
}

/** Refuses what is set and is no option. */
export function unknownChecks<Options>(options: unknown, names: OptionNames<Options>): ArgumentCheck[] {
  const known = Object.keys(names);
  const unknown = Object.entries(isRecord(options) ? options : {}).filter(
    ([name, value]) => value !== undefined && !known.includes(name),
  );
  return unknown.map(([name]) => [
    `/${name.slice(0, NAME_LENGTH_SHOWN)}`,
    false,
    `absent, since there is no such option${didYouMean(name, known)}`,
  ]);
}

const NAME_LENGTH_SHOWN = 40;

export function isPromise(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

/** Whether it is an object whose fields can be read: no array, and no promise that the caller forgot to await. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isPromise(value);
}

/** Whether it is an object with all of these methods. */
export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => typeof value[name] === "function");
}

export function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}

export function isText(value: unknown): value is string | Uint8Array {
  return typeof value === "string" || isBytes(value);
}

/** Whether it is an iterable object; a string is not. */
export function isIterable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { [Symbol.iterator]: each, [Symbol.asyncIterator]: eachLater } = value as Record<symbol, unknown>;
  return typeof each === "function" || typeof eachLater === "function";
}

export function isPositive(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}

export function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** @throws invalid_request where the document lacks the field that identifies its kind */
export function checkShown(name: string, shown: unknown, field: string): void {
  const wrong = isPromise(shown)
    ? ", not the promise of one: await"
    : typeof shown === "string"
      ? ", not its text: JSON.parse(…)"
      : field === "of"
        ? ", as `parseResult` gives it"
        : "";
  checkArguments(name, [
    ["", isRecord(shown) && shown[field] !== undefined, `given an object with \`${field}\`${wrong}`],
  ]);
}

/** @throws invalid_request where `options` lacks what printing needs */
export function checkPlain(name: string, options: unknown): void {
  const isRight = isRecord(options) && isRecord(options["colours"]) && typeof options["columns"] === "number";
  checkArguments(name, [
    ["/options", isRight, "an object with `colours` and `columns`, as in { colours: NO_COLOURS, columns: 80 }"],
  ]);
}
