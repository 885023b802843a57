/** Files for the time of one call, without a name, so that none is left whatever ends the process. */
import { SpoliaError } from "../../base/errors.ts";
import { builtin } from "../storage/builtin.ts";

export class Scratch {
  readonly #folder: string;
  readonly #open: number[] = [];

  constructor() {
    const { mkdtempSync } = builtin("node:fs");
    this.#folder = builtin("node:path").join(builtin("node:os").tmpdir(), "spolia-dedup-");
    try {
      this.#folder = mkdtempSync(this.#folder);
    } catch (cause) {
      throw notWritten(this.#folder, cause);
    }
  }

  file(name: string): ScratchFile {
    const path = builtin("node:path").join(this.#folder, name);
    const { openSync, rmSync } = builtin("node:fs");
    const file = openSync(path, "w+");
    this.#open.push(file);
    rmSync(path);
    return new ScratchFile(path, file);
  }

  close(): void {
    const { closeSync, rmSync } = builtin("node:fs");
    for (const file of this.#open) closeSync(file);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Is written at its end, and read anywhere. */
export class ScratchFile {
  lengthBytes = 0;
  readonly #path: string;
  readonly #file: number;

  constructor(path: string, file: number) {
    this.#path = path;
    this.#file = file;
  }

  /** @throws storage_failed where there is no room */
  append(data: Uint8Array | Uint32Array): void {
    const { writeSync } = builtin("node:fs");
    try {
      for (let at = 0; at < data.byteLength; ) {
        const written = writeSync(this.#file, data, at, data.byteLength - at, this.lengthBytes);
        at += written;
        this.lengthBytes += written;
      }
    } catch (cause) {
      throw notWritten(this.#path, cause);
    }
  }

  /** Fills what is given, as far as the file goes. */
  read(into: Uint8Array | Uint32Array, from: number): void {
    const { readSync } = builtin("node:fs");
    for (let at = 0; at < into.byteLength; ) {
      const read = readSync(this.#file, into, at, into.byteLength - at, from + at);
      if (read === 0) return;
      at += read;
    }
  }

  clear(): void {
    builtin("node:fs").ftruncateSync(this.#file, 0);
    this.lengthBytes = 0;
  }
}

function notWritten(path: string, cause: unknown): SpoliaError {
  const isFull = (cause as { code?: string }).code === "ENOSPC";
  return new SpoliaError("storage_failed", `${path} cannot be written${isFull ? ": there is no room left" : ""}.`, {
    hint: "Substrings of many documents need 17 bytes a word in the folder for temporary files: name one with room in TMPDIR.",
    cause,
  });
}
