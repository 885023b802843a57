/**
 * Copies of the indexes of segments on this machine's disk, within a budget: each is loaded whole before it is used,
 * and stays through restarts. A copy that an earlier process made is compared with the hash that was stored with it,
 * and every page of a segment has a checksum of its own; a damaged copy is loaded again. Where there is no room, the
 * copy that was not read for longest is removed, and its segment is read where the text is, as text always is.
 */

import { sha256 } from "../../base/bytes/sha256.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { createQueue } from "../../base/queues/queue.ts";
import { createFileStorage } from "../../corpus/storage/file.ts";
import type { Storage, StoredFile, WritableStorage, WriteLock } from "../../corpus/storage/storage.ts";

const STEP_BYTES = 4 * 1024 * 1024;
const STEPS_AT_ONCE = 4;
const COPIED = /^(?:segments|deleted)\//;
const HASH_SUFFIX = ".sha256";

interface Copy {
  bytes: number;
  /** Absent for what an earlier process left, until it is proved. */
  file?: StoredFile;
}

export class LocalIndex implements Storage {
  readonly label: string;
  readonly #far: Storage;
  readonly #near: WritableStorage;
  readonly #bytesMax: number;
  /** Copies are made one after another, so that the budget holds while they are. */
  readonly #queued = createQueue(1);
  /** In the order of their last use. */
  readonly #copies = new Map<string, Copy>();
  #lock: WriteLock | undefined;
  #found: Promise<void> | undefined;

  /** @param folder of this corpus and process alone */
  constructor(far: Storage, folder: string, bytesMax: number) {
    this.label = far.label;
    this.#far = far;
    this.#near = createFileStorage(folder);
    this.#bytesMax = bytesMax;
  }

  /** Bytes of the copies. */
  get bytes(): number {
    return [...this.#copies.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * Takes the folder for this process, and removes what a killed one left unfinished. A folder that cannot be written
   * to is no error: indexes are then read where the text is.
   *
   * @throws corpus_locked where another process has it
   */
  async take(): Promise<void> {
    try {
      this.#lock = await this.#near.lock();
    } catch (error) {
      if (isSpoliaError(error) && error.code === "corpus_locked") {
        throw new SpoliaError("corpus_locked", `The folder of copies is in use: ${error.message}`, {
          hint: `Give each node a folder of its own with --cache. ${error.hint ?? ""}`.trim(),
        });
      }
      if (!isSpoliaError(error) || error.code !== "storage_failed") throw error;
    }
  }

  async open(name: string, expected?: { readonly sizeBytes: number }): Promise<StoredFile> {
    const sizeBytes = expected?.sizeBytes ?? 0;
    if (!COPIED.test(name) || sizeBytes === 0 || sizeBytes > this.#bytesMax) return this.#far.open(name, expected);
    try {
      const file = this.#use(name)?.file ?? (await this.#queued(() => this.#copied(name, sizeBytes)));
      return this.#nearOrFar(name, file);
    } catch (error) {
      // The disk is full or gone: the index is read where the text is.
      if (isSpoliaError(error) && error.code === "storage_failed") return this.#far.open(name, expected);
      throw error;
    }
  }

  /** Drops copies that were found to be damaged. */
  async forget(names: readonly string[]): Promise<void> {
    await this.#queued(async () => {
      for (const name of names.filter((one) => COPIED.test(one))) await this.#remove(name);
    });
  }

  async close(): Promise<void> {
    await this.#queued(async () => {
      for (const { file } of this.#copies.values()) await file?.close();
      this.#copies.clear();
      await this.#lock?.release();
    });
  }

