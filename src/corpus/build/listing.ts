/** Listings of hashes that publishers of datasets give out: read, and compared with the files of a corpus. */

import { checkArguments, isRecord } from "../../base/arguments.ts";
import { contentDigest } from "../../base/bytes/digest.ts";
import type { Sha256 } from "../../base/contract/common.ts";
import type { CorpusInfo, ListingComparison, SourceFile, SourceFiles } from "../../base/contract/resources/corpus.ts";
import { SpoliaError } from "../../base/errors.ts";
import { addTo } from "../../base/lists/groups.ts";

/** A file of a listing. */
interface ListedFile {
  path: string;
  /** `null` where the listing does not state it. */
  bytes: number | null;
}

/** A listing of files with their hashes. */
export interface Listing {
  /** SHA-256 of the text of the listing. */
  readonly sha256: Sha256;
  /** Number of files that it names. */
  readonly entries: number;
  /** The files of each hash. */
  readonly files: ReadonlyMap<Sha256, readonly ListedFile[]>;
}

/** A line of `sha256sum`; a backslash before it says that the name is escaped. */
const SHA256SUM = /^\\?([0-9a-fA-F]{64}) [ *](.+)$/;
/** A line of `sha256` of the BSDs, and of `sha256sum --tag`. */
const TAGGED = /^\\?SHA256 \((.+)\) = ([0-9a-fA-F]{64})$/;
const HEXADECIMAL = /^[0-9a-fA-F]{64}$/;
/** Most files that a comparison names of each kind. */
const FILES_NAMED_MAX = 20;

/**
 * Reads a listing of hashes: what `sha256sum` or `sha256` prints, or JSON Lines with `path`, `sha256` and, where it is
 * known, `size` in bytes.
 *
 * @throws invalid_request where a line is neither, or there is none
 */
export async function parseListing(text: string): Promise<Listing> {
  checkArguments("parseListing", [["/text", typeof text === "string", "the text of a listing"]]);
  const files = new Map<Sha256, ListedFile[]>();
  let entries = 0;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const { hash, ...file } = summed(line) ?? tagged(line) ?? described(line) ?? refuse(`Line ${i + 1} of the listing`);
    addTo(files, `sha256:${hash.toLowerCase()}`, file);
    entries += 1;
  }
  if (entries === 0) refuse("An empty listing");
  return { sha256: await contentDigest(text), entries, files };
}

function summed(line: string): (ListedFile & { hash: string }) | undefined {
  const [, hash, path] = SHA256SUM.exec(line) ?? [];
  return hash === undefined || path === undefined ? undefined : { hash, path, bytes: null };
}

function tagged(line: string): (ListedFile & { hash: string }) | undefined {
  const [, path, hash] = TAGGED.exec(line) ?? [];
  return hash === undefined || path === undefined ? undefined : { hash, path, bytes: null };
}

function described(line: string): (ListedFile & { hash: string }) | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { path, size = null, sha256: hash } = value;
  const isSize = size === null || (Number.isSafeInteger(size) && (size as number) >= 0);
  if (typeof path !== "string" || typeof hash !== "string" || !HEXADECIMAL.test(hash) || !isSize) return undefined;
  return { hash, path, bytes: size as number | null };
}

function refuse(what: string): never {
  throw new SpoliaError("invalid_request", `${what} names no file with its hash.`, {
    hint: "A listing is what sha256sum prints, or JSON Lines with `path`, `sha256` and `size`.",
    fields: [{ pointer: "/listing", detail: "must have the SHA-256 and the path of a file on each line" }],
  });
}

/** Whether a file stands in a listing. Its name may be another: publishers and builders use different folders. */
export function standsIn({ files }: Listing, { sha256: hash, bytes }: Pick<SourceFile, "sha256" | "bytes">): boolean {
  return (files.get(hash) ?? []).some((listed) => listed.bytes === null || listed.bytes === bytes);
}

/**
 * Compares the source files that a corpus recorded with a listing. Only hashes are compared: the files are not read
 * again, and nothing shows that the documents are what the files contain.
 *
 * @param info of the corpus, as `openCorpus` and `buildCorpus` give it
 */
export async function compareWithListing(info: CorpusInfo, listing: Listing): Promise<ListingComparison> {
  checkArguments("compareWithListing", [
    ["/info", isRecord(info) && "provenance" in info, "the info of a corpus"],
    ["/listing", isRecord(listing) && listing.files instanceof Map, "a listing that parseListing read"],
  ]);
  const { sources = null, unrecorded = 1, listings = [] } = info.provenance ?? {};
  const { sha256: listingHash, entries } = listing;
  const { listed = [], files = 0 } = sources ?? {};
  const strange = listed.filter((file) => !standsIn(listing, file));
  const isCut = listed.length < files;
  const recorded = listings.find((one) => one.sha256 === listingHash);
  const isWhole = isCut && strange.length === 0 && (await hasAll(listing, sources!));
  const areAllKnown = !isCut || isWhole || recorded?.files === files;
  const absent = isCut ? [] : absentFrom(listing, listed);
  return {
    listing: { sha256: listingHash, entries },
    fits: strange.length > 0 || unrecorded > 0 ? "no" : areAllKnown ? "yes" : "unknown",
    files,
    compared: areAllKnown ? files : listed.length,
    strange_files: strange.length,
    strange: strange.slice(0, FILES_NAMED_MAX),
    unrecorded,
    absent_files: isCut && !isWhole ? null : absent.length,
    absent: absent.slice(0, FILES_NAMED_MAX),
  };
}

/** Whether the sources are the files of the listing, each once: the digest shows it where the list of files was cut. */
async function hasAll(listing: Listing, { digest }: SourceFiles): Promise<boolean> {
  const hashes = [...listing.files].flatMap(([hash, same]) => same.map(() => hash));
  return (await digestOfHashes(hashes)) === digest;
}

/** Paths of the listing's files that are no source of the corpus. */
function absentFrom({ files }: Listing, listed: readonly SourceFile[]): string[] {
  const held = new Set(listed.map((file) => file.sha256));
  return [...files].filter(([hash]) => !held.has(hash)).flatMap(([, same]) => same.map(({ path }) => path));
}

/** SHA-256 of hashes, sorted, a line each: the same for any order and any names. */
export function digestOfHashes(hashes: readonly Sha256[]): Promise<Sha256> {
  const lines = hashes.map((hash) => `${hash.slice("sha256:".length)}\n`).sort();
  return contentDigest(lines.join(""));
}
