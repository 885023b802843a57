/** A file of a cleaned dataset as it is written, with what the ledger notes of it. */
import { toBase64 } from "../../base/bytes/bytes.ts";
import type { Sha256 } from "../../base/contract/common.ts";
import { builtin } from "../../corpus/storage/builtin.ts";
import { type DocumentCause, exists, type LedgerWriter } from "./ledger.ts";

type CleanedHash = ReturnType<ReturnType<typeof builtin<"node:crypto">>["createHash"]>;

/** Bytes of one part: in base64 they are a string. */
export const PART_BYTES_MAX = 1 << 25;

/** A file of the cleaned dataset, and the hashes of it and of the whole file. */
export class CleanedFile {
  readonly #name: string;
  readonly #path: string;
  readonly #file: number;
  readonly #whole = builtin("node:crypto").createHash("sha256");
  readonly #cleaned = builtin("node:crypto").createHash("sha256");
  #bytes = 0;
  #cleanedBytes = 0;
  #isRemoved = false;

  constructor(folder: string, name: string) {
    const { existsSync, mkdirSync, openSync } = builtin("node:fs");
    this.#name = name;
    this.#path = `${folder}/${name}`;
    mkdirSync(this.#path.slice(0, this.#path.lastIndexOf("/")), { recursive: true });
    // Another file of the dataset may have the name of a converted one.
    if (existsSync(this.#path)) throw exists(name);
    this.#file = openSync(this.#path, "w");
  }

  keep(bytes: Uint8Array): void {
    this.#whole.update(bytes);
    this.#bytes += bytes.length;
    this.#put(bytes);
  }

  /** Takes out bytes, and puts others in their place. */
  take(ledger: LedgerWriter, bytes: Uint8Array, put: Uint8Array, part: DocumentCause): void {
    for (let from = 0; from < bytes.length; from += PART_BYTES_MAX) {
      const to = Math.min(bytes.length, from + PART_BYTES_MAX);
      const isLast = to === bytes.length;
      const took = toBase64(bytes.subarray(from, to));
      ledger.write({ ...part, at: this.#cleanedBytes, put: isLast ? put.length : 0, took });
    }
    this.#whole.update(bytes);
    this.#bytes += bytes.length;
    this.#put(put);
  }

  takeAll(ledger: LedgerWriter, bytes: Uint8Array, part: DocumentCause): void {
    this.take(ledger, bytes, new Uint8Array(0), part);
    this.#isRemoved = true;
  }

  #put(bytes: Uint8Array): void {
    this.#cleaned.update(bytes);
    this.#cleanedBytes += bytes.length;
    if (bytes.length > 0) builtin("node:fs").writeSync(this.#file, bytes);
  }

  /** Leaves no such file. */
  discard(): void {
    const { closeSync, rmSync } = builtin("node:fs");
    closeSync(this.#file);
    rmSync(this.#path);
  }

  finish(ledger: LedgerWriter, convertedFrom?: string): { bytes: number; cleaned_bytes: number } {
    if (this.#isRemoved) this.discard();
    else builtin("node:fs").closeSync(this.#file);
    const sizes = { bytes: this.#bytes, cleaned_bytes: this.#cleanedBytes };
    const digest = (hash: CleanedHash): Sha256 => `sha256:${hash.digest("hex")}`;
    ledger.write({
      file: this.#name,
      bytes: sizes.bytes,
      sha256: digest(this.#whole),
      is_removed: this.#isRemoved,
      cleaned_bytes: sizes.cleaned_bytes,
      cleaned_sha256: digest(this.#cleaned),
      ...(convertedFrom === undefined ? {} : { converted_from: convertedFrom }),
    });
    return sizes;
  }
}
