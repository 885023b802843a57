/** Is a text in this dataset? Opens a corpus from any storage, searches it, and closes it. */

import { checkArguments, hasMethods, isRecord, optionsChecks } from "../../base/arguments.ts";
import type { Lookups } from "../../base/contract/common.ts";
import type { CorpusInfo, DocumentInfo, Progress } from "../../base/contract/resources/corpus.ts";
import type { HostOptions } from "../../base/contract/resources/host.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import type { AsyncDisposing, PlatformAbortSignal, PlatformUrl } from "../../base/platform.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../../core/kernels/load.ts";
import type { ShingleIndex } from "../../core/passages/shingleIndex.ts";
import { FOLD_VERSION } from "../../core/text/text.ts";
import type { GivenTexts } from "../../core/uncounted/given.ts";
import { corrupt, withoutText } from "../format/layout.ts";
import { filesOfSegment, type Manifest, readManifest } from "../format/manifest.ts";
import { countCarried, textsCarriedBy } from "../segment/carried.ts";
import type { Storage } from "../storage/storage.ts";
import type { StoredLookups } from "./candidates.ts";
import type { NearQuestion, NearStretches } from "./near/near.ts";
import { closed, closeSegments, openSnapshot, type Snapshot } from "./open.ts";
import { type SearchResult, search } from "./search.ts";

