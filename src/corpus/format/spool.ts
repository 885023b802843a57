/**
 * Temporary bytes that are written and read again during one operation: in memory up to a limit, beyond it in files of
 * the storage. The files are below `spill/` and named by no manifest, so that the next writer removes what a killed
 * build left.
 */
import { partitionPoint } from "../../base/lists/sorted.ts";
import type { StoredFile, WritableStorage } from "../storage/storage.ts";

/** Memory that all spools of one operation share. */
export class SpoolMemory {
  readonly maxBytes: number;
  usedBytes = 0;
  /** Number of the next file. */
  files: number;

  constructor(maxBytes: number, firstFile = 0) {
    this.maxBytes = maxBytes;
    this.files = firstFile;
  }
}

interface SpooledPiece {
  startBytes: number;
  lengthBytes: number;
  /** The bytes in memory; moved to the file when memory is full. */
  bytes: Uint8Array | undefined;
  file?: StoredFile;
  fileOffsetBytes: number;
}

export class Spool {
  readonly #storage: WritableStorage;
  readonly #memory: SpoolMemory;
  readonly #pieces: SpooledPiece[] = [];
  readonly #names: string[] = [];
  readonly #files: StoredFile[] = [];
  lengthBytes = 0;

  constructor(storage: WritableStorage, memory: SpoolMemory) {
    this.#storage = storage;
    this.#memory = memory;
  }

  /** Takes ownership of the bytes, and returns the offset where they begin. */
  async append(bytes: Uint8Array): Promise<number> {
    const startBytes = this.lengthBytes;
    this.#pieces.push({ startBytes, lengthBytes: bytes.length, bytes, fileOffsetBytes: 0 });
    this.lengthBytes += bytes.length;
    this.#memory.usedBytes += bytes.length;
    if (this.#memory.usedBytes > this.#memory.maxBytes) await this.#spill();
    return startBytes;
  }

  /** Moves the pieces in memory into a file. */
  async #spill(): Promise<void> {
    const held = this.#pieces.filter(({ bytes }) => bytes !== undefined);
    const file = await this.#storage.create();
    const name = `spill/${this.#memory.files++}.spill`;
    let offsetBytes = 0;
    try {
      for (const piece of held) {
        await file.write(piece.bytes!);
        piece.fileOffsetBytes = offsetBytes;
        offsetBytes += piece.lengthBytes;
      }
      this.#names.push(name);
      await file.finish(name);
    } catch (error) {
      await file.discard().catch(() => {});
      throw error;
    }
    const opened = await this.#storage.open(name);
    this.#files.push(opened);
    for (const piece of held) {
      piece.file = opened;
      piece.bytes = undefined;
    }
    this.#memory.usedBytes -= offsetBytes;
  }

  /**
   * Reads bytes of one appended piece; the result must not be written to. Their alignment to 4 bytes in memory is kept.
   */
  async read(offsetBytes: number, lengthBytes: number): Promise<Uint8Array> {
    const piece = this.#pieces[this.#indexOf(offsetBytes)]!;
    const from = offsetBytes - piece.startBytes;
    if (piece.bytes !== undefined) return piece.bytes.subarray(from, from + lengthBytes);
    return piece.file!.read(piece.fileOffsetBytes + from, lengthBytes);
  }

  /** All pieces in order. */
  async *all(): AsyncGenerator<Uint8Array> {
    for (const { startBytes, lengthBytes } of this.#pieces) yield this.read(startBytes, lengthBytes);
  }

  #indexOf(offsetBytes: number): number {
    return partitionPoint(this.#pieces.length, (index) => this.#pieces[index]!.startBytes <= offsetBytes) - 1;
  }

  /** Frees memory and files. */
  async dispose(): Promise<void> {
    for (const { bytes } of this.#pieces) this.#memory.usedBytes -= bytes?.length ?? 0;
    this.#pieces.length = 0;
    for (const file of this.#files) await file.close();
    for (const name of this.#names) await this.#storage.remove(name).catch(() => {});
  }
}
