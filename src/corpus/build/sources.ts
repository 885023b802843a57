/** The files that documents were read from: hashed one by one, recorded in bounded space whatever their number. */

import type { Sha256 } from "../../base/contract/common.ts";
import type { ListingFit, SourceFile, SourceFiles, SourceOrigin } from "../../base/contract/resources/corpus.ts";
import { sum } from "../../base/lists/numbers.ts";
import { digestOfHashes, type Listing, standsIn } from "./listing.ts";

/** Every reader of a corpus reads the whole manifest, from web hosts too. */
const LISTED_MAX = 1_000;
const LISTED_BYTES_MAX = 256 * 1024;
const SOURCE_NAME_LENGTH_MAX = 200;
const ORIGINS_MAX = 100;

/** Files that were added to a log since it was last asked for them. */
export interface RecentSources {
  files: { file: SourceFile; origin: FileOrigin | null }[];
  hasAllHashes: boolean;
}

/** What a file is of. */
export type FileOrigin = Omit<SourceOrigin, "files" | "bytes">;

/**
 * Collects the files that `readDocuments` reads. Pass it to `readDocuments` and to `buildCorpus` or `appendDocuments`
 * as `sources`, and the corpus records where its documents came from. With a listing, the corpus also records how many
 * of the files stand in it.
 */
export class SourceLog {
  readonly #listing: Listing | undefined;
  readonly #hashes: Sha256[] = [];
  #first: SourceFile[] = [];
  #bytes = 0;
  #fitting = 0;
  #hasAllHashes = true;
  #origins: SourceOrigin[] = [];
  #recent: RecentSources["files"] | undefined;

  constructor(listing?: Listing) {
    this.#listing = listing;
  }

  /** Adds a file that documents were read from, and what it is of. */
  add(file: SourceFile, origin?: FileOrigin): void {
    this.#recent?.push({ file, origin: origin ?? null });
    if (origin !== undefined)
      this.#origins = originsTogether([...this.#origins, { ...origin, files: 1, bytes: file.bytes }]);
    this.#hashes.push(file.sha256);
    this.#bytes += file.bytes;
    if (this.#listing !== undefined && standsIn(this.#listing, file)) this.#fitting += 1;
    this.#first.push({ ...file, name: file.name.slice(0, SOURCE_NAME_LENGTH_MAX) });
    if (this.#first.length >= 2 * LISTED_MAX) this.#first = sorted(this.#first).slice(0, LISTED_MAX);
  }

  /** Adds a file whose hash is not known, since it could not be read to its end or changed meanwhile. */
  addUnhashed(): void {
    this.#hasAllHashes = false;
  }

  /** From now on the log can be asked for the files that were added. */
  keepRecent(): void {
    this.#recent ??= [];
  }

  /** The files that were added since this was last called. */
  takeRecent(): RecentSources {
    return { files: this.#recent?.splice(0) ?? [], hasAllHashes: this.#hasAllHashes };
  }

  /** Adds the files that an earlier log had. */
  restore({ files, hasAllHashes }: RecentSources): void {
    for (const { file, origin } of files) this.add(file, origin ?? undefined);
    this.#recent?.splice(0);
    if (!hasAllHashes) this.addUnhashed();
  }

  /** The files so far; `sources` is `null` where there are none. */
  async record(): Promise<{ sources: SourceFiles | null; isWhole: boolean; listing: ListingFit | null }> {
    const files = this.#hashes.length;
    const listing = this.#listing && {
      sha256: this.#listing.sha256,
      entries: this.#listing.entries,
      files: this.#fitting,
    };
    const isWhole = files > 0 && this.#hasAllHashes;
    if (files === 0) return { sources: null, isWhole, listing: listing ?? null };
    const digest = await digestOfHashes(this.#hashes);
    return {
      sources: { files, bytes: this.#bytes, digest, listed: cut(this.#first), ...withOrigins(this.#origins) },
      isWhole,
      listing: listing ?? null,
    };
  }
}

/** The files of several parts; `null` where no part has any. */
export async function sourcesTogether(parts: readonly (SourceFiles | null)[]): Promise<SourceFiles | null> {
  const recorded = parts.filter((part) => part !== null);
  if (recorded.length < 2) return recorded[0] ?? null;
  const all = recorded.flatMap(({ listed }) => listed);
  const files = sum(recorded, (part) => part.files);
  const hashes = all.length === files ? all.map((file) => file.sha256) : recorded.map(({ digest }) => digest);
  const origins = originsTogether(recorded.flatMap(({ origins = [] }) => origins));
  const bytes = sum(recorded, (part) => part.bytes);
  return { files, bytes, digest: await digestOfHashes(hashes), listed: cut(all), ...withOrigins(origins) };
}

/** Sums by what the files are of, sorted. */
function originsTogether(all: readonly SourceOrigin[]): SourceOrigin[] {
  const keyOf = ({ dataset, revision, split }: SourceOrigin) => JSON.stringify([dataset, revision, split]);
  const byKey = new Map<string, SourceOrigin>();
  for (const origin of all) {
    const known = byKey.get(keyOf(origin));
    byKey.set(keyOf(origin), {
      ...origin,
      files: origin.files + (known?.files ?? 0),
      bytes: origin.bytes + (known?.bytes ?? 0),
    });
  }
  const sorted = [...byKey].sort(([x], [y]) => (x < y ? -1 : 1));
  return sorted.slice(0, ORIGINS_MAX).map(([, origin]) => origin);
}

function withOrigins(origins: readonly SourceOrigin[]): Pick<SourceFiles, "origins"> {
  return origins.length === 0 ? {} : { origins: [...origins] };
}

function cut(files: readonly SourceFile[]): SourceFile[] {
  const first = sorted(files).slice(0, LISTED_MAX);
  let bytes = 0;
  const isWithin = (file: SourceFile) => {
    bytes += new TextEncoder().encode(JSON.stringify(file)).length;
    return bytes <= LISTED_BYTES_MAX;
  };
  const end = first.findIndex((file) => !isWithin(file));
  return end === -1 ? first : first.slice(0, end);
}

function sorted(files: readonly SourceFile[]): SourceFile[] {
  const keyOf = ({ sha256: hash, name }: SourceFile) => `${hash} ${name}`;
  return [...files].sort((x, y) => (keyOf(x) < keyOf(y) ? -1 : keyOf(x) > keyOf(y) ? 1 : 0));
}
