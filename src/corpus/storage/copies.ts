/**
 * A far corpus with copies of its indexes on this machine's disk, within a budget: each is loaded whole before it is
 * used, and stays through restarts. Texts are read where they are. A copy has its name only once it is complete, and
 * all that is read of it is checked; what is damaged is read where it comes from, and the copy is gone. Where there is
 * no room, the copy that was not read for longest is removed, and its index is read where the texts are. Which it is
 * changes no answer. Copies of what is no longer in the corpus are removed once nothing reads them.
 */
import { checkArguments, hasMethods, isName, isRecord, optionsChecks } from "../../base/arguments.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { createQueue } from "../../base/queues/queue.ts";
import { createFileStorage } from "./file.ts";
import type { ExpectedFile, Storage, StoredFile, WritableStorage, WriteLock } from "./storage.ts";

export interface CopyOptions {
  /** Most bytes of the copies; 64 GiB by default. */
  bytesMax?: number | undefined;
  /**
   * Whether copies are made and removed, which one thread of a machine does for each folder; others read those that
   * are there. True by default.
   */
  keeps?: boolean | undefined;
}

/** A storage with copies. */
export interface CopiedStorage extends Storage {
  /** Bytes of the copies that this thread keeps. */
  readonly bytes: number;
  /** To be called after all corpora that read from it are closed. */
  close(): Promise<void>;
}

interface Copy {
  readonly bytes: number;
  /** While somebody reads it. */
  file: StoredFile | undefined;
  readers: number;
}

const COPIES_BYTES = 64 * 1024 ** 3;
const STEP_BYTES = 4 * 1024 * 1024;
const STEPS_AT_ONCE = 4;
const COPIED = /^(?:segments|deleted)\/(?!\.)[\w.-]+$/;

/**
 * Opens a storage whose indexes are copied to a folder.
 *
 * @param far where the corpus is
 * @param folder of copies of this corpus alone. One that cannot be written to is no error: indexes are then read from
 *   `far`
 * @throws corpus_locked where another process keeps copies there; invalid_request
 */
export async function openCopies(far: Storage, folder: string, options: CopyOptions = {}): Promise<CopiedStorage> {
  const { bytesMax = COPIES_BYTES, keeps = true }: CopyOptions = isRecord(options) ? options : {};
  checkArguments("openCopies", [
    ["/far", hasMethods(far, "open"), "a storage"],
    ["/folder", isName(folder), "the path of a folder"],
    ...optionsChecks<CopyOptions>(options, { bytesMax: true, keeps: true }),
    ["/options/bytesMax", Number.isSafeInteger(bytesMax) && bytesMax >= 0, "a whole number from 0 on"],
    ["/options/keeps", typeof keeps === "boolean", "true or false"],
  ]);
  const near = createFileStorage(folder);
  if (!keeps) return new CopyingStorage(far, near, 0, undefined);
  return new CopyingStorage(far, near, bytesMax, await taken(near));
}

async function taken(near: WritableStorage): Promise<WriteLock | undefined> {
  try {
    return await near.lock();
  } catch (error) {
    if (isSpoliaError(error) && error.code === "corpus_locked") {
      throw new SpoliaError("corpus_locked", `The folder of copies is in use: ${error.message}`, {
        hint: `Give each process a folder of its own (--cache). ${error.hint ?? ""}`.trim(),
      });
    }
    if (!isSpoliaError(error) || error.code !== "storage_failed") throw error;
    return undefined;
  }
}

class CopyingStorage implements CopiedStorage {
  readonly label: string;
  readonly #far: Storage;
  readonly #near: WritableStorage;
  readonly #bytesMax: number;
  readonly #lock: WriteLock | undefined;
  /** Copies are made one after another, so that the budget holds while they are. */
  readonly #queued = createQueue(1);
  /** In the order of their last use. */
  readonly #copies = new Map<string, Copy>();
  #hasFound = false;
  #hasUnread = false;
  #isClosed = false;

  constructor(far: Storage, near: WritableStorage, bytesMax: number, lock: WriteLock | undefined) {
    this.label = far.label;
    this.#far = far;
    this.#near = near;
    this.#bytesMax = bytesMax;
    this.#lock = lock;
  }