  /** Reads the copy while it is there, which may be removed for another. */
  #nearOrFar(name: string, { sizeBytes, gapBytes }: StoredFile): StoredFile {
    let far: Promise<StoredFile> | undefined;
    return {
      sizeBytes,
      gapBytes,
      read: async (offsetBytes, lengthBytes) => {
        const near = this.#use(name)?.file;
        if (near !== undefined) return near.read(offsetBytes, lengthBytes);
        far ??= this.#far.open(name, { sizeBytes }).catch((error) => {
          far = undefined;
          throw error;
        });
        return (await far).read(offsetBytes, lengthBytes);
      },
      async close() {
        await far?.then((file) => file.close());
      },
    };
  }

  #use(name: string): Copy | undefined {
    const copy = this.#copies.get(name);
    if (copy === undefined) return undefined;
    this.#copies.delete(name);
    this.#copies.set(name, copy);
    return copy;
  }

  async #copied(name: string, sizeBytes: number): Promise<StoredFile> {
    this.#found ??= this.#findCopies();
    await this.#found;
    const known = this.#use(name);
    if (known?.file !== undefined) return known.file;
    if (known === undefined || !(await this.#isWhole(name))) {
      await this.#remove(name);
      await this.#makeRoom(sizeBytes);
      await this.#load(name, sizeBytes).catch(async (error) => {
        await this.#remove(name); // also a copy whose hash could not be written
        throw error;
      });
    }
    const file = await this.#near.open(name);
    this.#copies.set(name, { bytes: sizeBytes, file });
    return file;
  }

  /** What an earlier process left; its copies are proved when they are first opened. */
  async #findCopies(): Promise<void> {
    for (const name of await this.#near.list().catch(() => [])) {
      if (!COPIED.test(name) || name.endsWith(HASH_SUFFIX)) continue;
      const file = await this.#near.open(name).catch(() => null);
      if (file === null) continue;
      await file.close();
      this.#copies.set(name, { bytes: file.sizeBytes });
    }
    await this.#makeRoom(0);
  }

  async #isWhole(name: string): Promise<boolean> {
    const stated = await readWhole(this.#near, `${name}${HASH_SUFFIX}`).catch(() => null);
    return stated !== null && new TextDecoder().decode(stated) === (await hashOf(this.#near, name));
  }

  /** Reads the whole file from where it is. */
  async #load(name: string, sizeBytes: number): Promise<void> {
    const far = await this.#far.open(name, { sizeBytes });
    const copy = await this.#near.create();
    try {
      for (let at = 0; at < far.sizeBytes; at += STEP_BYTES * STEPS_AT_ONCE) {
        const starts = Array.from({ length: STEPS_AT_ONCE }, (_, i) => at + i * STEP_BYTES);
        const steps = starts.filter((start) => start < far.sizeBytes);
        const read = await Promise.all(
          steps.map((start) => far.read(start, Math.min(STEP_BYTES, far.sizeBytes - start))),
        );
        for (const bytes of read) await copy.write(bytes);
      }
      await copy.finish(name);
    } catch (error) {
      await copy.discard().catch(() => {});
      throw error;
    } finally {
      await far.close();
    }
    const hash = await this.#near.create();
    await hash.write(new TextEncoder().encode(await hashOf(this.#near, name)));
    await hash.finish(`${name}${HASH_SUFFIX}`);
  }

  /** Removes the copies that were not read for longest, until there is room for so many bytes more. */
  async #makeRoom(bytesMore: number): Promise<void> {
    for (const name of [...this.#copies.keys()]) {
      if (this.bytes + bytesMore <= this.#bytesMax) return;
      await this.#remove(name);
    }
  }

  async #remove(name: string): Promise<void> {
    const copy = this.#copies.get(name);
    this.#copies.delete(name);
    await copy?.file?.close();
    await this.#near.remove(`${name}${HASH_SUFFIX}`).catch(() => {});
    await this.#near.remove(name).catch(() => {});
  }
}

/** SHA-256 over the SHA-256 of each step, so that a file of any size is hashed in little memory. */
async function hashOf(storage: Storage, name: string): Promise<string> {
  const file = await storage.open(name);
  try {
    const hashes: string[] = [];
    for (let at = 0; at < file.sizeBytes; at += STEP_BYTES)
      hashes.push(await sha256(await file.read(at, Math.min(STEP_BYTES, file.sizeBytes - at))));
    return await sha256(hashes.join("\n"));
  } finally {
    await file.close();
  }
}

async function readWhole(storage: Storage, name: string): Promise<Uint8Array> {
  const file = await storage.open(name);
  try {
    return await file.read(0, file.sizeBytes);
  } finally {
    await file.close();
  }
}
