/**
 * Vectors and texts from elsewhere. Vectors are in `test/support/vectors`. Texts, which are too large for the repository, are in the folder
 * `../shared`, if it exists.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { test } from "vitest";
import { skippable } from "./skippable.ts";

const HERE = dirname(fileURLToPath(import.meta.url));
const SHARED = join(HERE, "../../../shared");
/** Path of the part of a folder of the shared data that is in the repository. */
const CARRIED: Record<string, string> = { "data/vectors/": "published/", "reference/vectors/": "computed/" };
export const NO_SHARED = "there is no ../shared";

/** Path of a file or folder of the shared data, which may be absent. */
export function sharedPath(path: string): string {
  const folder = Object.keys(CARRIED).find((prefix) => path.startsWith(prefix));
  const carried = folder && join(HERE, "./vectors", CARRIED[folder]!, path.slice(folder.length));
  return carried !== undefined && existsSync(carried) ? carried : join(SHARED, path);
}

/** The contents of a file, or `null` if it is absent. Decompresses `.gz`. */
export function sharedText(path: string): string | null {
  const file = sharedPath(path);
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** A test that needs one of the files, and is skipped by name if the file is absent. */
export function testWith(path: string, name: string, run: (contents: string) => void | Promise<void>): void {
  const contents = sharedText(path);
  test.skipIf(contents === null)(skippable(`${name} (${path})`, contents === null, NO_SHARED), () => run(contents!));
}
