/** The files that documents were read from: hashed one by one, recorded in bounded space whatever their number. */
import { sum } from "../base/numbers.ts";
import type { Sha256 } from "../contract/common.ts";
import type { ListingFit, SourceFile, SourceFiles } from "../contract/corpus.ts";
import { digestOf, type Listing, standsIn } from "./listing.ts";

/** Every reader of a corpus reads the whole manifest, from web hosts too. */
const LISTED_MAX = 1_000;
const LISTED_BYTES_MAX = 256 * 1024;
const SOURCE_NAME_LENGTH_MAX = 200;

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

  constructor(listing?: Listing) {
    this.#listing = listing;
  }

  /** Adds a file that documents were read from. */
  add(file: SourceFile): void {
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
    const digest = await digestOf(this.#hashes);
    return {
      sources: { files, bytes: this.#bytes, digest, listed: cut(this.#first) },
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
  return { files, bytes: sum(recorded, ({ bytes }) => bytes), digest: await digestOf(hashes), listed: cut(all) };
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
