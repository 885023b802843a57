/**
 * Files in a browser's Origin Private File System, which all tabs and workers of an origin share. Workers write and
 * read, pages read.
 *
 * Not every browser can rename such a file, and none keeps a replaced file for those who still read it. So the bytes of
 * a file are written once under a number, and an empty entry beside them, created in one step, gives them a name:
 *
 *   .data-17         the bytes
 *   17 text%2Fa      `text/a` is in .data-17, unless there is an entry of a higher number
 *
 * A crash leaves the old entry or the new one. The next writer removes data without an entry, unless it is being read
 * or written: readers and writers hold a Web Lock on it, which ends with their tab at the latest.
 */
import { checkArguments, isName, isRecord } from "../../../base/arguments.ts";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import type { PlatformDirectoryHandle } from "../../../base/platform.ts";
import { locked } from "../lock.ts";
import { checkRange, notFound, tooShort } from "../range.ts";
import type { NewFile, StoredFile, WritableStorage, WriteLock } from "../storage.ts";
import { type OpenBytes, openContent, openForWriting, type SyncAccessHandle } from "./content.ts";

/**
 * In a worker a read call takes as long as reading 4 KiB; in a browser's page, whose reads go through another process,
 * about a hundred times as long.
 */
const GAP_BYTES = 64 * 1024;

/** A folder of the file system, and the prefix of its Web Locks' names. */
interface OpfsFolder {
  lockName: string;
  /** Undefined where there is no such folder and `isMade` is false. */
  folder(isMade: boolean): Promise<FileSystemDirectoryHandle | undefined>;
  /** Removes the folder if it is empty, unless the caller created it. */
  removeEmpty(): Promise<void>;
}

/** Entries of a folder. */
interface Contents {
  /** Number of the current data of each name. */
  named: Map<string, number>;
  /** Entries that an entry with a higher number has replaced. */
  replaced: string[];
  numbers: number[];
}

/**
 * A folder of the Origin Private File System. A folder given by name is created with the first file and removed with
 * the last.
 *
 * All methods throw unsupported_runtime where there is no such file system; `create` does so outside of dedicated
 * workers too.
 *
 * @param directory name of a folder at the root, where it is stored URL-encoded, or a folder handle
 */
export function openOpfsStorage(directory: string | PlatformDirectoryHandle): WritableStorage {
  checkArguments("openOpfsStorage", [
    ["/directory", isName(directory) || isRecord(directory), "a folder, or the name of one"],
  ]);
  const label = typeof directory === "string" ? directory : directory.name;
  let found: Promise<OpfsFolder> | undefined;

  /** Runs work on the folder while nobody changes it (shared), or while nobody else uses it (exclusive). */
  function work<T>(mode: LockMode, run: (place: OpfsFolder) => Promise<T>): Promise<T> {
    return translated(label, async () => {
      found ??= placeOf(directory);
      const place = await found;
      return navigator.locks.request(place.lockName, { mode }, () => run(place));
    });
  }

  return {
    label,
    open: (name) =>
      work("shared", async (place) => {
        const folder = await place.folder(false);
        const number = folder && (await contentsOf(folder)).named.get(name);
        if (folder === undefined || number === undefined) throw notFound(label, name);
        const lock = (await hold(dataLock(place, number), "shared"))!;
        try {
          return fileOf(label, name, await openContent(await folder.getFileHandle(dataName(number))), lock);
        } catch (error) {
          await lock.release();
          throw error;
        }
      }),
    create: () =>
      work("exclusive", async (place) => {
        const folder = (await place.folder(true))!;
        const number = Math.max(0, ...(await contentsOf(folder)).numbers) + 1;
        const lock = (await hold(dataLock(place, number), "exclusive"))!;
        try {
          const handle = await openForWriting(await folder.getFileHandle(dataName(number), { create: true }));
          return newFile(label, number, handle, lock, work);
        } catch (error) {
          await lock.release();
          await sweep(place);
          throw error;
        }
      }),
    remove: (name) =>
      work("exclusive", async (place) => {
        await sweep(place); // replaced entries first, or the removal would restore them
        const folder = await place.folder(false);
        const number = folder && (await contentsOf(folder)).named.get(name);
        if (folder === undefined || number === undefined) return;
        await folder.removeEntry(entryName(number, name));
        await sweep(place);
      }),
    list: () =>
      work("shared", async (place) => {
        const folder = await place.folder(false);
        return folder === undefined ? [] : [...(await contentsOf(folder)).named.keys()].sort();
      }),
    lock: () =>
      translated(label, async () => {
        found ??= placeOf(directory);
        const lock = await hold(`${(await found).lockName} writer`, "exclusive", true);
        if (lock === undefined) throw locked(label, "another tab or worker");
        return lock;
      }),
  };
}

async function placeOf(directory: string | FileSystemDirectoryHandle): Promise<OpfsFolder> {
  if (globalThis.navigator?.storage?.getDirectory === undefined || globalThis.navigator.locks === undefined) {
    throw new SpoliaError("unsupported_runtime", "This runtime has no Origin Private File System.", {
      hint: "Browsers have it in pages that are served over https. Elsewhere use createFileStorage or createMemoryStorage.",
    });
  }
  const root = await navigator.storage.getDirectory();
  if (typeof directory === "string") {
    const entry = folderName(directory);
    return {
      lockName: lockNameOf([entry]),
      folder: (isMade) => root.getDirectoryHandle(entry, { create: isMade }).catch(undefinedWhereMissing),
      removeEmpty: () => root.removeEntry(entry).catch(() => {}), // not empty, or already removed
    };
  }
  const path = await root.resolve(directory);
  if (path === null) {
    throw new SpoliaError("invalid_request", "This folder is not in the Origin Private File System.", {
      hint: "Give a name, or a folder from navigator.storage.getDirectory().",
    });
  }
  return {
    lockName: lockNameOf(path),
    folder: async () => directory,
    removeEmpty: async () => {},
  };
}

