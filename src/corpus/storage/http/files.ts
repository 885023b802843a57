/**
 * Files below a URL, read by range requests: of any static host, and of object storage where the requests are signed.
 *
 * The files of a corpus never change under their names, except the manifest, which is read in one request, so that no
 * writer can replace it in between. What was read of the other files is cached. A file that changed nevertheless after
 * it was opened is detected by size, ETag or Last-Modified in every response.
 */
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import type { Fetch } from "../../../base/platform.ts";
import { PAGE_BYTES, PageCache } from "../pages.ts";
import { checkRange, notFound } from "../range.ts";
import type { ExpectedFile, Storage, StoredFile } from "../storage.ts";
import { createRequests, type RangeHead, type RangeRequest, WHOLE_BYTES_MAX } from "./request.ts";

/** Where the files are. */
export interface WebFolder {
  url: URL;
  /** Without a slash at its end; empty for the root of a host. */
  path: string;
  /** For messages: without the query, which may hold a signature. */
  label: string;
}

interface WebReading {
  fetch: Fetch;
  headers: Readonly<Record<string, string>>;
  inFlight: number;
  cacheBytes: number;
  timeoutMs: number;
}

/** A page between two that are wanted has more bytes than the headers of another request and its answer. */
const GAP_BYTES = 0;
/** Requested of the end of a file of known size: a segment has its footer there, on one page or on two. */
const LAST_PAGES = 2;
/** The only file whose content changes under its name. */
export const CHANGING_NAME = "manifest.json";

/** Sends no request yet. */
export function openWebFolder(folder: WebFolder, { cacheBytes, ...asking }: WebReading): Storage {
  const { label } = folder;
  const ask = createRequests({ ...asking, label });
  const cache = new PageCache(cacheBytes);
  /** Files that were opened without a request. */
  const later = new Map<string, LaterFile>();
  let opened = 0;

  async function open(name: string, expected: ExpectedFile = { sizeBytes: 0 }): Promise<StoredFile> {
    const request = { url: urlOf(folder, name), name };
    if (expected.isLater === true) return openLater(request, expected.sizeBytes);
    const pages = Math.max(1, Math.ceil(expected.sizeBytes / PAGE_BYTES));
    const page = Math.max(0, pages - LAST_PAGES);
    const isChanging = name === CHANGING_NAME;
    const first = isChanging
      ? { ...request, startBytes: 0, endBytes: WHOLE_BYTES_MAX }
      : { ...request, startBytes: page * PAGE_BYTES, endBytes: pages * PAGE_BYTES };
    const { head, bytes } = await ask({ ...first, check: (head) => checkFirst(head, first, label) });
    // Some hosts do not say with 416 how long the file is: one that has no first byte is empty.
    const sizeBytes = head.status === 200 ? bytes.length : (head.sizeBytes ?? 0);
    if (head.status === 200 || bytes.length === sizeBytes)
      return fileOf(name, sizeBytes, 0, async (start, end) => bytes.slice(start, end));
    // A file that may change undetected is cached for this opening only.
    const version = isChanging || head.validator === "" ? ++opened : head.validator;
    const prefix = `${name}\n${sizeBytes}\n${version}\n`;
    if (head.status === 206 && !isChanging) cache.keepSpan(prefix, page, bytes);
    const fetchRange = async (startBytes: number, endBytes: number) => {
      const range = { ...request, startBytes, endBytes };
      return (await ask({ ...range, check: (later) => checkLater(later, head, range) })).bytes;
    };
    return fileOf(name, sizeBytes, GAP_BYTES, (start, end) => cache.read(prefix, sizeBytes, start, end, fetchRange));
  }

  /** The first response to a read says what file it is; a later opening goes on with the same one. */
  function openLater(request: { url: string; name: string }, sizeBytes: number): StoredFile {
    const { name } = request;
    const known = later.get(name);
    const mayGoOn = known?.sizeBytes === sizeBytes && known.head?.validator !== "";
    const file: LaterFile = mayGoOn ? known : { sizeBytes, version: ++opened };
    later.set(name, file);
    const prefix = `${name}\n${sizeBytes}\n${file.version} later\n`;
    const fetchRange = async (startBytes: number, endBytes: number) => {
      if (file.whole !== undefined) return file.whole.slice(startBytes, endBytes);
      const range = { ...request, startBytes, endBytes };
      const check = (head: RangeHead) => {
        if (file.head === undefined) checkFirst(head, range, label);
        if (head.status === 200 && file.head === undefined) return;
        file.head ??= { ...head, sizeBytes };
        checkLater(head, file.head, range);
      };
      try {
        const { head, bytes } = await ask({ ...range, check });
        if (head.status !== 200) return bytes;
        if (bytes.length !== sizeBytes) throw changed(name);
        file.whole = bytes;
        return bytes.slice(startBytes, endBytes);
      } catch (error) {
        if (isSpoliaError(error) && later.get(name) === file) later.delete(name);
        throw error;
      }
    };
    return fileOf(name, sizeBytes, GAP_BYTES, (start, end) => cache.read(prefix, sizeBytes, start, end, fetchRange));
  }

  return { label, open };
}

