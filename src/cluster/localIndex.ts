/**
 * Copies of the indexes of segments on this machine's disk, up to a budget: each is loaded whole before it is used, and
 * stays through restarts. A copy that an earlier process made is compared with the hash that was stored with it, and
 * every page of a segment has a checksum of its own; a damaged copy is loaded again. Text is read where it is.
 */
import { sha256 } from "../base/sha256.ts";
import { isSpoliaError } from "../errors.ts";
import { createFileStorage } from "../storage/file.ts";
import type { Storage, StoredFile, WritableStorage } from "../storage/storage.ts";

const STEP_BYTES = 4 * 1024 * 1024;
const STEPS_AT_ONCE = 4;
const COPIED = /^(?:segments|deleted)\//;
const HASH_SUFFIX = ".sha256";

interface Copy {
  bytes: number;
  users: number;
  /** Resolves when the copy is there and whole. */
  ready(): Promise<void>;
}

export class LocalIndex implements Storage {
  readonly label: string;
  readonly #far: Storage;
  readonly #near: WritableStorage;
  readonly #bytesMax: number;
  /** In the order of their last use. */
  readonly #copies = new Map<string, Copy>();
  #found: Promise<void> | undefined;

  /** @param folder of this corpus alone */
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

  async open(name: string, expected?: { readonly sizeBytes: number }): Promise<StoredFile> {
    const sizeBytes = expected?.sizeBytes ?? 0;
    if (!COPIED.test(name) || sizeBytes === 0 || sizeBytes > this.#bytesMax) return this.#far.open(name, expected);
    this.#found ??= this.#findCopies();
    await this.#found;
    try {
      return await this.#openCopy(name, sizeBytes);
    } catch (error) {
      // The disk is full or gone: the index is read where the text is.
      if (isSpoliaError(error) && error.code === "storage_failed") return this.#far.open(name, expected);
      throw error;
    }
  }

  /** Drops copies that were found to be damaged. */
  async forget(names: readonly string[]): Promise<void> {
    for (const name of names.filter((one) => COPIED.test(one))) {
      this.#copies.delete(name);
      await this.#remove(name);
    }
  }

  async #openCopy(name: string, sizeBytes: number): Promise<StoredFile> {
    const copy = this.#copies.get(name) ?? copyOf(sizeBytes, () => this.#load(name, sizeBytes));
    this.#copies.delete(name);
    this.#copies.set(name, copy);
    copy.users++;
    const leave = once(() => copy.users--);
    try {
      await copy.ready();
      await this.#makeRoom();
      const file = await this.#near.open(name);
      return {
        ...file,
        async close() {
          leave();
          await file.close();
        },
      };
    } catch (error) {
      leave();
      if (this.#copies.get(name) === copy) this.#copies.delete(name);
      throw error;
    }
  }

  /** What an earlier process left; its copies are proved when they are first opened. */
  async #findCopies(): Promise<void> {
    for (const name of await this.#near.list().catch(() => [])) {
      if (!COPIED.test(name) || name.endsWith(HASH_SUFFIX)) continue;
      const file = await this.#near.open(name).catch(() => null);
      if (file === null) continue;
      const { sizeBytes } = file;
      await file.close();
      this.#copies.set(
        name,
        copyOf(sizeBytes, () => this.#prove(name, sizeBytes)),
      );
    }
  }

  async #prove(name: string, sizeBytes: number): Promise<void> {
    const stated = await readWhole(this.#near, `${name}${HASH_SUFFIX}`).catch(() => null);
    const hash = stated && (await hashOf(this.#near, name));
    if (hash === null || new TextDecoder().decode(stated!) !== hash) await this.#load(name, sizeBytes);
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

  /** Removes the copies that were not used for longest. */
  async #makeRoom(): Promise<void> {
    for (const [name, { users }] of [...this.#copies]) {
      if (this.bytes <= this.#bytesMax) return;
      if (users > 0) continue;
      this.#copies.delete(name);
      await this.#remove(name);
    }
  }

  async #remove(name: string): Promise<void> {
    await this.#near.remove(`${name}${HASH_SUFFIX}`).catch(() => {});
    await this.#near.remove(name).catch(() => {});
  }
}

function copyOf(bytes: number, prepare: () => Promise<void>): Copy {
  let prepared: Promise<void> | undefined;
  return {
    bytes,
    users: 0,
    ready() {
      prepared ??= prepare();
      return prepared;
    },
  };
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

function once(work: () => unknown): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