  get bytes(): number {
    return [...this.#copies.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async open(name: string, expected?: ExpectedFile): Promise<StoredFile> {
    const sizeBytes = expected?.sizeBytes ?? 0;
    if (!COPIED.test(name) || sizeBytes === 0) return this.#far.open(name, expected);
    const copy = this.#taken(name) ?? (await this.#queued(() => this.#opened(name, sizeBytes)));
    if (copy?.file !== undefined) return this.#nearOrFar(name, copy, copy.file);
    // What a search looks up depends on the distance, and on this machine's disk it must not.
    const far = await this.#far.open(name, expected);
    return {
      sizeBytes: far.sizeBytes,
      gapBytes: far.gapBytes,
      read: (offsetBytes, lengthBytes) => far.read(offsetBytes, lengthBytes),
      close: () => far.close(),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queued(async () => {
      for (const { file } of this.#copies.values()) await file?.close();
      this.#copies.clear();
      await this.#lock?.release();
    });
  }

  /** Reads the copy while it is there, which may be removed for another. */
  #nearOrFar(name: string, copy: Copy, { sizeBytes, gapBytes }: StoredFile): StoredFile {
    let isOpen = true;
    let far: Promise<StoredFile> | undefined;
    const readFar = async (offsetBytes: number, lengthBytes: number) => {
      far ??= this.#far.open(name, { sizeBytes }).catch((error) => {
        far = undefined;
        throw error;
      });
      return (await far).read(offsetBytes, lengthBytes);
    };
    return {
      sizeBytes,
      gapBytes,
      read: async (offsetBytes, lengthBytes) => {
        const near = this.#use(name)?.file;
        return near === undefined ? readFar(offsetBytes, lengthBytes) : near.read(offsetBytes, lengthBytes);
      },
      readAgain: async (offsetBytes, lengthBytes) => {
        await this.#queued(() => this.#remove(name));
        return readFar(offsetBytes, lengthBytes);
      },
      close: async () => {
        if (!isOpen) return;
        isOpen = false;
        if (--copy.readers === 0) this.#letGoOfUnread();
        await far?.then((file) => file.close());
      },
    };
  }

  #use(name: string): Copy | undefined {
    const copy = this.#copies.get(name);
    if (copy?.file === undefined) return undefined;
    this.#copies.delete(name);
    this.#copies.set(name, copy);
    return copy;
  }

  #taken(name: string): Copy | undefined {
    const copy = this.#use(name);
    if (copy !== undefined) copy.readers++;
    return copy;
  }

  /** Soon, and once for all that are closed together, as those of an older state of a corpus are. */
  #letGoOfUnread(): void {
    this.#hasUnread = true;
    void this.#queued(async () => {
      if (!this.#hasUnread) return;
      this.#hasUnread = false;
      const unread = [...this.#copies].filter(([, { readers }]) => readers === 0);
      for (const [name, copy] of unread) {
        if (copy.readers > 0 || this.#copies.get(name) !== copy) continue;
        const { file } = copy;
        copy.file = undefined;
        await file?.close().catch(() => {});
        if (this.#lock === undefined) this.#copies.delete(name);
        else if (await this.#isGone(name)) await this.#remove(name);
      }
    });
  }

  /** Whether it is no longer in the corpus, as after a purge. What cannot be asked stays. */
  async #isGone(name: string): Promise<boolean> {
    if (this.#isClosed) return false;
    return this.#far.open(name).then(
      (file) => file.close().then(() => false),
      (error) => isSpoliaError(error) && error.code === "corpus_not_found",
    );
  }

  /** The copy, made where this thread may; `undefined` where there is none, as on a disk that is full or gone. */
  async #opened(name: string, sizeBytes: number): Promise<Copy | undefined> {
    const known = this.#taken(name);
    if (known !== undefined) return known;
    if (this.#lock !== undefined && !this.#hasFound) {
      await this.#findCopies();
      this.#hasFound = true;
      this.#letGoOfUnread();
    }
    try {
      const file = (await this.#complete(name, sizeBytes)) ?? (await this.#made(name, sizeBytes));
      if (file === undefined) return undefined;
      const copy = { bytes: sizeBytes, file, readers: 1 };
      this.#copies.delete(name);
      this.#copies.set(name, copy);
      return copy;
    } catch (error) {
      if (isSpoliaError(error) && error.code === "storage_failed") return undefined;
      throw error;
    }
  }

  async #complete(name: string, sizeBytes: number): Promise<StoredFile | undefined> {
    const file = await this.#near.open(name).catch(() => undefined);
    if (file === undefined || file.sizeBytes === sizeBytes) return file;
    await file.close();
    return undefined;
  }

  async #made(name: string, sizeBytes: number): Promise<StoredFile | undefined> {
    if (this.#lock === undefined || sizeBytes > this.#bytesMax) return undefined;
    await this.#remove(name);
    await this.#makeRoom(sizeBytes);
    await this.#load(name, sizeBytes);
    return this.#near.open(name);
  }

  /** What an earlier process left. */
  async #findCopies(): Promise<void> {
    for (const name of await this.#near.list().catch(() => [])) {
      const file = COPIED.test(name) ? await this.#near.open(name).catch(() => null) : null;
      if (file === null) continue;
      await file.close();
      this.#copies.set(name, { bytes: file.sizeBytes, file: undefined, readers: 0 });
    }
    await this.#makeRoom(0);
  }

  /** Reads the whole file from where it is. */
  async #load(name: string, sizeBytes: number): Promise<void> {
    const far = await this.#far.open(name, { sizeBytes });
    try {
      // A host could fill the disk with another file.
      if (far.sizeBytes !== sizeBytes) throw new SpoliaError("storage_failed", `${name} has another length.`);
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
      }
    } finally {
      await far.close();
    }
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
    await this.#near.remove(name).catch(() => {});
  }
}
