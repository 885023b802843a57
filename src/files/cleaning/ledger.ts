/**
 * The ledger of a cleaned dataset: what was taken out, where, by which rule, and the bytes themselves. JSON Lines:
 *
 *   {format: "spolia-ledger-1", ...}                 the head
 *   {took, at, put, ...}                             a part that was taken out of the file that follows, in its order
 *   {file, bytes, sha256, cleaned_bytes, ...}        a file, after its parts
 *   {end: true, lines, sha256}                       the hash of all lines before
 *
 *   cleaned file   ======|put|=========        `at`: where, in the cleaned file; `put`: bytes that stand there instead
 *   whole file     ======|took........|=========
 */
import type { Count, Sha256 } from "../../base/contract/common.ts";
import { SpoliaError } from "../../base/errors.ts";
import { builtin } from "../../corpus/storage/builtin.ts";
import { splitLines } from "../documents/bytes/lines.ts";

export const LEDGER_FORMAT = "spolia-ledger-1";

/** Why a part was taken out. */
export interface Cause {
  /** The rule that says so, such as `holds_item`. */
  rule: string;
  /** What the rule found, such as ids of items and their shares. */
  found: readonly object[];
}

/** With the document that loses something, and where it stands in its file. */
export type DocumentCause = Cause & { document: string; line?: number };

export interface TakenPart extends Cause {
  /** Id of the document. */
  document: string;
  /** Line of the file, from 1, where documents are lines. */
  line?: Count;
  /** Byte of the cleaned file where the part stood. */
  at: Count;
  /** Bytes of the cleaned file that stand there instead. */
  put: Count;
  /** The bytes that stood there, in base64. */
  took: string;
}

/** A file of the dataset. */
export interface LedgerFile {
  /** Path below the folder. */
  file: string;
  /** Of the whole file; of what was converted, of all its documents as JSON Lines. */
  bytes: Count;
  sha256: Sha256;
  /** Whether the cleaned dataset has no such file, since all of it was taken out. */
  is_removed: boolean;
  cleaned_bytes: Count;
  cleaned_sha256: Sha256;
  /**
   * Name of the file that was converted to this one, and is the next of the ledger: that is restored, and this is not.
   * Absent for files that were not converted.
   */
  converted_from?: string;
}

interface LedgerHead {
  format: typeof LEDGER_FORMAT;
  /** Version of the engine. */
  engine: string;
  /** What decided: `audit` or `dedup`. */
  by: string;
}

interface LedgerEnd {
  end: true;
  lines: Count;
  sha256: Sha256;
}

type LedgerLine = LedgerHead | TakenPart | LedgerFile | LedgerEnd;

/** Writes a ledger line by line; the file has its name only when it is whole. */
export class LedgerWriter {
  readonly #path: string;
  readonly #hash = builtin("node:crypto").createHash("sha256");
  readonly #file: number;
  #lines = 0;

  /** @throws conflict where there is such a file */
  constructor(path: string, head: LedgerHead) {
    const { existsSync, openSync } = builtin("node:fs");
    if (existsSync(path)) throw exists(path);
    this.#path = path;
    const partial = `${path}.partial`;
    if (existsSync(partial)) throw exists(partial);
    this.#file = openSync(partial, "wx");
    this.write(head);
  }

  write(line: LedgerHead | TakenPart | LedgerFile): void {
    const json = `${JSON.stringify(line)}\n`;
    this.#hash.update(json);
    this.#lines += 1;
    builtin("node:fs").writeSync(this.#file, json);
  }

  finish(): void {
    const end: LedgerEnd = { end: true, lines: this.#lines, sha256: `sha256:${this.#hash.digest("hex")}` };
    const { closeSync, fsyncSync, renameSync, writeSync } = builtin("node:fs");
    writeSync(this.#file, `${JSON.stringify(end)}\n`);
    fsyncSync(this.#file);
    closeSync(this.#file);
    renameSync(`${this.#path}.partial`, this.#path);
  }

  /** Leaves nothing behind. */
  discard(): void {
    const { closeSync, rmSync } = builtin("node:fs");
    closeSync(this.#file);
    rmSync(`${this.#path}.partial`, { force: true });
  }
}

export function exists(path: string): SpoliaError {
  return new SpoliaError("conflict", `${path} exists already.`, { hint: "Choose another name, or remove it first." });
}

/** @throws document_invalid where the ledger is not whole, or was changed */
export async function* readLedger(path: string): AsyncGenerator<LedgerHead | TakenPart | LedgerFile> {
  const hash = builtin("node:crypto").createHash("sha256");
  let [read, isWhole] = [0, false];
  for await (const bytes of splitLines(builtin("node:fs").createReadStream(path) as AsyncIterable<Uint8Array>)) {
    if (isWhole || bytes === null) throw changed("goes on behind its end");
    const line = parsed(bytes, read);
    if ("end" in line) {
      isWhole = line.lines === read && line.sha256 === `sha256:${hash.digest("hex")}`;
      if (!isWhole) throw changed("is not what its hash says");
      continue;
    }
    hash.update(bytes);
    hash.update("\n");
    read += 1;
    yield line;
  }
  if (!isWhole) throw changed("has no end");
}

function parsed(bytes: Uint8Array, index: number): LedgerLine {
  let line: unknown;
  try {
    line = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw changed(`is not JSON in line ${index + 1}`, cause);
  }
  const isHead = (line as LedgerHead | null)?.format === LEDGER_FORMAT;
  if (typeof line !== "object" || line === null || isHead !== (index === 0))
    throw changed("is no ledger of this version");
  return line as LedgerLine;
}

/** An error that says in which way a ledger or its dataset was changed. */
export function changed(detail: string, cause?: unknown): SpoliaError {
  return new SpoliaError("document_invalid", `The ledger ${detail}: nothing is restored from it.`, {
    hint: "Use the ledger and the cleaned dataset as they were written.",
    cause,
  });
}
