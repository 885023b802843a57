/** What a builder is asked for. */
import type { Progress } from "../contract/corpus.ts";
import { SpoliaError } from "../errors.ts";
import { PROFILES, type ProfileName } from "../fingerprint/profile.ts";
import type { KernelSource } from "../kernels/load.ts";
import type { PlatformAbortSignal } from "../platform.ts";
import type { WritableStorage } from "../storage/storage.ts";
import type { ChunkIndexer } from "./add.ts";
import { CODEC, type CodecName } from "./layout.ts";
import type { UnreadLog } from "./unread.ts";

/** How documents become a segment. */
export interface IndexOptions {
  /** How text is kept: `deflate` (the default) takes less than half the room, `raw` a fraction of the time. */
  codec?: CodecName | undefined;
  /** Bytes of memory for what has been indexed and not yet written; the rest goes to the storage meanwhile. 512 MB by default. */
  memoryBytes?: number | undefined;
  /** Where chunks of text are indexed: here by default. */
  indexer?: ChunkIndexer | undefined;
  /** What was not read when the documents were taken from files, for the corpus to record: asked when all documents have been taken. */
  unread?: UnreadLog | undefined;
  wasm?: KernelSource | undefined;
  signal?: PlatformAbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface BuildOptions extends IndexOptions {
  name: string;
  /** Slug of the dataset in the catalogue, or one's own: lower case letters, digits, `.`, `_`, `-`. */
  dataset: string;
  /** An empty storage to write to; memory when absent. */
  storage?: WritableStorage | undefined;
  /** How densely text is indexed: `passage` (the default) or, for very large corpora, `sparse`. */
  profile?: ProfileName | undefined;
}

const DATASET_SLUG = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

export function checkOptions({ name, dataset, profile = "passage", codec = "deflate" }: BuildOptions): void {
  const fields = [];
  if (typeof name !== "string" || name === "")
    fields.push({ pointer: "/name", detail: "must be a name of at least one character" });
  if (typeof dataset !== "string" || !DATASET_SLUG.test(dataset)) {
    fields.push({ pointer: "/dataset", detail: "must be a slug of lower case letters and digits, parted by '.', '_' or '-'" });
  }
  if (!Object.hasOwn(PROFILES, profile)) fields.push({ pointer: "/profile", detail: "must be `passage` or `sparse`" });
  if (!Object.hasOwn(CODEC, codec)) fields.push({ pointer: "/codec", detail: "must be `deflate` or `raw`" });
  if (fields.length > 0) throw new SpoliaError("invalid_request", "A corpus cannot be made so.", { fields });
}
