/**
 * The file of a table while it is written. Rows are appended to `NAME.partial/rows`; when all are there, they are
 * written in order beside the table, which is then replaced at once. So the table is the old one or the new one,
 * whenever the process ends, and a run that was killed goes on from the rows of both.
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { takeFolderLock } from "../../corpus/storage/lock.ts";
import {
  type Cell,
  headerOf,
  lineOf,
  outcomeColumn,
  parseLine,
  type TableFormat,
  type TableOperation,
  tableColumns,
} from "../../report/layout/table.ts";
import type { TableSink } from "./tabulate.ts";

/** Where a row stands. */
interface StoredRow {
  /** Its word, such as the verdict. */
  readonly outcome: string;
  readonly source: "table" | "rows";
  readonly offsetBytes: number;
  readonly lengthBytes: number;
}

const CHUNK_BYTES = 1 << 20;
/** Longest line that is looked for: no row is near it. */
const ROW_BYTES_MAX = 1 << 24;
const LINE_FEED = 10;

export class TableFile implements TableSink {
  readonly path: string;
  readonly #format: TableFormat;
  readonly #columns: readonly string[];
  readonly #outcomeAt: number;
  readonly #folder: string;
  readonly #release: () => Promise<void>;
  /** Descriptor of the table as it was found; `undefined` where there was none. */
  readonly #table: number | undefined;
  /** Descriptor of the rows that no table has yet. */
  readonly #stored: number;
  /** Rows that may be taken over, by the digest of what they follow from. */
  readonly #known = new Map<string, StoredRow>();
  readonly #order: StoredRow[] = [];
  /** Number of rows that this run has added. */
  added = 0;
  #endBytes = 0;
  #isOpen = true;

