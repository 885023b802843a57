/** Options of the functions that build and change a corpus. */

import {
  checkArguments,
  hasMethods,
  isIterable,
  isRecord,
  isTexts,
  type OptionNames,
  optionsChecks,
} from "../../base/arguments.ts";
import type { Progress } from "../../base/contract/resources/corpus.ts";
import { isDate } from "../../base/contract/schemas/common.ts";
import { type FieldError, SpoliaError } from "../../base/errors.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { PROFILES, type ProfileName } from "../../core/fingerprint/profile.ts";
import type { KernelOptions } from "../../core/kernels/load.ts";
import { CODEC, type CodecName } from "../format/layout.ts";
import type { WritableStorage } from "../storage/storage.ts";
import type { ChunkIndexer } from "./add.ts";
import type { BuildResume } from "./resume.ts";
import type { SourceLog } from "./sources.ts";
import type { UnreadLog } from "./unread.ts";

/** How documents are made into a segment. */
export interface IndexOptions extends KernelOptions {
  /** How text is stored: `deflate` (the default) takes less than half the space, `raw` a fraction of the time. */
  codec?: CodecName | undefined;
  /**
   * Bytes of memory for data that was indexed but not yet written; the rest is spilled to the storage. 128 MB by
   * default.
   */
  memoryBytes?: number | undefined;
  /** Where chunks of text are indexed: in the calling thread by default. */
  indexer?: ChunkIndexer | undefined;
  /**
   * Log of inputs that were not read when the documents were taken from files. The corpus records it; it is read after
   * the last document.
   */
  unread?: UnreadLog | undefined;
  /**
   * Log of the files that the documents are read from. The corpus records it; it is read after the last document.
   * Without it the corpus does not record where these documents came from.
   */
  sources?: SourceLog | undefined;
  /**
   * Names of the folders that the documents come from, in any form that stays the same, such as hashes of their paths:
   * up to 16. The corpus records them, so that `syncDocuments` knows which documents are of a folder.
   *
   * @since 0.2.0
   */
  folders?: readonly string[] | undefined;
  signal?: PlatformAbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface BuildOptions extends IndexOptions {
  name: string;
  /** Slug of the dataset in the catalogue, or a slug of your own: lower case letters, digits, `.`, `_`, `-`. */
  dataset: string;
  /** Who declares that the documents are of this dataset: a person or an organisation, up to 200 characters. */
  declaredBy?: string | undefined;
  /** Day of the declaration, `YYYY-MM-DD`; the library has no clock. */
  declaredOn?: string | undefined;
  /** An empty storage to write to; memory when absent. */
  storage?: WritableStorage | undefined;
  /**
   * Goes on after an interrupted build, and keeps what is needed to go on after this one. An error then leaves that
   * behind.
   *
   * @since 0.2.0
   */
  resume?: BuildResume | undefined;
  /**
   * Whether the text of the documents is stored, by default. Without it the corpus finds where a content has common
   * runs of words, but does not compare them word by word, and gives nobody the text. Such a corpus stays one.
   *
   * @since 0.2.0
   */
  text?: boolean | undefined;
  /**
   * Texts that do not count in any analysis over this corpus, such as a handout or a footer; up to 100, with 50,000
   * words together. The corpus keeps hashes of runs of five of their words, not the texts; whatever changes it keeps
   * them.
   *
   * @since 0.2.0
   */
  ignore?: readonly string[] | undefined;
  /** How densely text is indexed: `passage` (the default) or, for very large corpora, `sparse`. */
  profile?: ProfileName | undefined;
}

const DECLARED_BY_LENGTH_MAX = 200;
/** Every reader of a corpus reads the whole manifest. */
export const FOLDERS_MAX = 16;
/** Not at an end, and no two together. */
const MISPLACED = /^[._-]|[._-]$|[._-]{2}/;

export const INDEX_OPTIONS: OptionNames<IndexOptions> = {
  wasm: true,
  codec: true,
  memoryBytes: true,
  indexer: true,
  unread: true,
  sources: true,
  folders: true,
  signal: true,
  onProgress: true,
};

/**
 * @param from  name of the public function that was called
 * @param names the names of its options
 */
export function checkIndexOptions<Options extends IndexOptions>(
  from: string,
  options: Options,
  names: OptionNames<Options>,
): void {
  checkArguments(from, optionsChecks<Options>(options, names));
  const { codec = "deflate", memoryBytes = 1, indexer, onProgress, sources, folders = [] } = options;
  checkArguments(from, [
    ["/codec", Object.hasOwn(CODEC, codec), "`deflate` or `raw`"],
    ["/memoryBytes", typeof memoryBytes === "number" && memoryBytes > 0, "a number of bytes"],
    ["/indexer", indexer === undefined || isRecord(indexer), "an indexer"],
    ["/sources", sources === undefined || hasMethods(sources, "add", "record"), "a SourceLog"],
    ["/folders", isTexts(folders) && folders.length <= FOLDERS_MAX, `up to ${FOLDERS_MAX} names`],
    ["/onProgress", onProgress === undefined || typeof onProgress === "function", "a function"],
  ]);
}

const WRITABLE = "a storage that can be written to: createFileStorage(path) of spolia/storage, or another from there";

/** @throws invalid_request where `storage` is not a storage that can be written to */
export function checkStorage(from: string, storage: unknown): void {
  checkArguments(from, [["/storage", hasMethods(storage, "open", "create", "remove", "list", "lock"), WRITABLE]]);
}

/** @throws invalid_request where `documents` cannot be iterated over */
export function checkDocuments(from: string, documents: unknown): void {
  checkArguments(from, [["/documents", isIterable(documents), "an array or another (async) iterable of documents"]]);
}

export function checkOptions(from: string, options: BuildOptions): void {
  checkArguments(from, [["/options", isRecord(options), "an object with `name` and `dataset`"]]);
  checkIndexOptions<BuildOptions>(from, options, {
    ...INDEX_OPTIONS,
    name: true,
    dataset: true,
    declaredBy: true,
    declaredOn: true,
    storage: true,
    resume: true,
    text: true,
    ignore: true,
    profile: true,
  });
  const { name, dataset, profile = "passage", storage, text = true, codec, ignore = [] } = options;
  checkArguments(from, [["/ignore", isTexts(ignore), "an array of texts"]]);
  if (storage !== undefined) checkStorage(from, storage);
  const { resume } = options;
  checkArguments(from, [["/resume", resume === undefined || hasMethods(resume, "restore"), "a BuildResume"]]);
  const fields: FieldError[] = [];
  if (typeof name !== "string" || name === "")
    fields.push({ pointer: "/name", detail: "must be a name of at least one character" });
  if (typeof dataset !== "string" || !/^[a-z0-9._-]+$/.test(dataset) || MISPLACED.test(dataset)) {
    fields.push({
      pointer: "/dataset",
      detail: "must be a slug of lower case letters and digits, separated by '.', '_' or '-'",
    });
  }
  fields.push(...textFaults(text, codec), ...declarationFaults(options), ...profileFaults(profile));
  if (fields.length > 0) throw new SpoliaError("invalid_request", "The options of the corpus are invalid.", { fields });
}

const profileFaults = (profile: string): FieldError[] =>
  Object.hasOwn(PROFILES, profile) ? [] : [{ pointer: "/profile", detail: "must be `passage` or `sparse`" }];

function textFaults(text: unknown, codec: unknown): FieldError[] {
  if (typeof text !== "boolean") return [{ pointer: "/text", detail: "must be true or false" }];
  if (text || codec === undefined) return [];
  return [{ pointer: "/codec", detail: "must be absent where no text is stored" }];
}

function declarationFaults({ declaredBy: by, declaredOn: on }: BuildOptions): FieldError[] {
  const isName =
    by === undefined || (typeof by === "string" && by.trim() !== "" && by.length <= DECLARED_BY_LENGTH_MAX);
  const isDay = on === undefined || (typeof on === "string" && /^\d{4}-\d{2}-\d{2}$/.test(on) && isDate(on));
  return [
    ...(isName
      ? []
      : [{ pointer: "/declaredBy", detail: `must be a name of 1 to ${DECLARED_BY_LENGTH_MAX} characters` }]),
    ...(isDay ? [] : [{ pointer: "/declaredOn", detail: "must be a day of the calendar, written YYYY-MM-DD" }]),
    ...(on !== undefined && by === undefined ? [{ pointer: "/declaredBy", detail: "must say who declared it" }] : []),
  ];
}
