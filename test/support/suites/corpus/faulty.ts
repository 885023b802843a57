/**
 * A storage that fails as machines do. It tracks the visible files, and separately the files that certainly survive a power loss:
 *
 *   write      an unfinished file has no name, so nothing of it survives, neither complete nor torn
 *   finish     synced and named in one step, or not at all; a file that failed after its rename may survive or not
 *   remove     a removed file may come back, because nothing syncs the removal
 *
 * Operations are counted, and one of them can be made to fail; `crashes` returns every state that a power loss can leave then.
 */
import { SpoliaError } from "../../../../src/base/errors.ts";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import type { NewFile, Storage, WritableStorage, WriteLock } from "../../../../src/corpus/storage/storage.ts";

/** What happens to the nth operation. After `dies` the storage does not respond any more, as in a killed process. */
export const FAULTS = [
  "refuses",
  "does half of it and fails",
  "does it and fails",
  "dies before it",
  "dies half way",
  "dies after it",
] as const;
export type Fault = (typeof FAULTS)[number];

type Kind = "create" | "write" | "finish" | "remove" | "discard" | "open" | "read" | "list" | "lock" | "release";

/** Whether a name exists after a power loss, for each change that is not synced yet. */
interface Loose {
  name: string;
  before: Uint8Array | undefined;
  after: Uint8Array | undefined;
}

/** Number of unsynced changes up to which all subsets are checked; with more, each change is lost alone. */
const SUBSETS_OF_MAX = 5;

export class FaultyStorage implements WritableStorage {
  readonly label = "faulty";
  readonly #files: Map<string, Uint8Array>;
  readonly #loose: Loose[] = [];
  readonly #nth: number;
  readonly #fault: Fault;
  readonly #kinds: ReadonlySet<Kind>;
  #operations = 0;
  #isDead = false;
  #isLocked = false;
  /** The operations in order; the failed one is the last. */
  readonly journal: string[] = [];

  /**
   * @param contents initial files, all durable
   * @param nth      number of the operation that fails, from 1; a larger number than there are operations for none
   * @param kinds    the kinds of operations that count
   */
  constructor(contents: Iterable<readonly [string, Uint8Array]>, nth: number, fault: Fault, kinds: readonly Kind[]) {
    this.#files = new Map(contents);
    this.#nth = nth;
    this.#fault = fault;
    this.#kinds = new Set(kinds);
  }

  get hasFailed(): boolean {
    return this.#operations >= this.#nth;
  }

  /** The files that other processes see while the machine runs. */
  get visible(): Map<string, Uint8Array> {
    return new Map(this.#files);
  }

  /** The possible files after a restart of the machine: every combination of made and lost unsynced changes. */
  crashes(): Map<string, Uint8Array>[] {
    const lost: number[][] = [[]];
    if (this.#loose.length <= SUBSETS_OF_MAX) {
      for (let subset = 1; subset < 2 ** this.#loose.length; subset++)
        lost.push([...this.#loose.keys()].filter((i) => (subset >> i) & 1));
    } else {
      lost.push([...this.#loose.keys()], ...[...this.#loose.keys()].map((i) => [i]));
    }
    return lost.map((indexes) => {
      const files = new Map(this.#files);
      for (const index of indexes.reverse()) {
        const { name, before } = this.#loose[index]!;
        if (before === undefined) files.delete(name);
        else files.set(name, before);
      }
      return files;
    });
  }

  async #step<T>(kind: Kind, what: string, work: () => T, half: () => void = () => {}): Promise<T> {
    if (this.#isDead) throw this.#failure(kind);
    if (!this.#kinds.has(kind)) return work();
    this.journal.push(`${kind} ${what}`);
    if (++this.#operations !== this.#nth) return work();
    this.#isDead = this.#fault.startsWith("dies");
    if (this.#fault === "does it and fails" || this.#fault === "dies after it") work();
    if (this.#fault === "does half of it and fails" || this.#fault === "dies half way") half();
    throw this.#failure(kind);
  }

  #failure(kind: Kind): SpoliaError {
    return new SpoliaError("storage_failed", `The store failed to ${kind}.`, { cause: new Error("ENOSPC") });
  }

  async create(): Promise<NewFile> {
    return this.#step("create", "", () => this.#newFile());
  }

  #newFile(): NewFile {
    let bytes: Uint8Array = new Uint8Array();
    let isOpen = true;
    const append = (part: Uint8Array) => {
      const grown = new Uint8Array(bytes.length + part.length);
      grown.set(bytes);
      grown.set(part, bytes.length);
      bytes = grown;
    };
    return {
      write: (part) =>
        this.#step(
          "write",
          `${part.length}`,
          () => append(part),
          () => append(part.subarray(0, part.length >> 1)),
        ),
      finish: (name) => {
        if (!isOpen) throw new Error("finished twice");
        const isNew = this.#files.get(name) !== bytes;
        const rename = () => {
          isOpen = false;
          if (isNew) this.#loose.push({ name, before: this.#files.get(name), after: bytes });
          this.#files.set(name, bytes);
        };
        return this.#step("finish", name, rename, rename).then(() => {
          // The change is synced: neither it nor an earlier change of the same name can be lost.
          for (let i = this.#loose.length - 1; i >= 0; i--) if (this.#loose[i]!.name === name) this.#loose.splice(i, 1);
        });
      },
      discard: () => this.#step("discard", "", () => undefined),
    };
  }

  async remove(name: string): Promise<void> {
    return this.#step("remove", name, () => {
      const before = this.#files.get(name);
      if (before !== undefined) this.#loose.push({ name, before, after: undefined });
      this.#files.delete(name);
    });
  }

  async open(name: string): ReturnType<Storage["open"]> {
    const opening = await this.#step("open", name, () => ({ file: createMemoryStorage(this.#files).open(name) }));
    const file = await opening.file;
    return {
      sizeBytes: file.sizeBytes,
      gapBytes: file.gapBytes,
      read: async (offset, length) =>
        (await this.#step("read", name, () => ({ bytes: file.read(offset, length) }))).bytes,
      close: () => file.close(),
    };
  }

  async list(): Promise<string[]> {
    return this.#step("list", "", () => [...this.#files.keys()].sort());
  }

  async lock(): Promise<WriteLock> {
    return this.#step("lock", "", () => {
      if (this.#isLocked) throw new SpoliaError("corpus_locked", "Another test writes.");
      this.#isLocked = true;
      return {
        release: () =>
          this.#step("release", "", () => {
            this.#isLocked = false;
          }),
      };
    });
  }
}
