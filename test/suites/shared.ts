/** Published vectors that are too large to carry along: they stand in a folder `shared` beside the repository, where there is one. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { test } from "vitest";

const SHARED = join(dirname(fileURLToPath(import.meta.url)), "../../../shared");

/** Where a file or folder of the shared data would stand. */
export function sharedPath(path: string): string {
  return join(SHARED, path);
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
  if (contents !== null) test(`${name} (${path})`, () => run(contents));
  else test.skip(`${name} (skipped: there is no ../shared/${path})`, () => {});
}
