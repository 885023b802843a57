/**
 * A storage that fails as machines do. It keeps what is visible, and apart from it what is certain to be there after a power loss:
 *
 *   write      nothing of a file under way has a name, so nothing of it is there afterwards, whole or torn
 *   finish     synced and named in one step, or not at all; one that failed after its rename may be there afterwards, or not
 *   remove     may come back, until it does not matter: nothing syncs it
 *
 * Operations are counted, and one of them can be made to fail; `crashes` gives every state that a power loss can leave then.
 */
import { SpoliaError } from "../../src/errors.ts";
import { createMemoryStorage } from "../../src/storage/memory.ts";
import type { NewFile, Storage, WritableStorage, WriteLock } from "../../src/storage/storage.ts";

/** What happens to the nth operation. After `dies` the storage answers nothing any more, as for a process that is killed. */
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

/** Whether a name is there after a power loss, for each change that nothing has synced yet. */
interface Loose {
  name: string;
  before: Uint8Array | undefined;
  after: Uint8Array | undefined;
}

/** States that are looked at where many loose changes may each be lost: all subsets up to here, then each alone. */
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
  /** What was asked of it, in order; the one that failed last. */
  readonly journal: string[] = [];

  /**
   * @param contents files to begin with, all of them durable
   * @param nth      the operation that fails, from 1; more than there are for none
   * @param kinds    which operations count
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

  /** What other processes see as long as the machine runs. */
  get visible(): Map<string, Uint8Array> {
    return new Map(this.#files);
  }

  /** What may be there when the machine is on again: each loose change made or lost, in every combination. */
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
          // It was synced: neither this change nor one of the same name before it can be lost.
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
