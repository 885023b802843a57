/** Finds and reads the files about rights in folders. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RightsFile } from "../contract/rights.ts";
import { SpoliaError } from "../errors.ts";
import { CONTENT_BYTES_MAX, RIGHTS_FILES_MAX } from "../limits.ts";
import { unreadable } from "./files.ts";
import type { Output } from "./output.ts";

/** Files that are too large, not text, or too many, are named and left out. */
export function readRightsFiles(paths: readonly string[], output: Output): RightsFile[] {
  const files: RightsFile[] = [];
  let left = 0;
  for (const path of paths.flatMap(filesUnder)) {
    const bytes = files.length === RIGHTS_FILES_MAX ? null : textOf(path);
    if (bytes === null) left += 1;
    else files.push({ name: path, content: bytes });
  }
  if (files.length === 0) throw new SpoliaError("no_documents", "No file of text was found under the given paths.");
  if (left > 0)
    output.notice(
      `Not read: ${left} files that are not text, larger than ${CONTENT_BYTES_MAX} bytes, or beyond ${RIGHTS_FILES_MAX}.`,
    );
  return files;
}

function filesUnder(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
  } catch (cause) {
    throw unreadable(path, cause);
  }
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The text of a file; `null` where it is too large, or has a NUL character, as no text has. */
function textOf(path: string): string | null {
  if (statSync(path).size > CONTENT_BYTES_MAX) return null;
  const text = readFileSync(path, "utf8");
  return text.includes("\0") ? null : text;
}
