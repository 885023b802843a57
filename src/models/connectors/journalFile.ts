/** A journal in a file: Node, Deno and Bun. Each line is synced before its answer is used. */
import { SpoliaError } from "../../base/errors.ts";
import { builtin } from "../../corpus/storage/builtin.ts";
import type { Journal } from "./journal.ts";

const CHUNK_BYTES = 1024 * 1024;

/** Opens a journal. Only one run may write to a journal at a time; `close` releases the file. */
export function fileJournal(path: string): Journal & { close(): void } {
  const fs = builtin("node:fs");
  let descriptor: number | undefined;
  const opened = () => {
    descriptor ??= fs.openSync(path, "a+", 0o600); // it holds the texts that were asked about
    return descriptor;
  };
  return {
    async *read() {
      for (let at = 0; ; ) {
        const chunk = new Uint8Array(CHUNK_BYTES);
        const lengthBytes = refusedAs(path, () => fs.readSync(opened(), chunk, 0, CHUNK_BYTES, at));
        if (lengthBytes === 0) return;
        at += lengthBytes;
        yield chunk.subarray(0, lengthBytes);
      }
    },
    async append(lines) {
      const bytes = new TextEncoder().encode(lines);
      refusedAs(path, () => {
        for (let done = 0; done < bytes.length; ) done += fs.writeSync(opened(), bytes, done);
        fs.fsyncSync(opened());
      });
    },
    close() {
      if (descriptor !== undefined) fs.closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

function refusedAs<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "unknown error";
    throw new SpoliaError("storage_failed", `The file system refused (${code}) at ${path}.`, {
      hint: "Check permissions and free space. Answers that were written before are kept.",
      cause,
    });
  }
}
