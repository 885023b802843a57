/**
 * Bytes that are written now and read again before the work is over: in memory as long as they fit, in files of the storage beyond.
 * The files have names of their own below `spill/`, which no manifest names, so that what a killed build left is cleared away by the next.
 */
import type { StoredFile, WritableStorage } from "../storage/storage.ts";

/** Memory of all spools of one piece of work together. */
export class SpoolMemory {
  readonly maxBytes: number;
  usedBytes = 0;
  files = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }
}

interface SpooledPiece {
  startBytes: number;
  lengthBytes: number;
  /** In memory; moved to the file when memory is full. */
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

  /** Takes over the bytes, and says where they begin. */
  async append(bytes: Uint8Array): Promise<number> {
    const startBytes = this.lengthBytes;
    this.#pieces.push({ startBytes, lengthBytes: bytes.length, bytes, fileOffsetBytes: 0 });
    this.lengthBytes += bytes.length;
    this.#memory.usedBytes += bytes.length;
    if (this.#memory.usedBytes > this.#memory.maxBytes) await this.#spill();
    return startBytes;
  }

  /** Moves what is held in memory into a file. */
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

  /** Bytes of one piece that was appended; they are to be read, not written. Their place in memory is a multiple of 4 where it was. */
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
    let [from, to] = [0, this.#pieces.length - 1];
    while (from < to) {
      const middle = (from + to + 1) >> 1;
      if (this.#pieces[middle]!.startBytes <= offsetBytes) from = middle;
      else to = middle - 1;
    }
    return from;
  }

  /** Gives memory and files back. */
  async dispose(): Promise<void> {
    for (const { bytes } of this.#pieces) this.#memory.usedBytes -= bytes?.length ?? 0;
    this.#pieces.length = 0;
    for (const file of this.#files) await file.close();
    for (const name of this.#names) await this.#storage.remove(name).catch(() => {});
  }
}
