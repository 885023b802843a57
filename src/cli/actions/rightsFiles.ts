/** Finds and reads the files about rights in folders. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RightsFile } from "../../base/contract/resources/rights.ts";
import { SpoliaError } from "../../base/errors.ts";
import { CONTENT_BYTES_MAX, RIGHTS_FILES_MAX } from "../../base/limits.ts";
import { declaredInHtml } from "../../files/documents/bytes/declared.ts";
import {
  type DecodedText,
  decodedAs,
  decodeText,
  type EncodingHints,
  NUL_BYTES,
  replacedBytes,
  type TextEncoding,
} from "../../files/documents/bytes/decode.ts";
import { encodingOf } from "../../files/documents/bytes/labels.ts";
import { NotRead } from "../../files/documents/bytes/notRead.ts";
import { count, figure } from "../../report/layout/page.ts";
import { unreadable } from "../inputs/files.ts";
import type { ReadingFlags } from "../inputs/inputs.ts";
import { UsageError } from "../terminal/exit.ts";
import type { Output } from "../terminal/output.ts";

/** Most files that were not read and are named. */
const NAMED = 10;

/** Files that are too large, not text, or too many, are named and left out. */
export function readRightsFiles(paths: readonly string[], { encoding }: ReadingFlags, output: Output): RightsFile[] {
  const files: RightsFile[] = [];
  const left: string[] = [];
  for (const path of paths.flatMap(filesUnder)) {
    const read = files.length === RIGHTS_FILES_MAX ? null : textOf(path, encoding);
    if (read === null) {
      left.push(path);
      continue;
    }
    files.push({ name: path, content: read.text });
    for (const { reason } of replacedBytes(read)) output.notice(`not read of ${path}: ${reason}`);
  }
  if (files.length + left.length === 0)
    throw new SpoliaError("no_documents", `There is no file under ${paths.join(", ")}.`);
  if (files.length === 0)
    throw new SpoliaError("no_documents", `None of ${count(left.length, "file")} under the given paths is text.`, {
      hint: "Rights are read of robots.txt, tdmrep.json, RSL, .headers, HTML and other text. Of an EPUB, unzip it, and name its .opf and pages.",
    });
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
    const lines = (rightsText(readFileSync(path))?.text ?? "").split(/\r\n|\r|\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  } catch (cause) {
    if (existsSync(path)) throw unreadable(path, cause);
    throw new UsageError(
      `${path} is neither a file nor an address.`,
      "Begin addresses with https://, or name a file of them.",
    );
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

/** The text of a file with its markup; `null` where it is too large, or has NUL characters, as no text has. */
function textOf(path: string, stated: TextEncoding | undefined): DecodedText | null {
  return statSync(path).size > CONTENT_BYTES_MAX ? null : rightsText(readFileSync(path), { stated });
}

/** Text with its markup. What machines look for is ASCII: bytes of an encoding that is not known do not hide it. */
export function rightsText(bytes: Uint8Array, { stated, declared = [] }: EncodingHints = {}): DecodedText | null {
  try {
    return decodeText(bytes, { stated, declared: [...declared, ...declaredInHtml(bytes)] });
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    return error.reason === NUL_BYTES ? null : decodedAs(encodingOf("utf-8")!, bytes);
  }
}