  /**
   * Opens a table for writing, with the rows that are there.
   *
   * @throws conflict if another run writes it, or the file is no such table; storage_failed
   */
  constructor(path: string, operation: TableOperation, format: TableFormat) {
    this.path = path;
    this.#format = format;
    this.#columns = tableColumns(operation);
    this.#outcomeAt = this.#columns.indexOf(outcomeColumn(operation));
    this.#folder = `${path}.partial`;
    this.#table = this.#openTable(operation);
    this.#release = this.#lock();
    try {
      this.#stored = translated(() => openSync(join(this.#folder, "rows"), "a+"));
      if (this.#table !== undefined) this.#read(this.#table, "table");
      this.#endBytes = this.#read(this.#stored, "rows");
    } catch (error) {
      void this.#release();
      throw error;
    }
  }

  /** Whether a table was there before this run. */
  get existed(): boolean {
    return this.#table !== undefined;
  }

  /** Number of rows that the table will have, of those that are known by now. */
  get rows(): number {
    return this.#order.length;
  }

  has(inputDigest: string): boolean {
    return this.#known.has(inputDigest);
  }

  takeOver(inputDigest: string): string {
    const row = this.#known.get(inputDigest)!;
    this.#order.push(row);
    return row.outcome;
  }

  add(cells: readonly Cell[], outcome: string): void {
    const bytes = Buffer.from(lineOf(this.#format, this.#columns, cells));
    translated(() => writeWhole(this.#stored, bytes));
    this.#order.push({ outcome, source: "rows", offsetBytes: this.#endBytes, lengthBytes: bytes.length });
    this.#endBytes += bytes.length;
    this.added += 1;
  }

  /** Replaces the table by one with the rows of this run, and removes what was written on the way. */
  finish(): void {
    const written = join(this.#folder, "table");
    translated(() => {
      const target = openSync(written, "w");
      try {
        const lines = new Chunks(target);
        lines.add(Buffer.from(headerOf(this.#format, this.#columns)));
        for (const row of this.#order) lines.add(this.#bytesOf(row));
        lines.end();
        fsyncSync(target);
      } finally {
        closeSync(target);
      }
      renameSync(written, this.path);
      rmSync(join(this.#folder, "rows"), { force: true });
    });
  }

  /** Ends the work on the table; rows that no table has yet are kept for the next run. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#stored);
    if (this.#table !== undefined) closeSync(this.#table);
    await this.#release();
    removeIfEmpty(this.#folder);
  }

  #openTable(operation: TableOperation): number | undefined {
    const found = statSync(this.path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (!found.isFile()) throw noTable(this.path, operation);
    const descriptor = translated(() => openSync(this.path, "r"));
    if (found.size === 0 || this.#isOurs(descriptor)) return descriptor;
    closeSync(descriptor);
    throw noTable(this.path, operation);
  }

  /** By its first line. */
  #isOurs(descriptor: number): boolean {
    const [line] = linesOf(descriptor);
    const text = line === undefined ? "" : line.bytes.toString();
    const header = headerOf(this.#format, this.#columns);
    return header === "" ? parseLine(this.#format, this.#columns, text) !== undefined : text === header;
  }

  #lock(): () => Promise<void> {
    try {
      makeFolder(this.#folder);
      const lock = takeFolderLock(this.#folder);
      return () => lock.release();
    } catch (error) {
      if (this.#table !== undefined) closeSync(this.#table);
      if (!isSpoliaError(error) || error.code !== "corpus_locked") throw failed(error);
      throw new SpoliaError("conflict", `Another run writes ${this.path}: ${error.message}`, {
        hint: error.hint ?? "Wait until it has finished.",
        cause: error,
      });
    }
  }

  /** Notes the rows of a file. @returns the end of its last whole row; a torn one is cut off */
  #read(descriptor: number, source: StoredRow["source"]): number {
    let end = 0;
    for (const { bytes, offsetBytes } of linesOf(descriptor)) {
      const cells = parseLine(this.#format, this.#columns, bytes.toString());
      end = offsetBytes + bytes.length;
      const digest = cells?.at(-1) ?? "";
      const outcome = cells?.[this.#outcomeAt] ?? "";
      // Rows with an error are tried again.
      if (!/^[0-9a-f]{64}$/.test(digest) || outcome === "") continue;
      this.#known.set(digest, { outcome, source, offsetBytes, lengthBytes: bytes.length });
    }
    const { size } = fstatSync(descriptor);
    if (source === "rows" && size > end) {
      // What is appended must begin a line of its own.
      translated(() => writeWhole(descriptor, Buffer.of(LINE_FEED)));
      return size + 1;
    }
    return end;
  }

  #bytesOf({ source, offsetBytes, lengthBytes }: StoredRow): Uint8Array {
    const bytes = Buffer.allocUnsafe(lengthBytes);
    const descriptor = source === "rows" ? this.#stored : this.#table!;
    for (let done = 0; done < lengthBytes; ) {
      const read = readSync(descriptor, bytes, done, lengthBytes - done, offsetBytes + done);
      if (read === 0) throw new Error("a row is gone from the file: something else has cut it");
      done += read;
    }
    return bytes;
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** The lines of a file that end, each with its end. */
function* linesOf(descriptor: number): Generator<{ bytes: Buffer; offsetBytes: number }> {
  let [rest, offsetBytes, at] = [Buffer.alloc(0) as Buffer, 0, 0];
  while (rest.length < ROW_BYTES_MAX) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = readSync(descriptor, chunk, 0, CHUNK_BYTES, at);
    if (read === 0) return;
    at += read;
    rest = Buffer.concat([rest, chunk.subarray(0, read)]);
    let begin = 0;
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED, begin)) {
      yield { bytes: rest.subarray(begin, end + 1), offsetBytes: offsetBytes + begin };
      begin = end + 1;
    }
    rest = rest.subarray(begin);
    offsetBytes += begin;
  }
}

/** Writes many small pieces in few calls. */
class Chunks {
  readonly #descriptor: number;
  #pieces: Uint8Array[] = [];
  #lengthBytes = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  add(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#lengthBytes += bytes.length;
    if (this.#lengthBytes >= CHUNK_BYTES) this.end();
  }

  end(): void {
    writeWhole(this.#descriptor, Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.#lengthBytes = 0;
  }
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}

/** Removes the folder unless rows are kept in it. */
function removeIfEmpty(folder: string): void {
  const rows = join(folder, "rows");
  try {
    if (statSync(rows, { throwIfNoEntry: false })?.size === 0) rmSync(rows);
    rmdirSync(folder);
  } catch {
    // It holds rows, or another run has begun.
  }
}

function translated<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw failed(cause);
  }
}

function failed(cause: unknown): unknown {
  if (isSpoliaError(cause)) return cause;
  return new SpoliaError("storage_failed", "The table could not be written.", {
    hint: "Give -o in a folder that exists and where you may write.",
    cause,
  });
}

function noTable(path: string, operation: TableOperation): SpoliaError {
  return new SpoliaError("conflict", `${path} exists, and is no table of spolia ${operation} of this version.`, {
    hint: "Give another name with -o, or remove it first.",
  });
}