/** A file whose size is known and that was not asked for when it was opened. */
interface LaterFile {
  sizeBytes: number;
  version: number;
  /** What the first response said of it. */
  head?: RangeHead;
  /** A small file, from a host that sends whole files only. */
  whole?: Uint8Array;
}

function fileOf(
  name: string,
  sizeBytes: number,
  gapBytes: number,
  readRange: (startBytes: number, endBytes: number) => Promise<Uint8Array>,
): StoredFile {
  let isOpen = true;
  return {
    sizeBytes,
    gapBytes,
    isFar: true,
    async read(offsetBytes, lengthBytes) {
      if (!isOpen) throw new SpoliaError("closed", `The file ${name} was closed.`);
      checkRange(name, sizeBytes, offsetBytes, lengthBytes);
      return lengthBytes === 0 ? new Uint8Array(0) : readRange(offsetBytes, offsetBytes + lengthBytes);
    },
    async close() {
      isOpen = false;
    },
  };
}

/**
 * Checks the first response, which gives the size of the file. Of a file that ends before the requested range, as an
 * empty one does before its first byte, hosts send 416.
 */
function checkFirst(head: RangeHead, { name, startBytes, endBytes }: Omit<RangeRequest, "check">, label: string): void {
  const { status, sizeBytes } = head;
  const isRight =
    status === 200 ||
    (status === 416
      ? (sizeBytes ?? (startBytes === 0 ? 0 : Number.POSITIVE_INFINITY)) <= startBytes
      : head.startBytes === startBytes && head.endBytes === Math.min(endBytes, sizeBytes!));
  if (isRight) return;
  throw new SpoliaError("storage_failed", `The host of ${label} sends another range than requested (${name}).`, {
    hint: "Check that it answers range requests as RFC 9110 says. Or download the corpus and open the folder.",
  });
}

function checkLater(
  later: RangeHead,
  first: RangeHead,
  { name, startBytes, endBytes }: Omit<RangeRequest, "check">,
): void {
  const isSame = later.sizeBytes === first.sizeBytes && later.validator === first.validator;
  if (later.status === 206 && isSame && later.startBytes === startBytes && later.endBytes === endBytes) return;
  throw changed(name);
}

function changed(name: string): SpoliaError {
  return new SpoliaError("corpus_corrupt", `The file ${name} has changed on its host since it was opened.`, {
    hint: "Open the corpus again. If this happens again, upload the corpus again as a whole.",
  });
}

/** Encodes each part of the name separately and keeps the query of the URL. */
export function urlOf(folder: WebFolder, name: string): string {
  const url = new URL(folder.url);
  try {
    const parts = name.split("/").map(encodeURIComponent); // throws at an unpaired surrogate
    if (parts.every((part) => part !== "" && !part.startsWith("."))) {
      url.pathname = `${folder.path}/${parts.join("/")}`;
      return url.href;
    }
  } catch {
    // No file has such a name.
  }
  throw notFound(folder.label, name);
}
