/** Values of a record by the paths of its fields. */
import { isRecord } from "../../../../base/arguments.ts";

/**
 * Value of a field of a JSON object: a field of that whole name, or the end of the path. Behind `[]` the path goes on
 * in each entry of a list, behind `*` in each field of an object, behind `**` in an object and all within it, and the
 * value is a list.
 */
export function valueAt(record: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(record, path)) return record[path];
  return valueBehind(record, path.split("."), 0);
}

function valueBehind(value: unknown, steps: readonly string[], at: number): unknown {
  const step = steps[at];
  if (step === undefined) return value;
  if (!isRecord(value)) return undefined;
  const name = nameOf(step);
  if (!Object.hasOwn(value, name)) {
    if (step === "**") return inEach(objectsWith(value, steps[at + 1]), steps, at + 1);
    return step === "*" ? inEach(Object.values(value), steps, at + 1) : undefined;
  }
  if (name === step) return valueBehind(value[name], steps, at + 1);
  const list = value[name];
  return Array.isArray(list) ? inEach(list, steps, at + 1) : undefined;
}

function nameOf(step: string): string {
  let end = step.length;
  while (step.endsWith("[]", end)) end -= 2;
  return step.slice(0, end);
}

/** Objects within an object by the names of their fields: each of many paths is looked for where it can be. */
const objectsByName = new WeakMap<object, ReadonlyMap<string | undefined, readonly unknown[]>>();

/** An object and those within it, each before what it holds: those in which a step may lead on. */
function objectsWith(value: Record<string, unknown>, step: string | undefined): readonly unknown[] {
  const found = objectsByName.get(value) ?? namedObjects(value);
  objectsByName.set(value, found);
  return found.get(step === undefined || /^\*\*?$/.test(step) ? undefined : nameOf(step)) ?? [];
}

function namedObjects(value: unknown): ReadonlyMap<string | undefined, readonly unknown[]> {
  const objects = new Map<string | undefined, unknown[]>([[undefined, []]]);
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (isRecord(one))
      for (const name of [undefined, ...Object.keys(one)]) {
        const named = objects.get(name);
        if (named === undefined) objects.set(name, [one]);
        else named.push(one);
      }
    if (typeof one === "object" && one !== null) for (const inner of Object.values(one).reverse()) left.push(inner);
  }
  return objects;
}

/** Lists within lists: some conversations are lists of lists of turns. */
export const LIST_DEPTH_MAX = 8;

function inEach(list: readonly unknown[], steps: readonly string[], at: number): unknown[] | undefined {
  const entries = at === steps.length ? list : (list.flat(LIST_DEPTH_MAX) as unknown[]);
  const values = entries.map((entry) => valueBehind(entry, steps, at)).filter((one) => one !== undefined);
  return values.length === 0 ? undefined : values;
}
