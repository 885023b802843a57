/** What differs between a corpus and the documents that it should hold, found one document at a time. */

import { sha256 } from "../../base/bytes/sha256.ts";
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import { SpoliaError } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import type { IndexOptions } from "../build/options.ts";
import type { DocumentRecord } from "../format/layout.ts";
import type { SegmentEntry } from "../format/manifest.ts";
import { documentHash } from "../format/names.ts";
import type { OpenSegment } from "../search/open.ts";
import { type DocumentPlace, type IdPlaces, livePlaces, placesLike } from "../search/places.ts";
import { isAmong, type OriginRun, runsOf } from "../segment/origins.ts";

/**
 * What a sync does with a document that is not as the corpus has it. `keep`: it is not among the given ones, but
 * `keeps` says that it may still exist.
 *
 * @since 0.2.0
 */
export type SyncStep = "add" | "replace" | "delete" | "keep";

/**
 * How a corpus is synced.
 *
 * @since 0.2.0
 */
export interface SyncOptions extends IndexOptions {
  /** Finds out what would be done, and writes nothing. */
  dryRun?: boolean | undefined;
  /** Allows to delete more than half of the documents of the corpus, and to give no documents at all. */
  allowDeletions?: boolean | undefined;
  /**
   * Whether the document with this id, which is not among the given ones, stays: it may stand in a file that could not
   * be read. Asked after the last given document. Without it no such document stays.
   */
  keeps?: ((id: string) => boolean) | undefined;
  /**
   * As in a build; then only documents are deleted that the corpus records as being of these folders alone, unless
   * deletions are allowed. Without it all are deleted that are not given.
   */
  folders?: readonly string[] | undefined;
  /**
   * Whether so many of the documents of the corpus may be deleted: asked once, after the last given document, where
   * there are any and deletions are not allowed anyway. The sync ends with `conflict` where they may not.
   */
  mayDelete?: ((deleted: number, before: number) => boolean | Promise<boolean>) | undefined;
  /** Called for each document that is added, replaced, deleted or kept. */
  onStep?: ((step: SyncStep, id: string) => void) | undefined;
}

/**
 * What a sync did, or would do: numbers of documents.
 *
 * @since 0.2.0
 */
export interface SyncResult {
  added: number;
  /** Documents whose text or metadata was another. */
  replaced: number;
  deleted: number;
  unchanged: number;
  /** Documents that were not given, and stay since `keeps` said so. */
  kept: number;
  /** Documents that were not given, and stay since they are not known to be of the `folders`; absent without these. */
  foreign?: number;
  /** Whether the corpus is changed: its documents, or only its record of source files and unread inputs. */
  changed: boolean;
}

const encoder = new TextEncoder();

export class CorpusDifference {
  readonly #kernels: Kernels;
  readonly #segments: readonly OpenSegment[];
  readonly #places: IdPlaces;
  readonly #options: SyncOptions;
  /** Documents of the corpus whose id was given. */
  readonly #given = new Map<OpenSegment, Set<number>>();
  readonly figures = { added: 0, replaced: 0, deleted: 0, unchanged: 0, kept: 0, foreign: 0 } satisfies Omit<
    SyncResult,
    "changed"
  >;
  /** Documents that leave the corpus: replaced ones, and after the last given document, deleted ones. */
  readonly gone: DocumentPlace[] = [];

  constructor(kernels: Kernels, segments: readonly OpenSegment[], places: IdPlaces, options: SyncOptions) {
    this.#kernels = kernels;
    this.#segments = segments;
    this.#places = places;
    this.#options = options;
    for (const open of segments) this.#given.set(open, new Set());
  }

