/** Files in memory. */
import { checkArguments, isIterable } from "../../base/arguments.ts";
import { concat } from "../../base/bytes/bytes.ts";
import { SpoliaError } from "../../base/errors.ts";
import { locked, releaseOnce } from "./lock.ts";
import { checkRange, notFound } from "./range.ts";
import type { NewFile, StoredFile, WritableStorage } from "./storage.ts";

/**
 * A storage that exists as long as the process.
 *
 * @param contents initial files by name; their bytes are used without a copy
 */
export function createMemoryStorage(contents: Iterable<readonly [string, Uint8Array]> = []): WritableStorage {
  const isFiles =
    isIterable(contents) && [...contents].every((one) => Array.isArray(one) && one[1] instanceof Uint8Array);
  checkArguments("createMemoryStorage", [["/contents", isFiles, "pairs of a name and bytes"]]);
  const files = new Map<string, Uint8Array>(contents);
  let isLocked = false;
  return {
    label: "memory",
    async open(name) {
      const bytes = files.get(name);
      if (bytes === undefined) throw notFound("memory", name);
      return openBytes(name, bytes);
    },
    async create() {
      return createFile((name, bytes) => files.set(name, bytes));
    },
    async remove(name) {
      files.delete(name);
    },
    async lock() {
      if (isLocked) throw locked("memory", "another writer");
      isLocked = true;
      return releaseOnce(() => {
        isLocked = false;
      });
    },
    async list() {
      return [...files.keys()].sort();
    },
  };
}

function openBytes(name: string, bytes: Uint8Array): StoredFile {
  let isOpen = true;
  const view = (offsetBytes: number, lengthBytes: number) => {
    if (!isOpen) throw new SpoliaError("closed", `The file ${name} was closed.`);
    checkRange(name, bytes.length, offsetBytes, lengthBytes);
    return bytes.subarray(offsetBytes, offsetBytes + lengthBytes);
  };
  return {
    sizeBytes: bytes.length,
    gapBytes: 0,
    read: async (offsetBytes, lengthBytes) => view(offsetBytes, lengthBytes).slice(),
    view,
    async close() {
      isOpen = false;
    },
  };
}

function createFile(keep: (name: string, bytes: Uint8Array) => void): NewFile {
  let parts: Uint8Array[] = [];
  return {
    async write(bytes) {
      parts.push(bytes.slice());
    },
    async finish(name) {
      const whole = concat(parts);
      parts = [];
      keep(name, whole);
    },
    async discard() {
      parts = [];
    },
  };
}
