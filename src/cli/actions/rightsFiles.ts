/** Finds and reads the files about rights in folders. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RightsFile } from "../../base/contract/resources/rights.ts";
import { SpoliaError } from "../../base/errors.ts";
import { CONTENT_BYTES_MAX, RIGHTS_FILES_MAX } from "../../base/limits.ts";
import { figure } from "../../report/layout/page.ts";
import { unreadable } from "../inputs/files.ts";
import { UsageError } from "../terminal/exit.ts";
import type { Output } from "../terminal/output.ts";

/** Most files that were not read and are named. */
const NAMED = 10;

/** Files that are too large, not text, or too many, are named and left out. */
export function readRightsFiles(paths: readonly string[], output: Output): RightsFile[] {
  const files: RightsFile[] = [];
  const left: string[] = [];
  for (const path of paths.flatMap(filesUnder)) {
    const bytes = files.length === RIGHTS_FILES_MAX ? null : textOf(path);
    if (bytes === null) left.push(path);
    else files.push({ name: path, content: bytes });
  }
  if (files.length === 0) throw new SpoliaError("no_documents", "No file of text was found under the given paths.");
  if (left.length > 0) {
    const more = left.length > NAMED ? `, and ${figure(left.length - NAMED)} more` : "";
    const why = `not text, larger than ${figure(CONTENT_BYTES_MAX)} bytes, or beyond ${figure(RIGHTS_FILES_MAX)} files`;
    output.notice(`Not read (${why}): ${left.slice(0, NAMED).join(", ")}${more}.`);
  }
  return files;
}

/** Addresses that a list may have. */
const ADDRESSES_MAX = 10_000;

/**
 * Addresses as they are given, and those of files: one a line, without empty lines and what begins with `#`.
 *
 * @throws UsageError where one is no address of the web, or there are too many
 */
export function readAddresses(paths: readonly string[]): string[] {
  const isAddress = (text: string) => /^https?:\/\/./i.test(text) && URL.canParse(text);
  const addresses = paths.flatMap((path) => (isAddress(path) ? [path] : linesOf(path)));
  const [wrong] = addresses.filter((one) => !isAddress(one));
  if (wrong !== undefined)
    throw new UsageError(`“${wrong.slice(0, 200)}” is no address of the web.`, "Write one a line, with https://.");
  if (addresses.length === 0 || addresses.length > ADDRESSES_MAX)
    throw new UsageError(`There are ${addresses.length} addresses.`, `Give 1 to ${ADDRESSES_MAX}.`);
  return addresses.map((one) => new URL(one).href.replace(/#.*$/s, ""));
}

function linesOf(path: string): string[] {
  try {
    const lines = readFileSync(path, "utf8").split(/\r\n|\r|\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  } catch (cause) {
    throw unreadable(path, cause);
  }
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
