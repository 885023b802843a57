/**
 * Vectors and texts that were made elsewhere. Vectors stand in `test/vectors`; texts, which are too large to carry along, in a folder
 * `shared` beside the repository, where there is one.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { test } from "vitest";
import { skippable } from "./skippable.ts";

const HERE = dirname(fileURLToPath(import.meta.url));
const SHARED = join(HERE, "../../../shared");
/** Where the carried part of a folder of the shared data stands. */
const CARRIED: Record<string, string> = { "data/vectors/": "published/", "reference/vectors/": "computed/" };
export const NO_SHARED = "there is no ../shared";

/** Where a file or folder of the shared data stands, or would. */
export function sharedPath(path: string): string {
  const folder = Object.keys(CARRIED).find((prefix) => path.startsWith(prefix));
  const carried = folder && join(HERE, "../vectors", CARRIED[folder]!, path.slice(folder.length));
  return carried !== undefined && existsSync(carried) ? carried : join(SHARED, path);
}

/** The contents of a file, or `null` where it is absent. `.gz` is opened. */
export function sharedText(path: string): string | null {
  const file = sharedPath(path);
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** A test that needs one of the files, and is skipped by name where it is absent. */
export function testWith(path: string, name: string, run: (contents: string) => void): void {
  const contents = sharedText(path);
  test.skipIf(contents === null)(skippable(`${name} (${path})`, contents === null, NO_SHARED), () => run(contents!));
}