function undefinedWhereMissing(error: unknown): undefined {
  if ((error as DOMException).name !== "NotFoundError") throw error;
}

const lockNameOf = (path: readonly string[]): string => `spolia ${JSON.stringify(path)}`;
const dataLock = ({ lockName }: OpfsFolder, number: number): string => `${lockName} ${number}`;
/** URL-encoded to ASCII: where Chromium runs without a locale, removing a folder with another name never ends. */
const folderName = (directory: string): string => encodeURIComponent(directory);
const dataName = (number: number): string => `.data-${number}`;
const entryName = (number: number, name: string): string => `${number} ${encodeURIComponent(name)}`;

async function contentsOf(folder: FileSystemDirectoryHandle): Promise<Contents> {
  const contents: Contents = { named: new Map(), replaced: [], numbers: [] };
  for await (const entry of folder.keys()) {
    const [, data, number, encoded] = /^(?:\.data-(\d+)|(\d+) (.+))$/.exec(entry) ?? [];
    if (data !== undefined) contents.numbers.push(Number(data));
    if (number === undefined || encoded === undefined) continue;
    const name = decodeURIComponent(encoded);
    const other = contents.named.get(name);
    if (other !== undefined) contents.replaced.push(entryName(Math.min(other, Number(number)), name));
    contents.named.set(name, Math.max(other ?? 0, Number(number)));
  }
  return contents;
}

/** Removes replaced and unfinished data that nobody has open. The caller holds the exclusive lock of the folder. */
async function sweep(place: OpfsFolder): Promise<void> {
  const folder = await place.folder(false);
  if (folder === undefined) return;
  const { named, replaced, numbers } = await contentsOf(folder);
  for (const entry of replaced) await folder.removeEntry(entry);
  const kept = new Set(named.values());
  for (const number of numbers) {
    if (kept.has(number)) continue;
    const lock = await hold(dataLock(place, number), "exclusive", true);
    if (lock === undefined) continue;
    // A terminated worker may still hold it; the next sweep tries again.
    await folder.removeEntry(dataName(number)).catch(() => {});
    await lock.release();
  }
  await place.removeEmpty();
}

function newFile(
  label: string,
  number: number,
  handle: SyncAccessHandle,
  lock: WriteLock,
  work: <T>(mode: LockMode, run: (place: OpfsFolder) => Promise<T>) => Promise<T>,
): NewFile {
  let at = 0;
  let isFinished = false;
  return {
    write: (bytes) =>
      translated(label, async () => {
        for (let done = 0; done < bytes.length; ) {
          const written = handle.write(bytes.subarray(done), { at });
          if (written === 0) throw new DOMException("Nothing was written.", "QuotaExceededError");
          done += written;
          at += written;
        }
      }),
    finish: (name) =>
      work("exclusive", async (place) => {
        handle.flush();
        handle.close();
        const folder = (await place.folder(false))!;
        await folder.getFileHandle(entryName(number, name), { create: true });
        isFinished = true;
        await lock.release();
        await sweep(place);
      }),
    async discard() {
      if (isFinished) return;
      handle.close();
      await lock.release();
      await work("exclusive", sweep);
    },
  };
}

function fileOf(label: string, name: string, content: OpenBytes, lock: WriteLock): StoredFile {
  const { sizeBytes } = content;
  let isOpen = true;
  return {
    sizeBytes,
    gapBytes: GAP_BYTES,
    async read(offsetBytes, lengthBytes) {
      if (!isOpen) throw new SpoliaError("closed", `The file ${name} was closed.`);
      checkRange(name, sizeBytes, offsetBytes, lengthBytes);
      const bytes = await translated(label, () => content.read(offsetBytes, lengthBytes));
      if (bytes.length !== lengthBytes) throw tooShort(name);
      return bytes;
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      content.close();
      await lock.release();
    },
  };
}

/** Takes a Web Lock until it is released or the tab ends. Undefined where another holds it and `ifAvailable` is set. */
function hold(name: string, mode: LockMode, ifAvailable = false): Promise<WriteLock | undefined> {
  return new Promise((resolve, reject) => {
    const whole = navigator.locks.request(name, { mode, ifAvailable }, (lock) => {
      if (lock === null) return resolve(undefined);
      return new Promise<void>((end) => {
        resolve({
          async release() {
            end();
            await whole; // resolves when the lock is free
          },
        });
      });
    });
    whole.catch(reject);
  });
}

/** Converts the browser's exceptions to SpoliaErrors. */
async function translated<T>(label: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isSpoliaError(cause)) throw cause;
    const { name } = cause as DOMException;
    const hint =
      name === "QuotaExceededError"
        ? "The browser gives this origin no more space: remove something, or ask for navigator.storage.persist()."
        : "Close other tabs of this origin and try again.";
    throw new SpoliaError("storage_failed", `The browser refused (${name}) at ${label}.`, { hint, cause });
  }
}