/** A dataset that can be searched. */
export interface Corpus extends AsyncDisposing {
  readonly info: CorpusInfo;
  /** Which shingles a search looks up: fewer where each read is expensive. */
  readonly lookups: Lookups;
  /**
   * Finds passages that the query shares with documents of the corpus. Deterministic; stops between batches when the
   * signal fires.
   */
  search(
    query: ShingleIndex,
    signal?: PlatformAbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<SearchResult>;
  /**
   * Whether a search sends parts of the text to another machine. Such a corpus is searched only for requests that name
   * it in `options.corpora`. Absent: no.
   *
   * @since 0.2.0
   */
  readonly sendsText?: boolean;
  /**
   * Texts that do not count in analyses over this corpus; absent: none.
   *
   * @since 0.2.0
   */
  readonly ignore?: GivenTexts;
  /** Metadata of the document with this id, or `null` where the corpus has none. */
  document(id: string): Promise<DocumentInfo | null>;
  /**
   * The whole text of the document with this id, or `null` where the corpus has none, or holds no text. Of a far corpus
   * it is fetched. Absent where texts cannot be read.
   *
   * @since 0.2.0
   */
  text?(id: string): Promise<string | null>;
  /**
   * The text of a document by its number in a search of the same state. Absent where texts cannot be read.
   *
   * @throws unknown_document where the corpus has none of this number
   * @since 0.2.0
   */
  textOf?(documentNumber: number): Promise<string>;
  /**
   * Stretches of documents that are worth reading by this encoder, since they may say the same as a text in other
   * words. `null` where the corpus has no vectors of the encoder. Absent: it cannot have any.
   *
   * @since 0.2.0
   */
  near?(question: NearQuestion, host?: HostOptions): Promise<NearStretches | null>;
  /** Where the corpus is stored; argument of `verifyCorpus` of `spolia/corpus`. */
  readonly storage: Storage;
  /**
   * Loads the changes since the corpus was opened or refreshed. Until then searches use the earlier state.
   *
   * @returns whether anything had changed
   */
  refresh(): Promise<boolean>;
  /** To be called by the code that opened the corpus. */
  close(): Promise<void>;
}

/** How deep a search goes; `OpenOptions` says what each depth finds. */
export type Depth = "full" | "coarse" | "thorough";

const DEPTHS: readonly unknown[] = ["full", "thorough", "coarse"] satisfies Depth[];

export interface OpenOptions extends KernelOptions {
  /**
   * What a search looks up. `full`: all shingles that guarantees and recall need; of a remote corpus those that are
   * certain to find common runs of 20 words. `thorough`: the same, and of a remote corpus those that find runs of 12
   * words, with twice the requests (since 0.2.0). `coarse`: only the shingles that are certain to find common runs of
   * 132 words, for remote corpora; takes a tenth of the reads.
   */
  depth?: Depth | undefined;
}

/**
 * Opens a corpus for reading.
 *
 * @param where a folder's path, a `file:`, `http:`, `https:` or `s3:` URL, or a storage
 * @throws corpus_not_found, corpus_corrupt, corpus_version, storage_failed; invalid_request where `where` is none of
 *   these
 */
export async function openCorpus(where: string | PlatformUrl | Storage, options: OpenOptions = {}): Promise<Corpus> {
  const { depth = "full" } = isRecord(options) ? options : {};
  checkArguments("openCorpus", [
    ...optionsChecks<OpenOptions>(options, { wasm: true, depth: true }),
    ["/depth", DEPTHS.includes(depth), '"full", "thorough" or "coarse"'],
  ]);
  return openStorage(await loadKernels(options.wasm), await storageAt(where), options.depth);
}

/** @throws invalid_request where `where` is neither a path, a supported URL nor a storage */
export async function storageAt(where: string | PlatformUrl | Storage): Promise<Storage> {
  if (isStorage(where)) return where;
  // What reads a place is loaded on demand: a page has no use for folders, and most corpora are no remote ones.
  if (typeof where === "string" && !/^[a-z][a-z0-9+.-]+:\/\//i.test(where)) return folderAt(() => where);
  if (URL.canParse(where)) {
    const url = new URL(where);
    if (url.protocol === "file:") return folderAt(({ pathOfFileUrl }) => pathOf(() => pathOfFileUrl(url)));
    if (url.protocol === "s3:") return (await import("../storage/s3/s3.ts")).openS3Storage(where);
    if (/^https?:$/.test(url.protocol)) return (await import("../storage/http/http.ts")).openHttpStorage(url);
  }
  throw notAPlace(typeof where === "string" ? /^[^:]*:/.exec(where)?.[0] : undefined);
}

const isStorage = (where: unknown): where is Storage => hasMethods(where, "open");

async function folderAt(path: (file: typeof import("../storage/file.ts")) => string): Promise<Storage> {
  const file = await import("../storage/file.ts");
  return file.openFileStorage(path(file));
}

function pathOf(read: () => string): string {
  try {
    return read();
  } catch (error) {
    throw isSpoliaError(error) ? error : notAPlace();
  }
}

/** @param scheme that was given; the rest of an address may hold a password */
function notAPlace(scheme?: string): SpoliaError {
  if (scheme !== undefined && /^https?:$/i.test(scheme))
    return new SpoliaError(
      "invalid_request",
      `This address of a corpus is not whole: after ${scheme}// comes no host.`,
      {
        hint: `Write ${scheme.toLowerCase()}//HOST/FOLDER, with the folder that holds manifest.json.`,
      },
    );
  const given = scheme === undefined ? "" : `, not from an address that begins with ${scheme}`;
  return new SpoliaError("invalid_request", `A corpus is opened from a folder or a storage${given}.`, {
    hint: "Give a path, a file: URL of this machine, an http: or https: URL without a password, s3://bucket/prefix, or a storage.",
  });
}

export async function openStorage(kernels: Kernels, storage: Storage, depth: Depth = "full"): Promise<Corpus> {
  const snapshot = await openSnapshot(kernels, storage);
  if (depth === "coarse" && snapshot.manifest.text === "none") {
    await closeSegments(snapshot.segments);
    throw withoutText("Coarse depth", "Open it in full depth.");
  }
  return new OpenCorpus(kernels, storage, depth, snapshot);
}

export function infoOf(manifest: Manifest, manifestBytes: number): CorpusInfo {
  const { name, dataset, revision, profile, segments, unread = null, provenance = null, vectors } = manifest;
  const documents = sum(segments, (one) => one.documents - (one.deleted?.documents ?? 0));
  const texts = sum(segments, (one) => one.texts - (one.deleted?.texts ?? 0));
  return {
    name,
    dataset,
    revision,
    fold: FOLD_VERSION,
    profile,
    documents,
    identical_documents: documents - texts,
    words: sum(segments, (one) => one.words - (one.deleted?.words ?? 0)),
    fingerprints: sum(segments, (one) => one.fingerprints),
    text_bytes: sum(segments, (one) => one.text_bytes - (one.deleted?.text_bytes ?? 0)),
    stored_bytes:
      manifestBytes + sum([...(vectors?.words ?? []), ...segments.flatMap(filesOfSegment)], (file) => file?.bytes ?? 0),
    segments: segments.length,
    has_text: manifest.text !== "none",
    unread,
    provenance,
    ...countCarried(manifest),
    ...(vectors && {
      vectors: {
        encoder: vectors.encoder,
        segments: segments.filter(({ windows }) => windows !== undefined).length,
        // Of words that are not in the first part the encoder is as good as asked again, and `counted` weighs them.
        revision: [
          ...[...vectors.words.slice(0, 1), ...segments.flatMap(({ windows }) => windows ?? [])].map(hashOfName),
          vectors.counted,
        ].join("."),
      },
    }),
  };
}

/** The name of a file of vectors is a hash of what it holds. */
const hashOfName = ({ file }: { file: string }): string => /[0-9a-f]{16}/.exec(file)![0];

function lookupsOf({ segments, manifest }: Snapshot, depth: Depth): StoredLookups {
  if (depth === "coarse") return "coarse";
  if (!segments.some(({ segment }) => segment.source.file.isFar)) return "all";
  // Without text a run is claimed by all its kept shingles.
  return depth === "thorough" || manifest.text === "none" ? "kept" : "fewer";
}

/** States of a corpus that one search tries, where a writer removes the files of each meanwhile. */
const STATES_TRIED_MAX = 4;

/** Loaded where a document is asked for: searches need it not. */
const finding = () => import("./find.ts");

class OpenCorpus implements Corpus {
  readonly #kernels: Kernels;
  readonly storage: Storage;
  readonly #depth: Depth;
  #snapshot: Snapshot;
  #info: CorpusInfo;
  #isOpen = true;
  /** Number of running calls for each snapshot: an old snapshot is closed when its last call ends. */
  readonly #users = new Map<Snapshot, number>();

  constructor(kernels: Kernels, storage: Storage, depth: Depth, snapshot: Snapshot) {
    this.#kernels = kernels;
    this.storage = storage;
    this.#depth = depth;
    this.#snapshot = snapshot;
    this.#info = infoOf(snapshot.manifest, snapshot.manifestBytes);
  }

  get lookups(): Lookups {
    return lookupsOf(this.#snapshot, this.#depth);
  }

  get info(): CorpusInfo {
    return this.#info;
  }

  get ignore(): GivenTexts {
    return textsCarriedBy(this.#snapshot.manifest);
  }

  async search(query: ShingleIndex, signal?: PlatformAbortSignal): Promise<SearchResult> {
    const before = this.#info;
    const found = await this.#usingLatest((snapshot) => {
      const lookups = lookupsOf(snapshot, this.#depth);
      return search({ kernels: this.#kernels, lookups, ...snapshot }, query, signal);
    });
    return this.#info === before ? found : { ...found, searched: this.#info };
  }

  async document(id: string): Promise<DocumentInfo | null> {
    const { findDocument } = await finding();
    return this.#usingLatest(({ segments }) => findDocument(this.#kernels, segments, id));
  }

  async textOf(documentNumber: number): Promise<string> {
    const { textOfNumber } = await finding();
    return this.#using(({ segments }) => textOfNumber(segments, documentNumber));
  }

  async text(id: string): Promise<string | null> {
    if (!this.info.has_text) return null;
    const { textOfDocument } = await finding();
    return this.#usingLatest(({ segments }) => textOfDocument(this.#kernels, segments, id));
  }

  async near(question: NearQuestion, host: HostOptions = {}): Promise<NearStretches | null> {
    const { nearIn } = await import("./near/near.ts");
    return this.#usingLatest((snapshot) =>
      nearIn({ kernels: this.#kernels, storage: this.storage, ...snapshot }, question, host),
    );
  }

  /**
   * Works with the state that was opened; with the present one where files of the other are gone: far files are not
   * kept for whoever has them open.
   */
  async #usingLatest<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#using(work);
      } catch (error) {
        const isGone = isSpoliaError(error) && error.code === "corpus_not_found";
        if (isGone && tries < STATES_TRIED_MAX && (await this.refresh())) continue;
        throw isGone ? corrupt("A file") : error;
      }
    }
  }

  async #using<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    if (!this.#isOpen) throw closed(this.info.name);
    const snapshot = this.#snapshot;
    this.#users.set(snapshot, (this.#users.get(snapshot) ?? 0) + 1);
    try {
      return await work(snapshot);
    } finally {
      await this.#leave(snapshot);
    }
  }

  async #leave(snapshot: Snapshot): Promise<void> {
    const users = this.#users.get(snapshot)! - 1;
    if (users > 0) this.#users.set(snapshot, users);
    else this.#users.delete(snapshot);
    if (users === 0 && snapshot !== this.#snapshot && this.#isOpen) await closeSegments(snapshot.segments);
  }

  async refresh(): Promise<boolean> {
    if (!this.#isOpen) throw closed(this.info.name);
    const { manifest } = await readManifest(this.#kernels, this.storage);
    if (
      manifest.generation === this.#snapshot.manifest.generation &&
      manifest.revision === this.#snapshot.manifest.revision
    )
      return false;
    const fresh = await openSnapshot(this.#kernels, this.storage);
    if (!this.#isOpen) {
      await closeSegments(fresh.segments);
      throw closed(this.info.name);
    }
    const old = this.#snapshot;
    this.#snapshot = fresh;
    this.#info = infoOf(fresh.manifest, fresh.manifestBytes);
    if (!this.#users.has(old)) await closeSegments(old.segments);
    return true;
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const { segments } of new Set([this.#snapshot, ...this.#users.keys()])) await closeSegments(segments);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
