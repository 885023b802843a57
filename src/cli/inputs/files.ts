/** Reads files of the command line, and says which of them cannot be read. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type ErrorCode, SpoliaError } from "../../base/errors.ts";
import { kindOfDocument } from "../../base/results.ts";
import { UsageError } from "../terminal/exit.ts";

/**
 * The parsed content of a JSON file.
 *
 * @param what is expected, such as `ledger`: then the result of a command is told from one
 * @throws invalid_request if it cannot be read; `code` if it is not JSON, or another document
 */
export function readJson(path: string, code: ErrorCode, hint: string, what?: string): unknown {
  const value = parsedFile(path, code, hint);
  const kind = what === undefined ? null : kindOfDocument(value);
  if (kind !== null && kind !== `the ${what}`)
    throw new SpoliaError(code, `${path} is ${kind}, and no ${what}.`, { hint });
  return value;
}

function parsedFile(path: string, code: ErrorCode, hint: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw unreadable(path, cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SpoliaError(code, `${path} is not JSON.`, { hint, cause });
  }
}

export function unreadable(path: string, cause: unknown): SpoliaError {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === "ENAMETOOLONG" || (code === "ENOENT" && path.split(/\s+/).length >= WORDS_OF_TEXT)) return noPath(path);
  if (code === "ENOENT" && /^https?:\/\//i.test(path)) return noFile(path);
  if (code === "ENOENT" && /^file:/i.test(path)) return addressOfFile(path);
  if (code === "EISDIR") return folderInPlace(path);
  const missing = code === "ENOENT";
  return new SpoliaError("invalid_request", `${nameOf(path)} ${missing ? "does not exist" : "cannot be read"}.`, {
    hint: missing ? "Check the spelling of its path." : "Check that it is a file and that you may read it.",
    cause,
  });
}

/** So many words with blanks between them are rather a text than the name of a file. */
const WORDS_OF_TEXT = 6;
const BEGINNING_SHOWN = 40;

const beginningOf = (text: string): string =>
  text.length <= BEGINNING_SHOWN ? text : `${text.slice(0, BEGINNING_SHOWN).trim()}…`;

const noPath = (text: string) =>
  new SpoliaError("invalid_request", `There is no file “${beginningOf(text)}”.`, {
    hint: "Check the spelling of its path. If these words are the text itself, give them in a file, or on standard input as -.",
  });

const noFile = (address: string) =>
  new SpoliaError("invalid_request", `${address} is an address of the web, and no file.`, {
    hint: "Save what is there and name that file. `spolia rights --fetch` asks addresses.",
  });

const addressOfFile = (address: string) =>
  new SpoliaError("invalid_request", `${address} is an address, and no path.`, {
    hint: `Name the file by its path: ${address.replace(/^file:(?:\/\/)?/i, "")}.`,
  });

function folderInPlace(path: string): SpoliaError {
  const [kind, hint] = isCorpus(path)
    ? ["a corpus, and no text", `A command that searches corpora takes it by its option: --corpus ${path}.`]
    : ["a folder, and here one file is read", "Name a file in it."];
  return new SpoliaError("invalid_request", `${path} is ${kind}.`, { hint });
}

/** Whether a corpus stands in a folder, also a damaged one. */
export const isCorpus = (path: string): boolean => isFolder(path) && isFolder(join(path, "segments"));

/** @throws UsageError where a corpus stands in the place of a text */
export function refuseCorpora(files: readonly string[]): void {
  const corpus = files.find(isCorpus);
  if (corpus === undefined) return;
  throw new UsageError(
    `${corpus} is a corpus, and no text.`,
    `Name the corpus by its option, and the text without one: TEXT --corpus ${corpus}.`,
  );
}

/** Whether a folder stands there; no name of one is too long to ask. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** What a text is that spolia writes itself; `null` for others. */
export function kindOfText(text: string): string | null {
  if (!text.startsWith("{")) return null;
  try {
    return kindOfDocument(JSON.parse(text));
  } catch {
    return null;
  }
}

/** How messages name an input. */
export function nameOf(path: string): string {
  return path === "-" ? "Standard input" : path;
}
