/** Public test vectors, where this checkout has them beside it: they are large or licensed apart, so they are not part of it. */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** The parsed file, or `null` where it is absent; tests then skip and say so. */
export function vectors<T>(name: string): T | null {
  const file = new URL(`../../../shared/data/vectors/${name}`, import.meta.url);
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  return JSON.parse((name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")) as T;
}
