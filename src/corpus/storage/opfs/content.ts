/** Reads and writes one file of the Origin Private File System with the interfaces that the browser has. */
import { SpoliaError } from "../../../base/errors.ts";

/** TypeScript declares this type for workers only. */
export interface SyncAccessHandle {
  read(into: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  flush(): void;
  getSize(): number;
  close(): void;
}
type FileHandle = FileSystemFileHandle & {
  createSyncAccessHandle?(options?: { mode: "read-only" }): Promise<SyncAccessHandle>;
};

/** The bytes of a file that is open for reading. */
export interface OpenBytes {
  sizeBytes: number;
  read(offsetBytes: number, lengthBytes: number): Promise<Uint8Array>;
  close(): void;
}

/**
 * Opens a file through a read-only access handle, of which many may be open at once, in workers of browsers that have
 * them. Otherwise through a snapshot.
 */
export async function openContent(file: FileHandle): Promise<OpenBytes> {
  const { FileSystemSyncAccessHandle: kind } = globalThis as { FileSystemSyncAccessHandle?: { prototype: object } };
  if (file.createSyncAccessHandle !== undefined && kind !== undefined && "mode" in kind.prototype) {
    const handle = await file.createSyncAccessHandle({ mode: "read-only" });
    return {
      sizeBytes: handle.getSize(),
      async read(offsetBytes, lengthBytes) {
        const bytes = new Uint8Array(lengthBytes);
        return bytes.subarray(0, handle.read(bytes, { at: offsetBytes }));
      },
      close: () => handle.close(),
    };
  }
  const snapshot = await file.getFile();
  return {
    sizeBytes: snapshot.size,
    async read(offsetBytes, lengthBytes) {
      return new Uint8Array(await snapshot.slice(offsetBytes, offsetBytes + lengthBytes).arrayBuffer());
    },
    close() {},
  };
}

export async function openForWriting(file: FileHandle): Promise<SyncAccessHandle> {
  if (file.createSyncAccessHandle !== undefined) return file.createSyncAccessHandle();
  throw new SpoliaError(
    "unsupported_runtime",
    "Files of the Origin Private File System are written in dedicated workers only.",
    {
      hint: "Build the corpus in a worker: new Worker(…). A page can open it then.",
    },
  );
}
