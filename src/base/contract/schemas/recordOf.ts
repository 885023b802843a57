/** Objects whose keys the caller chooses. */
import * as v from "valibot";
import { isObject, objectsOnly } from "./primitives.ts";

/**
 * An object of any keys of this form. valibot's `record` passes over `constructor`, `prototype` and `__proto__` in
 * silence, but a text or a token may have such a name; its `map` takes every key.
 */
export function recordOf<const Key extends KeySchema, const Value extends v.GenericSchema>(key: Key, value: Value) {
  const schema = objectsOnly(v.record(key, value));
  const entries = v.map(key, value);
  const run = schema["~run"];
  const all: typeof run = function (this: typeof schema, dataset, config) {
    const given = dataset.value;
    if (!isObject(given)) return run.call(this, dataset, config);
    const parsed = entries["~run"]({ ...dataset, value: new Map(Object.entries(given)) }, config);
    return { ...parsed, value: Object.fromEntries(parsed.value as Map<string, unknown>) } as ReturnType<typeof run>;
  };
  return { ...schema, "~run": all };
}

type KeySchema = v.GenericSchema<string, string>;
