/** Puts back what was taken out of a dataset, from its ledger: to the byte, or not at all. */
import { checkArguments, isName } from "../../base/arguments.ts";
import { fromBase64 } from "../../base/bytes/bytes.ts";
import { builtin } from "../../corpus/storage/builtin.ts";
import { changed, exists, type LedgerFile, readLedger, type TakenPart } from "./ledger.ts";

export interface RestoreResult {
  files: number;
  /** Parts that were put back. */
  parts: number;
  bytes: number;
}

/** Bytes that are copied at once. */
const COPIED_BYTES = 1 << 20;

/**
 * Restores a dataset that `cleanDataset` wrote.
 *
 * @param cleaned the folder of the cleaned dataset, which stays as it is
 * @param output  a folder that does not exist
 * @throws document_invalid where a byte of the ledger or of the cleaned dataset was changed; conflict where the output
 *   exists; nothing is left behind
 * @since 0.2.0
 */
export async function restoreDataset(ledger: string, cleaned: string, output: string): Promise<RestoreResult> {
  checkArguments("restoreDataset", [
    ["/ledger", isName(ledger), "the path of a file"],
    ["/cleaned", isName(cleaned), "the path of a folder"],
    ["/output", isName(output), "the path of a folder"],
  ]);
  const { existsSync, mkdirSync, renameSync, rmSync } = builtin("node:fs");
  if (existsSync(output)) throw exists(output);
  if (!existsSync(ledger)) throw changed(`does not exist at ${ledger}`);
  const partial = `${output}.partial`;
  try {
    mkdirSync(partial);
    const result = await restored(ledger, cleaned, partial);
    renameSync(partial, output);
    return result;
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

async function restored(ledger: string, cleaned: string, output: string): Promise<RestoreResult> {
  const result: RestoreResult = { files: 0, parts: 0, bytes: 0 };
  let next = 0;
  // The ledger is read to its end before anything is believed: its last line has the hash of the others.
  const files: LedgerFile[] = [];
  for await (const line of readLedger(ledger)) if ("file" in line) files.push(line);
  let open: RestoredFile | undefined;
  try {
    for await (const line of readLedger(ledger)) {
      if (files[next] === undefined) break;
      open ??= new RestoredFile(files[next]!, cleaned, output);
      if ("took" in line) {
        open.putBack(line);
        if (files[next]!.converted_from === undefined) result.parts += 1;
      }
      if (!("file" in line)) continue;
      open.finish();
      open = undefined;
      next += 1;
      if (line.converted_from !== undefined) continue;
      result.files += 1;
      result.bytes += line.bytes;
    }
  } finally {
    open?.close();
  }
  return result;
}

/** A file that is put together from its cleaned form and the parts of the ledger. */
class RestoredFile {
  readonly #file: LedgerFile;
  readonly #source: CleanedReader | null;
  /** `null` for a file that the cleaned dataset has in place of another. */
  readonly #target: number | null;
  readonly #whole = builtin("node:crypto").createHash("sha256");

  constructor(file: LedgerFile, cleaned: string, output: string) {
    if (typeof file.file !== "string" || !isBelow(file.file)) throw changed("names a file outside of its folder");
    this.#file = file;
    this.#source = file.is_removed ? null : new CleanedReader(`${cleaned}/${file.file}`, file.file);
    if (file.converted_from !== undefined) {
      this.#target = null;
      return;
    }
    const path = `${output}/${file.file}`;
    const { mkdirSync, openSync } = builtin("node:fs");
    mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    this.#target = openSync(path, "w");
  }

  readonly #put = (bytes: Uint8Array): void => {
    this.#whole.update(bytes);
    if (this.#target !== null) builtin("node:fs").writeSync(this.#target, bytes);
  };

  putBack({ at, put, took }: TakenPart): void {
    this.#source?.copyTo(at, this.#put);
    this.#source?.copyTo(at + put, () => {});
    this.#put(fromBase64(took));
  }

  finish(): void {
    const { file, cleaned_bytes, cleaned_sha256, sha256 } = this.#file;
    this.#source?.copyTo(cleaned_bytes, this.#put);
    if (this.#source !== null && this.#source.digest() !== cleaned_sha256)
      throw changed(`is not of ${file} as it is now`);
    if (`sha256:${this.#whole.digest("hex")}` !== sha256) throw changed(`does not give back ${file}`);
    this.close();
  }

  close(): void {
    this.#source?.close();
    if (this.#target !== null) builtin("node:fs").closeSync(this.#target);
  }
}

const isBelow = (name: string): boolean => !name.startsWith("/") && !name.split("/").includes("..");

/** Reads a cleaned file from its beginning to its end, and hashes it. */
class CleanedReader {
  readonly #file: number;
  readonly #name: string;
  readonly #hash = builtin("node:crypto").createHash("sha256");
  readonly #buffer = new Uint8Array(COPIED_BYTES);
  #at = 0;

  constructor(path: string, name: string) {
    this.#name = name;
    try {
      this.#file = builtin("node:fs").openSync(path, "r");
    } catch (cause) {
      throw changed(`has the file ${name}, which cannot be read`, cause);
    }
  }

  copyTo(end: number, put: (bytes: Uint8Array) => void): void {
    while (this.#at < end) {
      const wanted = Math.min(COPIED_BYTES, end - this.#at);
      const read = builtin("node:fs").readSync(this.#file, this.#buffer, 0, wanted, null);
      if (read === 0) throw changed(`is of a longer ${this.#name}`);
      const bytes = this.#buffer.subarray(0, read);
      this.#hash.update(bytes);
      put(bytes);
      this.#at += read;
    }
  }

  /** The hash of the whole file, also of what stands behind the end that is known. */
  digest(): string {
    this.#hashRest();
    return `sha256:${this.#hash.digest("hex")}`;
  }

  #hashRest(): void {
    for (let read = 1; read > 0; ) {
      read = builtin("node:fs").readSync(this.#file, this.#buffer, 0, COPIED_BYTES, null);
      this.#hash.update(this.#buffer.subarray(0, read));
    }
  }

  close(): void {
    builtin("node:fs").closeSync(this.#file);
  }
}
