/** Published vectors that are too large to carry along: they stand in a folder `shared` beside the repository, where there is one. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { test } from "vitest";

const SHARED = join(dirname(fileURLToPath(import.meta.url)), "../../../shared");

/** A test that needs one of the files, and is skipped by name where it is absent. `.gz` is opened. */
export function testWith(path: string, name: string, run: (contents: string) => void): void {
  const file = join(SHARED, path);
  if (existsSync(file)) test(`${name} (${path})`, () => run(opened(file)));
  else test.skip(`${name} (skipped: there is no ../shared/${path})`, () => {});
}

function opened(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}
