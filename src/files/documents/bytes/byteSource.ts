/** Bytes that can be read in ranges: of a file, or in memory. */
import { builtin } from "../../../corpus/storage/builtin.ts";
import { damaged, NotRead, notOpened } from "./notRead.ts";

export interface ByteSource {
  readonly sizeBytes: number;
  /** Exactly these bytes, in memory that nobody else writes to. @throws NotRead where there are fewer */
  read(offsetBytes: number, lengthBytes: number): Promise<Uint8Array>;
}

/** A file that is open until it is closed. */
export interface OpenFile extends ByteSource {
  close(): Promise<void>;
}

const CHUNK_BYTES = 256 * 1024;

/** @throws NotRead where it cannot be opened */
export async function openFile(path: string): Promise<OpenFile> {
  const { open } = builtin("node:fs/promises");
  const handle = await open(path).catch(() => {
    throw notOpened(path);
  });
  const { size: sizeBytes } = await handle.stat();
  return {
    sizeBytes,
    async read(offsetBytes, lengthBytes) {
      const bytes = new Uint8Array(lengthBytes);
      for (let at = 0; at < lengthBytes; ) {
        const { bytesRead } = await handle.read(bytes, at, lengthBytes - at, offsetBytes + at).catch(() => {
          throw new NotRead("unreadable", "cannot be read further");
        });
        if (bytesRead === 0) throw damaged("it was cut");
        at += bytesRead;
      }
      return bytes;
    },
    close: () => handle.close(),
  };
}

export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return {
    sizeBytes: bytes.length,
    async read(offsetBytes, lengthBytes) {
      if (offsetBytes + lengthBytes > bytes.length) throw damaged("it was cut");
      return bytes.subarray(offsetBytes, offsetBytes + lengthBytes);
    },
  };
}

/** All bytes in order. */
export async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.sizeBytes; at += CHUNK_BYTES)
    yield await source.read(at, Math.min(CHUNK_BYTES, source.sizeBytes - at));
}