  /**
   * The same documents. After the last one finds what is to be deleted, and throws where that is refused: an index of
   * the documents is then not finished.
   */
  async *of(documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>): AsyncGenerator<CorpusDocument> {
    yield* documents;
    const { allowDeletions = false } = this.#options;
    const { added, replaced, unchanged } = this.figures;
    if (added + replaced + unchanged === 0 && !allowDeletions) throw noneGiven();
    await this.#findDeleted();
    const before = sum(this.#segments, ({ entry, deletions }) => entry.documents - deletions.documents.size);
    const { deleted } = this.figures;
    if (deleted === 0 || allowDeletions) return;
    if (2 * deleted > before) throw tooManyDeletions(deleted, before);
    const { mayDelete, dryRun = false } = this.#options;
    if (mayDelete !== undefined && !dryRun && !(await mayDelete(deleted, before))) throw notAllowed(deleted, before);
  }

  /**
   * The segment with what is now known of its documents: those of a run that were all given are of the given folders.
   */
  adopted(entry: SegmentEntry): SegmentEntry {
    const { folders } = this.#options;
    const open = this.#segments.find((one) => one.entry.segment.file === entry.segment.file);
    if (folders === undefined || open === undefined) return entry;
    const given = this.#given.get(open)!;
    let end = 0;
    let isChanged = false;
    const runs = runsOf(entry).map((run) => {
      const from = end;
      end += run.documents;
      const isGiven = numbers(from, end).every((one) => given.has(one) || open.deletions.documents.has(one));
      if (!isGiven || isAmong(run.folders, folders)) return run;
      isChanged = true;
      return { ...run, folders: [...folders] };
    });
    return isChanged ? { ...entry, origins: runs } : entry;
  }

  /** Notes what the document is to the corpus, and says whether it has to be indexed. */
  async admits(record: DocumentRecord, text: string): Promise<boolean> {
    const hash = await documentHash((await sha256(encoder.encode(text))).slice(0, 32), record);
    const same = await this.#placeOf(record.id, hash);
    if (same !== undefined) {
      this.#given.get(same.open)!.add(same.document);
      this.figures.unchanged += 1;
      return false;
    }
    const live = await livePlaces(this.#kernels, this.#places, record.id);
    for (const { open, document } of live) this.#given.get(open)!.add(document);
    this.gone.push(...live);
    this.#note(live.length === 0 ? "add" : "replace", record.id);
    return this.#options.dryRun !== true;
  }

  /** The document of this hash, which covers its id. */
  async #placeOf(id: string, hash: string): Promise<DocumentPlace | undefined> {
    for (const place of placesLike(this.#kernels, this.#places, id))
      if ((await place.open.segment.documents.row(place.document)).hash === hash) return place;
    return undefined;
  }

  async #findDeleted(): Promise<void> {
    for (const open of this.#segments) {
      const given = this.#given.get(open)!;
      let end = 0;
      for (const run of runsOf(open.entry)) {
        const isForeign = this.#isForeign(run);
        for (const document of numbers(end, end + run.documents)) {
          if (given.has(document) || open.deletions.documents.has(document)) continue;
          const { id } = await open.segment.record(document);
          const isUnread = this.#options.keeps?.(id) === true;
          if (!isUnread && !isForeign) this.gone.push({ open, document });
          this.#note(isUnread || isForeign ? "keep" : "delete", id, isUnread ? "kept" : "foreign");
        }
        end += run.documents;
      }
    }
  }

  /** Whether these documents may be of other folders than those that were given. */
  #isForeign({ folders: recorded }: OriginRun): boolean {
    const { folders, allowDeletions = false } = this.#options;
    return folders !== undefined && !allowDeletions && !isAmong(recorded, folders);
  }

  /** @param staying why a document is kept */
  #note(step: SyncStep, id: string, staying: "kept" | "foreign" = "kept"): void {
    this.figures[step === "keep" ? staying : FIGURE_OF[step]] += 1;
    this.#options.onStep?.(step, id);
  }
}

const FIGURE_OF = { add: "added", replace: "replaced", delete: "deleted" } as const;

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

function noneGiven(): SpoliaError {
  return new SpoliaError("no_documents", "There is no document that the corpus should hold.", {
    hint: "Check where the documents come from. To delete all documents of the corpus, allow deletions.",
  });
}

function tooManyDeletions(deleted: number, before: number): SpoliaError {
  return new SpoliaError("conflict", `${deleted} of the ${before} documents of the corpus would be deleted.`, {
    hint: "Check that all folders of the corpus are given. If so, allow deletions; a dry run lists the documents.",
  });
}

function notAllowed(deleted: number, before: number): SpoliaError {
  return new SpoliaError("conflict", `${deleted} of the ${before} documents of the corpus were not to be deleted.`, {
    hint: "The corpus is unchanged. A dry run lists the documents.",
  });
}
