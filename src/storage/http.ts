/**
 * Files on a web host, read by range requests from any static host that supports them. Works wherever there is `fetch`.
 *
 * The files of a corpus never change under their names, except the manifest. What was read of the other files is
 * cached. A file that changed nevertheless after it was opened is detected by size, ETag or Last-Modified in every
 * response.
 */
import { SpoliaError } from "../errors.ts";
import { TIMEOUT_MS_MAX } from "../limits.ts";
import type { Fetch, PlatformUrl } from "../platform.ts";
import { createRequests, type RangeHead, type RangeRequest } from "./http.request.ts";
import { PAGE_BYTES, PageCache } from "./pages.ts";
import { checkRange, notFound } from "./range.ts";
import type { Storage, StoredFile } from "./storage.ts";

export interface HttpStorageOptions {
  /** Replaces the runtime's own `fetch`. */
  fetch?: Fetch | undefined;
  /** Headers of every request, such as `authorization`. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Most requests at once; 6 by default. */
  inFlight?: number | undefined;
  /** Bytes of the memory cache; 32 MiB by default. */
  cacheBytes?: number | undefined;
  /** Timeout of a request, plus 1 s for every 16 KiB of the requested range; 30 s by default. */
  timeoutMs?: number | undefined;
}

const IN_FLIGHT = 6;
const CACHE_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
/** Bytes that 50 Mbit/s transfer in a sixth of a round trip of 20 ms, with six requests at once. */
const GAP_BYTES = 16 * 1024;
/** The only file whose content changes under its name. */
const CHANGING_NAME = "manifest.json";

/**
 * Opens a folder on a web host for reading. Sends no request yet.
 *
 * @param url of the folder, with or without a slash at its end; its query is sent with every request
 * @throws invalid_request
 */
export function openHttpStorage(url: string | PlatformUrl, options: HttpStorageOptions = {}): Storage {
  const folder = folderAt(url);
  const { inFlight = IN_FLIGHT, cacheBytes = CACHE_BYTES, timeoutMs = TIMEOUT_MS, headers = {} } = options;
  checkCount("inFlight", inFlight, 1);
  checkCount("cacheBytes", cacheBytes, 0);
  checkCount("timeoutMs", timeoutMs, 1, TIMEOUT_MS_MAX);
  checkHeaders(headers);
  const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const { label } = folder;
  const ask = createRequests({ fetch, headers, inFlight, timeoutMs, label });
  const cache = new PageCache(cacheBytes);
  let opened = 0;

  async function open(name: string, expected = { sizeBytes: 0 }): Promise<StoredFile> {
    const request = { url: urlOf(folder, name), name };
    const page = Math.max(0, Math.ceil(expected.sizeBytes / PAGE_BYTES) - 1);
    const first = { ...request, startBytes: page * PAGE_BYTES, endBytes: (page + 1) * PAGE_BYTES };
    const { head, bytes } = await ask({ ...first, check: (head) => checkFirst(head, first, label) });
    const sizeBytes = head.status === 200 ? bytes.length : head.sizeBytes!;
    if (head.status === 200 || sizeBytes === 0)
      return fileOf(name, sizeBytes, 0, async (start, end) => bytes.slice(start, end));
    // A file that may change undetected is cached for this opening only.
    const version = name === CHANGING_NAME || head.validator === "" ? ++opened : head.validator;
    const prefix = `${name}\n${sizeBytes}\n${version}\n`;
    if (head.status === 206) cache.keep(`${prefix}${page}`, bytes);
    const fetchRange = async (startBytes: number, endBytes: number) => {
      const range = { ...request, startBytes, endBytes };
      return (await ask({ ...range, check: (later) => checkLater(later, head, range) })).bytes;
    };
    return fileOf(name, sizeBytes, GAP_BYTES, (start, end) => cache.read(prefix, sizeBytes, start, end, fetchRange));
  }

  return { label, open };
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
      ? sizeBytes !== undefined && sizeBytes <= startBytes
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
  throw new SpoliaError("corpus_corrupt", `The file ${name} has changed on its host since it was opened.`, {
    hint: "Open the corpus again. If this happens again, upload the corpus again as a whole.",
  });
}

/** Encodes each part of the name separately and keeps the query of the URL. */
function urlOf(folder: Folder, name: string): string {
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

interface Folder {
  url: URL;
  /** Without a slash at its end; empty for the root of a host. */
  path: string;
  /** For messages: without the query, which may hold a signature. */
  label: string;
}

function folderAt(where: string | URL): Folder {
  const url = URL.canParse(where) ? new URL(where) : undefined;
  const isPlain = url?.username === "" && url.password === "";
  if (url === undefined || !isPlain || !["http:", "https:"].includes(url.protocol)) {
    throw new SpoliaError("invalid_request", "This is not an http: or https: URL, or it contains a password.", {
      hint: "Give the URL of the corpus folder; pass credentials in the option headers.",
    });
  }
  url.hash = "";
  const path = url.pathname.endsWith("/") ? url.pathname.slice(0, -1) : url.pathname;
  return { url, path, label: `${url.origin}${path}` };
}

function checkCount(field: string, value: number, min: number, max = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw invalidOption(field, `a whole number from ${min} to ${max}`);
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  try {
    new Headers(headers);
  } catch {
    throw invalidOption("headers", "names and values of headers, as HTTP allows them"); // the value may be a secret
  }
}

function invalidOption(field: string, detail: string): SpoliaError {
  const hint = "See HttpStorageOptions.";
  return new SpoliaError("invalid_request", `The option ${field} is invalid.`, {
    hint,
    fields: [{ pointer: `/${field}`, detail }],
  });
}
